package cql2

import (
	"strings"
	"time"
)

const (
	dateLayout      = "2006-01-02"
	timestampLayout = "2006-01-02T15:04:05Z"
)

// instant reads a date or a timestamp; name, DATE or TIMESTAMP, says which, "" is either.
func instant(s string, at Position, name string) Expr {
	if t, err := time.Parse(dateLayout, s); err == nil && name != "TIMESTAMP" {
		return Date{t, at}
	}
	if t, err := time.Parse(timestampLayout, s); err == nil && name != "DATE" && !strings.Contains(s, ",") {
		return Timestamp{t.Truncate(time.Microsecond), at}
	}
	switch name {
	case "DATE":
		panic(at.failf("%s is no date of the form 2024-05-31", shown(s)))
	case "TIMESTAMP":
		panic(at.failf("%s is no time of the form 2024-05-31T13:45:00Z", shown(s)))
	}
	panic(at.failf("%s is no date or time of the form 2024-05-31 or 2024-05-31T13:45:00Z", shown(s)))
}

// interval makes an Interval of what stands in it: texts are instants or '..'.
func interval(start, end Expr, at Position) Expr {
	i := Interval{intervalEnd(start, at), intervalEnd(end, at), at}
	if s, ok := timeOf(i.Start); ok {
		e, ok := timeOf(i.End)
		if _, day := i.End.(Date); day {
			e = e.AddDate(0, 0, 1).Add(-time.Microsecond)
		}
		if ok && s.After(e) {
			panic(at.fail("the interval ends before it begins"))
		}
	}
	return i
}

func intervalEnd(e Expr, at Position) Expr {
	switch e := e.(type) {
	case String:
		if e.Value == ".." {
			return Unbounded{e.Position}
		}
		return instant(e.Value, e.Position, "")
	case Date, Timestamp, Property:
		return e
	}
	panic(at.fail("an interval is from one date, time, property or '..' to another; expected that"))
}

func timeOf(e Expr) (time.Time, bool) {
	switch e := e.(type) {
	case Date:
		return e.Time, true
	case Timestamp:
		return e.Time, true
	}
	return time.Time{}, false
}
