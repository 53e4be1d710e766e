package form

import (
	"testing"
	"time"
)

func FuzzParseInstant(f *testing.F) {
	for _, seed := range []string{
		"2026-07-14T06:30:00Z", "2026-07-14t06:30:00.5+02:00", "2026-07-14T06:30", "2026-07-14", "0000-01-01", "9999-12-31T23:59:59.9999999Z", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, dateOnly, err := ParseInstant(s)
		if err != nil {
			return
		}
		if !at.Equal(at.Truncate(time.Microsecond)) || dateOnly && !at.Equal(at.Truncate(24*time.Hour)) {
			t.Errorf("%q is %v, a date: %t", s, at, dateOnly)
		}
		again, _, err := ParseInstant(at.Format(time.RFC3339Nano))
		if at.Year() >= 0 && at.Year() <= 9999 && (err != nil || !again.Equal(at)) {
			t.Errorf("%q is %v, which is %v, %v", s, at, again, err)
		}
	})
}
