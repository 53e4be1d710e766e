package alerts

import (
	"testing"
	"time"
)

func TestSchedule(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)
	s := schedule{next: start}
	at := func(seconds float64, version string, want bool) {
		t.Helper()
		now := start.Add(time.Duration(seconds * float64(time.Second)))
		if got := s.is(now, version); got != want {
			t.Errorf("after %gs with version %q: %v, want %v", seconds, version, got, want)
		}
	}
	at(0, "", false)
	at(1, "a", true)
	s.evaluated(start.Add(2*time.Second), time.Second, true)
	at(10, "a", false)
	at(20, "b", false) // changes are put off
	at(22, "b", false)
	at(23, "b", true)
	s.evaluated(start.Add(23*time.Second), 10*time.Second, true)
	at(60, "c", false) // a slow evaluation is followed by a rest
	at(73, "c", false)
	at(76, "c", true)
	s.evaluated(start.Add(76*time.Second), 0, true)
	for second := 80; second < 110; second++ { // changes without a pause
		at(float64(second), string(rune(second)), false)
	}
	at(110, "z", true)
	s.evaluated(start.Add(110*time.Second), 0, false) // another server worked
	at(112, "z", false)
	at(113, "z", true)
	s.evaluated(start.Add(113*time.Second), 0, true)
	at(3000, "z", false)
	at(3713, "z", true)
}

func TestDueAt(t *testing.T) {
	t.Parallel()
	for now, want := range map[string]string{
		"2026-07-15T12:00:00Z": "2026-07-15 2026-07-13", "2026-07-15T05:59:00Z": "2026-07-14 2026-07-13", "2026-07-13T06:00:00Z": "2026-07-13 2026-07-13",
		"2026-07-13T05:00:00Z": "2026-07-12 2026-07-06", "2026-07-12T23:00:00-08:00": "2026-07-13 2026-07-13",
	} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		day, week := dueAt(at)
		if got := day.Format(time.DateOnly) + " " + week.Format(time.DateOnly); got != want {
			t.Errorf("%s: %s, want %s", now, got, want)
		}
	}
}
