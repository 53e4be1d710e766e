package flatgeobuf

import (
	"encoding/binary"
	"math"
	"strconv"
	"time"
)

// column of a dataset.
type column struct {
	name string
	kind byte
}

// Types of columns, by their numbers in header.fbs.
const (
	kindByte     = 0
	kindUByte    = 1
	kindBool     = 2
	kindShort    = 3
	kindUShort   = 4
	kindInt      = 5
	kindUInt     = 6
	kindLong     = 7
	kindULong    = 8
	kindFloat    = 9
	kindDouble   = 10
	kindString   = 11
	kindJSON     = 12
	kindDateTime = 13
	kindBinary   = 14
)

// fixed are the sizes of values that do not say their size themselves.
var fixed = map[byte]int{
	kindByte: 1, kindUByte: 1, kindBool: 1, kindShort: 2, kindUShort: 2, kindInt: 4, kindUInt: 4, kindLong: 8, kindULong: 8,
	kindFloat: 4, kindDouble: 8,
}

// properties puts the values of a feature into the columns of a row.
func properties(b []byte, columns []column, values []string) error {
	const numberBytes, sizeBytes = 2, 4
	for len(b) > 0 {
		if len(b) < numberBytes {
			return errMalformed
		}
		number := int(binary.LittleEndian.Uint16(b))
		if b = b[numberBytes:]; number >= len(columns) {
			return errMalformed
		}
		kind := columns[number].kind
		size, known := fixed[kind]
		if !known {
			if len(b) < sizeBytes || kind > kindBinary {
				return errMalformed
			}
			size, b = int(uint32At(b)), b[sizeBytes:]
		}
		if size > len(b) {
			return errMalformed
		}
		values[number] = value(kind, b[:size])
		b = b[size:]
	}
	return nil
}

// value writes a value as a text; one that is binary is left out.
func value(kind byte, b []byte) string {
	order := binary.LittleEndian
	switch kind {
	case kindByte:
		return strconv.Itoa(int(int8(b[0])))
	case kindUByte:
		return strconv.Itoa(int(b[0]))
	case kindBool:
		return strconv.FormatBool(b[0] != 0)
	case kindShort:
		return strconv.Itoa(int(int16(order.Uint16(b))))
	case kindUShort:
		return strconv.Itoa(int(order.Uint16(b)))
	case kindInt:
		return strconv.Itoa(int(int32(order.Uint32(b))))
	case kindUInt:
		return strconv.FormatUint(uint64(order.Uint32(b)), 10)
	case kindLong:
		return strconv.FormatInt(int64(order.Uint64(b)), 10)
	case kindULong:
		return strconv.FormatUint(order.Uint64(b), 10)
	case kindFloat:
		return number(float64(math.Float32frombits(order.Uint32(b))), 32)
	case kindDouble:
		return number(math.Float64frombits(order.Uint64(b)), 64)
	case kindBinary:
		return ""
	case kindDateTime:
		return day(string(b))
	}
	return string(b)
}

// number writes a number; NaN stands for none.
func number(f float64, bits int) string {
	if math.IsNaN(f) {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, bits)
}

// day cuts the midnight off a date, which GDAL adds to one without a time: the format has no type for dates.
func day(s string) string {
	if at, err := time.Parse("2006-01-02T15:04:05", s); err == nil && at.Equal(at.Truncate(24*time.Hour)) {
		return s[:len(time.DateOnly)]
	}
	return s
}
