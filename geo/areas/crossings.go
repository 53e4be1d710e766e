package areas

import (
	"cmp"
	"slices"

	"github.com/twpayne/go-geom"
)

// segment is an edge from west to east.
type segment struct{ x1, y1, x2, y2 float64 }

// crossings counts the crossings of edges, up to one more than limit. PostGIS makes a vertex of each: without a bound ten thousand edges
// would become millions. Edges that touch do not count.
func crossings(shape *geom.MultiPolygon, limit int) (n int) {
	var segments []segment
	flat, begin := shape.FlatCoords(), 0
	for _, ends := range shape.Endss() {
		for _, end := range ends {
			for i := begin; i+3 < end; i += 2 {
				s := segment{flat[i], flat[i+1], flat[i+2], flat[i+3]}
				if s.x1 > s.x2 {
					s = segment{s.x2, s.y2, s.x1, s.y1}
				}
				segments = append(segments, s)
			}
			begin = end
		}
	}
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.x1, b.x1) })
	for i, a := range segments {
		for _, b := range segments[i+1:] {
			if b.x1 > a.x2 {
				break
			}
			if a.crosses(b) {
				if n++; n > limit {
					return n
				}
			}
		}
	}
	return n
}

func (a segment) crosses(b segment) bool {
	return a.side(b.x1, b.y1)*a.side(b.x2, b.y2) < 0 && b.side(a.x1, a.y1)*b.side(a.x2, a.y2) < 0
}

// side returns 1 for a point on the left of a segment, -1 for one on its right, 0 for one on its line.
func (a segment) side(x, y float64) int {
	return cmp.Compare((a.x2-a.x1)*(y-a.y1)-(x-a.x1)*(a.y2-a.y1), 0)
}
