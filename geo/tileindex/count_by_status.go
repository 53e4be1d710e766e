package tileindex

import (
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// ByStatus counts every observation, rejected ones too, by data source and status.
func (s *State) ByStatus() surveillance.StatusCounts {
	records, seen := make([]int64, len(s.codes.facets)), make([]bool, len(s.codes.taxa))
	shown := make([]bool, len(s.codes.facets))
	for i := range s.codes.facets {
		shown[i] = s.codes.facets[i].Status != surveillance.Rejected
	}
	s.scanAll(s.query(surveillance.Filter{}), func() (visitor, func()) {
		local, taxa := make([]int64, len(records)), make([]bool, len(seen))
		return func(c *chunk, rows []int32) {
				for _, i := range rows {
					local[c.facetOf(i)]++
					if shown[c.facetOf(i)] {
						taxa[c.taxon[i]] = true
					}
				}
			}, func() {
				for i, n := range local {
					records[i] += n
				}
				for i, there := range taxa {
					seen[i] = seen[i] || there
				}
			}
	})
	out := surveillance.NewStatusCounts()
	for i, n := range records {
		out.Add(s.codes.facets[i].Source, s.codes.facets[i].Status, n)
	}
	for _, there := range seen {
		if there {
			out.Taxa++
		}
	}
	return out
}
