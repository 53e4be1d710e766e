package cql2

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/twpayne/go-geom"
)

// geometryType is a kind of geometry, but for a collection.
type geometryType struct {
	name  string // in GeoJSON; upper case in WKT
	depth int    // how many lists are around its positions
	check func(line []float64, at Position)
}

var geometryTypes = []geometryType{
	{"Point", 0, nil}, {"LineString", 1, checkLine}, {"Polygon", 2, checkRing},
	{"MultiPoint", 1, nil}, {"MultiLineString", 2, checkLine}, {"MultiPolygon", 3, checkRing},
}

// collectionType is the name of a collection in GeoJSON.
const collectionType = "GeometryCollection"

func isGeometry(name string) bool {
	return strings.EqualFold(name, collectionType) ||
		slices.ContainsFunc(geometryTypes, func(t geometryType) bool { return strings.EqualFold(t.name, name) })
}

// positions are those of one geometry as go-geom keeps them: the coordinates of all in one run, and where its lines and
// polygons end.
type positions struct {
	geometryType
	flat  []float64
	begun int     // where the last line began
	ends  []int   // of the lines, or rings, of the last polygon
	endss [][]int // of the polygons
}

func (p *positions) add(x, y float64) { p.flat = append(p.flat, x, y) }

// end is called behind a list of positions (depth 1), and behind a list of such lists (depth 2).
func (p *positions) end(depth int, at Position) {
	switch {
	case depth == 1 && p.check != nil:
		p.check(p.flat[p.begun:], at)
		p.begun = len(p.flat)
		p.ends = append(p.ends, len(p.flat))
	case depth == 2:
		p.endss = append(p.endss, p.ends)
		p.ends = nil
	}
}

func (p *positions) geometry() geom.T {
	switch p.name {
	case "Point":
		return geom.NewPointFlat(geom.XY, p.flat)
	case "LineString":
		return geom.NewLineStringFlat(geom.XY, p.flat)
	case "Polygon":
		return geom.NewPolygonFlat(geom.XY, p.flat, p.endss[0])
	case "MultiPoint":
		return geom.NewMultiPointFlat(geom.XY, p.flat)
	case "MultiLineString":
		return geom.NewMultiLineStringFlat(geom.XY, p.flat, p.endss[0])
	default:
		return geom.NewMultiPolygonFlat(geom.XY, p.flat, p.endss)
	}
}

// coordinate reads a number as it was written. A geometry has finite numbers only.
func coordinate(s string, at Position) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(v, 0) {
		panic(at.failf("the coordinate %s is out of range", shown(s)))
	}
	return v
}

func checkLine(line []float64, at Position) {
	if len(line) < 2*2 {
		panic(at.fail("a line needs two points"))
	}
}

func checkRing(ring []float64, at Position) {
	if len(ring) < 4*2 {
		panic(at.fail("a ring of a polygon needs four points, the last equal to the first"))
	}
	if !slices.Equal(ring[:2], ring[len(ring)-2:]) {
		panic(at.fail("a ring of a polygon is not closed: its last point is not its first"))
	}
}

// box makes a BBox of four numbers, or of six with elevations, which do not count.
func box(n []float64, at Position) BBox {
	switch len(n) {
	case 4:
		return BBox{[2]float64{n[0], n[1]}, [2]float64{n[2], n[3]}, at}
	case 6:
		return BBox{[2]float64{n[0], n[1]}, [2]float64{n[3], n[4]}, at}
	}
	panic(at.fail("a BBOX has four numbers, or six with elevations"))
}
