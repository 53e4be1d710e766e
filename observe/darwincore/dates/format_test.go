package dates

import (
	"errors"
	"testing"
	"time"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ format, in, want string }{
		{"", "2012/8/7", "2012-08-07"},
		{"", "2012.08.07", "2012-08-07"},
		{"", "2012/08", "2012-08"},
		{"", "08/2012", "2012-08"},
		{"", "2012/8/0", "2012-08"},
		{"", "07-JUN-2019", "2019-06-07"},
		{"", "7 June 2019", "2019-06-07"},
		{"", "June 7th, 2019", "2019-06-07"},
		{"", "June 2019", "2019-06"},
		{"", "2019 June", "2019-06"},
		{"", "2017-Jul-26", "2017-07-26"},
		{"", "July 26, 2017", "2017-07-26"},
		{"", "7 de junio de 2019", "2019-06-07"},
		{"", "1er août 2019", "2019-08-01"},
		{"", "07/set/2019", "2019-09-07"},
		{"", "7 июня 2019 г.", "2019-06-07"},
		{"", "12.VI.1909", "1909-06-12"},
		{"", "5/5/2019", "2019-05-05"},
		{"", "2019-06-07 2:08:53 PM", "2019-06-07T14:08:53Z"},
		{"", "07-JUN-2019 10:00-05:00", "2019-06-07T10:00:00-05:00"},
		{"", "2017-Jul-26 20:00 GMT", "2017-07-26T20:00:00Z"},
		{"dmy", "31.12.2019", "2019-12-31"},
		{"dmy", "31/12/2019", "2019-12-31"},
		{"dmy", "10/6/1909", "1909-06-10"},
		{"dmy", "00/6/1909", "1909-06"},
		{"dmy", "31.12.2019 14:05", "2019-12-31T14:05:00Z"},
		{"dmy", "31.12.2019 00:00", "2019-12-31"},
		{"dmy", "2019-12-31", "2019-12-31"},
		{"mdy", "12/31/2019", "2019-12-31"},
		{"mdy", "10/6/1909", "1909-10-06"},
		{"MDY", "08/01/2007 02:08:53 AM", "2007-08-01T02:08:53Z"},
		{"mdy", "08/01/2007 12:08:53 AM", "2007-08-01T00:08:53Z"},
		{"mdy", "08/01/2007 12:00:00 AM", "2007-08-01"},
		{"mdy", "08/01/2007 12:00:00 PM", "2007-08-01T12:00:00Z"},
		{"ymd", "2012/8/7", "2012-08-07"},
		{"excel", "43586", "2019-05-01"},
		{"excel", "43586.4375", "2019-05-01T10:30:00Z"},
		{"excel", "1", "1900-01-01"},
		{"excel", "61", "1900-03-01"},
		{"DD.MM.YYYY HH:mm", "07.06.2019 10:30", "2019-06-07T10:30:00Z"},
		{"DD.MM.YYYY HH:mm", "7.6.2019", "2019-06-07"},
		{"DD/MM/YY", "31/12/19", "2019-12-31"},
		{"DD/MM/YY", "31/12/69", "1969-12-31"},
		{"DDMMYYYY", "07062019", "2019-06-07"},
		{"DD-MON-YY", "07-JUN-19", "2019-06-07"},
		{"YYYY-DD-MM", "2019-07-06", "2019-06-07"},
		{"MM/DD/YYYY HH:mm AM", "08/01/2007 2:08 PM", "2007-08-01T14:08:00Z"},
		{"MM/YYYY", "08/2007", "2007-08"},
		{"DD.MM.YYYY", "2019-06-07", "2019-06-07"},
	} {
		f := mustFormat(t, test.format)
		got, _, err := f.Parse(test.in)
		if err != nil || got.String() != test.want {
			t.Errorf("%s: %q is %v, %v; want %s", test.format, test.in, got, err, test.want)
		}
	}
}

func mustFormat(t testing.TB, s string) Format {
	t.Helper()
	if s == "" {
		return Format{}
	}
	f, err := ParseFormat(s)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFormatsRefuse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		format, in string
		want       error
	}{
		{"", "10/6/1909", ErrForm},
		{"", "31/12/2019", ErrForm},
		{"", "31/12/19", ErrShortYear},
		{"dmy", "31/12/19", ErrShortYear},
		{"", "07-JUN-19", ErrShortYear},
		{"dmy", "12/31/2019", ErrRange},
		{"mdy", "31/12/2019", ErrRange},
		{"ymd", "31/12/2019", ErrForm},
		{"dmy", "31/12-2019", ErrForm},
		{"dmy", "spring 2019", ErrForm},
		{"", "43586", ErrForm},
		{"excel", "60", ErrForm},
		{"excel", "99999999999", ErrForm},
		{"", "June", ErrForm},
		{"", "June July 2019", ErrForm},
		{"", "30 February 2019", ErrRange},
		{"", "2019-06-07 25:00 PM", ErrRange},
		{"mdy", "08/01/2007 13:00 PM", ErrRange},
		{"DD.MM.YYYY", "07.06.2019 10:30", ErrForm},
		{"YYYY-DD-MM", "2019-06-17", ErrRange},
		{"DD.MM.YYYY", "NA", ErrNone},
		{"DDMMYYYY", "762019", ErrForm},
	} {
		if got, _, err := mustFormat(t, test.format).Parse(test.in); !errors.Is(err, test.want) {
			t.Errorf("%s: %q is %v, %v; want the error %q", test.format, test.in, got, err, test.want)
		}
	}
	for _, bad := range []string{"", "dym", "DD.MM", "DD.YYYY", "YYYY YYYY", "YYYY HH", "DD.MM.YYYY mm", "yyyy-mm-dd"} {
		if f, err := ParseFormat(bad); err == nil {
			t.Errorf("ParseFormat(%q) is %v", bad, f)
		}
	}
}

func TestSurvey(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rows     []string
		order    Order
		evidence string
		err      error
	}{
		{[]string{"2019-06-07", "2019"}, Undecided, "", nil},
		{[]string{"10/6/1909", "31/12/2019", "2019-01-01"}, DayMonthYear, "dates are day/month/year: 31/12/2019 in line 2", nil},
		{[]string{"10/6/1909", "12/31/2019"}, MonthDayYear, "dates are month/day/year: 12/31/2019 in line 2", nil},
		{[]string{"00/10/2013"}, DayMonthYear, "dates are day/month/year: 00/10/2013 in line 1", nil},
		{[]string{"5/5/2019", "32/13/2019", "June 2019", "2012/8/7"}, Undecided, "", nil},
		{[]string{"5/5/2019", "10/6/1909"}, Undecided, "", ErrUndecided},
		{[]string{"31/12/2019", "12/31/2019"}, Undecided, "", ErrContradictory},
		{[]string{"43586", "NA", "43600.5"}, Undecided, "dates are day numbers of a spreadsheet: 43586 in line 1", nil},
		{[]string{"43586", "2019-01-01"}, Undecided, "some dates look like day numbers of a spreadsheet, such as 43586 in line 1; --dates excel reads them", nil},
	} {
		var s Survey
		for i, row := range test.rows {
			s.Add(row, i+1, Columns{})
		}
		f, evidence, err := s.Format()
		if f.Order != test.order || evidence != test.evidence || !errors.Is(err, test.err) || f.Serial != (test.rows[0] == "43586" && test.rows[1] == "NA") {
			t.Errorf("%v: %+v, %q, %v", test.rows, f, evidence, err)
		}
	}
	var s Survey
	s.Add("10/04/2006", 1, Columns{Year: "2006", Month: "4", Day: "10"})
	if f, _, err := s.Format(); f.Order != DayMonthYear || err != nil {
		t.Errorf("month and day beside the date: %+v, %v", f, err)
	}
}

func TestWeeks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		year, week string
		mmwr       bool
		want       string
	}{
		{"2012", "28", true, "2012-07-08/2012-07-14"},
		{"2012", "28", false, "2012-07-09/2012-07-15"},
		{"2009", "1", false, "2008-12-29/2009-01-04"},
		{"2009", "53", false, "2009-12-28/2010-01-03"},
		{"2014", "53", true, "2014-12-28/2015-01-03"},
		{"", "2020-W53", false, "2020-12-28/2021-01-03"},
		{"2021", "2020W53", false, "2020-12-28/2021-01-03"},
		{"2021", "2021-W01", true, "2021-01-03/2021-01-09"},
	} {
		c := Columns{Year: test.year, Week: test.week, MMWR: test.mmwr}
		d, err := c.Date()
		if err != nil || d.String() != test.want || len(c.Unimplied(d)) != 0 {
			t.Errorf("%+v: %v, %v, %v; want %s", c, d, err, c.Unimplied(d), test.want)
		}
	}
	for _, c := range []Columns{{Year: "2012", Week: "0"}, {Year: "2012", Week: "53"}, {Year: "2012", Week: "x"}, {Year: "2012", Week: "54", MMWR: true},
		{Year: "2019", Week: "2020-W10"}, {Week: "2021-W53", MMWR: true}, {Year: "2021", Week: "202105"}, {Week: "28"}} {
		if d, err := c.Date(); err == nil {
			t.Errorf("%+v is %v", c, d)
		}
	}
}

// FuzzFormat holds that what any format reads is a date of the calendar that can be written and read again.
func FuzzFormat(f *testing.F) {
	for _, format := range []string{"", "dmy", "mdy", "excel", "DD.MM.YYYY HH:mm AM", "DDMMYY", "DD-MON-YYYY"} {
		for _, in := range []string{"31.12.2019", "7 июня 2019 г.", "43586.5", "08/01/2007 02:08:53 AM", "07-JUN-2019", "311219"} {
			f.Add(format, in)
		}
	}
	f.Fuzz(func(t *testing.T, format, in string) {
		read := Format{}
		if format != "" {
			var err error
			if read, err = ParseFormat(format); err != nil {
				return
			}
		}
		var s Survey
		s.Add(in, 1, Columns{})
		if found, _, err := s.Format(); err == nil && format == "" {
			read = found
		}
		d, _, err := read.Parse(in)
		if err != nil {
			return
		}
		if d.Start.Location() != time.UTC || d.Last().Before(d.First()) || d.First().Year() < MinYear-1 {
			t.Fatalf("%q: %q is %+v", format, in, d)
		}
		if again, err := Parse(d.String()); err != nil || again != d {
			t.Fatalf("%q: %q is %v, written as %q and read as %v, %v", format, in, d, d.String(), again, err)
		}
	})
}
