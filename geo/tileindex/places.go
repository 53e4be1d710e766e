package tileindex

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Places visits the observations that match, those of a place mostly one after another. Several goroutines visit; each of them calls make
// once for its own visitor, and when all are done the finish functions are called one after another.
func (s *State) Places(f surveillance.Filter, make func() (visit func(surveillance.Place), finish func())) {
	s.scanAll(s.query(f), func() (visitor, func()) {
		visit, finish := make()
		var at surveillance.Place
		var x, y, of uint32
		known := false
		return func(c *chunk, rows []int32) {
			for _, i := range rows {
				if !known || c.x[i] != x || c.y[i] != y || c.facetOf(i) != of {
					x, y, of, known = c.x[i], c.y[i], c.facetOf(i), true
					facet := &s.codes.facets[of]
					at = surveillance.Place{AccuracyM: facet.AccuracyM, Country: facet.Country, Records: 1}
					if at.Lon, at.Lat = placeOf(x, y); !math.IsNaN(facet.latitude) {
						at.Lat = facet.latitude
					}
				}
				days := c.days(i)
				at.First, at.Last = int32(days.first())+unixDayZero, int32(days.last())+unixDayZero
				visit(at)
			}
		}, finish
	})
}
