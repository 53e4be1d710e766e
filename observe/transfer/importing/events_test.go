package importing_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/profiles"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

const eventHeader = header + ",eventID,samplingProtocol,samplingEffort"

func (i *fixture) wantEvents(r importing.Report, want importing.EventCounts) {
	i.t.Helper()
	if r.Events != want {
		i.t.Errorf("%s: events %+v, want %+v", r.File, r.Events, want)
	}
}

// TestImportStoresEvents: each event of a file is stored once, those without a catch too, and importing the file again changes nothing.
func TestImportStoresEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("traps.csv", eventHeader+"\n"+
		"a1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\n"+
		"a2,Culex pipiens,48.85,2.35,2019-06-01,1,e1,CO2 trap,2 trap-nights\n"+
		"a3,Aedes aegypti,48.86,2.36,2019-06-02,0,e2,CO2 trap,1 trap-nights\n"+ // an absence
		",,48.87,2.37,2019-06-03,0,e3,CO2 trap,1 trap-nights\n"+
		"a5,Culex pipiens,48.88,2.38,2019-06-04,1,e4,CO2 trap,1 trap-nights\n"+
		"a5,Culex pipiens,48.88,2.38,2019-06-04,1,e5,CO2 trap,1 trap-nights\n"+ // rejected: the id is repeated
		"a6,Culex pipiens,,,2019-06-05,1,e6,CO2 trap,1 trap-nights\n") // no place, no event
	first := importing.EventCounts{Inserted: 5, WithoutCatch: 3}
	checked, err := i.try(path, importing.Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	i.wantEvents(checked, first)
	shown := make([]string, 0, len(checked.PreviewEvents))
	for _, e := range checked.PreviewEvents {
		shown = append(shown, fmt.Sprintln(e.Line, e.Outcome, e.EventID, e.EndedAt.Format(time.DateOnly), e.SamplingProtocol, *e.Effort, e.EffortUnit, e.EffortSource, e.Caught))
	}
	if want := "5 inserted e3 2019-06-03 CO2 trap 1 trap_night sampling_effort false\n"; len(shown) != 5 || shown[2] != want {
		t.Errorf("the check shows %q, the third one should be %q", shown, want)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from sampling_events"); n != 0 {
		t.Fatalf("a check stored %d events", n)
	}
	r := i.must(path, importing.Options{})
	i.want(r, "inserted 3, updated 0, unchanged 0, absences 1, rejected 2, skipped 0, missing 0, removed 0")
	i.wantEvents(r, first)
	if r.EventRows != 1 {
		t.Errorf("%d rows are events alone, want 1", r.EventRows)
	}
	const fields = `select string_agg(concat_ws(' ', event_id, country_id, region_id, ended_at::date, date_precision, sampling_protocol, effort, effort_unit,
		target_taxa, complete, st_astext(geom)), e'\n' order by event_id) from sampling_events where event_id in ('e1', 'e3')`
	want := "e1 fr western-europe 2019-06-01 day CO2 trap 2 trap_night {} POINT(2.35 48.85)\n" +
		"e3 fr western-europe 2019-06-03 day CO2 trap 1 trap_night {} POINT(2.37 48.87)"
	if got := pgtest.Value[string](t, i.db, fields); got != want {
		t.Errorf("stored\n%s\nwant\n%s", got, want)
	}
	r = i.must(path, importing.Options{})
	i.want(r, "inserted 0, updated 0, unchanged 3, absences 1, rejected 2, skipped 0, missing 0, removed 0")
	i.wantEvents(r, importing.EventCounts{Unchanged: 5, WithoutCatch: 3})
	if changes := pgtest.Value[int](t, i.db, "select count(*)::int from event_changes where id is not null"); changes != 5 {
		t.Errorf("%d changes of events are logged, want 5", changes)
	}
	if changes := pgtest.Value[int](t, i.db, "select count(*)::int from absence_changes"); changes != 1 { // by a role that stores without checks of keys, too
		t.Errorf("%d changes of absences are logged, want 1", changes)
	}
}

// TestImportUpdatesEvents: what a file says otherwise changes an event; what a person changed stays while the file says the same.
func TestImportUpdatesEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	content := eventHeader + "\n,,48.85,2.35,2019-06-01,0,e1,CO2 trap,2 trap-nights\n,,48.86,2.35,2019-06-01,0,e2,CO2 trap,2 trap-nights\n"
	i.must(i.file("traps.csv", content), importing.Options{})
	pgtest.Run(t, i.db, "update sampling_events set problem = true, effort = 9, complete = false, remarks = 'torn'")
	r := i.must(i.file("traps.csv", strings.Replace(content, "48.86", "48.87", 1)), importing.Options{})
	i.wantEvents(r, importing.EventCounts{Updated: 1, Unchanged: 1, WithoutCatch: 2})
	stored := func(want string) {
		t.Helper()
		got := pgtest.Value[string](t, i.db, `select string_agg(concat_ws(' ', event_id, problem, effort, complete, remarks, st_y(geom)), ', ' order by event_id)
			from sampling_events`)
		if got != want {
			t.Errorf("stored %s, want %s", got, want)
		}
	}
	stored("e1 t 9 f torn 48.85, e2 t 2 f torn 48.87")

	stating := eventHeader + ",eventRemarks\n,,48.85,2.35,2019-06-01,0,e1,CO2 trap,2 trap-nights,rain\n,,48.88,2.35,2019-06-01,0,e2,CO2 trap,2 trap-nights,\n"
	i.must(i.file("traps.csv", stating), importing.Options{})
	stored("e1 t 2 f rain 48.85, e2 t 2 f torn 48.88")
}

// TestImportNotesEventsThatDisagree: of rows that state an event differently what is stated first counts, and an event counts once.
func TestImportNotesEventsThatDisagree(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	r := i.must(i.file("traps.csv", eventHeader+"\n"+
		"a1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\n"+
		"a2,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,3 trap-nights\n"+
		"a3,Culex pipiens,48.85,2.35,2019-06-01,3,e1,gravid trap,4 trap-nights\n"+
		"a4,Culex pipiens,48.85,2.35,2019-06-01,3,e2,CO2 trap,2 trap-nights\n"+
		"a5,Culex pipiens,48.86,2.35,2019-06-01,3,e2,CO2 trap,2 trap-nights\n"), importing.Options{})
	i.wantEvents(r, importing.EventCounts{Inserted: 2})
	found := false
	for _, note := range r.Notes {
		found = found || strings.HasPrefix(note.Message, "2 sampling events are stated differently") && note.Rows == 3 && note.Line == 3
	}
	if !found {
		t.Errorf("notes %+v", r.Notes)
	}
	if got := pgtest.Value[string](t, i.db, "select string_agg(effort::text, ' ' order by event_id) from sampling_events"); got != "2 2" {
		t.Errorf("efforts %s, want those of the first rows", got)
	}
}

// TestImportMergesRowsOfEvents: what a row leaves blank a later one states, and no effort is derived where one row states that there was none.
func TestImportMergesRowsOfEvents(t *testing.T) {
	t.Parallel()
	const stored = `select concat_ws(' ', site_id, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, problem, target_taxa, complete, remarks,
		metadata ->> 'habitat') from sampling_events`
	const columns = header + ",event,samplingProtocol,samplingEffort,site,lure,traps,nights,problem,eventRemarks,habitat,target"
	o := importing.Options{}
	var err error
	o.Map, err = headers.ParseMapping("event=event,site=site,lure=lure,traps=traps,nights=nights,problem=problem,target=target")
	if err != nil {
		t.Fatal(err)
	}
	i := newFixture(t)
	for name, test := range map[string]struct {
		rows []string
		want string
		note string
	}{
		"blanks": {
			[]string{"2019-06-01,3,e1,,,,,,,,,,", "2019-06-01,3,e1,CO2 trap,,S1,CO2,2,,yes,rain,swamp,Aedes", "2019-06-01,3,e1,,,,,,3,,,,Culex"},
			"S1 CO2 trap CO2 2 3 6 trap_night stated t {Aedes,Culex} rain swamp", "",
		},
		"derived": {[]string{"2019-06-01/2019-06-04,3,e1,,,,,,,,,,", "2019-06-01/2019-06-04,3,e1,,,,,2,,,,,"}, "2 6 trap_night derived f {}", ""},
		"stated":  {[]string{"2019-06-01/2019-06-04,3,e1,,,,,,,,,,", "2019-06-01/2019-06-04,3,e1,,40 dips,,,,,,,,"}, "40 dip sampling_effort f {}", ""},
		"none":    {[]string{"2019-06-01/2019-06-04,3,e1,,,,,,,,,,", "2019-06-01/2019-06-04,3,e1,,0 trap-nights,,,,,,,,"}, "f {}", ""},
		"disagreeing": {
			[]string{"2019-06-01,3,e1,,,,,2,,,,,", "2019-06-01,3,e1,,,,,3,,,,,"}, "2 f {}",
			`1 sampling event is stated differently by later rows, such as "e1": traps is "2", then "3"; what is stated first counts`,
		},
		"targets":  {[]string{"2019-06-01,3,e1,,,,,,,,,,Stegomyia aegypti|Nonesuch"}, `f {"Aedes aegypti",Nonesuch}`, `the target "Nonesuch" is not understood, kept as written: its events are in no rate and no search`},
		"rejected": {[]string{"2019-06-01,3,e1,,,,,2,,,,,", "2019-06-01,abc,e1,,,,,,,,,,"}, "2 f {} f", ""},
	} {
		t.Run(name, func(t *testing.T) {
			i := i.in(t)
			pgtest.Run(t, i.db, "delete from observations; delete from absences; delete from sampling_events")
			o.Dataset = name
			content := columns + "\n"
			for n, row := range test.rows {
				content += fmt.Sprintf("a%d,Culex pipiens,48.85,2.35,%s\n", n, row)
			}
			path := i.file("traps.csv", content)
			r := i.must(path, o)
			i.wantEvents(r, importing.EventCounts{Inserted: 1})
			if got := pgtest.Value[string](t, i.db, stored); got != test.want {
				t.Errorf("stored %s, want %s", got, test.want)
			}
			if noted := slices.ContainsFunc(r.Notes, func(n importing.Note) bool { return n.Message == test.note }); test.note != "" && !noted {
				t.Errorf("notes %+v", r.Notes)
			}
			i.wantEvents(i.must(path, o), importing.EventCounts{Unchanged: 1})
		})
	}
}

// TestImportKeepsIncompleteEvents: an event whose only row may be a catch and makes no record is stored as incomplete, and caught nothing
// as far as is known of no event.
func TestImportKeepsIncompleteEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	r := i.must(i.file("traps.csv", eventHeader+"\n"+
		"a1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\n"+
		"a2,Unknown,48.85,2.35,2019-06-02,12,e2,CO2 trap,2 trap-nights\n"), importing.Options{})
	i.wantEvents(r, importing.EventCounts{Inserted: 2})
	if got := pgtest.Value[string](t, i.db, "select string_agg(concat_ws(' ', event_id, complete), ', ' order by event_id) from sampling_events"); got != "e1, e2 f" {
		t.Errorf("stored %s", got)
	}
}

// TestCorrectedEventsWithoutIDs: what a row without an id says of its event alone changes the event and no record. A file that would leave the old
// catch of an event beside its new one stops.
func TestCorrectedEventsWithoutIDs(t *testing.T) {
	t.Parallel()
	const row = ",Culex pipiens,48.8%d,2.35,2019-06-01,%d,e%d,CO2 trap,%s,%s\n"
	write := func(i *fixture, rows ...string) string {
		return i.file("traps.csv", eventHeader+",sex\n"+strings.Join(rows, ""))
	}
	e1, e2, e3 := fmt.Sprintf(row, 1, 10, 1, "1 trap-night", "female"), fmt.Sprintf(row, 2, 20, 2, "1 trap-night", "female"), fmt.Sprintf(row, 3, 5, 3, "1 trap-night", "female")
	const empty = ",,48.82,2.35,2019-06-01,0,e2,CO2 trap,1 trap-night,\n"
	stored := func(i *fixture) string {
		return pgtest.Value[string](i.t, i.db, `select string_agg(concat(e.event_id, ' ', e.effort, ' ', (select sum(count) from observations o where o.event_id = e.event_id)), ', '
			order by e.event_id) from sampling_events e`)
	}
	tests := map[string]struct {
		rows    []string
		o       importing.Options
		stop    bool
		want    string
		zeros   int64
		changed string
	}{
		"effort": {rows: []string{fmt.Sprintf(row, 1, 10, 1, "3 trap-nights", "female"), e2, e3}, want: "e1 3 10, e2 1 20, e3 1 5",
			changed: "inserted 0, updated 1, unchanged 2, absences 0, rejected 0, skipped 0, missing 0, removed 0"},
		"equal rows": {rows: []string{fmt.Sprintf(row, 1, 10, 1, "3 trap-nights", "female"), fmt.Sprintf(row, 1, 10, 1, "3 trap-nights", "female"), e2, e3},
			o: importing.Options{Add: true}, want: "e1 3 20, e2 1 20, e3 1 5", changed: "inserted 1, updated 1, unchanged 2, absences 0, rejected 0, skipped 0, missing 0, removed 0"},
		"protocol": {rows: []string{strings.Replace(e1, "CO2", "light", 1), e2, e3}, want: "e1 1 10, e2 1 20, e3 1 5",
			changed: "inserted 0, updated 1, unchanged 2, absences 0, rejected 0, skipped 0, missing 0, removed 0"},
		"a count":     {rows: []string{fmt.Sprintf(row, 1, 12, 1, "1 trap-night", "female"), e2, e3}, stop: true},
		"now absent":  {rows: []string{fmt.Sprintf(row, 1, 0, 1, "1 trap-night", "female"), e2, e3}, stop: true},
		"now a zero":  {rows: []string{e1, empty, e3}, stop: true},
		"a zero, add": {rows: []string{e1, empty, e3}, o: importing.Options{Add: true}, want: "e1 1 10, e2 1 20, e3 1 5"},
		"a zero, replace events": {rows: []string{e1, empty}, o: importing.Options{ReplaceEvents: true}, want: "e1 1 10, e2 1 , e3 1 5", zeros: 1,
			changed: "inserted 0, updated 0, unchanged 1, absences 0, rejected 0, skipped 0, missing 1, removed 1"},
		"a zero, replace": {rows: []string{e1, empty}, o: importing.Options{Replace: true}, want: "e1 1 10, e2 1 ", zeros: 1,
			changed: "inserted 0, updated 0, unchanged 1, absences 0, rejected 0, skipped 0, missing 2, removed 2"},
		"a count, replace events": {rows: []string{fmt.Sprintf(row, 1, 12, 1, "2 trap-nights", "female")}, o: importing.Options{ReplaceEvents: true},
			want: "e1 2 12, e2 1 20, e3 1 5"},
		"males": {rows: []string{fmt.Sprintf(row, 1, 3, 1, "1 trap-night", "male"), fmt.Sprintf(row, 2, 4, 2, "1 trap-night", "male")}, want: "e1 1 13, e2 1 24, e3 1 5"},
		"some":  {rows: []string{e2}, want: "e1 1 10, e2 1 20, e3 1 5"},
	}
	if !testenv.Long() { // as the effort, and as males
		delete(tests, "protocol")
		delete(tests, "some")
	}
	i := newFixture(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			i := i.in(t)
			pgtest.Run(t, i.db, "delete from observations; delete from absences; delete from sampling_events")
			i.must(write(i, e1, e2, e3), importing.Options{Dataset: name})
			test.o.Dataset = name
			test.o.Confirm = func(importing.Replacement) (bool, error) { return true, nil }
			path := write(i, test.rows...)
			if test.stop {
				if stop := i.stops(importing.StopCorrected, path, test.o); !contains(stop.Message, "--replace-events", "--replace ", "--add") {
					t.Errorf("it says %s", stop.Message)
				}
				return
			}
			r := i.must(path, test.o)
			if test.changed != "" {
				i.want(r, test.changed)
			}
			if got := stored(i); got != test.want || r.Events.WithoutCatch != test.zeros {
				t.Errorf("stored %s with %d zeros, want %s with %d", got, r.Events.WithoutCatch, test.want, test.zeros)
			}
			test.o.Confirm = nil
			again := i.must(path, test.o)
			if again.Inserted+again.Updated+again.Removed+again.Events.Updated != 0 || stored(i) != test.want || again.Events.WithoutCatch != test.zeros {
				t.Errorf("again: %+v, stored %s", again, stored(i))
			}
		})
	}
}

// TestZerosOfCorrectedFiles: what a file says otherwise of a stored record is what its event caught.
func TestZerosOfCorrectedFiles(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	const first = "a1,Culex pipiens,48.81,2.35,2019-06-01,10,e1,CO2 trap,1 trap-night\na2,Culex pipiens,48.82,2.35,2019-06-01,20,e2,CO2 trap,1 trap-night\n" +
		",,48.83,2.35,2019-06-01,0,e3,CO2 trap,1 trap-night\na4,Culex pipiens,48.84,2.35,2019-06-01,5,e4,CO2 trap,1 trap-night\n"
	const second = "a1,Culex pipiens,48.81,2.35,2019-06-01,12,e1,CO2 trap,1 trap-night\na2,Culex pipiens,48.82,2.35,2019-06-01,0,e2,CO2 trap,1 trap-night\n" +
		"a4,Culex pipiens,48.83,2.35,2019-06-01,5,e3,CO2 trap,1 trap-night\n,,48.84,2.35,2019-06-01,0,e4,CO2 trap,1 trap-night\n"
	if r := i.must(i.file("traps.csv", eventHeader+"\n"+first), importing.Options{}); r.Events.WithoutCatch != 1 {
		t.Errorf("first: %+v", r.Events)
	}
	for range 2 {
		if r := i.must(i.file("traps.csv", eventHeader+"\n"+second), importing.Options{}); r.Events.WithoutCatch != 2 {
			t.Errorf("corrected: %+v", r.Events)
		}
	}
	pgtest.Run(t, i.db, "update observations set status = 'rejected' where occurrence_id = 'a1'")
	if r := i.must(i.file("traps.csv", eventHeader+"\n"+second), importing.Options{}); r.Events.WithoutCatch != 3 {
		t.Errorf("a rejected record: %+v", r.Events)
	}
	failed := strings.Replace(second, ",,48.84", ",Trap stolen,48.84", 1)
	if r := i.must(i.file("traps.csv", eventHeader+"\n"+failed), importing.Options{}); r.Events.WithoutCatch != 2 {
		t.Errorf("a stolen trap: %+v", r.Events)
	}
}

// TestTargetsThatAreNotUnderstood: for the whole file they stop the import; those of rows are noted, and a name of mosquitoes is understood
// before there are records of it.
func TestTargetsThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("zeros.csv", eventHeader+",targetTaxonomicScope\n"+
		",,48.85,2.35,2019-06-01,0,e1,CO2 trap,1 trap-night,vectors\n,,48.86,2.35,2019-06-01,0,e2,CO2 trap,1 trap-night,Aedes novus\n"+
		",,48.86,2.35,2019-06-01,0,e3,CO2 trap,1 trap-night,Culex and Aedes\n,,48.86,2.35,2019-06-01,0,e4,CO2 trap,1 trap-night,\n")
	with := func(target string) importing.Options {
		o := importing.Options{}
		if err := o.Map.SetConstant("target", target); err != nil {
			t.Fatal(err)
		}
		return o
	}
	i.stops(importing.StopTarget, path, with("Tiger mosquito"))
	i.stops(importing.StopTarget, path, with("Culex; vectors"))
	for _, target := range []string{"all species", "aedes_aegypti and Culex"} {
		o := with(target)
		o.Check = true
		if r, err := i.try(path, o); err != nil || len(r.Stops) > 0 {
			t.Errorf("%s: %v, %v", target, err, r.Stops)
		}
	}
	r := i.must(path, importing.Options{})
	notes := ""
	for _, note := range r.Notes {
		notes += note.Message + "\n"
	}
	if !contains(notes, `the target "vectors" is not understood, kept as written: its events are in no rate and no search`,
		`the target "Aedes novus" is a name that the catalog and the records do not have`) {
		t.Errorf("notes %s", notes)
	}
	got := pgtest.Value[string](t, i.db, "select string_agg(event_id || ' ' || target_taxa::text, ', ' order by event_id) from sampling_events")
	if want := `e1 {vectors}, e2 {"Aedes novus"}, e3 {Culex,Aedes}, e4 {}`; got != want {
		t.Errorf("stored %s, want %s", got, want)
	}
}

// TestImportReplacesEvents: events that a file no longer has are counted, and --replace removes them, but none that the API made.
func TestImportReplacesEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	row := func(n int) string {
		return fmt.Sprintf(",,48.%d,2.35,2019-06-01,0,e%d,CO2 trap,2 trap-nights\n", 10+n, n)
	}
	i.must(i.file("traps.csv", eventHeader+"\n"+row(1)+row(2)+row(3)), importing.Options{})
	pgtest.Run(t, i.db, `insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision)
		select gen_random_uuid(), data_source_key, 'made', geom, ended_at, 'day' from sampling_events limit 1`)
	path := i.file("traps.csv", eventHeader+"\n"+row(1))
	r := i.must(path, importing.Options{})
	i.wantEvents(r, importing.EventCounts{Unchanged: 1, WithoutCatch: 1, Missing: 2})
	i.stops(importing.StopReplace, path, importing.Options{Replace: true})
	var asked importing.Replacement
	r = i.must(path, importing.Options{Replace: true, Confirm: func(r importing.Replacement) (bool, error) { asked = r; return true, nil }})
	i.wantEvents(r, importing.EventCounts{Unchanged: 1, WithoutCatch: 1, Missing: 2, Removed: 2})
	if asked.Events != 2 || asked.Records != 0 || !strings.Contains(asked.String(), "removes 2 sampling events of") {
		t.Errorf("asked %+v: %s", asked, asked)
	}
	if got := pgtest.Value[string](t, i.db, "select string_agg(event_id, ' ' order by event_id) from sampling_events"); got != "e1 made" {
		t.Errorf("events %s stay", got)
	}
}

// TestImportLeavesOutSharedEvents: an event of which another data source has a record is left out with it: it would seem to have caught
// nothing.
func TestImportLeavesOutSharedEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	const shared = "a-long-enough-id-1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\n"
	i.must(i.file("one.csv", eventHeader+"\n"+shared), importing.Options{Dataset: "One"})
	r := i.must(i.file("two.csv", eventHeader+"\n"+shared+
		"own-1,Aedes aegypti,48.85,2.35,2019-06-01,1,e1,CO2 trap,2 trap-nights\n"+ // of the same event
		",,48.86,2.35,2019-06-01,0,e2,CO2 trap,2 trap-nights\n"), importing.Options{Dataset: "Two", SkipDuplicates: true})
	i.want(r, "inserted 1, updated 0, unchanged 0, absences 0, rejected 0, skipped 1, missing 0, removed 0")
	i.wantEvents(r, importing.EventCounts{Inserted: 1, WithoutCatch: 1})
	if !slices.ContainsFunc(r.Notes, func(n importing.Note) bool { return strings.HasPrefix(n.Message, "1 sampling event is left out") }) {
		t.Errorf("notes %+v", r.Notes)
	}
}

// TestAssumedIncompleteIsTakenBack: that an event is incomplete for a rejected row lasts as long as the file has such a row; what a file or
// a person says lasts.
func TestAssumedIncompleteIsTakenBack(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	text := eventHeader + ",isTaxonomicScopeFullyReported\n"
	for n := range 4 {
		text += fmt.Sprintf(",Culex pipiens,48.85,2.35,2019-06-01,3,e%[1]d,CO2 trap,1 trap-night,\na%[1]d,NAME,48.85,2.35,2019-06-01,30,e%[1]d,CO2 trap,1 trap-night,%[2]s\n",
			n, map[int]string{2: "false"}[n])
	}
	file := func(name string) string { return i.file("traps.csv", strings.ReplaceAll(text, "NAME", name)) }
	complete := func(want string) {
		t.Helper()
		if got := pgtest.Value[string](t, i.db, "select string_agg(event_id || ' ' || coalesce(complete::text, '-'), ', ' order by event_id) from sampling_events"); got != want {
			t.Errorf("events are complete: %s, want %s", got, want)
		}
	}
	for range 2 {
		i.must(file("Not identified yet"), importing.Options{})
		complete("e0 false, e1 false, e2 false, e3 false")
	}
	pgtest.Run(t, i.db, "update sampling_events set assumed_incomplete = false where event_id = 'e3'") // as a PATCH of complete does
	i.must(file("Aedes aegypti"), importing.Options{})
	complete("e0 -, e1 -, e2 false, e3 false")
	i.must(file("Not identified yet"), importing.Options{})
	text = strings.Replace(text, "false", "", 1)
	i.must(file("Aedes aegypti"), importing.Options{Replace: true, Confirm: func(importing.Replacement) (bool, error) { return true, nil }})
	complete("e0 -, e1 -, e2 false, e3 false")
}

// TestRejectedRowsKeepTheirEvents: the event of a row that is rejected is in the file, so it is not missing.
func TestRejectedRowsKeepTheirEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	const rest = ",48.85,2.35,2019-06-01,"
	i.must(i.file("traps.csv", eventHeader+"\na1,Culex pipiens"+rest+"3,e1,CO2 trap,2 trap-nights\n,"+rest+"0,e2,CO2 trap,2 trap-nights\n"+
		"a3,Culex pipiens"+rest+"3,e3,CO2 trap,2 trap-nights\na4,Culex pipiens"+rest+"3,e4,CO2 trap,2 trap-nights\n"), importing.Options{})
	path := i.file("traps.csv", eventHeader+"\na1,Culex pipiens,,,2019-06-01,3,e1,CO2 trap,2 trap-nights\n,,,,2019-06-01,0,e2,CO2 trap,2 trap-nights\n"+
		"a9,Culex pipiens"+rest+"3,e9,CO2 trap,2 trap-nights\na9,Culex pipiens"+rest+"3,e3,CO2 trap,2 trap-nights\n")
	r := i.must(path, importing.Options{Replace: true, Confirm: func(importing.Replacement) (bool, error) { return true, nil }})
	i.want(r, "inserted 1, updated 0, unchanged 0, absences 0, rejected 3, skipped 0, missing 2, removed 2")
	i.wantEvents(r, importing.EventCounts{Inserted: 1, Unchanged: 1, WithoutCatch: 1, Missing: 1, Removed: 1})
	if got := pgtest.Value[string](t, i.db, "select string_agg(event_id, ' ' order by event_id) from sampling_events"); got != "e1 e2 e3 e9" {
		t.Errorf("stored %s, want e1 e2 e3 e9", got)
	}
}

// TestFilesWithoutEventsAskToReplaceThem: where a file states no sampling event, those of its data source are removed by --replace, and
// their number is asked first.
func TestFilesWithoutEventsAskToReplaceThem(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", eventHeader+"\na1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\n"), importing.Options{})
	path := i.file("traps.csv", header+"\na1,Culex pipiens,48.85,2.35,2019-06-01,3\n")
	i.stops(importing.StopReplace, path, importing.Options{Replace: true})
	var asked importing.Replacement
	r := i.must(path, importing.Options{Replace: true, Confirm: func(r importing.Replacement) (bool, error) { asked = r; return true, nil }})
	i.wantEvents(r, importing.EventCounts{Missing: 1, Removed: 1})
	if want := `--replace removes 1 sampling event of "traps" that the file does not have`; asked.String() != want {
		t.Errorf("asked %s, want %s", asked, want)
	}
}

// TestImportMovesEvents: places of events come from another reference system as those of records do; one outside of it makes no event.
func TestImportMovesEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	r := i.must(i.file("traps.csv", eventHeader+",geodeticDatum\n"+
		",,5411930,448251,2019-06-01,0,e1,CO2 trap,2 trap-nights,EPSG:32631\n"+
		",,1e9,1e9,2019-06-01,0,e2,CO2 trap,2 trap-nights,EPSG:32631\n"), importing.Options{})
	i.wantEvents(r, importing.EventCounts{Inserted: 1, WithoutCatch: 1})
	if r.Rejected != 1 {
		t.Errorf("%d rows are rejected, want 1", r.Rejected)
	}
	if got := pgtest.Value[string](t, i.db, "select concat(country_id, ' ', st_astext(geom, 2)) from sampling_events limit 1"); got != "fr POINT(2.29 48.86)" {
		t.Errorf("the event is at %s", got)
	}
}

// TestRemovedSourcesTakeTheirEventsAlong holds the numbers that `skeeter dataset` shows.
func TestRemovedSourcesTakeTheirEventsAlong(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", eventHeader+"\n"+
		"a1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\n,,48.86,2.35,2019-06-01,0,e2,CO2 trap,2 trap-nights\n"), importing.Options{})
	list, err := datasets.List(t.Context(), i.db)
	if err != nil || len(list) != 1 || list[0].Events != 2 {
		t.Fatalf("data sources %+v, %v", list, err)
	}
	removed, err := datasets.Remove(t.Context(), i.db, "traps")
	if err != nil || removed.Observations != 1 || removed.Events != 2 || removed.Pools != 0 {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from sampling_events"); n != 0 {
		t.Errorf("%d events stay", n)
	}
}

// TestImportsRealEvents holds the numbers of Chicago's West Nile virus mosquito tests, 2007 to 2024 (data.cityofchicago.org/d/jqe8-8r6s),
// and that the trap weeks of the archive that they are exported as are the same. The short form imports the first rows, and leaves the numbers of all to
// TestPublishedFigures of test/program.
func TestImportsRealEvents(t *testing.T) {
	t.Parallel()
	root := os.Getenv("SKEETER_TESTDATA")
	if root == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data")
	}
	profile, err := profiles.Load("chicago-mosquito-tests")
	if err != nil {
		t.Fatal(err)
	}
	i := newFixture(t)
	path := filepath.Join(root, "analytics", "chicago-wnv-mosquito-tests.csv")
	if !testenv.Long() {
		path = i.file("chicago.csv", firstLines(t, path, 1000))
	}
	o := importing.Options{Options: profile.Options(), Dataset: profile.Dataset, Rejects: filepath.Join(i.dir, "rejected.csv")}
	r := i.must(path, o)
	if testenv.Long() {
		i.want(r, "inserted 36149, updated 0, unchanged 0, absences 0, rejected 316, skipped 0, missing 0, removed 0")
		i.wantEvents(r, importing.EventCounts{Inserted: 24_768, WithoutCatch: 4693})
		if specimens := pgtest.Value[int](t, i.db, "select sum(count)::int from observations"); specimens != 465_770 {
			t.Errorf("%d specimens, want 465,770", specimens)
		}
	} else if r.Inserted < 600 || r.Rejected == 0 || r.Events.Inserted < 300 || r.Events.WithoutCatch < 10 {
		t.Errorf("of 1,000 rows %s, events %+v", counts(r), r.Events)
	}
	events := importing.EventCounts{Unchanged: r.Events.Inserted, WithoutCatch: r.Events.WithoutCatch}
	unchanged := func(r importing.Report, records, rejected int64) {
		t.Helper()
		i.want(r, fmt.Sprintf("inserted 0, updated 0, unchanged %d, absences 0, rejected %d, skipped 0, missing 0, removed 0", records, rejected))
		i.wantEvents(r, events)
	}
	unchanged(i.must(path, o), r.Inserted, r.Rejected)
	unchanged(i.must(i.exported("chicago.zip", "dwca", true), importing.Options{}), r.Inserted, 0)
}

// firstLines are the first n lines of a file.
func firstLines(t *testing.T, path string, n int) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.SplitAfterN(string(content), "\n", n+1)[:n], "")
}
