package representation

import (
	"strconv"
	"strings"
)

// AcceptsEncoding reports whether the lines of Accept-Encoding name a content coding with a weight above 0.
func AcceptsEncoding(lines []string, coding string) bool { return EncodingWeight(lines, coding) > 0 }

// EncodingWeight returns the weight, 0 to 1, that the lines of Accept-Encoding give a content coding (RFC 9110, section 12.5.3). A star
// stands for gzip alone, which every client reads that sends one. A malformed weight is 0.
func EncodingWeight(lines []string, coding string) float64 {
	star := 0.0
	for item := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		name, parameter, _ := strings.Cut(item, ";")
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, coding):
			return weightOf(parameter)
		case name == "*" && coding == "gzip":
			star = weightOf(parameter)
		}
	}
	return star
}

// weightOf reads the parameter q; without one the weight is 1.
func weightOf(parameter string) float64 {
	name, value, given := strings.Cut(parameter, "=")
	if !given || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
