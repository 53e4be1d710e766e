package geojson

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
)

// DegreeDecimals of a coordinate in degrees are about a centimetre.
const DegreeDecimals = 7

// Coordinates says how a geometry's coordinates are written.
type Coordinates struct {
	Decimals int  // 0 to 9; trailing zeros are left out
	Swapped  bool // the second before the first: the axis order of EPSG:4326
}

// errWKB says that bytes are not what ST_AsBinary writes of a point, a polygon or several polygons in two dimensions.
var errWKB = errors.New("not the WKB of a point, polygon or multipolygon")

// Types of geometries in WKB (OGC 06-103r4, 8.2.8).
const (
	wkbPoint        = 1
	wkbPolygon      = 3
	wkbMultiPolygon = 6
)

// AppendGeometry appends the geometry of little-endian WKB, null for nil and for one whose coordinates are not finite.
func (c Coordinates) AppendGeometry(b, wkb []byte) ([]byte, error) {
	if wkb == nil {
		return append(b, "null"...), nil
	}
	r := wkbReader{wkb: wkb}
	start := len(b)
	switch kind := r.header(); kind {
	case wkbPoint:
		b = append(b, `{"type":"Point","coordinates":`...)
		b = c.position(b, &r)
	case wkbPolygon:
		b = append(b, `{"type":"Polygon","coordinates":`...)
		b = c.polygon(b, &r)
	case wkbMultiPolygon:
		b = append(b, `{"type":"MultiPolygon","coordinates":`...)
		b = r.list(b, func(b []byte) []byte {
			if r.header() != wkbPolygon {
				r.bad = true
			}
			return c.polygon(b, &r)
		})
	default:
		return b[:start], errWKB
	}
	if r.bad || len(r.wkb) != 0 {
		return b[:start], errWKB
	}
	if r.infinite {
		return append(b[:start], "null"...), nil
	}
	return append(b, '}'), nil
}

// AppendPoint appends the two coordinates of a point in WKB with a comma between them, which stands alone for nil and for a
// point whose coordinates are not finite.
func (c Coordinates) AppendPoint(b, wkb []byte) ([]byte, error) {
	if wkb == nil {
		return append(b, ','), nil
	}
	r := wkbReader{wkb: wkb}
	kind, x, y := r.header(), r.float(), r.float()
	if kind != wkbPoint || r.bad || len(r.wkb) != 0 {
		return b, errWKB
	}
	if r.infinite {
		return append(b, ','), nil
	}
	return c.pair(b, x, y), nil
}

func (c Coordinates) pair(b []byte, x, y float64) []byte {
	if c.Swapped {
		x, y = y, x
	}
	b = AppendDecimal(b, x, c.Decimals)
	b = append(b, ',')
	return AppendDecimal(b, y, c.Decimals)
}

func (c Coordinates) polygon(b []byte, r *wkbReader) []byte {
	return r.list(b, func(b []byte) []byte {
		return r.list(b, func(b []byte) []byte { return c.position(b, r) })
	})
}

func (c Coordinates) position(b []byte, r *wkbReader) []byte {
	x, y := r.float(), r.float()
	b = append(b, '[')
	b = c.pair(b, x, y)
	return append(b, ']')
}

// wkbReader takes values off the beginning of WKB. What is too short is bad, and reads as zero.
type wkbReader struct {
	wkb           []byte
	bad, infinite bool
}

func (r *wkbReader) take(n int) []byte {
	if len(r.wkb) < n {
		r.bad, r.wkb = true, nil
		return make([]byte, n)
	}
	v := r.wkb[:n]
	r.wkb = r.wkb[n:]
	return v
}

func (r *wkbReader) header() uint32 {
	if r.take(1)[0] != 1 {
		r.bad = true
	}
	return r.count()
}

func (r *wkbReader) count() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }

func (r *wkbReader) float() float64 {
	f := math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
	if math.IsNaN(f) || math.IsInf(f, 0) {
		r.infinite = true
		return 0
	}
	return f
}

// list appends a JSON array of as many items as WKB says.
func (r *wkbReader) list(b []byte, item func(b []byte) []byte) []byte {
	b = append(b, '[')
	for i, n := uint32(0), r.count(); i < n && !r.bad; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b = item(b)
	}
	return append(b, ']')
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
