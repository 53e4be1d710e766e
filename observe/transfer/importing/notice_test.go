package importing

import (
	"strings"
	"testing"
)

func TestNoticeIsBelievedWithinLimits(t *testing.T) {
	t.Parallel()
	for payload, fine := range map[string]bool{
		`{"kind":"began"}`: true,
		`{"kind":"stored","inserted":5,"updated":1,"unchanged":2,"absences":3,"rejected":4,"skipped":5,"seconds":1.5}`: true,
		`{"kind":"failed","seconds":0.01}`: true,
		``:                                 false,
		`null`:                             false,
		`{}`:                               false,
		`{"kind":"other"}`:                 false,
		`{"kind":"stored","inserted":-1}`:  false,
		`{"kind":"stored","inserted":10000000001}`:                          false,
		`{"kind":"stored","inserted":1e400}`:                                false,
		`{"kind":"stored","seconds":-0.1}`:                                  false,
		`{"kind":"stored","seconds":1e9}`:                                   false,
		`{"kind":"stored","rows":1}`:                                        false,
		`{"kind":"stored"}{"kind":"stored"}`:                                false,
		`{"kind":"stored"` + strings.Repeat(" ", maxNoticeBytes) + `}`:      false,
		`{"kind":"` + strings.Repeat("stored", maxNoticeBytes) + `"}`:       false,
		`{"kind":"stored","inserted":"5"}`:                                  false,
		"\x00":                                                              false,
		`{"kind":"stored","inserted":9007199254740993,"seconds":2592000.1}`: false,
	} {
		if n, err := parseNotice(payload); (err == nil) != fine {
			t.Errorf("%.80q is %+v, %v", payload, n, err)
		}
	}
}

func FuzzNotice(f *testing.F) {
	f.Add(`{"kind":"stored","inserted":5,"seconds":1.5}`)
	f.Add(`{"kind":"began"}`)
	f.Fuzz(func(t *testing.T, payload string) {
		n, err := parseNotice(payload)
		if err != nil {
			return
		}
		for outcome, rows := range n.outcomes() {
			if rows < 0 || rows > maxNoticeRows {
				t.Errorf("%q: %d rows %s", payload, rows, outcome)
			}
		}
		if n.Seconds < 0 || n.Seconds > maxNoticeSeconds || n.Seconds != n.Seconds {
			t.Errorf("%q: %v seconds", payload, n.Seconds)
		}
	})
}
