// Package calendar parts time into the bins of the analytics: days, weeks, two weeks, months and years. Weeks are those of ISO 8601, from
// Monday, or of CDC's MMWR, from Sunday; the first week of a year is the first that has at least four of its days in both
// (https://ndc.services.cdc.gov/wp-content/uploads/MMWR_Week_overview.pdf). It imports the standard library alone.
package calendar

import (
	"fmt"
	"time"
)

// Day is a day, as the number of days since 1970-01-01.
type Day int32

// DayOf is the day of an instant in UTC.
func DayOf(t time.Time) Day { return Day(floorDiv(t.Unix(), 86400)) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Time is midnight UTC at the beginning of a day.
func (d Day) Time() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

func (d Day) String() string { return d.Time().Format(time.DateOnly) }

// Interval is the length of a bin.
type Interval string

// The intervals.
const (
	Daily    Interval = "day"
	Weekly   Interval = "week"
	Biweekly Interval = "biweek"
	Monthly  Interval = "month"
	Yearly   Interval = "year"
	Whole    Interval = "none" // one bin without bounds
)

// Weeks says where weeks begin.
type Weeks string

// The weeks.
const (
	ISO  Weeks = "iso"
	MMWR Weeks = "mmwr"
)

// Calendar parts time into bins.
type Calendar struct {
	Interval Interval
	Weeks    Weeks
}

// Bin is a bin of a Calendar. Bins are in the order of time.
type Bin struct {
	Year   int16
	Number int16 // of the day, week, two weeks or month in the year, from 1; 0 for a year, and without an interval
}

// Precision says what is known of the days of a record or an event.
type Precision uint8

// The precisions. Exact days are those of a stated beginning and end; of the others only the whole is known.
const (
	ExactDays Precision = iota
	WholeWeek
	WholeMonth
	WholeYear
)

// Years that records and events may have.
const (
	MinYear = 1700
	MaxYear = 2399
)

// MaxDays is how many days an event may have that lies in one bin.
const MaxDays = 31

// Place returns the bin of the days from first to last, which is the bin of the last day. It is not ok where they do not fit in one.
func (c Calendar) Place(first, last Day, p Precision) (b Bin, ok bool) {
	if !c.Fits(first, last, p) {
		return Bin{}, false
	}
	return c.BinOf(last), true
}

// Fits says whether the days from first to last belong to one bin. What is longer than 31 days does not, and what is less precise than a
// bin: a month lies in no week. A day is as long as a night, from one day to the next.
func (c Calendar) Fits(first, last Day, p Precision) bool {
	switch c.Interval {
	case Whole:
		return true
	case Daily:
		return p == ExactDays && last-first <= 1
	case Weekly, Biweekly:
		return p <= WholeWeek && last-first < MaxDays
	case Monthly:
		return p <= WholeMonth && last-first < MaxDays
	}
	return p == WholeYear || last-first < MaxDays
}

// BinOf returns the bin of a day.
func (c Calendar) BinOf(d Day) Bin {
	switch c.Interval {
	case Whole:
		return Bin{}
	case Weekly:
		year, week := c.week(d)
		return Bin{int16(year), int16(week)}
	case Biweekly:
		year, week := c.week(d)
		return Bin{int16(year), int16((week + 1) / 2)}
	}
	t := d.Time()
	switch c.Interval {
	case Daily:
		return Bin{int16(t.Year()), int16(t.YearDay())}
	case Monthly:
		return Bin{int16(t.Year()), int16(t.Month())}
	}
	return Bin{Year: int16(t.Year())}
}

// week returns the year and the number of the week of a day. A week belongs to the year that has its fourth day.
func (c Calendar) week(d Day) (year, number int) {
	middle := c.weekStart(d) + 3
	t := middle.Time()
	return t.Year(), (t.YearDay()-1)/7 + 1
}

// weekStart is the first day of the week of a day.
func (c Calendar) weekStart(d Day) Day {
	const thursday = 3 // 1970-01-01, counted from Monday
	since := (int(d) + thursday) % 7
	if c.Weeks == MMWR {
		since = (int(d) + thursday + 1) % 7
	}
	if since < 0 {
		since += 7
	}
	return d - Day(since)
}

// firstWeek is the first day of the first week of a year.
func (c Calendar) firstWeek(year int) Day {
	return c.weekStart(DayOf(time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)))
}

// Days returns the first and the last day of a bin.
func (c Calendar) Days(b Bin) (first, last Day) {
	year, n := int(b.Year), int(b.Number)
	date := func(month time.Month, day int) Day { return DayOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC)) }
	switch c.Interval {
	case Daily:
		return date(time.January, n), date(time.January, n)
	case Weekly:
		first = c.firstWeek(year) + Day(7*(n-1))
		return first, first + 6
	case Biweekly:
		first = c.firstWeek(year) + Day(14*(n-1))
		return first, min(first+13, c.firstWeek(year+1)-1)
	case Monthly:
		return date(time.Month(n), 1), date(time.Month(n)+1, 0)
	}
	return date(time.January, 1), date(time.December, 31)
}

// Label names a bin: 2012-07-30, 2012-W31, 2012-B16, 2012-07 or 2012; "" without an interval.
func (c Calendar) Label(b Bin) string {
	switch c.Interval {
	case Whole:
		return ""
	case Daily:
		first, _ := c.Days(b)
		return first.String()
	case Yearly:
		return fmt.Sprintf("%04d", b.Year)
	}
	return fmt.Sprintf("%04d-%s", b.Year, c.Season(b.Number))
}

// Season names what a bin is in every year: W31, B16, 07 or 07-30; "" for a year.
func (c Calendar) Season(number int16) string {
	switch c.Interval {
	case Weekly:
		return fmt.Sprintf("W%02d", number)
	case Biweekly:
		return fmt.Sprintf("B%02d", number)
	case Monthly:
		return fmt.Sprintf("%02d", number)
	}
	return ""
}

// Next returns the bin after b.
func (c Calendar) Next(b Bin) Bin {
	_, last := c.Days(b)
	return c.BinOf(last + 1)
}

// Compare orders bins by time.
func (b Bin) Compare(other Bin) int {
	return (int(b.Year)<<16 + int(b.Number)) - (int(other.Year)<<16 + int(other.Number))
}
