package text

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Condition says what the values of a row need before they go into a record.
type Condition int

// The conditions of a row.
const (
	Clean   Condition = iota // fit as they are
	Dirty                    // with control characters or U+FFFD; Scrub replaces them
	Invalid                  // not UTF-8
)

// ErrNotUTF8 is the fault of an Invalid row.
var ErrNotUTF8 = errors.New("text that is not valid UTF-8")

// Inspect returns the worst condition of the values of a row.
func Inspect(values []string) Condition {
	found := Clean
	for _, value := range values {
		for i := range len(value) {
			if c := value[i]; c < ' ' || c >= 0x7f {
				if !utf8.ValidString(value[i:]) {
					return Invalid
				}
				if strings.ContainsFunc(value[i:], unwanted) {
					found = Dirty
				}
				break
			}
		}
	}
	return found
}

// unwanted reports whether a rune is a control character other than a tab or line end, or the replacement character,
// which shows that a character was lost before.
func unwanted(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r'
}

// Scrub puts a blank for each control character and a question mark for each lost character. Tabs and line ends stay.
func Scrub(value string) string {
	if !strings.ContainsFunc(value, unwanted) {
		return value
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError:
			return '?'
		case unwanted(r):
			return ' '
		}
		return r
	}, value)
}

// OneLine joins the lines of a value with single blanks.
func OneLine(value string) string {
	for i := range len(value) {
		if c := value[i]; c == '\t' || c == '\r' || c == '\n' {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return value
}

// Shorten cuts a value to a number of runes and reports whether it had more.
func Shorten(value string, runes int) (short string, cut bool) {
	if len(value) <= runes || utf8.RuneCountInString(value) <= runes {
		return value, false
	}
	n := 0
	for i := range value {
		if n == runes {
			return value[:i], true
		}
		n++
	}
	return value, false
}

// Missing reports whether a value is one of the ways to write that nothing is known: empty, NA, N/A, NaN, null, \N.
func Missing(value string) bool {
	switch len(value) {
	case 0:
		return true
	case 2:
		return value == "NA" || value == `\N`
	case 3:
		return value == "NaN" || value == "nan" || value == "N/A"
	case 4:
		return strings.EqualFold(value, "null")
	}
	return false
}
