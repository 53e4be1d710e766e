package tileindex

import (
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Facets counts the observations that match by each value of the fields that Facets have.
func (s *State) Facets(f surveillance.Filter) surveillance.Facets {
	records := make([]int64, len(s.codes.facets))
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
		x := &s.codes.facets[i]
		out.LifeStages.Add(x.lifeStage, n)
		out.Sexes.Add(x.sex, n)
		out.SamplingProtocols.Add(x.samplingProtocol, n)
		out.Statuses.Add(x.Status, n)
		out.Regions.Add(x.Region, n)
		out.AddFlags(x.Flags, n)
		qualifier := surveillance.Certain
		if x.uncertain {
			qualifier = surveillance.Uncertain
		}
		out.Qualifiers.Add(string(qualifier), n)
	}
	return out
}
