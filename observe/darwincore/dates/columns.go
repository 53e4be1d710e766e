package dates

import (
	"cmp"
	"errors"
	"strings"
)

// Columns are the calendar columns of a row, by their Darwin Core terms. They hold what is written, without blanks around
// it; a whole number may end in .0, as spreadsheets write it, and an empty one says nothing.
type Columns struct {
	Year, Month, Day             string
	StartDayOfYear, EndDayOfYear string
}

// Stated reports whether there is a year, without which the others make no date.
func (c Columns) Stated() bool { return whole(c.Year) != "" }

func whole(number string) string { return strings.TrimSuffix(number, ".0") }

// Date makes a date of year, month and day, or of year and days of the year. A year may be anything that Parse reads.
func (c Columns) Date() (Date, error) {
	year, month, day := whole(c.Year), whole(c.Month), whole(c.Day)
	if year == "" {
		return Date{}, ErrNone
	}
	if len(year) != 4 || !digits(year) {
		d, _, err := ParseLossy(year)
		if err != nil {
			return Date{}, ErrYearForm
		}
		return d, nil
	}
	var m moment
	var err error
	switch {
	case month == "" && c.StartDayOfYear != "":
		return c.daysOfYear(number(year))
	case month == "":
		m, err = calendarYear(number(year))
	case !digits(month) || len(month) > 2:
		err = ErrMonthForm
	case number(month) < 1 || number(month) > 12:
		err = ErrMonthRange
	case day == "":
		m, err = calendarMonth(number(year), number(month))
	case !digits(day) || len(day) > 2:
		err = ErrDayForm
	default:
		if m, err = calendarDay(number(year), number(month), number(day)); errors.Is(err, ErrRange) {
			err = ErrDayRange
		}
	}
	if err != nil {
		return Date{}, err
	}
	return m.date(), nil
}

// daysOfYear makes a date of year, startDayOfYear and endDayOfYear.
func (c Columns) daysOfYear(year int) (Date, error) {
	start := whole(c.StartDayOfYear)
	end := cmp.Or(whole(c.EndDayOfYear), start)
	if !digits(start) || !digits(end) || len(start) > 3 || len(end) > 3 {
		return Date{}, ErrDayForm
	}
	first, err := ordinalDay(year, number(start))
	if errors.Is(err, ErrRange) {
		return Date{}, ErrDayRange
	}
	if err != nil {
		return Date{}, err
	}
	last, err := ordinalDay(year, number(end))
	switch {
	case err != nil:
		return Date{}, ErrDayRange
	case last.start.Before(first.start):
		return Date{}, ErrIntervalOrder
	}
	return spanning(first.start, last.last), nil
}

// Unimplied returns the columns that say something else or more than a date, by their Darwin Core terms.
func (c Columns) Unimplied(d Date) map[string]string {
	if c == (Columns{}) {
		return nil
	}
	unimplied := map[string]string{}
	first, last := d.First(), d.Last()
	knowsMonth := d.Precision != PrecisionYear
	knowsDay := knowsMonth && d.Precision != PrecisionMonth
	for _, column := range [...]struct {
		term, value string
		known       bool
		first, last int
	}{
		{"year", c.Year, true, first.Year(), last.Year()},
		{"month", c.Month, knowsMonth, int(first.Month()), int(last.Month())},
		{"day", c.Day, knowsDay, first.Day(), last.Day()},
		{"startDayOfYear", c.StartDayOfYear, knowsDay, first.YearDay(), first.YearDay()},
		{"endDayOfYear", c.EndDayOfYear, knowsDay, last.YearDay(), last.YearDay()},
	} {
		if column.value == "" {
			continue
		}
		written := whole(column.value)
		if column.term == "year" && len(written) > 4 {
			if years, err := Parse(written); err == nil && years == d {
				continue // 2006-2008 as an interval
			}
		}
		says := -1
		if digits(written) && len(written) <= 4 {
			says = number(written)
		}
		if column.known && (says == column.first || says == column.last) {
			continue
		}
		unimplied[column.term] = column.value
	}
	return unimplied
}
