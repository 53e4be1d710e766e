package headers

import (
	"slices"
	"strings"
	"unicode"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
)

// degreeWords may stand in the header of a coordinate beside its direction: Longitude (decimal degrees W). The last two end Russian
// directions: с. ш., з. д.
var degreeWords = []string{"deg", "degree", "degrees", "decimal", "dd", "wgs", "grados", "graus", "degrés", "grad", "градусы", "ш", "д"}

// hemisphere returns the term of a header that names a coordinate and its direction, as Lat (°S) and Longitude W do, and whether that
// is south or west. The term is empty for other headers.
func hemisphere(header string) (term plainTerm, negative bool) {
	var axis coordinates.Axis
	var left []string
	for word := range strings.FieldsFuncSeq(strings.ToLower(header), func(c rune) bool { return !unicode.IsLetter(c) }) {
		along, sign, ok := coordinates.Direction(word)
		switch {
		case ok && axis != coordinates.Unknown:
			return plainTerm{}, false // E/W
		case ok:
			axis, negative = along, sign < 0
		case !slices.Contains(degreeWords, word):
			left = append(left, word)
		}
	}
	term = plainTerms[plainKey(strings.Join(left, " "))]
	switch {
	case axis == coordinates.Latitude && (term.term == "decimalLatitude" || term.term == "verbatimLatitude"):
		return term, negative
	case axis == coordinates.Longitude && (term.term == "decimalLongitude" || term.term == "verbatimLongitude"):
		return term, negative
	}
	return plainTerm{}, false
}

// findHemispheres finds the coordinates whose headers say south or west. They keep their direction where columns are swapped.
func (l *Layout) findHemispheres() {
	for _, r := range [...]Role{Lat, Lon, VerbatimLat, VerbatimLon} {
		if column := l.Columns[r]; column >= 0 {
			term, negative := hemisphere(l.Header[column])
			l.Negative[r] = negative && sameAxis(r, term.term)
		}
	}
}

func sameAxis(r Role, term string) bool {
	return (r == Lat || r == VerbatimLat) == strings.HasSuffix(term, "Latitude")
}
