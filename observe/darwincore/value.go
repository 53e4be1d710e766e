package darwincore

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Reasons to reject a row for its coordinates or its count.
var (
	errNoCoordinates   = errors.New("no coordinates")
	errLatitudeForm    = errors.New("latitude is not a number")
	errLongitudeForm   = errors.New("longitude is not a number")
	errLatitudeRange   = errors.New("latitude out of range")
	errLongitudeRange  = errors.New("longitude out of range")
	errNullIsland      = errors.New("coordinates 0,0")
	errAccuracy        = errors.New("coordinate uncertainty is not a number of metres")
	errCountForm       = errors.New("count is not a number")
	errCountNegative   = errors.New("count below 0")
	errCountRange      = errors.New("count over 10,000,000")
	errCountOfNothing  = errors.New("count of 0 claims to be present")
	errAbsentWithCount = errors.New("absent with a count above 0")
)

// parseCoordinates reads decimal degrees and rounds them to 7 decimals, about a centimetre.
func parseCoordinates(lat, lon string) (latitude, longitude float64, err error) {
	if missing(lat) || missing(lon) {
		return 0, 0, errNoCoordinates
	}
	latitude, ok := parseDegrees(lat)
	if !ok {
		return 0, 0, errLatitudeForm
	}
	longitude, ok = parseDegrees(lon)
	switch {
	case !ok:
		return 0, 0, errLongitudeForm
	case latitude < -90 || latitude > 90:
		return 0, 0, errLatitudeRange
	case longitude < -180 || longitude > 180:
		return 0, 0, errLongitudeRange
	}
	latitude, longitude = round7(latitude), round7(longitude)
	if latitude == 0 && longitude == 0 {
		return 0, 0, errNullIsland
	}
	return latitude, longitude, nil
}

// parseDegrees reads a number of degrees. A comma alone is the decimal mark: as a mark of thousands
// it would make a number that no coordinate reaches.
func parseDegrees(s string) (float64, bool) {
	if i := strings.IndexByte(s, ','); i >= 0 {
		if strings.ContainsRune(s, '.') || strings.Count(s, ",") > 1 || i == 0 {
			return 0, false
		}
		s = s[:i] + "." + s[i+1:]
	}
	return parseNumber(s)
}

// parseNumber reads a decimal number, not the hexadecimal, infinite and underscored ones of Go.
func parseNumber(s string) (float64, bool) {
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

func round7(degrees float64) float64 {
	rounded := math.Round(degrees*1e7) / 1e7
	if rounded == 0 {
		return 0 // no negative zero
	}
	return rounded
}

// parseAccuracy reads metres; nil when the value is missing. GBIF's 0 and others stand as they are.
func parseAccuracy(s string) (*float64, error) {
	if missing(s) {
		return nil, nil
	}
	metres, ok := parseNumber(s)
	if !ok || metres < 0 {
		return nil, errAccuracy
	}
	return &metres, nil
}

// parseCount reads a number of specimens. rounded says that a fraction was rounded half up, to 1 at
// least.
func parseCount(s string) (n int, rounded bool, err error) {
	if len(s) < 8 && digits(s) {
		return number(s), false, nil
	}
	f, ok := parseNumber(s)
	switch {
	case !ok:
		return 0, false, errCountForm
	case f < 0:
		return 0, false, errCountNegative
	case f > maxCount:
		return 0, false, errCountRange
	case f == math.Trunc(f):
		return int(f), false, nil
	}
	return max(1, int(math.Floor(f+0.5))), true, nil
}

// sexes and lifeStages bring the usual spellings to the word of the Darwin Core vocabulary.
var (
	sexes = map[string]string{
		"f": "female", "fem": "female", "fem.": "female", "female": "female", "females": "female",
		"m": "male", "male": "male", "males": "male",
		"u": "undetermined", "unknown": "undetermined", "undetermined": "undetermined", "indeterminate": "undetermined",
		"indet": "undetermined", "indet.": "undetermined",
	}
	lifeStages = map[string]string{"adults": "adult", "larvae": "larva", "pupae": "pupa", "eggs": "egg"}
)

// normalize looks a word up in a vocabulary; one that is not there is kept in lower case. changed
// says that more than the case became another.
func normalize(word string, vocabulary map[string]string) (normal string, changed bool) {
	if _, isNormal := vocabulary[word]; !isNormal {
		word = strings.ToLower(word)
	}
	if to, ok := vocabulary[word]; ok {
		return to, to != word
	}
	return word, false
}
