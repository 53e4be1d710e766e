package tileindex

import (
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Facets counts the observations that match by each value of the fields that Facets have.
func (s *State) Facets(f surveillance.Filter) surveillance.Facets {
	records := make([]int64, s.codes.facets.len())
	s.scanAll(s.query(f), func() (visitor, func()) {
		local := make([]int64, len(records))
		return func(c *chunk, rows []int32) {
				for _, i := range rows {
					local[c.facetOf(i)]++
				}
			}, func() {
				for i, n := range local {
					records[i] += n
				}
			}
	})
	out := surveillance.NewFacets()
	for i, n := range records {
		if n == 0 {
			continue
		}
		a, code := &s.codes.facets, uint32(i)
		out.LifeStages.Add(a.lifeStage.at(code), n)
		out.Sexes.Add(a.sex.at(code), n)
		out.SamplingProtocols.Add(a.samplingProtocol.at(code), n)
		out.Statuses.Add(a.status.at(code), n)
		out.Regions.Add(a.region.at(code), n)
		rest := a.rest.at(code)
		out.AddFlags(rest.Flags, n)
		qualifier := surveillance.Certain
		if rest.Uncertain {
			qualifier = surveillance.Uncertain
		}
		out.Qualifiers.Add(string(qualifier), n)
	}
	return out
}
