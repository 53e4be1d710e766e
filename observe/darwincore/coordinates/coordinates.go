// Package coordinates reads places as people write them: decimal degrees with a point or a comma, degrees with minutes and
// seconds, letters for north and south in five languages, and the names of coordinate reference systems.
//
// The package imports the standard library, and nothing of the project. It computes no transformation; PostGIS does.
package coordinates

import (
	"errors"
	"strconv"
	"strings"
)

// Axis is what a coordinate measures.
type Axis int

// The axes. Unknown is one that no letter tells.
const (
	Unknown   Axis = iota
	Latitude       // north or south
	Longitude      // east or west
)

// Coordinate is one coordinate as it was written.
type Coordinate struct {
	Value    float64 // degrees, or the unit of the reference system
	Axis     Axis    // as its letter tells
	Decimals int     // written behind the decimal mark; 4 for minutes, 6 for seconds
}

// ErrForm says that a text is no coordinate.
var ErrForm = errors.New("not a coordinate")

// Decimals of degrees that are about as fine as a minute and a second.
const (
	decimalsOfMinutes = 2
	decimalsOfSeconds = 4
)

// Number reads a decimal number, not the hexadecimal, infinite and underscored ones of Go.
func Number(s string) (float64, bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c == '+', c == '-', c == '.', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

// pointed writes a decimal comma as a point. A comma alone is the decimal mark: as a mark of thousands it would make a number
// that no coordinate in degrees reaches.
func pointed(s string) (string, bool) {
	i := strings.IndexByte(s, ',')
	if i < 0 {
		return s, true
	}
	if i == 0 || strings.ContainsRune(s, '.') || strings.Count(s, ",") > 1 {
		return "", false
	}
	return s[:i] + "." + s[i+1:], true
}

// decimals counts the digits behind the decimal point of a number.
func decimals(number string) int {
	_, fraction, _ := strings.Cut(number, ".")
	n := 0
	for n < len(fraction) && fraction[n] >= '0' && fraction[n] <= '9' {
		n++
	}
	if strings.IndexByte(number, 'e') >= 0 || strings.IndexByte(number, 'E') >= 0 {
		return decimalsOfSeconds // of a computer
	}
	return n
}
