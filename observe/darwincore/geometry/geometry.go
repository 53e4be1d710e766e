// Package geometry reads what geographic files say of a place: points in well-known binary (OGC 06-103r4, section 8), and
// the names of coordinate reference systems. It imports the standard library alone.
//
// Files write x and y, which are easting (or longitude) and northing (or latitude), whatever order of axes an authority
// defines. Readers put x into the column decimalLongitude and y into decimalLatitude, as they are written, and say with CRS
// which system they are of.
package geometry

import (
	"encoding/binary"
	"errors"
	"math"
	"strconv"
)

// The columns that a reader adds for the place of a feature.
const (
	ColumnLat = "decimalLatitude"
	ColumnLon = "decimalLongitude"
)

// Reasons why a feature has no place.
var (
	ErrNoCoordinates = errors.New("no coordinates")
	ErrNoPoint       = errors.New("geometry is not a Point")
	ErrMalformed     = errors.New("the geometry cannot be read")
)

// Numbers of geometries in well-known binary. Those with z, m and both are 1000, 2000 and 3000 higher.
const (
	wkbPoint      = 1
	wkbMultiPoint = 4
	wkbDimensions = 1000
)

// Flags of PostGIS' extended well-known binary.
const (
	ewkbZ     = 1 << 31
	ewkbM     = 1 << 30
	ewkbSRID  = 1 << 29
	ewkbFlags = ewkbZ | ewkbM | ewkbSRID
)

const (
	headerBytes = 5 // of the byte order and the type
	sridBytes   = 4
	countBytes  = 4
	pointBytes  = 16
)

// Point returns the position of a point in well-known binary. A multipoint of one point is taken for that point: many
// programs make multipoints of all points.
func Point(wkb []byte) (x, y float64, err error) {
	kind, order, rest := header(wkb)
	if kind == wkbMultiPoint {
		switch {
		case len(rest) < countBytes:
			return 0, 0, ErrMalformed
		case order.Uint32(rest) == 0:
			return 0, 0, ErrNoCoordinates
		case order.Uint32(rest) > 1:
			return 0, 0, ErrNoPoint
		}
		kind, order, rest = header(rest[countBytes:])
	}
	switch {
	case kind == 0 || kind == wkbPoint && len(rest) < pointBytes:
		return 0, 0, ErrMalformed
	case kind != wkbPoint:
		return 0, 0, ErrNoPoint
	}
	x, y = math.Float64frombits(order.Uint64(rest)), math.Float64frombits(order.Uint64(rest[8:]))
	if math.IsNaN(x) || math.IsNaN(y) {
		return 0, 0, ErrNoCoordinates // an empty point
	}
	return x, y, nil
}

// header returns the number of a geometry without its dimensions, its byte order, and what follows; 0 for what is none.
func header(wkb []byte) (kind uint32, order binary.ByteOrder, rest []byte) {
	if len(wkb) < headerBytes || wkb[0] > 1 {
		return 0, nil, nil
	}
	order = binary.LittleEndian
	if wkb[0] == 0 {
		order = binary.BigEndian
	}
	kind, rest = order.Uint32(wkb[1:]), wkb[headerBytes:]
	if kind&ewkbSRID != 0 {
		rest = rest[min(len(rest), sridBytes):]
	}
	kind &^= ewkbFlags
	if kind >= 4*wkbDimensions {
		return 0, nil, nil
	}
	return kind % wkbDimensions, order, rest
}

// Number writes a coordinate as the text of a column.
func Number(coordinate float64) string { return strconv.FormatFloat(coordinate, 'f', -1, 64) }
