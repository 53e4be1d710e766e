package search

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A latitude or a longitude as people write it: a sign, degrees, perhaps minutes and seconds. A letter of the compass stands before or after it.
const (
	measure = `([+-]?)(\d{1,3}(?:\.\d+)?)\s*[°º]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|″|”|'')\s*)?`
	letter  = `([NSEWO]?)`
	between = `(?:\s*[,;/]\s*|\s+)`
)

var (
	lettersBefore = regexp.MustCompile(`^` + letter + `\s*` + measure + between + letter + `\s*` + measure + `$`)
	lettersAfter  = regexp.MustCompile(`^` + measure + letter + between + measure + letter + `$`)
)

// parseCoordinates reads a latitude and a longitude, or the reverse where letters say so: "39.1, -94.6", "39°06'N 94°36'W",
// "W 94.6 N 39.1". O is west in Spanish, French and Portuguese.
func parseCoordinates(text string) (lon, lat float64, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	var first, second half
	if parts := lettersAfter.FindStringSubmatch(text); parts != nil {
		first, second = half{parts[5], parts[1:5]}, half{parts[10], parts[6:10]}
	} else if parts := lettersBefore.FindStringSubmatch(text); parts != nil {
		first, second = half{parts[1], parts[2:6]}, half{parts[6], parts[7:11]}
	} else {
		return 0, 0, false
	}
	lat, ok1 := first.degrees()
	lon, ok2 := second.degrees()
	if !ok1 || !ok2 || (first.axis() == 0) != (second.axis() == 0) || first.axis() != 0 && first.axis() == second.axis() {
		return 0, 0, false
	}
	if first.axis() == 'x' {
		lat, lon = lon, lat
	}
	return lon, lat, math.Abs(lat) <= 90 && math.Abs(lon) <= 180
}

// half is a latitude or a longitude: its letter, "" for none, and its sign, degrees, minutes and seconds.
type half struct {
	letter string
	parts  []string
}

// axis is 'x' for a longitude, 'y' for a latitude, 0 where no letter says which.
func (h half) axis() byte {
	switch h.letter {
	case "N", "S":
		return 'y'
	case "E", "W", "O":
		return 'x'
	}
	return 0
}

// degrees returns the number. It is not ok where a sign and a letter both say on which side it is.
func (h half) degrees() (value float64, ok bool) {
	if h.letter != "" && h.parts[0] != "" {
		return 0, false
	}
	value, _ = strconv.ParseFloat(h.parts[1], 64)
	for i, unit := range []float64{60, 3600} {
		if h.parts[2+i] == "" {
			continue
		}
		part, _ := strconv.ParseFloat(h.parts[2+i], 64)
		if part >= 60 {
			return 0, false
		}
		value += part / unit
	}
	if h.parts[0] == "-" || h.letter != "" && strings.Contains("SWO", h.letter) {
		value = -value
	}
	return value, true
}
