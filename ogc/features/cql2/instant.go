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
func instant(s string, at Position, name string) (Expr, error) {
	if t, err := time.Parse(dateLayout, s); err == nil && name != "TIMESTAMP" {
		return Date{t, at}, nil
	}
	if t, err := time.Parse(timestampLayout, s); err == nil && name != "DATE" && !strings.Contains(s, ",") {
		return Timestamp{t.Truncate(time.Microsecond), at}, nil
	}
	switch name {
	case "DATE":
		return nil, at.failf("%s is no date of the form 2024-05-31", shown(s))
	case "TIMESTAMP":
		return nil, at.failf("%s is no time of the form 2024-05-31T13:45:00Z", shown(s))
	}
	return nil, at.failf("%s is no date or time of the form 2024-05-31 or 2024-05-31T13:45:00Z", shown(s))
}

// interval makes an Interval of what stands in it: texts are instants or '..'.
func interval(start, end Expr, at Position) (Expr, error) {
	i := Interval{At: at}
	var err error
	if i.Start, err = intervalEnd(start, at); err != nil {
		return nil, err
	}
	if i.End, err = intervalEnd(end, at); err != nil {
		return nil, err
	}
	if s, ok := timeOf(i.Start); ok {
		e, ok := timeOf(i.End)
		if _, day := i.End.(Date); day {
			e = e.AddDate(0, 0, 1).Add(-time.Microsecond)
		}
		if ok && s.After(e) {
			return nil, at.fail("the interval ends before it begins")
		}
	}
	return i, nil
}

func intervalEnd(e Expr, at Position) (Expr, error) {
	switch e := e.(type) {
	case String:
		if e.Value == ".." {
			return Unbounded{e.At}, nil
		}
		return instant(e.Value, e.At, "")
	case Date, Timestamp, Property:
		return e, nil
	}
	return nil, at.fail("an interval is from one date, time, property or '..' to another; expected that")
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
