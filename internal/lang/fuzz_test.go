package lang

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzParse holds that any text is a language, and that a folded text is one without blanks before it or twice.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"es-MX", "pt_BR", "İ", "ﬁ ’", "ß", "e\u0301", "\xff", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if c := Parse(s); !slices.Contains(All, c) {
			t.Errorf("%q is %q", s, c)
		}
		folded := Fold(s)
		if !utf8.ValidString(folded) || strings.HasPrefix(folded, " ") || strings.HasSuffix(folded, " ") || strings.Contains(folded, "  ") {
			t.Errorf("%q is folded to %q", s, folded)
		}
	})
}
