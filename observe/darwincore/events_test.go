package darwincore

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// spell writes what an event says of its time and effort.
func spell(e *Event) string {
	if e == nil {
		return "none"
	}
	out := e.EventID + " "
	form := time.DateOnly
	if e.Precision == "time" {
		form = "2006-01-02T15:04"
	}
	if !e.Started.IsZero() {
		out += e.Started.Format(form) + "/"
	}
	out += e.Ended.Format(form) + " " + e.Precision
	if e.Effort != nil {
		out += fmt.Sprintf(" %v %s %s", *e.Effort, e.EffortUnit, e.EffortSource)
	}
	return out
}

// oneEvent reads a table of one row that must state an event.
func oneEvent(t *testing.T, header, row string, opts Options) (*Event, outcome) {
	t.Helper()
	out := readText(t, "e.csv", header+"\n"+row+"\n", opts)
	if len(out.rows) != 1 || out.rows[0].Event == nil {
		t.Fatalf("%s\n%s\nstates no event: %v", header, row, out.rejects)
	}
	return out.rows[0].Event, out
}

// mapping reads a map that must be right.
func mapping(t *testing.T, s string) Options {
	t.Helper()
	m, err := headers.ParseMapping(s)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Map: m}
}

func TestEffortOfEvents(t *testing.T) {
	t.Parallel()
	header := basic + ",individualCount,eventID,samplingProtocol,T,N,E,U,P,samplingEffort,sampleSizeValue,sampleSizeUnit"
	o := mapping(t, "event=eventID,traps=T,nights=N,effort=E,effort_unit=U,problem=P")
	const day, span = "Aedes,1,2,2019-06-08,1,E1,", "Aedes,1,2,2019-06-01/2019-06-08,1,E1,"
	for row, want := range map[string]string{
		day + "CDC,,,,,,,,":                                           "E1 2019-06-08 day",
		day + "CDC,2,3,,,,,,":                                         "E1 2019-06-08 day 6 trap_night stated",
		day + "CDC,,3,,,,,,":                                          "E1 2019-06-08 day 3 trap_night stated",
		day + "HLC,,3,,,,,,":                                          "E1 2019-06-08 day",
		day + "HLC,1,3,,,,,,":                                         "E1 2019-06-08 day 3 trap_night stated",
		day + "CDC,2,0,,,,3 trap-nights,,":                            "E1 2019-06-08 day", // a stated effort of nothing is none
		day + "CDC,2,,,,,,,":                                          "E1 2019-06-08 day",
		day + "CDC,0,3,,,,,,":                                         "E1 2019-06-08 day",
		day + "CDC,2.5,3,,,,,,":                                       "E1 2019-06-08 day",
		day + "CDC,2,367,,,,,,":                                       "E1 2019-06-08 day",
		day + "CDC,2,x,,,,,,":                                         "E1 2019-06-08 day",
		day + "CDC,2.0,0.5,,,,,,":                                     "E1 2019-06-08 day 1 trap_night stated",
		day + "CDC,,,12.5,trap_hour,,,,":                              "E1 2019-06-08 day 12.5 trap_hour stated",
		day + "CDC,,,-1,trap_hour,,,,":                                "E1 2019-06-08 day",
		day + "CDC,,,5,acres,,,,":                                     "E1 2019-06-08 day",
		day + "CDC,,,5,,,,,":                                          "E1 2019-06-08 day",
		day + "CDC,2,,12,hours,,,,":                                   "E1 2019-06-08 day 24 trap_hour stated",
		day + ",,,12,hours,,,,":                                       "E1 2019-06-08 day", // of a trap or of a person
		day + "dipping,,,,,,,40,dips":                                 "E1 2019-06-08 day 40 dip stated",
		day + "CDC,,,,,,1 noche-trampa,,":                             "E1 2019-06-08 day 1 trap_night sampling_effort",
		day + "CDC,,,,,,2 trap nights,3,trap nights":                  "E1 2019-06-08 day 3 trap_night stated",
		day + "CDC,,,,,,two weeks,,":                                  "E1 2019-06-08 day",
		day + "CDC,,,,,,7 nights,,":                                   "E1 2019-06-08 day 7 trap_night sampling_effort",
		span + "CDC,,,,,,,,":                                          "E1 2019-06-01/2019-06-08 day 7 trap_night derived",
		span + "CDC,2,,,,,,,":                                         "E1 2019-06-01/2019-06-08 day 14 trap_night derived",
		span + "CDC,,,,,,,2,traps":                                    "E1 2019-06-01/2019-06-08 day 14 trap_night derived",
		span + "CDC,,,,,,3 traps,,":                                   "E1 2019-06-01/2019-06-08 day 21 trap_night derived",
		span + "human landing catch,,,,,,,,":                          "E1 2019-06-01/2019-06-08 day",
		span + "CDC,0,,,,,,,":                                         "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,,,,4 trap-nights,,":                             "E1 2019-06-01/2019-06-08 day 4 trap_night sampling_effort",
		"Aedes,1,2,2019-06,1,E1,CDC,,,,,,,,":                          "E1 2019-06-01/2019-06-30 month",
		"Aedes,1,2,2019,1,E1,CDC,,,,,,,,":                             "E1 2019-01-01/2019-12-31 year",
		"Aedes,1,2,2019-06-01/2019-06-30,1,E1,CDC,,,,,,,,":            "E1 2019-06-01/2019-06-30 day 29 trap_night derived",
		"Aedes,1,2,2018/2019,1,E1,CDC,,,,,,,,":                        "E1 2018-01-01/2019-12-31 year",
		"Aedes,1,2,2019-01-01/2019-03-03,1,E1,,,,,,,,,":               "E1 2019-01-01/2019-03-03 day",
		"Aedes,1,2,2019-06-08T18:00Z/2019-06-09T07:30Z,1,E1,,,,,,,,,": "E1 2019-06-08T18:00/2019-06-09T07:30 time 1 trap_night derived",
		"Aedes,1,2,2019-06-08T18:00-05:00/2019-06-08T23:00-05:00,1,E1,,,,,,,,,": "E1 2019-06-08T23:00/2019-06-09T04:00 time 1 trap_night derived",
		"Aedes,1,2,2019-06-08T01:00Z/13:00Z,1,E1,CDC,,,,,,,,":                   "E1 2019-06-08T01:00/2019-06-08T13:00 time 1 trap_night derived",
		"Aedes,1,2,2019-06-08T01:00Z/13:00Z,1,E1,HLC,,,,,,,,":                   "E1 2019-06-08T01:00/2019-06-08T13:00 time",
		"Aedes,1,2,2019-06-08/2019-06-08,1,E1,CDC,2,,,,,,,":                     "E1 2019-06-08/2019-06-08 day 2 trap_night derived",
		"Aedes,1,2,2019-06/2019-07,1,E1,CDC,,,,,,,,":                            "E1 2019-06-01/2019-07-31 year",
		"Aedes,1,2,2019-06/2019-06-20,1,E1,CDC,,,,,,,,":                         "E1 2019-06-01/2019-06-20 month",
		"Aedes,1,2,2020-W53,1,E1,CDC,,,,,,,,":                                   "E1 2020-12-28/2021-01-03 week",
		"Aedes,1,2,2020-W53-2,1,E1,CDC,,,,,,,,":                                 "E1 2020-12-29 day",
		span + `CDC,"1,000",,,,,,,`:                                             "E1 2019-06-01/2019-06-08 day",
		span + `CDC,,"1,000",,,,,,`:                                             "E1 2019-06-01/2019-06-08 day",
		span + `CDC,,"1,5",,,,,,`:                                               "E1 2019-06-01/2019-06-08 day 1.5 trap_night stated",
		span + `dip,,,"1,200",dip,,,,`:                                          "E1 2019-06-01/2019-06-08 day",
		span + `CDC,,,,,,,"1,200",trap nights`:                                  "E1 2019-06-01/2019-06-08 day",
		span + `CDC,,,,,,"1,200 trap nights",,`:                                 "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,,,,0 trap-nights,,":                                       "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,,,,-3 trap-nights,,":                                      "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,,,,0 traps,,":                                             "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,,,,10 observer-minutes,,":                                 "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,many,trap_night,,,,":                                      "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,,,,,broken,trap nights":                                   "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,5,,,,,":                                                   "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,3 trap-nights,,,,,":                                       "E1 2019-06-01/2019-06-08 day 3 trap_night sampling_effort",
		span + "CDC,,,40 dips,,,,,":                                             "E1 2019-06-01/2019-06-08 day 40 dip sampling_effort",
		span + "CDC,,,40 dips,dip,,,,":                                          "E1 2019-06-01/2019-06-08 day 40 dip stated",
		span + "CDC,,,40,dip,,,,":                                               "E1 2019-06-01/2019-06-08 day 40 dip stated",
		span + "CDC,,,40 dips,house,,,,":                                        "E1 2019-06-01/2019-06-08 day",
		span + "CDC,,,abc,,,3 trap-nights,,":                                    "E1 2019-06-01/2019-06-08 day 3 trap_night sampling_effort",
		"Aedes,1,2,2019-06-08T18:00Z,1,E1,,,,,,,,,":                             "E1 2019-06-08T18:00 time",
		"Aedes,1,2,2019-06-08T18:00Z/2019-06-09,1,E1,,,,,,,,,":                  "E1 2019-06-08/2019-06-09 day 1 trap_night derived",
	} {
		e, out := oneEvent(t, header, row, o)
		if got := spell(e); got != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
		if len(out.records) != 1 {
			t.Errorf("%s: the record is lost for its effort: %v", row, out.rejects)
		}
	}
	e, out := oneEvent(t, header, day+"CDC,10001,3,,,perhaps,,,", o)
	if e.Traps != nil || *e.Nights != 3 || !e.Problem || e.Metadata["T"] != "10001" || e.Metadata["P"] != "perhaps" || e.Metadata["N"] != nil || len(out.warnings) != 2 {
		t.Errorf("read %+v, notes %v", e, out.warnings)
	}
	if r := out.records[0]; r.Metadata["T"] != "10001" || r.Metadata["N"] != "3" {
		t.Errorf("the record has the metadata %v", r.Metadata)
	}
}

// TestUnclearEfforts holds that each column has one note, with its first text.
func TestUnclearEfforts(t *testing.T) {
	t.Parallel()
	out := readText(t, "e.csv", basic+",eventID,samplingEffort\nAedes,1,2,2019,E1,many\nAedes,1,2,2019,E2,some\nAedes,1,2,2019,E3,2 dips\n", Options{})
	const note = `samplingEffort that is no effort in trap_night, trap_hour, collection, dip, house or person_hour, such as "many": no effort, kept in the metadata`
	if out.warnings[note] != 2 || out.events[1].Metadata["samplingEffort"] != "some" {
		t.Errorf("notes %v", out.warnings)
	}
}

func TestWeeksOfEvents(t *testing.T) {
	t.Parallel()
	o := mapping(t, "event=Y+W+TRAP,year=Y,week=W")
	o.Weeks = WeeksMMWR
	e, out := oneEvent(t, "species,lat,lon,Y,W,TRAP", "Culex,1,2,2012,28,T1", o)
	if got := spell(e); got != "2012:28:T1 2012-07-08/2012-07-14 week" || out.records[0].EventID != "2012:28:T1" {
		t.Errorf("read %s", got)
	}
	if e, _ := oneEvent(t, "species,lat,lon,Y,W,TRAP", "Culex,1,2,2012,W02,T1", o); spell(e) != "2012:W02:T1 2012-01-08/2012-01-14 week" {
		t.Errorf("read %s", spell(e))
	}
	if got := out.records[0].Date.String(); got != "2012-07-08/2012-07-14" {
		t.Errorf("the record has the date %s", got)
	}
	for columns, want := range map[string]string{"date=W": "2021-W01:T1 2021-01-03/2021-01-09 week", "week=W": "2021-W01:T1 2021-01-03/2021-01-09 week"} {
		o := mapping(t, "event=W+T,"+columns)
		o.Weeks = WeeksMMWR
		e, out := oneEvent(t, "species,lat,lon,W,T", "Culex,1,2,2021-W01,T1", o)
		if got := spell(e); got != want || out.warnings["dates that are written as weeks are weeks of the MMWR, as --weeks mmwr says"] != strings.Count(columns, "date") {
			t.Errorf("%s: %s, want %s, notes %v", columns, got, want, out.warnings)
		}
		o.Weeks = WeeksISO
		if e, _ := oneEvent(t, "species,lat,lon,W,T", "Culex,1,2,2021-W01,T1", o); spell(e) != "2021-W01:T1 2021-01-04/2021-01-10 week" {
			t.Errorf("%s, weeks of ISO 8601: %s", columns, spell(e))
		}
	}
}

// TestRepeatedHeader: a header that stands among the rows is no row, and no event.
func TestRepeatedHeader(t *testing.T) {
	t.Parallel()
	out := readText(t, "e.csv", "species,lat,lon,date,A\nCulex,1,2,2012,1\nspecies,lat,lon,date,A\nCulex,1,2,2012,2\n", mapping(t, "event=A"))
	if len(out.records) != 2 || out.rejects["the row repeats the header"] != 1 || out.rows[1].Event != nil || out.rows[1].EventID != "" {
		t.Errorf("%d records, rejected %v", len(out.records), out.rejects)
	}
}

func TestIdsOfEvents(t *testing.T) {
	t.Parallel()
	const header, row = "species,lat,lon,date,A,B,A+B", "Culex,1,2,2012,%s,%s,whole"
	for _, test := range []struct{ mapping, a, b, want string }{
		{"event=A+B", "1", "2", "whole"},
		{"event=B+A", "1", "2", "2:1"},
		{"event=B + a", "1:2", `3\`, `3\\:1\:2`},
		{"event=B+A", "", "2", "none"},
		{"event=B+A", "NA", "2", "none"},
	} {
		out := readText(t, "e.csv", header+"\n"+fmt.Sprintf(row, test.a, test.b)+"\n", mapping(t, test.mapping))
		got := "none"
		if e := out.rows[0].Event; e != nil {
			got = e.EventID
		}
		if got != test.want || len(out.records) != 1 {
			t.Errorf("%s of %q and %q: %s, want %s", test.mapping, test.a, test.b, got, test.want)
		}
	}
	out := readText(t, "e.csv", "species,lat,lon,date,A,B,eventID\nCulex,1,2,2012,1,2,E1\n", mapping(t, "event=A+B"))
	if r := out.records[0]; r.EventID != "1:2" || r.Metadata["eventID"] != "E1" {
		t.Errorf("the column eventID beside a map is lost: %+v", r)
	}
	_, err := readAll(t, filetest.Write(t, "e.csv", header+"\nx,1,2,2012,1,2,3\n"), mapping(t, "event=B+C"))
	if err == nil || !strings.Contains(err.Error(), `there is no column "B+C"`) {
		t.Error(err)
	}
}

// TestWhichTablesStateEvents holds that an eventID alone stays a field of the record.
func TestWhichTablesStateEvents(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"eventID": false, "eventID,habitat": false, "eventID,locationID,eventRemarks": false, "samplingEffort": false, "Trap nights,eventID": false,
		"eventID,samplingEffort": true, "eventID,sampleSizeValue": true, "eventID,eco:samplingEffortValue": true, "event_id,SAMPLINGEFFORT": true,
	} {
		out := readText(t, "e.csv", basic+",individualCount,"+header+"\nAedes,1,2,2019,1"+strings.Repeat(",1", strings.Count(header, ",")+1)+"\n", Options{})
		if got := out.rows[0].Event != nil; got != want {
			t.Errorf("%s: %v", header, got)
		}
	}
	if out := readText(t, "e.csv", basic+",TRAP\nAedes,1,2,2019,T1\n", mapping(t, "event=TRAP")); out.rows[0].Event == nil {
		t.Error("a map that names the event states none")
	}
}

func TestEventsThatCaughtNothing(t *testing.T) {
	t.Parallel()
	header := basic + ",individualCount,occurrenceStatus,eventID,samplingEffort"
	for row, want := range map[string]string{
		",1,2,2019-06-01,0,,E1,1 trap night":                   "E1",
		"No Captures,1,2,2019-06-01,0,,E1,1 trap night":        "E1",
		"None,1,2,2019-06-01,,,E1,1 trap night":                "E1",
		"NA,1,2,2019-06-01,,absent,E1,":                        "E1",
		"None,1,2,2019-06-01,4,,E1,":                           errNothingCounted.Error() + "E1 incomplete",
		"Total,1,2,2019-06-01,12,,E1,":                         errSum.Error() + "E1 incomplete",
		"Total,1,2,2019-06-01,0,,E1,":                          errSum.Error() + "E1",
		"Aedes,1,2,2019-06-01,abc,,E1,":                        errCountForm.Error() + "E1 incomplete",
		"Aedes,1,2,2019-06-01,4,absent,E1,":                    errAbsentWithCount.Error() + "E1 incomplete",
		",1,2,2019-06-01,5,,E1,":                               errNoName.Error() + "E1 incomplete",
		"unknown,,2,2019-06-01,3,,E1,":                         errUnknown.Error(), // no place, no event
		"unknown,1,2,2019-06-01,3,,,":                          errUnknown.Error(),
		"Trap failure,1,2,2019-06-01,0,,E1,1 trap night":       "E1 problem",
		"Trap failure,1,2,2019-06-01,3,,E1,1 trap night":       errFailed.Error() + "E1 incomplete",
		"Trap failure,1,2,2019-06-01,,,E1,":                    "E1 problem",
		"Trap stolen,1,2,2019-06-01,0,,E1,1 trap night":        "E1 problem",
		"No trap set,1,2,2019-06-01,0,,E1,1 trap night":        "E1 problem",
		"not sampled,1,2,2019-06-01,0,,E1,1 trap night":        "E1 problem",
		"Lost,1,2,2019-06-01,0,,E1,1 trap night":               "E1 problem",
		"Lost,1,2,2019-06-01,0,,,":                             errFailed.Error(),
		"No data,1,2,2019-06-01,0,,E1,1 trap night":            errUnknown.Error() + "E1 incomplete",
		"Not identified yet,1,2,2019-06-01,0,,E1,1 trap night": errUnknown.Error() + "E1 incomplete",
		",,2,2019-06-01,0,,E1,":                                errNoCoordinates.Error(),
		",1,2,,0,,E1,":                                         "no date",
		",1,2,2019-06-01,0,,,":                                 "absence of Culex", // of no event
		",1,2,2019-06-01,0,," + strings.Repeat("E", 201) + ",": errEventIDLength.Error(),
		"Aedes vexans,1,2,2019-06-01,0,,E1,":                   "absence of Aedes vexans E1",
		"no Aedes vexans,1,2,2019-06-01,0,,E1,":                "absence of Aedes vexans E1",
		"Aedes vexans,1,2,2019-06-01,3,,E1,":                   "record of Aedes vexans E1",
		"unknown,1,2,2019-06-01,3,,E1,":                        errUnknown.Error() + "E1 incomplete",
	} {
		out := readText(t, "e.csv", header+"\n"+row+"\n", mapping(t, "target:=Culex"))
		got := out.rows[0].Reject
		if r := out.rows[0].Record; r != nil {
			got = map[bool]string{true: "absence", false: "record"}[r.Absent] + " of " + r.ScientificName + " "
		}
		if e := out.rows[0].Event; e != nil {
			got += e.EventID
			if e.Problem {
				got += " problem"
			}
			if e.Complete != nil {
				got += " incomplete"
			}
			if incomplete := e.Complete != nil && !*e.Complete; incomplete != (out.warnings[incompleteNote] == 1) {
				t.Errorf("%s: notes %v", row, out.warnings)
			}
			if fmt.Sprint(e.Targets) != "[Culex]" {
				t.Errorf("%s: targets %v", row, e.Targets)
			}
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%s: %s, want %s", row, got, want)
		}
	}
}

func TestWhatEventsSay(t *testing.T) {
	t.Parallel()
	header := basic + ",eventID,sampleSizeValue,locationID,targetTaxonomicScope,isTaxonomicScopeFullyReported,eventRemarks,locality,coordinateUncertaintyInMeters,countryCode,samplingProtocol,catalogNumber,L,P"
	o := mapping(t, "lure=L,problem=P")
	e, out := oneEvent(t, header, `Aedes,1,2,2019,E1,3,S1,"Culex pipiens Linnaeus, 1758; Aedes aegypti | Culex pipiens",True,rain,Ghent,30,BE,CDC,c1,CO2,sí`, o)
	if e.SiteID != "S1" || fmt.Sprint(e.Targets) != "[Culex pipiens Aedes aegypti]" || !*e.Complete || e.Remarks != "rain" || *e.AccuracyM != 30 ||
		e.StatedCountry != "BE" || e.SamplingProtocol != "CDC" || e.Lure != "CO2" || !e.Problem || e.Lat != 1 || e.Lon != 2 {
		t.Errorf("read %+v", e)
	}
	if got := fmt.Sprint(e.Metadata); got != "map[countryCode:BE locality:Ghent sampleSizeValue:3 targetTaxonomicScope:Culex pipiens Linnaeus, 1758; Aedes aegypti | Culex pipiens]" {
		t.Errorf("metadata %s", got)
	}
	if got := out.records[0].Metadata; got["catalogNumber"] != "c1" || got["locationID"] != "S1" || got["eventRemarks"] != "rain" || got["P"] != "sí" {
		t.Errorf("the record has the metadata %v", got)
	}
	for targets, want := range map[string]string{"Culicidae": "[]", "Aedes, Culex": "[Aedes Culex]", "Culex|Culicidae": "[]", "things": "[things]", "": "[]",
		"Insecta": "[]", "Aedes|Diptera": "[]", "mosquitoes": "[]", "Culicidae sp.": "[]", "moustiques": "[]", "комары": "[]", "Aedes albopictus": "[Aedes albopictus]",
		"all": "[]", "All species": "[]", "all mosquitoes": "[]", "adult mosquitoes": "[]", "female mosquitoes": "[]", "todas las especies": "[]", "todos los mosquitos": "[]",
		"tous les moustiques": "[]", "toutes espèces": "[]", "todas as espécies": "[]", "все виды": "[]", "все комары": "[]", "Culex and all others": "[Culex all others]",
		"Culex and Aedes": "[Culex Aedes]", "Aedes albopictus & Culex pipiens": "[Aedes albopictus Culex pipiens]", "Culex, Aedes y Anopheles": "[Culex Aedes Anopheles]",
		"Culex et Aedes": "[Culex Aedes]", "Culex и Aedes": "[Culex Aedes]", "Culex pipiens and restuans": "[Culex pipiens Culex restuans]", "Culex pipiens/restuans": "[Culex pipiens/restuans]",
		"Aedes (Stegomyia) albopictus; Cx. pipiens s.l.": "[Aedes albopictus Culex pipiens s.l.]", "female Culex": "[Culex]", "Aedes sierrensis Dyar & Knab": "[Aedes sierrensis]", "Tiger mosquito": "[Tiger mosquito]",
		"Culex pipiens Linnaeus, 1758, Aedes vexans (Meigen, 1830)": "[Culex pipiens Aedes vexans]"} {
		e, _ := oneEvent(t, basic+",eventID,samplingEffort,targetTaxonomicScope", `Aedes,1,2,2019,E1,x,"`+targets+`"`, Options{})
		if got := fmt.Sprint(e.Targets); got != want {
			t.Errorf("the targets %q are %s, want %s", targets, got, want)
		}
	}
	for scope, want := range map[string]string{"Aedes|Culex,Culex": "[Aedes] true", "Aedes,": "[Aedes] true", "Aedes,Culex": "[Aedes] false", ",Culex": "[] false", "Aedes,Aedes": "[Aedes] false"} {
		e, _ := oneEvent(t, basic+",eventID,samplingEffort,isTaxonomicScopeFullyReported,targetTaxonomicScope,excludedTaxonomicScope", `Aedes,1,2,2019,E1,x,true,`+scope, Options{})
		if got := fmt.Sprint(e.Targets, *e.Complete); got != want {
			t.Errorf("the scope %q is %s, want %s", scope, got, want)
		}
	}
	for word, want := range map[string]string{"true": "true", "vrai": "true", "нет": "false", "0": "false", "maybe": "nil", "": "nil"} {
		e, _ := oneEvent(t, basic+",eventID,samplingEffort,isTaxonomicScopeFullyReported", `Aedes,1,2,2019,E1,x,`+word, Options{})
		got := "nil"
		if e.Complete != nil {
			got = fmt.Sprint(*e.Complete)
		}
		if got != want {
			t.Errorf("%q is %s", word, got)
		}
	}
}

// TestProblems: what says neither yes nor no in a column of problems describes one, and one note lists such texts.
func TestProblems(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"yes": "true", "Sí": "true", "1": "true", "lamp off": "true [lamp off]", "Yes - battery dead": "true [Yes - battery dead]", "failed": "true [failed]",
		"": "false", "none": "false", "OK": "false", "ok.": "false", "good": "false", "n/a": "false", "-": "false", "False": "false", "0": "false",
		"ninguno": "false", "aucun": "false", "sem problema": "false", "нет": "false",
	} {
		e, out := oneEvent(t, basic+",individualCount,eventID,P", `,1,2,2019,0,E1,`+written, mapping(t, "event=eventID,problem=P"))
		got := fmt.Sprint(e.Problem)
		if kept := e.Metadata["P"]; kept != nil {
			got += fmt.Sprintf(" [%v]", kept)
		}
		if got != want {
			t.Errorf("%q is %s, want %s", written, got, want)
		}
		noted := false
		for message := range out.warnings {
			noted = noted || strings.Contains(message, fmt.Sprintf("describe a problem of the event, kept in the metadata: %q", written))
		}
		if noted != strings.Contains(want, "[") {
			t.Errorf("%q: notes %v", written, out.warnings)
		}
	}
}

// TestRowsOfOneEvent holds that rows that say the same of an event share it, and that a difference makes another hash.
func TestRowsOfOneEvent(t *testing.T) {
	t.Parallel()
	header := "catalogNumber," + basic + ",eventID,samplingEffort\n"
	out := readText(t, "e.csv", header+"1,Aedes,1,2,2019-06-01,E1,2 trap nights\n2,Culex,1,2,2019-06-01,E1,2 trap nights\n"+
		"3,Culex,1,2,2019-06-01,E1,3 trap nights\n4,Aedes,1,2,2019-06-01,E1,2 trap nights\n", Options{})
	e := []*Event{out.rows[0].Event, out.rows[1].Event, out.rows[2].Event, out.rows[3].Event}
	if e[0] != e[1] || e[1].Hash == e[2].Hash || e[0].Hash != e[3].Hash {
		t.Errorf("the hashes are %x %x %x %x", e[0].Hash, e[1].Hash, e[2].Hash, e[3].Hash)
	}
}

// TestEmptyCatchesKeepWhatTheySay holds that what no record has stays with the event.
func TestEmptyCatchesKeepWhatTheySay(t *testing.T) {
	t.Parallel()
	e, _ := oneEvent(t, basic+",individualCount,eventID,samplingEffort,notes,operator,dynamicProperties", `No captures,1,2,2019,0,E1,1 trap night,wet,city,"{""moon"":3}"`, Options{})
	if got := fmt.Sprint(e.Remarks, e.Metadata); got != "wetmap[moon:3 operator:city samplingEffort:1 trap night]" {
		t.Errorf("read %s", got)
	}
}

// TestColumnOfEventAndSite holds that one column may be both.
func TestColumnOfEventAndSite(t *testing.T) {
	t.Parallel()
	e, out := oneEvent(t, basic+",TRAP", "Aedes,1,2,2019,T1", mapping(t, "event=TRAP,site=TRAP"))
	if e.EventID != "T1" || e.SiteID != "T1" || out.records[0].EventID != "T1" {
		t.Errorf("read %+v, %+v", e, out.records[0])
	}
}
