package httpapi

import (
	"strconv"
	"strings"
)

// AcceptsEncoding reports whether the lines of Accept-Encoding name a content coding with a weight above 0 (RFC 9110, section
// 12.5.3).
func AcceptsEncoding(lines []string, coding string) bool {
	for item := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		name, params, _ := strings.Cut(item, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		_, weight, weighted := strings.Cut(strings.ToLower(params), "q=")
		q, err := strconv.ParseFloat(strings.TrimSpace(weight), 64)
		return !weighted || err == nil && q > 0
	}
	return false
}
