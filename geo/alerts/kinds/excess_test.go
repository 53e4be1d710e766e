package kinds

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// TestExcessesOfWeeksThatEnded: a week is tested from the day after its last one on, and no longer when 53 weeks have passed since its first.
func TestExcessesOfWeeksThatEnded(t *testing.T) {
	t.Parallel()
	c := calendar.Calendar{Interval: calendar.Weekly, Weeks: calendar.ISO}
	series := analytics.Series{First: calendar.Bin{Year: 2021, Number: 1}}
	for n := range 5*52 + 1 {
		series.Bins = append(series.Bins, estimate.Week{Specimens: int64(20 + n*7%5), Effort: 10})
	}
	series.Bins[len(series.Bins)-1].Specimens = 90
	start, _ := c.Days(series.First)
	first := start + calendar.Day(7*(len(series.Bins)-1))
	last := first + 6
	for _, tc := range []struct {
		today calendar.Day
		want  int
	}{{first, 0}, {last, 0}, {last + 1, 1}, {first + 7*testedWeeks, 1}, {first + 7*testedWeeks + 1, 0}} {
		facts := (&round{today: tc.today}).excessesOf(subject{}, series, c, map[string]bool{})
		if len(facts) != tc.want || tc.want == 1 && facts[0].Day != last {
			t.Errorf("on %s: %+v, want %d excesses, of the week to %s", tc.today, facts, tc.want, last)
		}
	}
}
