package kinds

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// Weeks of an excess.
const (
	referenceYears = 5  // that a week is compared with; three are enough where there are no more
	testedWeeks    = 53 // up to the last one that has ended; older alerts stay as they are
)

// excessDetails are the facts of an excess.
type excessDetails struct {
	Subject   string   `json:"subject"` // what was caught
	Bin       string   `json:"bin"`
	Start     string   `json:"start"`
	End       string   `json:"end"`
	Protocol  *string  `json:"protocol"`
	Specimens int64    `json:"specimens"`
	Effort    float64  `json:"effort"`
	Expected  *float64 `json:"expected"` // specimens at this effort
	Upper     *float64 `json:"upper"`    // more are an excess
	Trend     *float64 `json:"trend"`    // growth of the logarithm of the rate in a week
}

// excesses finds weeks that have ended with more specimens than the same weeks of earlier years lead to expect.
func (r *round) excesses(ctx context.Context, subjects []subject) error {
	return r.ask(ctx, subjects, func(i analytics.Inquiry, same []subject) error {
		all, err := r.Analytics.Series(ctx, i)
		if err != nil {
			return err
		}
		out := make([]Findings, len(same))
		known := map[string]bool{} // keys of weeks with effort
		for _, series := range all {
			facts := r.excessesOf(same[0], series, i.Calendar, known)
			for n, s := range same {
				if s.has(series.Area) {
					out[n].Facts = append(out[n].Facts, facts...)
				}
			}
		}
		first := r.today - 7*testedWeeks
		for n, s := range same {
			out[n].Gone = each(func(key string) string {
				switch day, _, _ := strings.Cut(key, "/"); {
				case !known[key]:
					return EventsRemoved
				case day >= first.String():
					return FactsChanged
				}
				return ""
			})
			r.found[s.rule.ID] = out[n]
		}
		return nil
	})
}

// excessesOf tests the last weeks of a series, and notes the keys of all that have effort. A key begins with the first day of its week.
func (r *round) excessesOf(s subject, series analytics.Series, c calendar.Calendar, known map[string]bool) (facts []Fact) {
	start, _ := c.Days(series.First)
	for n, week := range series.Bins {
		first := start + calendar.Day(7*n)
		last := first + 6
		if week.Effort == 0 {
			continue
		}
		key := fmt.Sprintf("%s/%s/%s", first, series.Area, series.Protocol)
		known[key] = true
		if first < r.today-7*testedWeeks || last >= r.today {
			continue
		}
		e := estimate.Farrington(series.Bins, n, estimate.SameWeeks(first.Time(), referenceYears))
		if !e.Alarm {
			continue
		}
		d := excessDetails{
			Subject: s.title(), Bin: c.Label(c.BinOf(first)), Start: first.String(), End: last.String(), Specimens: week.Specimens, Effort: week.Effort,
			Expected: e.Expected, Upper: e.Upper, Trend: e.Trend,
		}
		if series.Protocol != "" {
			d.Protocol = &series.Protocol
		}
		facts = append(facts, Fact{
			Key: key, Day: last, Area: series.Area, Details: d,
			Title: fmt.Sprintf("%s in %s: %d specimens, more than the %g that are expected at most (%s)", d.Subject, d.Bin, d.Specimens, *d.Upper, cmp.Or(series.Protocol, "no protocol")),
		})
	}
	return facts
}
