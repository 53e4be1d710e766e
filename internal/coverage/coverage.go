// Package coverage simplifies polygons that meet, such as countries, so that they still meet: what two of them have in common is simplified
// once. PostGIS does that from 3.4 on (ST_CoverageSimplify).
//
// Borders are cut into arcs, as in TopoJSON, at the places where more than two of them come together. An arc keeps the points that
// Douglas and Peucker's method keeps; where arcs would then cross, touch, or jump over a part of another, they get back points until they
// do not. So no ring crosses itself or another, and no hole leaves its polygon. The points that an arc leaves out lie nearer to its new line than
// the tolerance; a narrow ring that is left out as a whole may lie further from what stays.
//
// Coordinates are longitudes and latitudes in degrees, and are rounded to seven decimals, about a centimetre: the package computes with whole
// numbers, without errors, and polygons stay valid when they are written with as many decimals. It imports go-geom alone.
package coverage

import (
	"math"

	"github.com/twpayne/go-geom"
)

// Coverage is the arcs of some shapes. It does not change, and is safe for concurrent use.
type Coverage struct {
	points []point
	arcs   []arc
	shapes [][]polygon
}

// point is a position in units.
type point = [2]int32

// unit is the grid of positions, in parts of a degree.
const unit = 1e7

// polygon is its rings, the exterior first.
type polygon [][]part

// part is an arc of a ring, in one direction.
type part struct {
	arc     int
	reverse bool
}

// arc is a line between two nodes, or a ring without one.
type arc struct {
	points   []int32 // indexes; the last of a ring is its first
	isIsland bool    // it may be left out: a ring that is the whole of a polygon, which is not the largest of any shape
	area     float64 // of an island, in square degrees
}

// New finds what shapes have in common. Borders are common where their points are equal. Shapes may lie over each other where they have the
// same borders: countries and the regions that they are united to.
func New(shapes []*geom.MultiPolygon) *Coverage {
	b := builder{ids: map[point]int32{}, begin: map[[2]int32]part{}}
	rings := b.read(shapes)
	b.findNodes(rings)
	for _, shape := range rings {
		largest := b.c.largestOf(shape)
		polygons := make([]polygon, len(shape))
		for j, polygonRings := range shape {
			for _, ring := range polygonRings {
				polygons[j] = append(polygons[j], b.cut(ring))
			}
			if j == largest || len(polygonRings) > 1 {
				b.keep(polygons[j])
			}
		}
		b.c.shapes = append(b.c.shapes, polygons)
	}
	return &b.c
}

// builder makes a Coverage.
type builder struct {
	c         Coverage
	ids       map[point]int32
	neighbour [][2]int32 // of each point; none: noPoint
	isNode    []bool
	begin     map[[2]int32]part // arcs by their first two points, in either direction
}

const noPoint = -1

// read returns the rings of the polygons of the shapes as indexes of points, the first not repeated.
func (b *builder) read(shapes []*geom.MultiPolygon) (all [][][][]int32) {
	for _, shape := range shapes {
		var polygons [][][]int32
		for i := range shape.NumPolygons() {
			var rings [][]int32
			p := shape.Polygon(i)
			for j := range p.NumLinearRings() {
				ring := b.ring(p.LinearRing(j).FlatCoords(), p.Stride())
				if len(ring) > 0 {
					rings = append(rings, ring)
				} else if j == 0 {
					break // a polygon of no size has no holes
				}
			}
			if len(rings) > 0 {
				polygons = append(polygons, rings)
			}
		}
		all = append(all, polygons)
	}
	return all
}

// ring returns the points of a ring without those between which it goes back on itself: rounding makes lines of slivers. Of nothing but such
// it is empty.
func (b *builder) ring(flat []float64, stride int) (ring []int32) {
	for i := 0; i+stride < len(flat); i += stride {
		id := b.id(point{int32(math.Round(flat[i] * unit)), int32(math.Round(flat[i+1] * unit))})
		switch n := len(ring); {
		case n > 0 && ring[n-1] == id:
		case n > 1 && ring[n-2] == id:
			ring = ring[:n-1]
		default:
			ring = append(ring, id)
		}
	}
	for n := len(ring); n > 2; n = len(ring) {
		switch {
		case ring[0] == ring[n-1] || ring[0] == ring[n-2]:
			ring = ring[:n-1]
		case ring[1] == ring[n-1]:
			ring = ring[1:]
		default:
			return ring
		}
	}
	return nil
}

func (b *builder) id(p point) int32 {
	id, known := b.ids[p]
	if !known {
		id = int32(len(b.c.points))
		b.ids[p] = id
		b.c.points = append(b.c.points, p)
		b.neighbour = append(b.neighbour, [2]int32{noPoint, noPoint})
		b.isNode = append(b.isNode, false)
	}
	return id
}

// findNodes finds the points with more than two neighbours, and those where a border leaves the antimeridian, at which shapes are cut.
func (b *builder) findNodes(shapes [][][][]int32) {
	for _, shape := range shapes {
		for _, rings := range shape {
			for _, ring := range rings {
				for i, p := range ring {
					q := ring[(i+1)%len(ring)]
					b.join(p, q)
					b.join(q, p)
				}
			}
		}
	}
}

func (b *builder) join(p, q int32) {
	const antimeridian = 180 * unit
	x := b.c.points[p][0]
	if max(x, -x) == antimeridian && b.c.points[q][0] != x {
		b.isNode[p] = true
	}
	known := &b.neighbour[p]
	for i := range known {
		if known[i] == noPoint {
			known[i] = q
		}
		if known[i] == q {
			return
		}
	}
	b.isNode[p] = true
}

// cut cuts a ring into arcs. One without nodes begins at its first point, the same in whatever shape it is.
func (b *builder) cut(ring []int32) (parts []part) {
	first, lowest := -1, 0
	for i, p := range ring {
		if b.isNode[p] {
			first = i
			break
		}
		if p < ring[lowest] {
			lowest = i
		}
	}
	isIsland := first < 0
	if isIsland {
		first = lowest
	}
	line := []int32{ring[first]}
	for i := range ring {
		p := ring[(first+1+i)%len(ring)]
		line = append(line, p)
		if b.isNode[p] || i == len(ring)-1 {
			parts = append(parts, b.arc(line, isIsland))
			line = []int32{p}
		}
	}
	return parts
}

// arc returns the arc with these points, a known one where there is one.
func (b *builder) arc(line []int32, isIsland bool) part {
	last := len(line) - 1
	if known, ok := b.begin[[2]int32{line[0], line[1]}]; ok {
		return known
	}
	p := part{arc: len(b.c.arcs)}
	b.begin[[2]int32{line[0], line[1]}] = p
	b.begin[[2]int32{line[last], line[last-1]}] = part{p.arc, true}
	a := arc{points: line, isIsland: isIsland}
	if isIsland {
		a.area = math.Abs(b.c.area(line))
	}
	b.c.arcs = append(b.c.arcs, a)
	return p
}

// keep lets no ring of a polygon be left out.
func (b *builder) keep(p polygon) {
	for _, ring := range p {
		for _, part := range ring {
			b.c.arcs[part.arc].isIsland = false
		}
	}
}

func (c *Coverage) degrees(id int32) (x, y float64) {
	p := c.points[id]
	return float64(p[0]) / unit, float64(p[1]) / unit
}

// area is that of a closed line, negative for one that runs clockwise.
func (c *Coverage) area(line []int32) (twice float64) {
	for i := range line[1:] {
		x1, y1 := c.degrees(line[i])
		x2, y2 := c.degrees(line[i+1])
		twice += x1*y2 - x2*y1
	}
	return twice / 2
}

// largestOf returns the index of the largest polygon of a shape, -1 for none.
func (c *Coverage) largestOf(polygons [][][]int32) int {
	largest, size := -1, -1.0
	for i, rings := range polygons {
		if a := math.Abs(c.area(append(rings[0], rings[0][0]))); a > size {
			largest, size = i, a
		}
	}
	return largest
}
