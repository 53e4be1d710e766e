package darwincore

import (
	"errors"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// dated writes a file with a column of dates.
func dated(column ...string) string {
	return basic + "\n" + "Aedes vexans,1.25,2.25," + strings.Join(column, "\nAedes vexans,1.25,2.25,") + "\n"
}

func TestDatesOfColumns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		column, want []string // a date or why the row is rejected
		dates, note  string
	}{
		{[]string{"10/6/1909", "31/12/2019"}, []string{"1909-06-10", "2019-12-31"}, "", "dates are day/month/year: 31/12/2019 in line 3"},
		{[]string{"2019-01-01", "10/6/1909", "12/31/2019"}, []string{"2019-01-01", "1909-10-06", "2019-12-31"}, "", "dates are month/day/year: 12/31/2019 in line 4"},
		{[]string{"31.12.2019", "1.2.2019 10:30"}, []string{"2019-12-31", "2019-02-01T10:30:00Z"}, "", "dates are day/month/year: 31.12.2019 in line 2"},
		{[]string{"2012/8/7", "June 2019", "07-JUN-2019", "2013-10-00"}, []string{"2012-08-07", "2019-06", "2019-06-07", "2013-10"}, "", ""},
		{[]string{"43586", "43587.5", ""}, []string{"2019-05-01", "2019-05-02T12:00:00Z", "no date"}, "", "dates are day numbers of a spreadsheet: 43586 in line 2"},
		{[]string{"43586", "2019-01-01"}, []string{dates.ErrForm.Error(), "2019-01-01"}, "",
			"some dates look like day numbers of a spreadsheet, such as 43586 in line 2; --dates excel reads them"},
		{[]string{"10/6/1909"}, []string{"1909-06-10"}, "dmy", ""},
		{[]string{"10/6/1909", "12/31/2019"}, []string{"1909-06-10", dates.ErrRange.Error()}, "dmy", ""},
		{[]string{"31/12/19"}, []string{"2019-12-31"}, "DD/MM/YY", ""},
		{[]string{"43586", "43587.5"}, []string{dates.ErrForm.Error(), dates.ErrForm.Error()}, "dmy", ""}, // no other form is looked for
		{[]string{"31/12/19"}, []string{dates.ErrShortYear.Error()}, "", ""},
	} {
		out := readText(t, "d.csv", dated(test.column...), Options{Dates: test.dates})
		for i, row := range out.rows {
			got := row.Reject
			if row.Record != nil {
				got = row.Record.Date.String()
			}
			if got != test.want[i] {
				t.Errorf("%v with %q: %q is %s, want %s", test.column, test.dates, test.column[i], got, test.want[i])
			}
		}
		delete(out.warnings, "time without a time zone, taken as UTC")
		if test.note != "" && out.warnings[test.note] != 1 || test.note == "" && len(out.warnings) > 1 {
			t.Errorf("%v: notes %v", test.column, out.warnings)
		}
	}
}

func TestDatesThatStopTheImport(t *testing.T) {
	t.Parallel()
	for want, column := range map[error][]string{
		dates.ErrUndecided:     {"2019-01-01", "10/6/1909"},
		dates.ErrContradictory: {"31/12/2019", "12/31/2019"},
	} {
		_, err := readAll(t, filetest.Write(t, "d.csv", dated(column...)), Options{})
		var undecided *DatesError
		var broken *FileError
		if !errors.As(err, &undecided) || !errors.As(err, &broken) || !errors.Is(err, want) || !strings.Contains(err.Error(), "--dates dmy") ||
			!strings.Contains(err.Error(), "in line 3") {
			t.Errorf("%v: error %v", column, err)
		}
	}
	if _, err := Open(t.Context(), filetest.Write(t, "d.csv", dated("2007")), Options{Dates: "dym"}); err == nil {
		t.Error("an unknown form of dates is taken")
	}
}

// TestDatesOfArchives finds the format of dates that lie in a core.
func TestDatesOfArchives(t *testing.T) {
	t.Parallel()
	out, err := readAll(t, filetest.Zip(t, "data.csv", dated("1/2/2019", "31/12/2019")), Options{})
	if err != nil || len(out.records) != 2 || out.records[0].Date.String() != "2019-02-01" {
		t.Errorf("%v, %v", out.records, err)
	}
}

func TestEndDates(t *testing.T) {
	t.Parallel()
	mapping, err := headers.ParseMapping("end_date=removed,date=set")
	if err != nil {
		t.Fatal(err)
	}
	out := readText(t, "e.csv", "species,lat,lon,set,removed\nAedes,1,2,30/4/2019,2/5/2019\nAedes,1,2,1/5/2019,1/5/2019\nAedes,1,2,3/5/2019,2/5/2019\nAedes,1,2,3/5/2019,\n", Options{Map: mapping})
	want := []string{"2019-04-30/2019-05-02", "2019-05-01", "interval ends before it begins", "2019-05-03"}
	for i, row := range out.rows {
		got := row.Reject
		if row.Record != nil {
			got = row.Record.Date.String()
		}
		if got != want[i] {
			t.Errorf("row %d: %s, want %s", i, got, want[i])
		}
	}
}

func TestFlags(t *testing.T) {
	t.Parallel()
	if r := one(t, basic+",year", "Aedes,1.25,2.25,2007-05-06,2008"); r.Flags != DateConflict {
		t.Errorf("flags %b", r.Flags)
	}
	if r := one(t, basic+",year", "Aedes,1.25,2.25,2007-05-06,2007"); r.Flags != 0 {
		t.Errorf("flags %b", r.Flags)
	}
}

// TestLocalDays holds that a time keeps the day that was written.
func TestLocalDays(t *testing.T) {
	t.Parallel()
	d := one(t, basic, "Aedes,1.25,2.25,2019-06-01T23:30-05:00").Date
	if d.Offset != -300 || d.First().Day() != 1 || d.Start.Day() != 2 || d.String() != "2019-06-01T23:30:00-05:00" {
		t.Errorf("%+v", d)
	}
}
