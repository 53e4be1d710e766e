package ogc

import (
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// period is a value of the parameter datetime: from one instant to another, both inclusive.
type period struct {
	start, end *moment // nil is open
}

// moment is an instant, or a whole day.
type moment struct {
	at  time.Time
	day bool
}

// readDatetime reads the parameter datetime (17-069r4, 7.15.4); nil when it is absent or open on both sides. Beside the standard's
// date-times it takes dates, which are whole days, UTC.
func readDatetime(p *httpapi.Params) *period {
	if !p.Has("datetime") {
		return nil
	}
	d, ok := parseDatetime(p.Text("datetime"))
	if !ok {
		p.Fail("datetime", "invalid_datetime",
			"datetime must be a time as 2024-07-01T00:00:00Z, a date, or two of them as START/END, of which one may be '..', the start not after the end")
		return nil
	}
	if d.start == nil && d.end == nil {
		return nil
	}
	return &d
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

// parseMoment reads an RFC 3339 date-time, in any case of its letters, or a date, behind which GDAL 3.6 puts a T.
func parseMoment(s string) (moment, bool) {
	if t, err := time.Parse(time.DateOnly, strings.TrimSuffix(s, "T")); err == nil {
		return moment{t, true}, t.Year() > 0
	}
	t, err := time.Parse(time.RFC3339, strings.ToUpper(s))
	t = t.UTC()
	return moment{at: t}, err == nil && t.Year() > 0 && t.Year() <= 9999
}

// last is the last instant, in microseconds.
func (m moment) last() time.Time {
	if m.day {
		return m.at.AddDate(0, 0, 1).Add(-time.Microsecond)
	}
	return m.at
}

// midnight is the beginning of the day.
func (m moment) midnight() time.Time { return m.at.Truncate(24 * time.Hour) }

// intersects is the condition that a record's time has an instant in common with the period: its day for one that knows only
// that, and the days to observed_until for what is coarser. It is written for the planner: a bound at which an index in time order
// can begin, and two alternatives without a part in common, each with an index, observed_at or observed_until of the few records that
// have one.
func (d period) intersects() cql2.Expr {
	observedAt, until := cql2.Property{Name: "observed_at"}, cql2.Property{Name: "observed_until"}
	var begun []cql2.Expr
	if d.end != nil {
		begun = []cql2.Expr{compare(observedAt, cql2.LessOrEqual, cql2.Timestamp{Time: d.end.last()})}
	}
	if d.start == nil {
		return cql2.And{Args: begun}
	}
	day := d.start.midnight()
	within := append([]cql2.Expr{compare(observedAt, cql2.GreaterOrEqual, cql2.Timestamp{Time: day})}, begun...)
	if !d.start.at.Equal(day) {
		within = append(within, cql2.Or{Args: []cql2.Expr{
			compare(observedAt, cql2.GreaterOrEqual, cql2.Timestamp{Time: d.start.at}),
			compare(cql2.Property{Name: "date_precision"}, cql2.NotEqual, cql2.String{Value: "time"}),
		}})
	}
	earlier := cql2.And{Args: []cql2.Expr{
		compare(until, cql2.GreaterOrEqual, cql2.Date{Time: day}), compare(observedAt, cql2.Less, cql2.Timestamp{Time: day}),
	}}
	return cql2.And{Args: append(begun, cql2.Or{Args: []cql2.Expr{cql2.And{Args: within}, earlier}})}
}

// overlaps is the condition that the days from first to last, which are properties of a feature, have an instant in common with
// the period. A feature without days matches every period (17-069r4, requirement fc-time-response).
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

func compare(left cql2.Expr, op cql2.Operator, right cql2.Expr) cql2.Expr {
	return cql2.Compare{Op: op, Left: left, Right: right}
}
