package cql2

import (
	"math"
	"strconv"
	"strings"

	"github.com/paulmach/orb"
)

// geometryTypes are the kinds of a geometry, by their names in WKT, with the names in GeoJSON.
var geometryTypes = map[string]string{
	"POINT": "Point", "LINESTRING": "LineString", "POLYGON": "Polygon", "MULTIPOINT": "MultiPoint",
	"MULTILINESTRING": "MultiLineString", "MULTIPOLYGON": "MultiPolygon", "GEOMETRYCOLLECTION": "GeometryCollection",
}

func isGeometry(name string) bool {
	_, ok := geometryTypes[strings.ToUpper(name)]
	return ok
}

// coordinate reads a number as it was written. A geometry has finite numbers only.
func coordinate(s string, at Position) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(v, 0) {
		return 0, at.failf("the coordinate %s is out of range", shown(s))
	}
	return v, nil
}

func checkLine(points []orb.Point, at Position) error {
	if len(points) < 2 {
		return at.fail("a line needs two points")
	}
	return nil
}

func checkRing(points []orb.Point, at Position) error {
	if len(points) < 4 {
		return at.fail("a ring of a polygon needs four points, the last equal to the first")
	}
	if points[0] != points[len(points)-1] {
		return at.fail("a ring of a polygon is not closed: its last point is not its first")
	}
	return nil
}

// box makes a BBox of four numbers, or of six with elevations, which do not count.
func box(n []float64, at Position) (Expr, error) {
	switch len(n) {
	case 4:
		return BBox{orb.Point{n[0], n[1]}, orb.Point{n[2], n[3]}, at}, nil
	case 6:
		return BBox{orb.Point{n[0], n[1]}, orb.Point{n[3], n[4]}, at}, nil
	}
	return nil, at.fail("a BBOX has four numbers, or six with elevations")
}
