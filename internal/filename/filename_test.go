package filename_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/filename"
)

// letters keeps letters and dots, drops control characters, and replaces the others.
func letters(r rune) rune {
	switch {
	case unicode.IsLetter(r) || r == '.':
		return r
	case unicode.IsControl(r):
		return -1
	}
	return '_'
}

func TestSafe(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a.csv": "a.csv", "../../etc/passwd": "passwd", `C:\x\a.csv`: "a.csv", "..": "", ".": "", "": "", "/": "", "a/": "a",
		".hidden.csv": "hidden.csv", "a b?.csv": "a_b_.csv", "a\x00\n.csv": "a.csv", "a\xff.csv": "a_.csv",
		strings.Repeat("x", 50) + ".csv":       strings.Repeat("x", 16) + ".csv",
		"x" + strings.Repeat("é", 50) + ".csv": "x" + strings.Repeat("é", 7) + ".csv",
		"a." + strings.Repeat("x", 50):         "a." + strings.Repeat("x", 18),
	} {
		if got := filename.Safe(name, 20, letters); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, seed := range []string{"a.csv", "../x", `C:\x`, ".", "..", "\x00", "/", strings.Repeat("é", 300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := filename.Safe(name, 100, letters)
		if strings.ContainsAny(got, "/\\\x00") || strings.HasPrefix(got, ".") || len(got) > 100 || !utf8.ValidString(got) {
			t.Errorf("%q becomes %q", name, got)
		}
	})
}
