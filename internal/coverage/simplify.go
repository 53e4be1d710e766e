package coverage

import (
	"math"
	"slices"

	"github.com/twpayne/go-geom"
)

// Simplify returns the shapes with fewer points. No point that is left out lies further from the new line than the tolerance, in degrees. Islands, polygons of a single ring without neighbours, are left out where their area is below the square of the
// tolerance; the largest polygon of each shape stays.
func (c *Coverage) Simplify(tolerance float64) []*geom.MultiPolygon {
	lines := make([]line, len(c.arcs))
	for i, a := range c.arcs {
		if !a.isIsland || a.area >= tolerance*tolerance {
			lines[i] = c.simplify(a, tolerance)
		}
	}
	c.separate(lines)
	shapes := make([]*geom.MultiPolygon, len(c.shapes))
	for i, polygons := range c.shapes {
		shapes[i] = c.shape(polygons, lines)
	}
	return shapes
}

// line is the points that an arc keeps, as indexes into its points; empty for an island that is left out.
type line []int

// simplify is Douglas and Peucker's method. A ring keeps at least three points.
func (c *Coverage) simplify(a arc, tolerance float64) line {
	last := len(a.points) - 1
	l := line{0}
	if a.points[0] == a.points[last] {
		middle, _ := c.farthest(a, 0, last)
		third, off := c.farthest(a, 0, middle)
		if other, otherOff := c.farthest(a, middle, last); otherOff > off {
			third = other
		}
		corners := line{0, middle, third}
		slices.Sort(corners)
		for _, next := range append(corners[1:], last) {
			l = c.between(l, a, l[len(l)-1], next, tolerance)
		}
		return l
	}
	return c.between(l, a, 0, last, tolerance)
}

// between appends the points that the part of an arc after its first point keeps.
func (c *Coverage) between(l line, a arc, from, to int, tolerance float64) line {
	if at, off := c.farthest(a, from, to); off > tolerance {
		return c.between(c.between(l, a, from, at, tolerance), a, at, to, tolerance)
	}
	return append(l, to)
}

// farthest returns the point between two others of an arc that lies farthest from the segment between these, and how far. Without one it is
// the first, and -1.
func (c *Coverage) farthest(a arc, from, to int) (at int, off float64) {
	x, y := c.degrees(a.points[from])
	east, north := c.degrees(a.points[to])
	dx, dy := east-x, north-y
	at, off = from, -1
	for i := from + 1; i < to; i++ {
		px, py := c.degrees(a.points[i])
		if d := squaredDistance(px-x, py-y, dx, dy); d > off {
			at, off = i, d
		}
	}
	if off < 0 {
		return at, off
	}
	return at, math.Sqrt(off)
}

// squaredDistance is that of (x, y) from the segment between (0, 0) and (dx, dy).
func squaredDistance(x, y, dx, dy float64) float64 {
	if length := dx*dx + dy*dy; length > 0 {
		t := max(0, min(1, (x*dx+y*dy)/length))
		x, y = x-t*dx, y-t*dy
	}
	return x*x + y*y
}

// shape puts the rings of a shape together again.
func (c *Coverage) shape(polygons []polygon, lines []line) *geom.MultiPolygon {
	var flat []float64
	var endss [][]int
	for _, rings := range polygons {
		var ends []int
		for _, ring := range rings {
			begin := len(flat)
			for _, p := range ring {
				flat = c.appendPart(flat, p, lines[p.arc])
			}
			if len(flat) > begin {
				flat = append(flat, flat[begin], flat[begin+1])
				ends = append(ends, len(flat))
			}
		}
		if len(ends) > 0 {
			endss = append(endss, ends)
		}
	}
	return geom.NewMultiPolygonFlat(geom.XY, flat, endss)
}

// appendPart appends the points of a part of a ring without its last, with which the next part begins.
func (c *Coverage) appendPart(flat []float64, p part, l line) []float64 {
	points := c.arcs[p.arc].points
	for i := range max(0, len(l)-1) {
		at := i
		if p.reverse {
			at = len(l) - 1 - i
		}
		x, y := c.degrees(points[l[at]])
		flat = append(flat, x, y)
	}
	return flat
}
