package cql2

import (
	"cmp"
	"slices"

	"github.com/twpayne/go-geom"
)

// eachRun calls f for the coordinates of each point, line and ring of a shape, in their place.
func eachRun(shape geom.T, f func(flat []float64)) {
	var ends []int
	switch g := shape.(type) {
	case nil:
		return
	case *geom.GeometryCollection:
		for _, member := range g.Geoms() {
			eachRun(member, f)
		}
		return
	case *geom.Point, *geom.LineString:
		ends = []int{len(shape.FlatCoords())}
	case *geom.MultiPolygon:
		ends = slices.Concat(g.Endss()...)
	default:
		ends = shape.Ends()
	}
	from := 0
	for _, end := range ends {
		f(shape.FlatCoords()[from:end])
		from = end
	}
}

// eachPoint calls f for each point of a shape, in its place.
func eachPoint(shape geom.T, f func(xy []float64)) {
	eachRun(shape, func(flat []float64) {
		for xy := range slices.Chunk(flat, 2) {
			f(xy)
		}
	})
}

// sorted makes of a collection what PostGIS' relations take: one geometry if its members are of one kind, else a collection of
// a MultiPoint, a MultiLineString and a MultiPolygon, or of two of them.
func sorted(shape geom.T) geom.T {
	collection, ok := shape.(*geom.GeometryCollection)
	if !ok {
		return shape
	}
	if collection.NumGeoms() == 1 {
		return sorted(collection.Geom(0))
	}
	points, lines, polygons := geom.NewMultiPoint(geom.XY), geom.NewMultiLineString(geom.XY), geom.NewMultiPolygon(geom.XY)
	for _, member := range collection.Geoms() {
		switch g := member.(type) {
		case *geom.Point:
			mustPush(points.Push(g))
		case *geom.MultiPoint:
			for i := range g.NumPoints() {
				mustPush(points.Push(g.Point(i)))
			}
		case *geom.LineString:
			mustPush(lines.Push(g))
		case *geom.MultiLineString:
			for i := range g.NumLineStrings() {
				mustPush(lines.Push(g.LineString(i)))
			}
		case *geom.Polygon:
			mustPush(polygons.Push(g))
		case *geom.MultiPolygon:
			for i := range g.NumPolygons() {
				mustPush(polygons.Push(g.Polygon(i)))
			}
		}
	}
	kinds := geom.NewGeometryCollection()
	for _, g := range []geom.T{points, lines, polygons} {
		if !g.Empty() {
			kinds.MustPush(g)
		}
	}
	if kinds.NumGeoms() == 1 {
		return kinds.Geom(0)
	}
	return kinds
}

// mustPush takes the error of a Push, which there is for shapes of different dimensions alone. All have two.
func mustPush(err error) {
	if err != nil {
		panic("cql2: " + err.Error())
	}
}

// segment is a line from a to b, a to the left.
type segment struct{ a, b [2]float64 }

// crossings counts how often the lines and rings of shapes cross or cover each other, up to one more than MaxCrossings.
func crossings(shapes ...geom.T) int {
	var all []segment
	for _, shape := range shapes {
		eachRun(shape, func(flat []float64) {
			for i := 2; i < len(flat); i += 2 {
				s := segment{[2]float64(flat[i-2:]), [2]float64(flat[i:])}
				if s.a[0] > s.b[0] {
					s.a, s.b = s.b, s.a
				}
				all = append(all, s)
			}
		})
	}
	slices.SortFunc(all, func(s, t segment) int { return cmp.Compare(s.a[0], t.a[0]) })
	n := 0
	for i, s := range all {
		for _, t := range all[i+1:] {
			if t.a[0] > s.b[0] {
				break
			}
			if cross(s, t) {
				if n++; n > MaxCrossings {
					return n
				}
			}
		}
	}
	return n
}

// cross says whether two segments meet elsewhere than in a common end.
func cross(s, t segment) bool {
	if max(s.a[1], s.b[1]) < min(t.a[1], t.b[1]) || max(t.a[1], t.b[1]) < min(s.a[1], s.b[1]) {
		return false
	}
	if s.a == t.a || s.a == t.b || s.b == t.a || s.b == t.b {
		return false
	}
	return side(s, t.a)*side(s, t.b) <= 0 && side(t, s.a)*side(t, s.b) <= 0
}

// side is the sign of the side of a segment on which a point lies.
func side(s segment, p [2]float64) int {
	return cmp.Compare((s.b[0]-s.a[0])*(p[1]-s.a[1]), (s.b[1]-s.a[1])*(p[0]-s.a[0]))
}
