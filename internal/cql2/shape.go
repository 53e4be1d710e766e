package cql2

import (
	"cmp"
	"slices"

	"github.com/paulmach/orb"
)

// eachPoint calls f for each point of a shape, in its place; for a Point itself on a copy.
func eachPoint(shape orb.Geometry, f func(*orb.Point)) {
	switch g := shape.(type) {
	case orb.Point:
		f(&g)
	case orb.MultiPoint:
		for i := range g {
			f(&g[i])
		}
	case orb.LineString:
		eachPoint(orb.MultiPoint(g), f)
	case orb.Ring:
		eachPoint(orb.MultiPoint(g), f)
	case orb.MultiLineString:
		for _, line := range g {
			eachPoint(line, f)
		}
	case orb.Polygon:
		for _, ring := range g {
			eachPoint(ring, f)
		}
	case orb.MultiPolygon:
		for _, polygon := range g {
			eachPoint(polygon, f)
		}
	case orb.Collection:
		for _, member := range g {
			eachPoint(member, f)
		}
	}
}

// sorted makes of a collection what PostGIS' relations take: one geometry if its members are of one kind, else a collection of
// a MultiPoint, a MultiLineString and a MultiPolygon, or of two of them.
func sorted(shape orb.Geometry) orb.Geometry {
	collection, ok := shape.(orb.Collection)
	if !ok {
		return shape
	}
	if len(collection) == 1 {
		return sorted(collection[0])
	}
	var points orb.MultiPoint
	var lines orb.MultiLineString
	var polygons orb.MultiPolygon
	for _, member := range collection {
		switch g := member.(type) {
		case orb.Point:
			points = append(points, g)
		case orb.MultiPoint:
			points = append(points, g...)
		case orb.LineString:
			lines = append(lines, g)
		case orb.MultiLineString:
			lines = append(lines, g...)
		case orb.Polygon:
			polygons = append(polygons, g)
		case orb.MultiPolygon:
			polygons = append(polygons, g...)
		}
	}
	var kinds orb.Collection
	if points != nil {
		kinds = append(kinds, points)
	}
	if lines != nil {
		kinds = append(kinds, lines)
	}
	if polygons != nil {
		kinds = append(kinds, polygons)
	}
	if len(kinds) == 1 {
		return kinds[0]
	}
	return kinds
}

// segment is a line from a to b, a to the left.
type segment struct{ a, b orb.Point }

// crossings counts how often the lines and rings of shapes cross or cover each other, up to one more than MaxCrossings.
func crossings(shapes ...orb.Geometry) int {
	var all []segment
	for _, shape := range shapes {
		all = append(all, segments(shape)...)
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

func segments(shape orb.Geometry) (all []segment) {
	line := func(points []orb.Point) {
		for i := 1; i < len(points); i++ {
			s := segment{points[i-1], points[i]}
			if s.a[0] > s.b[0] {
				s.a, s.b = s.b, s.a
			}
			all = append(all, s)
		}
	}
	switch g := shape.(type) {
	case orb.LineString:
		line(g)
	case orb.MultiLineString:
		for _, l := range g {
			line(l)
		}
	case orb.Polygon:
		for _, ring := range g {
			line(ring)
		}
	case orb.MultiPolygon:
		for _, polygon := range g {
			all = append(all, segments(polygon)...)
		}
	case orb.Collection:
		for _, member := range g {
			all = append(all, segments(member)...)
		}
	}
	return all
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
func side(s segment, p orb.Point) int {
	return cmp.Compare((s.b[0]-s.a[0])*(p[1]-s.a[1]), (s.b[1]-s.a[1])*(p[0]-s.a[0]))
}
