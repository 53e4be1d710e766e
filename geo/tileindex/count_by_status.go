package tileindex

import (
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// ByStatus counts every observation, rejected ones too, by data source and status.
func (s *State) ByStatus() surveillance.StatusCounts {
	facets := &s.codes.facets
	records, seen, shown := make([]int64, facets.len()), make([]bool, len(s.codes.taxa)), facets.shown
	s.scanAll(s.query(surveillance.Filter{}), func() (visitor, func()) {
		local, taxa := make([]int64, len(records)), make([]bool, len(seen))
		return func(c *chunk, rows []int32) {
				for _, i := range rows {
					local[c.facetOf(i)]++
					if shown[c.facetOf(i)] {
						taxa[c.taxonOf(i)] = true
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
		out.Add(facets.source.at(uint32(i)), facets.status.at(uint32(i)), n)
	}
	for _, there := range seen {
		if there {
			out.Taxa++
		}
	}
	return out
}
