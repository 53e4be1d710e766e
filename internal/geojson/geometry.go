package geojson

import (
	"errors"
	"math"
	"strconv"

	"github.com/twpayne/go-geom"

	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// DegreeDecimals of a coordinate in degrees are about a centimetre.
const DegreeDecimals = 7

// Coordinates says how a geometry's coordinates are written.
type Coordinates struct {
	Decimals int  // 0 to 9; trailing zeros are left out
	Swapped  bool // the second before the first: the axis order of EPSG:4326
}

// AppendGeometry appends the geometry of WKB, null for nil and for one whose coordinates are not finite.
func (c Coordinates) AppendGeometry(b, shape []byte) ([]byte, error) {
	if shape == nil {
		return append(b, "null"...), nil
	}
	if x, y, ok := wkb.Point(shape); ok {
		return c.point(b, x, y), nil
	}
	g, err := wkb.Decode(shape)
	if err != nil {
		return b, err
	}
	if !finite(g.FlatCoords()...) {
		return append(b, "null"...), nil
	}
	switch g := g.(type) {
	case *geom.Polygon:
		b = append(b, `{"type":"Polygon","coordinates":`...)
		b = c.polygon(b, g)
	case *geom.MultiPolygon:
		b = append(b, `{"type":"MultiPolygon","coordinates":[`...)
		for i := range g.NumPolygons() {
			b = c.polygon(separate(b, i), g.Polygon(i))
		}
		b = append(b, ']')
	default:
		return c.point(b, g.FlatCoords()[0], g.FlatCoords()[1]), nil
	}
	return append(b, '}'), nil
}

// AppendPoint appends the two coordinates of a point in WKB with a comma between them, which stands alone for nil and for a
// point whose coordinates are not finite.
func (c Coordinates) AppendPoint(b, shape []byte) ([]byte, error) {
	if shape == nil {
		return append(b, ','), nil
	}
	x, y, ok := wkb.Point(shape)
	if !ok {
		return b, errNoPoint
	}
	if !finite(x, y) {
		return append(b, ','), nil
	}
	return c.pair(b, x, y), nil
}

var errNoPoint = errors.New("a geometry is not the little-endian WKB of a point")

func finite(all ...float64) bool {
	for _, f := range all {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
	}
	return true
}

func (c Coordinates) point(b []byte, x, y float64) []byte {
	if !finite(x, y) {
		return append(b, "null"...)
	}
	b = append(b, `{"type":"Point","coordinates":`...)
	b = c.position(b, x, y)
	return append(b, '}')
}

func (c Coordinates) polygon(b []byte, p *geom.Polygon) []byte {
	b = append(b, '[')
	for i := range p.NumLinearRings() {
		b = append(separate(b, i), '[')
		ring := p.LinearRing(i).FlatCoords()
		for j := 0; j < len(ring); j += 2 {
			b = c.position(separate(b, j), ring[j], ring[j+1])
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// separate appends the comma before each item of a list but the first.
func separate(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	return b
}

func (c Coordinates) position(b []byte, x, y float64) []byte {
	b = append(b, '[')
	b = c.pair(b, x, y)
	return append(b, ']')
}

func (c Coordinates) pair(b []byte, x, y float64) []byte {
	if c.Swapped {
		x, y = y, x
	}
	b = AppendDecimal(b, x, c.Decimals)
	b = append(b, ',')
	return AppendDecimal(b, y, c.Decimals)
}

// powersOfTen up to the most decimals that AppendDecimal writes.
var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// maxWhole bounds what AppendDecimal counts in whole numbers.
const maxWhole = 1 << 53

// AppendDecimal appends a finite number rounded to decimals (0 to 9), without trailing zeros.
func AppendDecimal(b []byte, f float64, decimals int) []byte {
	scaled := math.Round(f * powersOfTen[decimals])
	if math.Abs(scaled) >= maxWhole {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	n, unit := int64(scaled), int64(powersOfTen[decimals])
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, n/unit, 10)
	fraction := n % unit
	if fraction == 0 {
		return b
	}
	b = append(b, '.')
	for place := unit / 10; fraction > 0; place /= 10 {
		b = append(b, byte('0'+fraction/place))
		fraction %= place
	}
	return b
}
