package darwincore

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// condition is what a row's text needs before it goes into a record.
type condition int

const (
	spotless condition = iota
	dirty              // has control characters or U+FFFD
	invalid            // is not UTF-8
)

// inspect looks at all values of a row.
func inspect(values []string) condition {
	found := spotless
	for _, value := range values {
		for i := range len(value) {
			if c := value[i]; c < ' ' || c >= 0x7f {
				if !utf8.ValidString(value[i:]) {
					return invalid
				}
				if strings.ContainsFunc(value[i:], unwanted) {
					found = dirty
				}
				break
			}
		}
	}
	return found
}

// unwanted tells control characters, but for tabs and line ends, and the replacement character, which
// says that a character was lost before.
func unwanted(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r'
}

// clean puts a blank for each control character and a question mark for each lost character.
func clean(value string) string {
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

// oneLine joins the lines of a value that is to be one.
func oneLine(value string) string {
	if !strings.ContainsAny(value, "\t\r\n") {
		return value
	}
	return strings.Join(strings.Fields(value), " ")
}

// trim cuts blanks at both ends.
func trim(value string) string {
	if value == "" || value[0] > ' ' && value[0] < utf8.RuneSelf && value[len(value)-1] > ' ' && value[len(value)-1] < utf8.RuneSelf {
		return value
	}
	return strings.TrimSpace(value)
}

// shorten cuts a text to a number of runes.
func shorten(text string, runes int) (short string, cut bool) {
	if len(text) <= runes || utf8.RuneCountInString(text) <= runes {
		return text, false
	}
	n := 0
	for i := range text {
		if n == runes {
			return text[:i], true
		}
		n++
	}
	return text, false
}
