// Package dates reads and writes dates as Darwin Core has them: a time, a day, a month, a year or an interval, each with
// what is known of it and no more.
//
// Parse reads eventDate, Columns the columns year, month and day; a Date writes itself as eventDate. The package imports the
// standard library, and of the project only text, for what a missing value looks like.
package dates

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// MinYear is the earliest year of a record: no mosquito was counted before.
const MinYear = 1700

// Precision is how exactly a date is known.
type Precision string

// The precisions, as date_precision of an observation names them.
const (
	PrecisionTime     Precision = "time"
	PrecisionDay      Precision = "day"
	PrecisionMonth    Precision = "month"
	PrecisionYear     Precision = "year"
	PrecisionInterval Precision = "interval"
)

// Errors of this package. They name no value, so that they can be counted as reasons to reject a row.
var (
	ErrNone          = errors.New("no date")
	ErrForm          = errors.New("date is not ISO 8601 (such as 2007-05-06)")
	ErrRange         = errors.New("date does not exist in the calendar")
	ErrIntervalOrder = errors.New("interval ends before it begins")
	ErrIntervalOpen  = errors.New("interval without a beginning or an end")
	ErrTooEarly      = fmt.Errorf("date before %d", MinYear)
	ErrPrecision     = errors.New("date_precision does not fit the date")

	ErrYearForm   = errors.New("year is not a number of four digits")
	ErrMonthForm  = errors.New("month is not a number")
	ErrMonthRange = errors.New("month out of range")
	ErrDayForm    = errors.New("day is not a number")
	ErrDayRange   = errors.New("day out of range")
)

// Date is when, with what is known of it.
type Date struct {
	Start     time.Time // first instant, UTC, to the microsecond
	Precision Precision
	Until     time.Time // last day (UTC midnight) of a month, year or interval; else zero
}

// String writes the date as eventDate; Parse reads the same Date from it.
func (d Date) String() string { return string(d.AppendText(nil)) }

// AppendText appends what String returns.
func (d Date) AppendText(b []byte) []byte {
	const instant = "2006-01-02T15:04:05.999999Z"
	switch d.Precision {
	case PrecisionTime:
		return d.Start.UTC().AppendFormat(b, instant)
	case PrecisionYear:
		return d.Start.AppendFormat(b, "2006")
	case PrecisionMonth:
		return d.Start.AppendFormat(b, "2006-01")
	case PrecisionInterval:
		if d.Start.Equal(midnight(d.Start)) {
			b = d.Start.AppendFormat(b, time.DateOnly)
		} else {
			b = d.Start.UTC().AppendFormat(b, instant)
		}
		b = append(b, '/')
		return d.Until.AppendFormat(b, time.DateOnly)
	default:
		return d.Start.AppendFormat(b, time.DateOnly)
	}
}

// First returns the first day (UTC midnight) that the date may mean.
func (d Date) First() time.Time { return midnight(d.Start) }

// Last returns the last day (UTC midnight) that the date may mean.
func (d Date) Last() time.Time {
	if d.Until.IsZero() {
		return d.First()
	}
	return d.Until
}

// Overlaps reports whether two dates may mean the same day. A time may fall on the neighbouring day in its own zone.
func (d Date) Overlaps(other Date) bool {
	var slack time.Duration
	if d.Precision == PrecisionTime {
		slack = oneDay
	}
	return !d.First().Add(-slack).After(other.Last()) && !d.Last().Add(slack).Before(other.First())
}

// InFuture reports whether a date lies more than a day after now. A month, a year or an interval that ends with the current
// month or year has begun already, and is not in the future.
func (d Date) InFuture(now time.Time) bool {
	latest := now.Add(oneDay)
	if d.Start.After(latest) {
		return true
	}
	if d.Precision != PrecisionInterval || !d.Until.After(latest) {
		return false
	}
	// An interval may be written in days: an export of 1750/2026 is.
	year, month, _ := latest.UTC().Date()
	endOfMonth := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
	endOfYear := time.Date(year, time.December, 31, 0, 0, 0, 0, time.UTC)
	return !d.Until.Equal(endOfMonth) && !d.Until.Equal(endOfYear)
}

// Refine applies a precision and a last day that are stated beside the first instant of a date, as the lists of this server
// do. Either may be empty; the precision may be in any case.
func (d Date) Refine(precision, until string) (Date, error) {
	if until != "" {
		last, err := parseMoment(until)
		if err != nil {
			return Date{}, err
		}
		if d.First().After(last.last) {
			return Date{}, ErrIntervalOrder
		}
		return spanning(d.Start, last.last), nil
	}
	var m moment
	var err error
	first := d.First()
	switch stated := Precision(strings.ToLower(precision)); stated {
	case "", d.Precision:
		return d, nil
	case PrecisionTime:
		return Date{Start: d.Start, Precision: PrecisionTime}, nil
	case PrecisionDay:
		return spanning(first, first), nil
	case PrecisionMonth:
		m, err = calendarMonth(first.Year(), int(first.Month()))
	case PrecisionYear:
		m, err = calendarYear(first.Year())
	default:
		return Date{}, ErrPrecision
	}
	return m.date(), err
}

// At adds a time of day, as eventTime writes it, to a day. utc is false when it is written in another zone.
func (d Date) At(clock string) (at Date, utc bool, err error) {
	m, err := moment{start: d.Start}.at(clock)
	if err != nil {
		return d, false, err
	}
	return Date{Start: m.start, Precision: PrecisionTime}, m.utc, nil
}

// spanning makes the Date of all days from start to last: a day, a month, a year or an interval.
func spanning(start, last time.Time) Date {
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

const oneDay = 24 * time.Hour

func midnight(t time.Time) time.Time { return t.UTC().Truncate(oneDay) }
