package darwincore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

func TestCalendarColumns(t *testing.T) {
	t.Parallel()
	header := "scientificName,decimalLatitude,decimalLongitude,eventDate,eventTime,year,month,day,startDayOfYear,endDayOfYear"
	for row, want := range map[string]struct{ date, reject, kept string }{
		",,2007,5,6,,":                               {date: "2007-05-06"},
		",,2007,05,,,":                               {date: "2007-05"},
		",,2007.0,5.0,6.0,,":                         {date: "2007-05-06"},
		",,2007,NA,NA,,":                             {date: "2007"},
		",,2007,,6,,":                                {date: "2007", kept: "map[day:6]"},
		",,2006-2008,,,,":                            {date: "2006-01-01/2008-12-31"},
		",,2007,,,126,":                              {date: "2007-05-06"},
		",,2007,,,126,133":                           {date: "2007-05-06/2007-05-13"},
		",,2007,5,6,126,133":                         {date: "2007-05-06", kept: "map[endDayOfYear:133]"},
		",,2007,2,30,,":                              {reject: "day out of range"},
		",,2007,13,1,,":                              {reject: "month out of range"},
		",,2007,May,1,,":                             {reject: "month is not a number"},
		",,2007,,,366,":                              {reject: "day out of range"},
		",,2007,,,133,126":                           {reject: "interval ends before it begins"},
		",,07,5,6,,":                                 {reject: "year is not a number of four digits"},
		",,,5,6,,":                                   {reject: "no date"},
		",10:30,2007,5,6,,":                          {date: "2007-05-06T10:30:00Z"},
		"2007-05-06,10:30:15Z,,,,,":                  {date: "2007-05-06T10:30:15Z"},
		"2007-05-06,10:30+02:00,,,,,":                {date: "2007-05-06T10:30:00+02:00", kept: "map[eventTime:10:30+02:00]"},
		"2007-05-06,evening,,,,,":                    {date: "2007-05-06", kept: "map[eventTime:evening]"},
		"2007-05,10:30,,,,,":                         {date: "2007-05", kept: "map[eventTime:10:30]"},
		"2007-05-06,,2007,5,6,126,126":               {date: "2007-05-06"},
		"2007-05-06,,2008,5,6,,":                     {date: "2007-05-06", kept: "map[year:2008]"},
		"2007-05-06/13,,2007,5,6,126,133":            {date: "2007-05-06/2007-05-13"},
		"2007,,2007,5,,,":                            {date: "2007-05"},
		"2007,,2007,5,6,,":                           {date: "2007-05-06"},
		"2007-05,,2007,5,6,,":                        {date: "2007-05-06"},
		"2007-05,,2007,6,6,,":                        {date: "2007-05", kept: "map[day:6 month:6]"},
		"2007-05-01/2007-05-31,,2007,5,1,,":          {date: "2007-05", kept: "map[day:1]"},
		"2007-05-06,,2007,99,6,,":                    {date: "2007-05-06", kept: "map[month:99]"},
		"10/04/2006,,2006,4,10,,":                    {date: "2006-04-10", kept: "map[eventDate:10/04/2006]"},
		"10/04/2006,,2006,10,4,,":                    {date: "2006-10-04", kept: "map[eventDate:10/04/2006]"},
		"31/12/2006,,2006,,,,":                       {date: "2006-12-31", kept: "map[eventDate:31/12/2006]"},
		"the 3rd week,,2006,4,10,,":                  {reject: dates.ErrForm.Error()},
		"in the week of Easter,,2006,4,10,,":         {date: "2006-04-10", kept: "map[eventDate:in the week of Easter]"},
		"12th of Juny 2019,,2018,6,1,,":              {reject: dates.ErrForm.Error()},
		"12th of Juny 2018,,2018,6,1,,":              {reject: dates.ErrForm.Error()},
		"12th of Juny 2018,,2018,6,12,,":             {date: "2018-06-12", kept: "map[eventDate:12th of Juny 2018]"},
		"the 12th; June 2018?,,2018,6,12,,":          {date: "2018-06-12", kept: "map[eventDate:the 12th; June 2018?]"},
		"the 12th; July 2018?,,2018,6,12,,":          {reject: dates.ErrForm.Error()},
		"Tue Jan 14 00:00:00 CEST 1941,,1941,1,14,,": {date: "1941-01-14", kept: "map[eventDate:Tue Jan 14 00:00:00 CEST 1941]"},
		"Tue Jan 14 00:00:00 CEST 1941,,1941,1,15,,": {reject: dates.ErrForm.Error()},
		"43586?,,2018,6,1,,":                         {reject: dates.ErrForm.Error()},
		"spring 2019,,2018,6,1,,":                    {reject: dates.ErrForm.Error()},
		"spring '18,,2018,6,1,,":                     {date: "2018-06-01", kept: "map[eventDate:spring '18]"},
		"spring 2006,,2006,,,,":                      {date: "2006", kept: "map[eventDate:spring 2006]"},
		"spring 2005,,2006,,,,":                      {reject: dates.ErrForm.Error()},
		"early June 2006,,2006,,,,":                  {reject: dates.ErrForm.Error()},
		"12 or 13-4 2006,,2006,,,,":                  {reject: dates.ErrForm.Error()},
		",,2007,5,0,,":                               {date: "2007-05", kept: "map[day:0]"},
		"2007-05-13/06,,2007,5,6,,":                  {reject: "interval ends before it begins"},
		"2007-05-06T00:00:00,,2007,5,6,,":            {date: "2007-05-06"},
		"2007-05-06T10:30+02:00,,,,,,":               {date: "2007-05-06T10:30:00+02:00", kept: "map[eventDate:2007-05-06T10:30+02:00]"},
		"2007-05-06T23:30-03:00,,2007,5,6,,":         {date: "2007-05-06T23:30:00-03:00", kept: "map[eventDate:2007-05-06T23:30-03:00]"},
		"2007-05-06T18:00/2007-05-07T06,,,,,,":       {date: "2007-05-06T18:00:00Z/2007-05-07", kept: "map[eventDate:2007-05-06T18:00/2007-05-07T06]"},
	} {
		out := readText(t, "d.csv", header+"\nAedes,1,2,"+row+"\n", Options{})
		got := out.rows[0]
		if got.Reject != want.reject {
			t.Errorf("%s: rejected as %q, want %q", row, got.Reject, want.reject)
			continue
		}
		if got.Record == nil {
			continue
		}
		if want.kept == "" {
			want.kept = "map[]"
		}
		if kept := fmt.Sprint(got.Record.Metadata); got.Record.Date.String() != want.date || kept != want.kept {
			t.Errorf("%s: %s, kept %s; want %s, %s", row, got.Record.Date, kept, want.date, want.kept)
		}
	}
	out := readText(t, "z.csv", header+"\nAedes,1,2,2007-05-06T10:30,,,,,,\nAedes,1,2,2007-05-06,10:30,,,,,\nAedes,1,2,2007-05-06T10:30Z,,,,,,\n", Options{})
	if out.warnings["time without a time zone, taken as UTC"] != 2 {
		t.Errorf("warnings %v", out.warnings)
	}
	out = readText(t, "w.csv", header+"\nAedes,1,2,2007-05-06,,2008,,,,\nAedes,1,2,2007-05-06,x,2007,,,,\n", Options{})
	if out.warnings["year, month or day contradict eventDate; eventDate taken, they are kept in the metadata"] != 1 ||
		out.warnings["eventTime not understood, kept in the metadata"] != 1 {
		t.Errorf("warnings %v", out.warnings)
	}
}

// TestDatesThatGoOn reads what begins before tomorrow and ends later: the clock stands on 2025-06-01.
func TestDatesThatGoOn(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]string{
		"2025":                  "2025",
		"2025-06":               "2025-06",
		"1750/2025":             "1750-01-01/2025-12-31",
		"1750-2025":             "1750-01-01/2025-12-31",
		"1750-01-01/2025-12-31": "1750-01-01/2025-12-31", // as an export writes it
		"2024-05/2025-06":       "2024-05-01/2025-06-30",
		"2025-06-02/2025-06-30": "2025-06-02/2025-06-30",
		"2024-05-01/2025-06-02": "2024-05-01/2025-06-02",
		"2026":                  errFuture.Error(),
		"2025-07":               errFuture.Error(),
		"2025/2026":             errFuture.Error(),
		"2024-05/2025-07":       errFuture.Error(),
		"2024-05-01/2025-06-03": errFuture.Error(),
		"2025-06-03/2025-06-30": errFuture.Error(),
		"2024-05-01/2025-12-30": errFuture.Error(),
	} {
		out := readText(t, "d.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes vexans,1,2,"+date+"\n", Options{})
		got := out.rows[0].Reject
		if out.rows[0].Record != nil {
			got = out.rows[0].Record.Date.String()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
	}
}

// TestOwnLists reads what this server's own lists say of dates.
func TestOwnLists(t *testing.T) {
	t.Parallel()
	header := "species_scientific_name,lat,lng,observed_at,date_precision,observed_until"
	for row, want := range map[string]string{
		"2007-05-06T00:00:00Z,day,":                 "2007-05-06",
		"2007-05-06T10:30:00Z,time,":                "2007-05-06T10:30:00Z",
		"2007-05-01T00:00:00Z,month,2007-05-31":     "2007-05",
		"2007-01-01T00:00:00Z,year,":                "2007",
		"2007-05-06T00:00:00Z,interval,2007-05-13":  "2007-05-06/2007-05-13",
		"2007-05-06T00:00:00Z,interval,2007-05-01":  dates.ErrIntervalOrder.Error(),
		"2007-05-06T00:00:00Z,interval,":            dates.ErrPrecision.Error(),
		"2007-05-06T00:00:00Z,,":                    "2007-05-06T00:00:00Z",
		"2007-05-06T00:00:00Z,interval,May the 1st": dates.ErrForm.Error(),
	} {
		out := readText(t, "list.csv", header+"\nAedes vexans,1,2,"+row+"\n", Options{})
		got := out.rows[0].Reject
		if out.rows[0].Record != nil {
			got = out.rows[0].Record.Date.String()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
	}
}

func TestStartAndEnd(t *testing.T) {
	t.Parallel()
	for columns, want := range map[string]string{
		"date,start_date,end_date:2007-05-20,2007-05-06,2007-05-08":            "2007-05-20 map[end_date:2007-05-08 start_date:2007-05-06]",
		"eventDate,Collection start date,End date:2007-05-20,2007-05-06,2007":  "2007-05-20 map[Collection start date:2007-05-06 End date:2007]",
		"fecha,fecha de inicio,fecha final:2007-05-20,2007-05-06,2007-05-08":   "2007-05-20 map[fecha de inicio:2007-05-06 fecha final:2007-05-08]",
		"start_date,end_date:2007-05-06,2007-05-08":                            "2007-05-06/2007-05-08 map[]",
		"дата начала,дата окончания:2007-05-06,2007-05-08":                     "2007-05-06/2007-05-08 map[]",
		"date debut,date de fin:2007-05-06,2007-05-08":                         "2007-05-06/2007-05-08 map[]",
		"date,end_date:2007-05-06,2007-05-08":                                  "2007-05-06/2007-05-08 map[]",
		"start date,collection start date,end date:2007-05-06,2007,2007-05-08": "2007-05-06/2007-05-08 map[collection start date:2007]",
	} {
		header, row, _ := strings.Cut(columns, ":")
		r := one(t, "scientificName,decimalLatitude,decimalLongitude,"+header, "Aedes,1,2,"+row)
		if got := fmt.Sprint(r.Date, " ", r.Metadata); got != want {
			t.Errorf("%s: %s, want %s", columns, got, want)
		}
	}
	mapping := headers.Mapping{Columns: map[string]string{"date": "start_date"}}
	out := readText(t, "m.csv", "scientificName,decimalLatitude,decimalLongitude,date,start_date,end_date\nAedes,1,2,2007-05-20,2007-05-06,2007-05-08\n", Options{Map: mapping})
	if r := out.records[0]; r.Date.String() != "2007-05-06/2007-05-08" {
		t.Errorf("mapped: %s", r.Date)
	}
}
