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
				if nowX, nowY := c.place(i); !known || nowX != x || nowY != y || c.facetOf(i) != of {
					x, y, of, known = nowX, nowY, c.facetOf(i), true
					at = surveillance.Place{AccuracyM: s.codes.facets.accuracyM(of), Country: s.codes.facets.country.at(of), Records: 1}
					at.Lon, at.Lat = placeOf(x, y)
					if beyond := s.codes.facets.beyond(of); !math.IsNaN(beyond) {
						at.Lat = beyond
					}
				}
				days := c.days(i)
				at.First, at.Last = int32(days.first())+unixDayZero, int32(days.last())+unixDayZero
				visit(at)
			}
		}, finish
	})
}
