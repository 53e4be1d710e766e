package dates

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Columns are the calendar columns of a row, by their Darwin Core terms. They hold what is written, without blanks around
// it; a whole number may end in .0, as spreadsheets write it. An empty one says nothing, nor does a month or day of 0.
type Columns struct {
	Year, Month, Day             string
	StartDayOfYear, EndDayOfYear string
	Week                         string // of the year, 28 or W28, or with its year, 2020-W53; Darwin Core has no term for it
	MMWR                         bool   // weeks are those of CDC's MMWR, from Sunday; else ISO 8601's, from Monday
}

// Stated reports whether there is a year, without which the others make no date.
func (c Columns) Stated() bool { return whole(c.Year) != "" || IsWeek(c.Week) }

func whole(number string) string { return strings.TrimSuffix(number, ".0") }

// counted is whole for what counts from 1, where a zero stands for nothing known.
func counted(n string) string {
	n = whole(n)
	if strings.Trim(n, "0") == "" {
		return ""
	}
	return n
}

// Date makes a date of year, month and day, of year and week, or of year and days of the year. A year may be anything that Parse reads.
func (c Columns) Date() (Date, error) {
	year, month, day := whole(c.Year), counted(c.Month), counted(c.Day)
	if month == "" && IsWeek(c.Week) {
		return c.weekOfItsYear(year)
	}
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
	case month == "" && c.Week != "":
		return c.week(number(year))
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
	return spanning(first.start, last.last, 0), nil
}

// weekOfItsYear makes a date of a week that has its year. The column of years may say another one in which a day of the week lies.
func (c Columns) weekOfItsYear(year string) (Date, error) {
	parts := weeks.FindStringSubmatch(strings.TrimSpace(c.Week))
	c.Week = parts[2]
	d, err := c.week(number(parts[1]))
	if err == nil && year != "" && year != parts[1] && year != strconv.Itoa(d.First().Year()) && year != strconv.Itoa(d.Last().Year()) {
		return Date{}, ErrWeekYear
	}
	return d, err
}

// week makes a date of year and week. The first week of a year is the one that has most of its days there.
func (c Columns) week(year int) (Date, error) {
	written := strings.TrimPrefix(strings.ToUpper(whole(c.Week)), "W")
	if !digits(written) || len(written) > 2 {
		return Date{}, ErrWeekForm
	}
	if year < MinYear {
		return Date{}, ErrTooEarly
	}
	begins := time.Monday
	if c.MMWR {
		begins = time.Sunday
	}
	// The fourth of January lies in the first week.
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	first := fourth.AddDate(0, 0, -int((7+fourth.Weekday()-begins)%7)+7*(number(written)-1))
	if number(written) < 1 || first.AddDate(0, 0, 3).Year() != year {
		return Date{}, ErrWeekRange
	}
	return spanning(first, first.AddDate(0, 0, 6), 0), nil
}

// Unimplied returns the columns that say something else or more than a date, by their Darwin Core terms.
func (c Columns) Unimplied(d Date) map[string]string {
	if c == (Columns{MMWR: c.MMWR}) {
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
	if c.Week != "" {
		if week, err := c.Date(); err != nil || week != d {
			unimplied["week"] = c.Week
		}
	}
	return unimplied
}
