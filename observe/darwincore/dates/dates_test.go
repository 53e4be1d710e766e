package dates

import (
	"errors"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in, want  string // as AppendText writes it
		precision Precision
		until     string
	}{
		{"2007-05-06", "2007-05-06", PrecisionDay, ""},
		{" 2007-05-06 ", "2007-05-06", PrecisionDay, ""},
		{"20070506", "2007-05-06", PrecisionDay, ""},
		{"2007-5-06", "2007-05-06", PrecisionDay, ""},
		{"2007-126", "2007-05-06", PrecisionDay, ""},
		{"2008-366", "2008-12-31", PrecisionDay, ""},
		{"2007-W18", "2007-04-30/2007-05-06", PrecisionInterval, "2007-05-06"},
		{"2020W53", "2020-12-28/2021-01-03", PrecisionInterval, "2021-01-03"},
		{"2020-W53-5", "2021-01-01", PrecisionDay, ""},
		{"2007", "2007", PrecisionYear, "2007-12-31"},
		{"2008-02", "2008-02", PrecisionMonth, "2008-02-29"},
		{"2007-05-06T10:30", "2007-05-06T10:30:00Z", PrecisionTime, ""},
		{"2007-05-06T10", "2007-05-06T10:00:00Z", PrecisionTime, ""},
		{"2007-05-06T1030Z", "2007-05-06T10:30:00Z", PrecisionTime, ""},
		{"2007-05-06 10:30:15", "2007-05-06T10:30:15Z", PrecisionTime, ""},
		{"2007-05-06T10:30:15.123456789Z", "2007-05-06T10:30:15.123456Z", PrecisionTime, ""},
		{"2007-05-06T10:30:15,5+02:00", "2007-05-06T10:30:15.5+02:00", PrecisionTime, ""},
		{"2007-05-06T01:00+02", "2007-05-06T01:00:00+02:00", PrecisionTime, ""},
		{"2007-05-06T23:00-0330", "2007-05-06T23:00:00-03:30", PrecisionTime, ""},
		{"2007-05-06T00:00:00", "2007-05-06T00:00:00Z", PrecisionTime, ""},
		{"2007-05-06 00:00:00.0", "2007-05-06", PrecisionDay, ""},
		{"2007-05-06/2007-05-13", "2007-05-06/2007-05-13", PrecisionInterval, "2007-05-13"},
		{"2007-05-06/13", "2007-05-06/2007-05-13", PrecisionInterval, "2007-05-13"},
		{"2007-05-28/06-03", "2007-05-28/2007-06-03", PrecisionInterval, "2007-06-03"},
		{"2007-05/06", "2007-05-01/2007-06-30", PrecisionInterval, "2007-06-30"},
		{"2007-05/2008-01", "2007-05-01/2008-01-31", PrecisionInterval, "2008-01-31"},
		{"2006/2008", "2006-01-01/2008-12-31", PrecisionInterval, "2008-12-31"},
		{"2006-2008", "2006-01-01/2008-12-31", PrecisionInterval, "2008-12-31"},
		{"2007-05-06/2007-05-06", "2007-05-06", PrecisionDay, ""},
		{"2007-05-01/2007-05-31", "2007-05", PrecisionMonth, "2007-05-31"},
		{"2007-05/2007-05", "2007-05", PrecisionMonth, "2007-05-31"},
		{"2007-01-01/2007-12-31", "2007", PrecisionYear, "2007-12-31"},
		{"2007/2007", "2007", PrecisionYear, "2007-12-31"},
		{"2007-05-06T10:00/2007-05-06T12:00", "2007-05-06", PrecisionDay, ""},
		{"2007-05-06T10:00/12:00", "2007-05-06", PrecisionDay, ""},
		{"2007-05-06T10:00Z/2007-05-06T10:00Z", "2007-05-06T10:00:00Z", PrecisionTime, ""},
		{"2007-05-06T18:00/2007-05-07T06:00", "2007-05-06T18:00:00Z/2007-05-07", PrecisionInterval, "2007-05-07"},
		{"2007-05-06T23:30-02:00/2007-05-07T01:00", "2007-05-06T23:30:00-02:00/2007-05-07", PrecisionInterval, "2007-05-07"},
		{"2007-05-06T23:30-02:00/23:50", "2007-05-06", PrecisionDay, ""},
		{"2007-05-06T00:00+02:00/2007-05-08", "2007-05-06/2007-05-08", PrecisionInterval, "2007-05-08"},
		{"2007-05-01T00:00+02:00/2007-05-31T23:00+02:00", "2007-05", PrecisionMonth, "2007-05-31"},
		{"2013-10-00", "2013-10", PrecisionMonth, "2013-10-31"},
		{"2013-00-00", "2013", PrecisionYear, "2013-12-31"},
		{"20131000", "2013-10", PrecisionMonth, "2013-10-31"},
	} {
		got, err := Parse(test.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
			continue
		}
		until := ""
		if !got.Until.IsZero() {
			until = got.Until.Format(time.DateOnly)
		}
		if got.String() != test.want || got.Precision != test.precision || until != test.until {
			t.Errorf("Parse(%q) = %s, %s, until %s; want %s, %s, until %s", test.in, got, got.Precision, until, test.want, test.precision, test.until)
		}
		if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("Parse(%q) = %v, %v; it was written of %v", got.String(), again, err, got)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]error{
		"":                            ErrNone,
		"NA":                          ErrNone,
		"null":                        ErrNone,
		"0000-00-00":                  ErrNone,
		"0000-00-00 00:00:00":         ErrNone,
		"10/04/2006":                  ErrForm,
		"06.05.2007":                  ErrForm,
		"May 2007":                    ErrForm,
		"2007-W53":                    ErrWeekRange,
		"2007-W":                      ErrForm,
		"2007-W18-8":                  ErrForm,
		"2007-05-06T":                 ErrForm,
		"2007-05-06Tnoon":             ErrForm,
		"2007-05-06T10:30+2":          ErrForm,
		"-2007-05-06":                 ErrForm,
		"+2007":                       ErrForm,
		"2007-05-06/x":                ErrForm,
		"2007-05-06/":                 ErrIntervalOpen,
		"../2007":                     ErrIntervalOpen,
		"2007-02-29":                  ErrRange,
		"2007-13":                     ErrRange,
		"2007-00-10":                  ErrRange,
		"2007-366":                    ErrRange,
		"2007-000":                    ErrRange,
		"2007-05-06T24:00":            ErrRange,
		"2007-05-06T10:60":            ErrRange,
		"2007-05-13/2007-05-06":       ErrIntervalOrder,
		"2007-05-13/06":               ErrIntervalOrder,
		"2008-2006":                   ErrIntervalOrder,
		"2007-05-06T12:00/T10:00":     ErrIntervalOrder,
		"1699":                        ErrTooEarly,
		"0001-01-01":                  ErrTooEarly,
		"2007-05-06/13/14":            ErrForm,
		"２００７-０５-０６":                  ErrForm,
		"2007-05-06T10:30:15.Z":       ErrForm,
		"2007-05-06T10:30:15.12a":     ErrForm,
		"2007-05-06T10:30:15+99:00":   ErrRange,
		"2007-05-06T10:30:15+14:01":   ErrRange, // the database takes 14 hours
		"2007-05-06/2007-05-07T25:00": ErrRange,
	} {
		if got, err := Parse(in); !errors.Is(err, want) {
			t.Errorf("Parse(%q) = %v, %v; want the error %q", in, got, err, want)
		}
	}
}

func TestZoned(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]bool{
		"2007-05-06T10:30": false, "2007-05-06T10": false, "2007-05-06 10:30:15": false, "10:30": false, "7.6.2019 2:08 PM": false,
		"2007-05-06T10:30/2007-05-07": false, "2007-05-06T10:30Z": true, "2007-05-06T10-05": true, "2007-05-06T10:30-05:00": true, "10:30z": true,
		"2017-Jul-26 20:00 GMT": true, "10:30+02": true,
	} {
		if got := Zoned(in); got != want {
			t.Errorf("Zoned(%q) = %v", in, got)
		}
	}
}

// FuzzParse holds that what is read can be written and read again as the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"2007-05-06", "2007-05-06/13", "2006-2008", "2007-05-06T10:30:15,5+02:00/T12", "2007-126", "20070506"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err != nil {
			return
		}
		if d.Start.Year() < MinYear-1 || d.Start.Location() != time.UTC || d.Start.Nanosecond()%1000 != 0 {
			t.Fatalf("Parse(%q) starts at %v", s, d.Start)
		}
		if d.Last().Before(d.First()) {
			t.Fatalf("Parse(%q) ends on %v, before %v", s, d.Until, d.Start)
		}
		if long := d.Precision != PrecisionTime && d.Precision != PrecisionDay; long != !d.Until.IsZero() {
			t.Fatalf("Parse(%q) has the precision %s and the end %v", s, d.Precision, d.Until)
		}
		if again, err := Parse(d.String()); err != nil || again != d {
			t.Fatalf("Parse(%q) = %v, written as %q and read as %v, %v", s, d, d.String(), again, err)
		}
	})
}

func TestAt(t *testing.T) {
	t.Parallel()
	for clock, want := range map[string]string{
		"23:30":         "2007-05-06T23:30:00Z",
		"11:30 PM":      "2007-05-06T23:30:00Z",
		"11:30:15 p.m.": "2007-05-06T23:30:15Z",
		"11:30pm":       "2007-05-06T23:30:00Z",
		"12:05 AM":      "2007-05-06T00:05:00Z",
		"9:05":          "2007-05-06T09:05:00Z",
		"10:30-05:00":   "2007-05-06T10:30:00-05:00",
		"13:30 PM":      ErrRange.Error(),
		"evening":       ErrForm.Error(),
		"PM":            ErrForm.Error(),
		"30:30":         ErrRange.Error(),
	} {
		day, err := Parse("2007-05-06")
		if err != nil {
			t.Fatal(err)
		}
		at, _, err := day.At(clock)
		got := at.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("At(%q) = %s, want %s", clock, got, want)
		}
	}
}
