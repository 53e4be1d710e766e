package httpapi

import (
	"math"
	"strconv"
	"strings"
)

// ParseNumber reads a finite decimal number such as 12.5 or 1e3: none of the hexadecimal, underscored and infinite ones that
// Go reads too.
func ParseNumber(s string) (float64, bool) {
	if strings.ContainsAny(s, "_xX") {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// numberText writes a limit as people do: 100000000, not 1e+08.
func numberText(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
