package resource

import (
	"strings"
	"testing"
)

// FuzzAccepted holds that a quality is 0 to 1, and nothing for a type that Accept does not hold.
func FuzzAccepted(f *testing.F) {
	for _, s := range []string{"text/html,*/*;q=0.8", "application/*;q=0.5, application/geo+json;q=0", "*/*;q=2", ";;q=1,", "text/html;q=NaN", "TEXT/HTML ; Q=0.3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		q := accepted([]string{line}, "text/html")
		if !(q >= 0 && q <= 1) || q > 0 && !strings.Contains(strings.ToLower(line), "text/") && !strings.Contains(line, "*/*") {
			t.Errorf("%q: %g", line, q)
		}
	})
}
