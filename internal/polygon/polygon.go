// Package polygon tells which points an area covers, as ST_Covers of PostGIS does. It imports internal/wkb alone.
//
// # The same answer as PostGIS
//
// PostGIS does not ask GEOS about a point and a polygon. It counts windings (D. Sunday, "Inclusion of a Point in a Polygon") in
// double precision, ring by ring, and a point on a border is covered. Package polygon does the same operations in the same order, so
// that both agree on points that rounding moves to either side of a slanting edge. Each product is rounded before the subtraction; a
// PostGIS whose compiler fused the two may differ for points nearer than 1e-12 degrees to an edge.
package polygon

import (
	"fmt"
	"math"

	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// Polygon is a multipolygon that is prepared for questions. It never changes.
type Polygon struct {
	West, South, East, North float64 // bounds in degrees

	rings []ring
	edges []edge // by ring
	// The height is divided into slabs. slabs[first[i]:first[i+1]] are the edges that touch slab i, by ring: copies, so that a test reads
	// them one after the other.
	first []int32
	slabs []edge
	scale float64 // slabs per degree
}

type ring struct {
	polygon int32 // number of the polygon
	hole    bool
}

type edge struct {
	x1, y1, x2, y2 float64
	ring           int32
}

// Parse reads a Polygon or MultiPolygon in WKB.
func Parse(b []byte) (*Polygon, error) {
	shape, err := wkb.Decode(b)
	if err != nil {
		return nil, err
	}
	var endss [][]int
	switch s := shape.(type) {
	case *geom.Polygon:
		endss = [][]int{s.Ends()}
	case *geom.MultiPolygon:
		endss = s.Endss()
	default:
		return nil, fmt.Errorf("a %T is no polygon", shape)
	}
	p := &Polygon{West: math.Inf(1), South: math.Inf(1), East: math.Inf(-1), North: math.Inf(-1)}
	begin, flat := 0, shape.FlatCoords()
	p.edges = make([]edge, 0, len(flat)/2)
	for number, ends := range endss {
		for i, end := range ends {
			p.addRing(ring{int32(number), i > 0}, flat[begin:end])
			begin = end
		}
	}
	p.divide()
	return p, nil
}

// addRing adds the edges of a ring of coordinates. Edges without length wind around nothing.
func (p *Polygon) addRing(r ring, flat []float64) {
	number := int32(len(p.rings))
	p.rings = append(p.rings, r)
	for i := 0; i+3 < len(flat); i += 2 {
		e := edge{flat[i], flat[i+1], flat[i+2], flat[i+3], number}
		p.West, p.East = min(p.West, e.x1), max(p.East, e.x1)
		p.South, p.North = min(p.South, e.y1), max(p.North, e.y1)
		if e.x1 != e.x2 || e.y1 != e.y2 {
			p.edges = append(p.edges, e)
		}
	}
}

// slabEntries is how many slabs an edge touches at most, on average.
const slabEntries = 4

// divide makes the slabs: as many as edges, but fewer when the edges are long.
func (p *Polygon) divide() {
	height, sum := p.North-p.South, 0.0
	for _, e := range p.edges {
		sum += math.Abs(e.y2 - e.y1)
	}
	n := 1
	if sum > 0 {
		n = max(1, int(float64(len(p.edges))*min(1, slabEntries*height/sum)))
		p.scale = float64(n) / height
	}
	p.first = make([]int32, n+1)
	each := func(visit func(slab, edge int)) {
		for i, e := range p.edges {
			for slab := p.slab(min(e.y1, e.y2)); slab <= p.slab(max(e.y1, e.y2)); slab++ {
				visit(slab, i)
			}
		}
	}
	each(func(slab, _ int) { p.first[slab+1]++ })
	for i := range n {
		p.first[i+1] += p.first[i]
	}
	p.slabs = make([]edge, p.first[n])
	next := append([]int32{}, p.first[:n]...)
	each(func(slab, edge int) {
		p.slabs[next[slab]] = p.edges[edge]
		next[slab]++
	})
}

// slab returns the number of the slab of a latitude within the bounds.
func (p *Polygon) slab(y float64) int { return min(int((y-p.South)*p.scale), max(len(p.first)-2, 0)) }

// Vertices returns the number of edges, which is that of the vertices.
func (p *Polygon) Vertices() int { return len(p.edges) }

// Covers reports whether a point in degrees lies inside or on a border.
func (p *Polygon) Covers(x, y float64) bool {
	if !(x >= p.West && x <= p.East && y >= p.South && y <= p.North) {
		return false
	}
	slab := p.slab(y)
	list := p.slabs[p.first[slab]:p.first[slab+1]]
	inside := int32(-1) // the polygon whose outer ring is around the point, and no hole so far
	for len(list) > 0 {
		r := p.rings[list[0].ring]
		n, winding, border := wind(list, x, y)
		list = list[n:]
		switch {
		case r.hole && r.polygon != inside: // beside its outer ring, or in another hole
		case border, !r.hole && inside >= 0:
			return true
		case !r.hole && winding != 0:
			inside = r.polygon
		case winding != 0:
			inside = -1
		}
	}
	return inside >= 0
}

// wind returns how often the first ring of a list of edges goes around a point, and whether the point is on it. n is the number of its
// edges in the list.
func wind(list []edge, x, y float64) (n, winding int, border bool) {
	number := list[0].ring
	for ; n < len(list); n++ {
		e := &list[n]
		if e.ring != number {
			break
		}
		if (y < e.y1 && y < e.y2) || (y > e.y1 && y > e.y2) {
			continue
		}
		side := float64((e.x2-e.x1)*(y-e.y1)) - float64((x-e.x1)*(e.y2-e.y1)) // the conversions forbid to fuse
		switch {
		case side == 0 && x >= min(e.x1, e.x2) && x <= max(e.x1, e.x2):
			border = true
		case side > 0 && e.y1 <= y && y < e.y2:
			winding++
		case side < 0 && e.y2 <= y && y < e.y1:
			winding--
		}
	}
	return n, winding, border
}

// Union is what any of some polygons covers.
type Union []*Polygon

// Covers reports whether a point in degrees lies inside of a polygon or on its border.
func (u Union) Covers(x, y float64) bool {
	for _, p := range u {
		if p.Covers(x, y) {
			return true
		}
	}
	return false
}

// Bounds returns the box around the polygons, in degrees.
func (u Union) Bounds() (west, south, east, north float64) {
	west, south, east, north = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range u {
		west, south, east, north = min(west, p.West), min(south, p.South), max(east, p.East), max(north, p.North)
	}
	return west, south, east, north
}
