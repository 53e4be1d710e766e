package condition

import (
	"context"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// period is a value of the parameter datetime: from one instant to another, both inclusive. Nil is open.
type period struct {
	start, end *moment
}

// moment is an instant, or a whole day where the record is: at is its midnight in UTC.
type moment struct {
	at  time.Time
	day bool
}

// datetime reads datetime (17-069r4, 7.15.4). Beside the standard's date-times it takes dates, which are the local days of the records, as
// in the Filter.
func (r *reading) datetime(ctx context.Context) error {
	d := r.period()
	if d.start == nil && d.end == nil {
		return nil
	}
	if s := r.choice.Selection; s != nil && !s.during(d) {
		r.choice.Selection = nil
	}
	condition := d.overlaps(r.collection.Begins, r.collection.Ends)
	if r.collection.Observations {
		condition = d.intersects()
	}
	r.add(ctx, condition, "datetime", crs.CRS84)
	return nil
}

// period reads the value of datetime, which is open without it.
func (r *reading) period() period {
	if !r.p.Has("datetime") {
		return period{}
	}
	d, ok := parseDatetime(r.p.Text("datetime"))
	if !ok {
		r.p.Fail("datetime", "invalid_datetime",
			"datetime must be a time as 2024-07-01T00:00:00Z, a date, or two of them as START/END, of which one may be '..', the start not after the end")
		return period{}
	}
	return d
}

func parseDatetime(s string) (period, bool) {
	from, to, isInterval := strings.Cut(s, "/")
	if !isInterval {
		m, ok := parseMoment(s)
		return period{&m, &m}, ok
	}
	var d period
	for _, part := range []struct {
		text string
		to   **moment
	}{{from, &d.start}, {to, &d.end}} {
		if part.text == "" || part.text == ".." {
			continue
		}
		m, ok := parseMoment(part.text)
		if !ok {
			return d, false
		}
		*part.to = &m
	}
	return d, d.start == nil || d.end == nil || !d.start.at.After(d.end.last())
}

// firstDay is the local day on which an observation begins.
var firstDay = cql2.Property{Name: "first_day"}

// parseMoment reads an RFC 3339 date-time, in any case of its letters, or a date. GDAL 3.6 puts a T behind dates.
func parseMoment(s string) (moment, bool) {
	if t, err := time.Parse(time.DateOnly, strings.TrimSuffix(s, "T")); err == nil {
		return moment{t, true}, t.Year() > 0
	}
	t, err := time.Parse(time.RFC3339, strings.ToUpper(s))
	t = t.UTC()
	return moment{at: t}, err == nil && t.Year() > 0 && t.Year() <= 9999
}

// last is the last instant, in whole microseconds.
func (m moment) last() time.Time {
	if m.day {
		return m.at.AddDate(0, 0, 1).Add(-time.Microsecond)
	}
	return m.at
}

// latest is the last instant anywhere: a day ends last in the west.
func (m moment) latest() time.Time {
	if m.day {
		return m.last().Add(maxOffset)
	}
	return m.at
}

// midnight is the beginning of the day.
func (m moment) midnight() time.Time { return m.at.Truncate(24 * time.Hour) }

// maxOffset is how far the midnight of a place may be from that in UTC.
const maxOffset = 14 * time.Hour

// intersects is the condition that an observation's time has an instant in common with the period: the whole day where only the day
// is known, and the days up to observed_until where the time is coarser. A date is compared with the local days of the observation.
// The condition is written for the planner: with a bound at which an index in time order can start, and with two alternatives that
// exclude each other and have an index each, on observed_at and on observed_until, which few observations have.
func (d period) intersects() cql2.Expr {
	observedAt, until := cql2.Property{Name: "observed_at"}, cql2.Property{Name: "observed_until"}
	begun := d.begun()
	if d.start == nil {
		return cql2.And{Args: begun}
	}
	day := d.start.midnight()
	from := day
	if d.start.day {
		from = day.Add(-maxOffset)
	}
	within := append([]cql2.Expr{compare(observedAt, cql2.GreaterOrEqual, cql2.Timestamp{Time: from})}, begun...)
	switch {
	case d.start.day:
		within = append(within, cql2.Or{Args: []cql2.Expr{
			compare(firstDay, cql2.GreaterOrEqual, cql2.Date{Time: day}), compare(until, cql2.GreaterOrEqual, cql2.Date{Time: day}),
		}})
	case !d.start.at.Equal(day):
		within = append(within, cql2.Or{Args: []cql2.Expr{
			compare(observedAt, cql2.GreaterOrEqual, cql2.Timestamp{Time: d.start.at}),
			compare(cql2.Property{Name: "date_precision"}, cql2.NotEqual, cql2.String{Value: "time"}),
		}})
	}
	earlier := cql2.And{Args: []cql2.Expr{
		compare(until, cql2.GreaterOrEqual, cql2.Date{Time: day}), compare(observedAt, cql2.Less, cql2.Timestamp{Time: from}),
	}}
	return cql2.And{Args: append(begun, cql2.Or{Args: []cql2.Expr{cql2.And{Args: within}, earlier}})}
}

// begun is the conditions that an observation's time begins before the period ends.
func (d period) begun() []cql2.Expr {
	if d.end == nil {
		return nil
	}
	before := compare(cql2.Property{Name: "observed_at"}, cql2.LessOrEqual, cql2.Timestamp{Time: d.end.latest()})
	if !d.end.day {
		return []cql2.Expr{before}
	}
	return []cql2.Expr{before, compare(firstDay, cql2.LessOrEqual, cql2.Date{Time: d.end.midnight()})}
}

// overlaps is the condition that the days from the property first to the property last have an instant in common with the period. A
// feature without days matches every period (17-069r4, requirement fc-time-response).
func (d period) overlaps(first, last string) cql2.Expr {
	var both []cql2.Expr
	if d.end != nil {
		both = append(both, compare(cql2.Property{Name: first}, cql2.LessOrEqual, cql2.Date{Time: d.end.midnight()}))
	}
	if d.start != nil {
		both = append(both, compare(cql2.Property{Name: last}, cql2.GreaterOrEqual, cql2.Date{Time: d.start.midnight()}))
	}
	return cql2.Or{Args: []cql2.Expr{cql2.And{Args: both}, cql2.IsNull{Arg: cql2.Property{Name: first}}}}
}
