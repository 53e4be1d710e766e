package calendar_test

import (
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
)

func day(t testing.TB, text string) calendar.Day {
	t.Helper()
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		t.Fatal(err)
	}
	return calendar.DayOf(at)
}

// TestLabels: 2021-01-03, a Sunday, is the last day of ISO 2020-W53 and the first of MMWR 2021-W01. The others are from CDC's MMWR weeks
// calendars of 2014 and 2015, and from ISO 8601.
func TestLabels(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		interval  calendar.Interval
		weeks     calendar.Weeks
		day, want string
		from, to  string
	}{
		{calendar.Weekly, calendar.ISO, "2021-01-03", "2020-W53", "2020-12-28", "2021-01-03"},
		{calendar.Weekly, calendar.MMWR, "2021-01-03", "2021-W01", "2021-01-03", "2021-01-09"},
		{calendar.Weekly, calendar.MMWR, "2015-01-03", "2014-W53", "2014-12-28", "2015-01-03"},
		{calendar.Weekly, calendar.MMWR, "2012-08-11", "2012-W32", "2012-08-05", "2012-08-11"},
		{calendar.Weekly, calendar.ISO, "1969-12-31", "1970-W01", "1969-12-29", "1970-01-04"},
		{calendar.Biweekly, calendar.ISO, "2021-01-03", "2020-B27", "2020-12-28", "2021-01-03"},
		{calendar.Biweekly, calendar.MMWR, "2012-08-11", "2012-B16", "2012-07-29", "2012-08-11"},
		{calendar.Monthly, calendar.ISO, "2020-02-29", "2020-02", "2020-02-01", "2020-02-29"},
		{calendar.Yearly, calendar.ISO, "2020-02-29", "2020", "2020-01-01", "2020-12-31"},
		{calendar.Daily, calendar.ISO, "2020-02-29", "2020-02-29", "2020-02-29", "2020-02-29"},
	} {
		c := calendar.Calendar{Interval: test.interval, Weeks: test.weeks}
		b := c.BinOf(day(t, test.day))
		first, last := c.Days(b)
		if c.Label(b) != test.want || first.String() != test.from || last.String() != test.to {
			t.Errorf("%s by %s (%s) is %s from %s to %s, want %s from %s to %s", test.day, test.interval, test.weeks, c.Label(b), first, last,
				test.want, test.from, test.to)
		}
	}
}

// TestBinsFollowEachOther: every day is in its bin, the bin after the one of a day's is that of the next day behind it, and ISO weeks are
// those of the standard library.
func TestBinsFollowEachOther(t *testing.T) {
	t.Parallel()
	for _, interval := range []calendar.Interval{calendar.Daily, calendar.Weekly, calendar.Biweekly, calendar.Monthly, calendar.Yearly} {
		for _, weeks := range []calendar.Weeks{calendar.ISO, calendar.MMWR} {
			c := calendar.Calendar{Interval: interval, Weeks: weeks}
			for d := day(t, "1899-12-01"); d < day(t, "2030-02-01"); d++ {
				b := c.BinOf(d)
				first, last := c.Days(b)
				if d < first || d > last {
					t.Fatalf("%s is not in %s, which is from %s to %s", d, c.Label(b), first, last)
				}
				if next := c.Next(b); next.Compare(b) <= 0 || c.BinOf(last+1) != next {
					t.Fatalf("%s comes after %s", c.Label(next), c.Label(b))
				}
				if year, week := d.Time().ISOWeek(); interval == calendar.Weekly && weeks == calendar.ISO && (int(b.Year) != year || int(b.Number) != week) {
					t.Fatalf("%s is in %s, want week %d of %d", d, c.Label(b), week, year)
				}
			}
		}
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		interval    calendar.Interval
		first, last string
		precision   calendar.Precision
		want        string // "-" for none
	}{
		{calendar.Daily, "2020-06-01", "2020-06-01", calendar.ExactDays, "2020-06-01"},
		{calendar.Daily, "2020-06-01", "2020-06-02", calendar.ExactDays, "2020-06-02"},
		{calendar.Daily, "2020-06-01", "2020-06-03", calendar.ExactDays, "-"},
		{calendar.Weekly, "2020-05-25", "2020-06-08", calendar.ExactDays, "2020-W24"},
		{calendar.Weekly, "2020-05-01", "2020-05-31", calendar.ExactDays, "2020-W22"}, // 31 days
		{calendar.Weekly, "2020-05-01", "2020-06-01", calendar.ExactDays, "-"},
		{calendar.Weekly, "2020-05-01", "2020-05-31", calendar.WholeMonth, "-"},
		{calendar.Monthly, "2020-05-01", "2020-05-31", calendar.WholeMonth, "2020-05"},
		{calendar.Daily, "2020-06-07", "2020-06-13", calendar.WholeWeek, "-"},
		{calendar.Weekly, "2020-06-07", "2020-06-13", calendar.WholeWeek, "2020-W24"},
		{calendar.Monthly, "2020-01-01", "2020-12-31", calendar.WholeYear, "-"},
		{calendar.Yearly, "2020-01-01", "2020-12-31", calendar.WholeYear, "2020"},
		{calendar.Yearly, "2020-01-01", "2020-12-31", calendar.ExactDays, "-"},
		{calendar.Whole, "2010-01-01", "2020-12-31", calendar.ExactDays, ""},
	} {
		c := calendar.Calendar{Interval: test.interval, Weeks: calendar.ISO}
		got := "-"
		if b, ok := c.Place(day(t, test.first), day(t, test.last), test.precision); ok {
			got = c.Label(b)
		}
		if got != test.want {
			t.Errorf("%s to %s (%d) by %s lies in %q, want %q", test.first, test.last, test.precision, test.interval, got, test.want)
		}
	}
}
