package darwincore

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Precision is how exactly a date is known.
type Precision string

// The precisions, as observations name them.
const (
	PrecisionTime     Precision = "time"
	PrecisionDay      Precision = "day"
	PrecisionMonth    Precision = "month"
	PrecisionYear     Precision = "year"
	PrecisionInterval Precision = "interval"
)

// Date is when, with what is known of it.
type Date struct {
	Start     time.Time // first instant, UTC, to the microsecond
	Precision Precision
	Until     time.Time // last day (UTC midnight) of a month, year or interval; else zero
}

// Errors of ParseDate, which are reasons to reject a row too.
var (
	errNoDate        = errors.New("no date")
	errDateForm      = errors.New("date is not ISO 8601 (such as 2007-05-06)")
	errDateRange     = errors.New("date does not exist in the calendar")
	errIntervalOrder = errors.New("interval ends before it begins")
	errIntervalOpen  = errors.New("interval without a beginning or an end")
	errTooEarly      = fmt.Errorf("date before %d", minYear)
)

const day = 24 * time.Hour

// String writes the date as eventDate; ParseDate gives the same Date back.
func (d Date) String() string { return string(d.AppendText(nil)) }

// AppendText appends what String returns.
func (d Date) AppendText(b []byte) []byte {
	switch d.Precision {
	case PrecisionTime:
		return d.Start.UTC().AppendFormat(b, "2006-01-02T15:04:05.999999Z")
	case PrecisionYear:
		return d.Start.AppendFormat(b, "2006")
	case PrecisionMonth:
		return d.Start.AppendFormat(b, "2006-01")
	case PrecisionInterval:
		if d.Start.Equal(midnight(d.Start)) {
			b = d.Start.AppendFormat(b, time.DateOnly)
		} else {
			b = d.Start.UTC().AppendFormat(b, "2006-01-02T15:04:05.999999Z")
		}
		b = append(b, '/')
		return d.Until.AppendFormat(b, time.DateOnly)
	default:
		return d.Start.AppendFormat(b, time.DateOnly)
	}
}

// lastDay is the last day that the date may mean.
func (d Date) lastDay() time.Time {
	if d.Until.IsZero() {
		return midnight(d.Start)
	}
	return d.Until
}

func midnight(t time.Time) time.Time { return t.UTC().Truncate(day) }

// ParseDate reads what Darwin Core allows in eventDate: ISO 8601 dates, datetimes (without zone they
// are UTC; "2007-05-06 00:00:00" of a database is a day), years, months, ordinal dates, and intervals, whose end may leave out what it shares with
// the beginning; and 2006-2008, which field files write for an interval of years. An interval that
// is one whole month or year becomes that precision, one within a day becomes that day.
func ParseDate(s string) (Date, error) {
	d, _, err := parseDate(strings.TrimSpace(s))
	return d, err
}

// parseDate also tells whether the text says more than the Date can hold: a zone other than UTC, or
// the time at which an interval ends.
func parseDate(s string) (d Date, lossy bool, err error) {
	if missing(s) {
		return Date{}, false, errNoDate
	}
	if begin, end, found := strings.Cut(s, "/"); found {
		return parseInterval(strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	if len(s) == 9 && s[4] == '-' && digits(s[:4]) && digits(s[5:]) {
		return parseInterval(s[:4], s[5:])
	}
	m, err := parseMoment(s)
	if err != nil {
		return Date{}, false, err
	}
	d = Date{Start: m.start, Precision: m.precision}
	if m.precision == PrecisionMonth || m.precision == PrecisionYear {
		d.Until = m.last
	}
	return d, m.zone != "" && !m.utc, nil
}

func parseInterval(begin, end string) (Date, bool, error) {
	if begin == "" || end == "" || begin == ".." || end == ".." {
		return Date{}, false, errIntervalOpen
	}
	from, err := parseMoment(begin)
	if err != nil {
		return Date{}, false, err
	}
	end, err = completeEnd(begin, from, end)
	if err != nil {
		return Date{}, false, err
	}
	to, err := parseMoment(end)
	if err != nil {
		return Date{}, false, err
	}
	d := interval(from.start, to.last)
	if from.start.After(to.last.Add(day-1)) || to.precision == PrecisionTime && to.start.Before(from.start) {
		return Date{}, false, errIntervalOrder
	}
	if from.precision == PrecisionTime && to.precision == PrecisionTime && from.start.Equal(to.start) {
		return Date{Start: from.start, Precision: PrecisionTime}, !from.utc && from.zone != "", nil
	}
	lossy := to.precision == PrecisionTime || from.precision == PrecisionTime && (d.Precision == PrecisionDay || from.zone != "" && !from.utc)
	return d, lossy, nil
}

// interval makes the Date of all days from start to last: a day, a month, a year or an interval.
func interval(start, last time.Time) Date {
	first := midnight(start)
	switch {
	case first.Equal(last):
		return Date{Start: first, Precision: PrecisionDay}
	case start.Equal(first) && first.Day() == 1 && last.Equal(first.AddDate(0, 1, -1)):
		return Date{Start: first, Precision: PrecisionMonth, Until: last}
	case start.Equal(first) && first.YearDay() == 1 && last.Equal(first.AddDate(1, 0, -1)):
		return Date{Start: first, Precision: PrecisionYear, Until: last}
	default:
		return Date{Start: start, Precision: PrecisionInterval, Until: last}
	}
}

// completeEnd gives the end of an interval what it leaves out of its beginning: the year, the month,
// the day, the zone.
func completeEnd(begin string, from moment, end string) (string, error) {
	end = strings.TrimPrefix(end, "T")
	switch {
	case len(end) == 2 && digits(end) && from.precision == PrecisionDay && len(begin) == 10:
		return begin[:8] + end, nil
	case len(end) == 2 && digits(end) && from.precision == PrecisionMonth:
		return begin[:5] + end, nil
	case len(end) == 5 && end[2] == '-' && digits(end[:2]) && digits(end[3:]) && len(begin) == 10:
		return begin[:5] + end, nil
	case len(end) >= 5 && end[2] == ':' && from.precision == PrecisionTime && len(begin) > 10:
		end = begin[:10] + "T" + end
	case len(end) < 4:
		return "", errDateForm
	}
	if from.zone == "" || len(end) <= 10 {
		return end, nil
	}
	if to, err := parseMoment(end); err == nil && to.precision == PrecisionTime && to.zone == "" {
		end += from.zone
	}
	return end, nil
}

// digits tells whether a text is one or more ASCII digits.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// number reads a few digits.
func number(s string) int {
	n := 0
	for i := range len(s) {
		n = n*10 + int(s[i]-'0')
	}
	return n
}
