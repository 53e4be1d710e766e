package html

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/wkb"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Map is a small SVG map of longitudes and latitudes: the background, points and outlines. Its y grows southward. Its exported
// fields are what the template reads.
type Map struct {
	Label      string
	Background string // address of the picture below
	Radius     string // of a point
	ViewBox    string
	Box        *svgBox
	Points     []svgPoint
	Shapes     []string // paths

	polygons                 [][][]svgPoint // rings of each shape
	west, south, east, north float64
}

type svgPoint struct{ X, Y float64 }

type svgBox struct{ X, Y, Width, Height float64 }

// NewMap returns a map with nothing on it. label says what it shows, for screen readers.
func NewMap(r *http.Request, label string) *Map {
	return &Map{
		Label: label, Background: rootPath(r) + resource.Path + backgroundPath,
		west: math.Inf(1), south: math.Inf(1), east: math.Inf(-1), north: math.Inf(-1),
	}
}

func (m *Map) grow(lon, lat float64) {
	m.west, m.east = min(m.west, lon), max(m.east, lon)
	m.south, m.north = min(m.south, lat), max(m.north, lat)
}

// AddBox draws a bounding box: west, south, east, north. A box that crosses the antimeridian is drawn around the whole world.
func (m *Map) AddBox(b [4]float64) {
	west, south, east, north := b[0], b[1], b[2], b[3]
	if west > east {
		west, east = -180, 180
	}
	m.grow(west, south)
	m.grow(east, north)
	m.Box = &svgBox{west, -north, east - west, north - south}
}

// AddWKB draws a point, polygon or multipolygon. Another geometry is left out.
func (m *Map) AddWKB(shape []byte) {
	g, err := wkb.Decode(shape)
	if err != nil {
		return
	}
	switch g := g.(type) {
	case *geom.Point:
		m.Points = append(m.Points, m.points(g.FlatCoords())...)
	case *geom.Polygon:
		m.addPolygon(g)
	case *geom.MultiPolygon:
		for i := range g.NumPolygons() {
			m.addPolygon(g.Polygon(i))
		}
	}
}

func (m *Map) addPolygon(p *geom.Polygon) {
	rings := make([][]svgPoint, p.NumLinearRings())
	for i := range rings {
		rings[i] = m.points(p.LinearRing(i).FlatCoords())
	}
	m.polygons = append(m.polygons, rings)
}

// points grows the map to coordinates and returns them as points. Those of an empty point are NaN and left out.
func (m *Map) points(flat []float64) (all []svgPoint) {
	for at := range slices.Chunk(flat, 2) {
		if lon, lat := at[0], at[1]; !math.IsNaN(lon) && !math.IsNaN(lat) {
			m.grow(lon, lat)
			all = append(all, svgPoint{lon, -lat})
		}
	}
	return all
}

const (
	minSpan = 10.0 // degrees that a map shows at least
	margin  = 1.15 // width of the map to that of what is on it
	units   = 600  // width of the picture: nothing smaller than a unit is drawn
)

// Framed cuts the map to what is on it, at least twice as wide as high. It returns nil when nothing is on the map.
func (m *Map) Framed() *Map {
	if m.west > m.east {
		return nil
	}
	width, height := max((m.east-m.west)*margin, minSpan), max((m.north-m.south)*margin, minSpan/2)
	width = min(max(width, 2*height), 360)
	height = min(max(height, width/2), 180)
	x := clamp((m.west+m.east-width)/2, -180, 180-width)
	y := clamp((-m.north-m.south-height)/2, -90, 90-height)
	m.ViewBox = strings.Join([]string{number(x), number(y), number(width), number(height)}, " ")
	unit := width / units
	m.Radius = number(5 * unit)
	for _, rings := range m.polygons {
		if path := outline(rings, unit); path != "" {
			m.Shapes = append(m.Shapes, path)
		}
	}
	return m
}

func clamp(v, low, high float64) float64 { return max(low, min(v, high)) }

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 32) }

// outline writes rings as a path, its points rounded to whole units. It leaves out rings that are smaller than a unit.
func outline(rings [][]svgPoint, unit float64) string {
	var b strings.Builder
	for _, ring := range rings {
		var kept []svgPoint
		for _, p := range ring {
			p = svgPoint{math.Round(p.X/unit) * unit, math.Round(p.Y/unit) * unit}
			if len(kept) == 0 || kept[len(kept)-1] != p {
				kept = append(kept, p)
			}
		}
		if len(slices.Compact(kept)) < 3 {
			continue
		}
		for i, p := range kept {
			b.WriteString([]string{"M", "L"}[min(i, 1)] + number(p.X) + " " + number(p.Y))
		}
		b.WriteString("Z")
	}
	return b.String()
}
