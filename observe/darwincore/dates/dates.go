// Package dates reads and writes dates as Darwin Core has them: a time, a day, a month, a year or an interval, each with
// what is known of it and no more.
//
// Parse reads ISO 8601, Columns the columns year, month and day. A Format reads what else people write: 31.12.2019, June 2019,
// 07-JUN-2019, the numbers of spreadsheets; a Survey of a whole column finds it. A Date writes itself as eventDate.
//
// The package imports the standard library, and of the project only text, for what a missing value looks like.
package dates

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// MinYear is the earliest year of a record: no mosquito was counted before.
const MinYear = 1700

// MaxOffset is the largest distance of a clock from UTC.
const MaxOffset = 14 * time.Hour

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
	ErrForm          = errors.New("date is not understood (ISO 8601, such as 2007-05-06, always is)")
	ErrShortYear     = errors.New("date with a year of two digits (state its form, such as --dates DD/MM/YY)")
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
	ErrWeekForm   = errors.New("week is not a number")
	ErrWeekRange  = errors.New("week out of range")
	ErrWeekYear   = errors.New("week is of another year")
)

// Date is when, with what is known of it. Its days are those of the place: a time that is written with a zone keeps the day
// that was written.
type Date struct {
	Start     time.Time // first instant, UTC, to the microsecond
	Precision Precision
	Until     time.Time // last day (UTC midnight) of a month, year or interval; else zero
	Offset    int       // minutes east of UTC in which a time was written; 0 for Z and for no zone
}

// String writes the date as eventDate; Parse reads the same Date from it.
func (d Date) String() string { return string(d.AppendText(nil)) }

// AppendText appends what String returns.
func (d Date) AppendText(b []byte) []byte {
	switch d.Precision {
	case PrecisionTime:
		return d.appendInstant(b)
	case PrecisionYear:
		return d.Start.AppendFormat(b, "2006")
	case PrecisionMonth:
		return d.Start.AppendFormat(b, "2006-01")
	case PrecisionInterval:
		if d.Start.Equal(d.First()) {
			b = d.Start.AppendFormat(b, time.DateOnly)
		} else {
			b = d.appendInstant(b)
		}
		b = append(b, '/')
		return d.Until.AppendFormat(b, time.DateOnly)
	default:
		return d.Start.AppendFormat(b, time.DateOnly)
	}
}

func (d Date) appendInstant(b []byte) []byte {
	const local = "2006-01-02T15:04:05.999999"
	b = d.local().AppendFormat(b, local)
	if d.Offset == 0 {
		return append(b, 'Z')
	}
	return time.Time{}.In(time.FixedZone("", d.Offset*60)).AppendFormat(b, "-07:00")
}

// local is the first instant as the clocks of its zone showed it.
func (d Date) local() time.Time { return d.Start.UTC().Add(time.Duration(d.Offset) * time.Minute) }

// First returns the first day (UTC midnight) that the date may mean.
func (d Date) First() time.Time { return midnight(d.local()) }

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

// Within reports whether a date is a day or a month of the longer month or year other.
func (d Date) Within(other Date) bool {
	longer := other.Precision == PrecisionYear || other.Precision == PrecisionMonth
	finer := d.Precision == PrecisionDay || d.Precision == PrecisionMonth
	return longer && finer && d != other && !d.First().Before(other.First()) && !d.Last().After(other.Last())
}

// clocks are times of day in a text that is no date: Tue Jan 14 00:00:00 CEST 1941.
var clocks = regexp.MustCompile(`\b\d{1,2}:\d{2}(:\d{2})?\b`)

// Says reports whether a text that is no date says nothing but d, and perhaps a time of day: each of its other numbers is the year, the
// month or the day of d, each of these once, and each name of a month is that of d.
func (d Date) Says(text string) bool {
	text = clocks.ReplaceAllString(text, "")
	first := d.First()
	left := []int{first.Year()}
	if d.Precision == PrecisionMonth || d.Precision == PrecisionDay {
		left = append(left, int(first.Month()))
	}
	if d.Precision == PrecisionDay {
		left = append(left, first.Day())
	}
	take := func(n int) bool {
		i := slices.Index(left, n)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
		return true
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) }) {
		if month := monthNames[word]; month > 0 && !take(month) {
			return false
		}
	}
	for word := range strings.FieldsFuncSeq(strings.TrimSuffix(text, ".0"), func(c rune) bool { return c < '0' || c > '9' }) {
		n, err := strconv.Atoi(word)
		if err != nil || !take(n) && (len(word) != 2 || n != first.Year()%100 || !take(first.Year())) {
			return false
		}
	}
	return true
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

// Through makes a date of all days to the last one of another, as a column of last days states it.
func (d Date) Through(last Date) (Date, error) {
	if d.First().After(last.Last()) {
		return Date{}, ErrIntervalOrder
	}
	return spanning(d.Start, last.Last(), d.Offset), nil
}

// Refine applies a precision that is stated beside the first instant of a date, as the lists of this server do. It may be
// empty, and in any case.
func (d Date) Refine(precision string) (Date, error) {
	var m moment
	var err error
	first := d.First()
	switch stated := Precision(strings.ToLower(precision)); stated {
	case "", d.Precision:
		return d, nil
	case PrecisionTime:
		return Date{Start: d.Start, Precision: PrecisionTime, Offset: d.Offset}, nil
	case PrecisionDay:
		return spanning(first, first, 0), nil
	case PrecisionMonth:
		m, err = calendarMonth(first.Year(), int(first.Month()))
	case PrecisionYear:
		m, err = calendarYear(first.Year())
	default:
		return Date{}, ErrPrecision
	}
	return m.date(), err
}

// At adds a time of day, as eventTime writes it, to a day: 23:30, 11:30 PM. utc is false when it is written in another zone.
func (d Date) At(clock string) (at Date, utc bool, err error) {
	m, err := moment{start: d.Start}.at(clock)
	if errors.Is(err, ErrForm) {
		if clock, err = from12Hours(clock); err == nil {
			m, err = moment{start: d.Start}.at(clock)
		}
	}
	if err != nil {
		return d, false, err
	}
	return m.date(), m.offset == 0, nil
}

// spanning makes the Date of all days from an instant to the day last: a day, a month, a year or an interval.
func spanning(start, last time.Time, offset int) Date {
	local := start.Add(time.Duration(offset) * time.Minute)
	first := midnight(local)
	whole := local.Equal(first) // from the first minute of a day
	switch {
	case first.Equal(last):
		return Date{Start: first, Precision: PrecisionDay}
	case whole && first.Day() == 1 && last.Equal(first.AddDate(0, 1, -1)):
		return Date{Start: first, Precision: PrecisionMonth, Until: last}
	case whole && first.YearDay() == 1 && last.Equal(first.AddDate(1, 0, -1)):
		return Date{Start: first, Precision: PrecisionYear, Until: last}
	case whole:
		return Date{Start: first, Precision: PrecisionInterval, Until: last}
	default:
		return Date{Start: start, Precision: PrecisionInterval, Until: last, Offset: offset}
	}
}

const oneDay = 24 * time.Hour

func midnight(t time.Time) time.Time { return t.UTC().Truncate(oneDay) }
