package darwincore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetest"
)

// humboldtXML writes the element of a Humboldt extension.
func humboldtXML(terms ...string) string {
	return strings.ReplaceAll(filetest.TableXML("extension", "Event", "humboldt.txt", terms...), "rs.tdwg.org/dwc/terms/", "rs.tdwg.org/eco/terms/")
}

// sayRow writes what a row of an archive became.
func sayRow(row Row) string {
	out := fmt.Sprintf("line %d: ", row.Line)
	if r := row.Record; r != nil {
		out += map[bool]string{true: "no ", false: ""}[r.Absent] + r.ScientificName + ", "
	}
	return out + spell(row.Event) + row.Reject
}

func TestEventCoreAlone(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "meta.xml", filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude", "samplingProtocol", "locality", "eventRemarks"),
		humboldtXML("samplingEffortValue", "samplingEffortUnit", "targetTaxonomicScope", "isTaxonomicScopeFullyReported", "isAbsenceReported"),
		filetest.TableXML("extension", "MeasurementOrFact", "facts.txt", "measurementType", "measurementValue"),
	), "event.txt", "E1\t2019-06-01/2019-06-03\t1\t2\tCDC\tGhent\train\nE2\t2019-06-01\t\t2\tCDC\t\t\nE3\t2019-06-01\t1\t2\t\t\t\n",
		"humboldt.txt", "E1\t4\ttrap nights\tCulicidae\ttrue\tfalse\nE1\t5\ttrap nights\t\t\t\nE9\t1\t\t\t\t\n", "facts.txt", "E1\twind\t3\n")
	out, err := readAll(t, path, Options{})
	if err != nil || len(out.events) != 2 || len(out.records) != 0 {
		t.Fatalf("%d events, %v", len(out.events), err)
	}
	want := []string{"line 1: E1 2019-06-01/2019-06-03 day 4 trap_night stated", "line 2: none" + errNoCoordinates.Error(), "line 3: E3 2019-06-01 day"}
	for i, row := range out.rows {
		if got := sayRow(row); got != want[i] {
			t.Errorf("%s, want %s", got, want[i])
		}
	}
	e := out.events[0]
	if !*e.Complete || e.Targets != nil || e.Remarks != "rain" || e.SamplingProtocol != "CDC" {
		t.Errorf("read %+v", e)
	}
	if got := fmt.Sprint(e.Metadata); got != "map[isAbsenceReported:false locality:Ghent measurementOrFact:[map[measurementType:wind measurementValue:3]] "+
		"samplingEffortUnit:trap nights samplingEffortValue:4 targetTaxonomicScope:Culicidae]" {
		t.Errorf("metadata %s", got)
	}
	if at := slices.Index(out.header, "samplingEffortValue"); at < 0 || out.rows[0].Values[at] != "4" || len(out.rows[1].Values) != len(out.header) {
		t.Errorf("the header is %v", out.header)
	}
	for message, n := range map[string]int{"humboldt.txt: second row of an event, not read": 1, "humboldt.txt: row whose event is not in the core, not read": 1} {
		if out.warnings[message] != n {
			t.Errorf("notes %v", out.warnings)
		}
	}
}

// TestEventCoreOfUnknownCatch: where an archive has no occurrence, an event caught nothing only if it says that it reports what it catches.
func TestEventCoreOfUnknownCatch(t *testing.T) {
	t.Parallel()
	core := filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude")
	events := "E1\t2019-06-01\t1\t2\nE2\t2019-06-01\t1\t2\nE3\t2019-06-01\t1\t2\nE4\t2019-06-01\t1\t2\n"
	humboldt := humboldtXML("isTaxonomicScopeFullyReported", "isAbsenceReported", "absentTaxa")
	said := "E1\ttrue\t\t\nE2\t\ttrue\t\nE3\t\tfalse\tCulex\n"
	occurrences := filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName")
	for name, test := range map[string]struct{ xml, occurrence, want string }{
		"no table":       {filetest.ArchiveXML(core, humboldt), "", "E1 true E2 not said E3 false E4 false"},
		"an empty table": {filetest.ArchiveXML(core, occurrences, humboldt), "", "E1 true E2 not said E3 false E4 false"},
		"a table":        {filetest.ArchiveXML(core, occurrences, humboldt), "E4\to1\tCulex\n", "E4 not said E1 true E2 not said E3 not said"},
	} {
		out, err := readAll(t, filetest.Zip(t, "meta.xml", test.xml, "event.txt", events, "humboldt.txt", said, "occurrence.txt", test.occurrence), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range out.events {
			complete := "not said"
			if e.Complete != nil {
				complete = fmt.Sprint(*e.Complete)
			}
			got = append(got, e.EventID+" "+complete)
		}
		if strings.Join(got, " ") != test.want || out.warnings[noOccurrencesNote] != strings.Count(test.want, "false") {
			t.Errorf("%s: %v, want %s; notes %v", name, got, test.want, out.warnings)
		}
	}
}

func TestEventCoreWithOccurrences(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "meta.xml", filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude", "samplingEffort"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName", "individualCount", "eventDate"),
		humboldtXML("absentTaxa", "targetTaxonomicScope"),
	), "event.txt", "E1\t2019-06-01\t1\t2\t2 trap nights\nE2\t2019-06-02\t1\t2\t1 trap night\nE3\t2019-06-03\t1\t2\t\nE4\t2019-06-04\t1\t\t\n",
		"occurrence.txt", "E1\to1\tAedes vexans\t4\t\nE3\to2\tCulex\t1\t2019-06-05\nE1\to3\tCulex\t0\t\nE1\to4\tunknown\t1\t\nE3\to5\t\t0\t\n",
		"humboldt.txt", "E1\tAedes aegypti|Aedes albopictus|Aedes aegypti\t\nE2\tCulex pipiens\tCulex | Aedes\n")
	out, err := readAll(t, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const e1, e2, e3 = "E1 2019-06-01 day 2 trap_night sampling_effort", "E2 2019-06-02 day 1 trap_night sampling_effort", "E3 2019-06-03 day"
	want := []string{
		"line 1: Aedes vexans, " + e1, "line 2: Culex, " + e3, "line 3: no Culex, " + e1, "line 4: " + e1 + errUnknown.Error(), "line 5: " + e3,
		"line 1: no Aedes aegypti, " + e1, "line 1: no Aedes albopictus, " + e1, "line 2: no Culex pipiens, " + e2, "line 4: none" + errNoCoordinates.Error(),
	}
	var got []string
	ids := map[string]bool{}
	for _, row := range out.rows {
		got = append(got, sayRow(row))
		if row.Record != nil {
			ids[row.Record.OccurrenceID] = true
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %q\nwant %q", got, want)
	}
	if len(ids) != 6 || out.rows[1].Record.Date.String() != "2019-06-05" || out.rows[1].Record.EventID != "E3" {
		t.Errorf("the ids are %v", ids)
	}
	absence := out.rows[7].Record
	if absence.EventID != "E2" || absence.Lat != 1 || absence.Date.String() != "2019-06-02" || absence.Count != 0 || fmt.Sprint(out.rows[7].Event.Targets) != "[Culex Aedes]" {
		t.Errorf("an absence is %+v", absence)
	}
	again, err := readAll(t, path, Options{})
	if err != nil || again.rows[7].Record.OccurrenceID != absence.OccurrenceID || again.rows[7].Record.Hash != absence.Hash || again.rows[7].Event.Hash != out.rows[7].Event.Hash {
		t.Errorf("read again an absence is %+v", again.rows[7].Record)
	}
}

// TestOccurrencesOfChildren holds that occurrences have from the parents of their event what it has from them, and no date of two events.
func TestOccurrencesOfChildren(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "meta.xml", filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "parentEventID", "eventDate", "year", "month", "decimalLatitude", "decimalLongitude", "geodeticDatum", "samplingProtocol"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName", "individualCount"),
	), "event.txt", "S\t\t\t2018\t5\t1\t2\tWGS84\tCDC\nV\tS\t\t\t\t\t\t\t\nT1\tV\t2019-06-01\t\t\t\t\t\tGravid\nT2\tV\t\t\t\t3\t4\t\t\n",
		"occurrence.txt", "T1\to1\tAedes\t1\nT2\to2\tAedes\t1\n")
	out, err := readAll(t, path, Options{})
	if err != nil || len(out.records) != 2 {
		t.Fatal(out.rejects, err)
	}
	for i, want := range []string{"1 2 2019-06-01 Gravid WGS84 0 T1 2019-06-01 day", "3 4 2018-05 CDC <nil> 0 T2 2018-05-01/2018-05-31 month"} {
		r := out.records[i]
		if got := fmt.Sprintln(r.Lat, r.Lon, r.Date.String(), r.SamplingProtocol, r.Metadata["geodeticDatum"], r.Flags&DateConflict, spell(out.rows[i].Event)); strings.TrimSpace(got) != want {
			t.Errorf("read %s, want %s", got, want)
		}
	}
}

// TestAbsentTaxa holds what an event looked for that lists what it did not find, and that it finds no taxon absent that it caught.
func TestAbsentTaxa(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "meta.xml", filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "eventDate", "decimalLatitude", "decimalLongitude", "dynamicProperties", "operator"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName", "individualCount"),
		humboldtXML("absentTaxa", "isAbsenceReported", "targetTaxonomicScope"),
	), "event.txt", "E1\t2019-06-01\t1\t2\t\t\nE2\t2019-06-02\t1\t2\t{\"moon\":3}\tcity\nE3\t2019-06-02\t1\t2\t\t\nE4\t2019-06-02\t1\t2\t\t\n",
		"occurrence.txt", "E1\to1\tAedes vexans\t4\nE4\to4\tunknown\t4\n",
		"humboldt.txt", "E1\tAedes|Culex\ttrue\t\nE2\tCulex\tfalse\t\nE3\tCulex\t\tAedes\n")
	out, err := readAll(t, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range out.rows {
		said := "rejected"
		if row.Record != nil {
			said = map[bool]string{true: "no ", false: ""}[row.Record.Absent] + row.Record.ScientificName
		}
		got = append(got, fmt.Sprintf("%s %s%v %v", said, row.Event.EventID, row.Event.Targets, row.Event.Complete != nil))
	}
	want := []string{
		"Aedes vexans E1[Aedes Culex Aedes vexans] false", "rejected E4[] true", "no Culex E1[Aedes Culex Aedes vexans] false", "rejected E2[] false", "no Culex E3[Aedes] false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %q\nwant %q", got, want)
	}
	if m := out.rows[3].Event.Metadata; fmt.Sprint(m["moon"], m["operator"]) != "3city" {
		t.Errorf("metadata %v", m)
	}
	for _, note := range []string{"absentTaxa names a taxon that the event found, no absence", "absentTaxa of an event that reports no absences (isAbsenceReported), kept in the metadata"} {
		if out.warnings[note] != 1 {
			t.Errorf("notes %v", out.warnings)
		}
	}
}

func TestParentsOfEvents(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "meta.xml", filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "parentEventID", "eventDate", "decimalLatitude", "decimalLongitude", "samplingProtocol", "samplingEffort", "eventRemarks"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName", "eventDate", "decimalLatitude", "decimalLongitude"),
		humboldtXML("targetTaxonomicScope", "samplingEffortValue"),
	), "event.txt", "S\t\t2019\t1\t2\tCDC\t90 trap nights\tseason\nV\tS\t2019-06\t\t\t\t\t\nT1\tV\t2019-06-01\t\t\t\t1 trap night\t\nT2\tV\t\t3\t4\tGravid\t\t\nX\tY\t2019\t5\t6\t\t\t\nY\tX\t2019\t5\t6\t\t\t\n",
		"occurrence.txt", "T1\to1\tAedes\t2019\t1\t2\nS\to2\tAedes\t2019\t1\t2\n", "humboldt.txt", "S\tCulex\t90\n")
	out, err := readAll(t, path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"line 1: Aedes, T1 2019-06-01 day 1 trap_night sampling_effort", "line 2: Aedes, none", "line 4: T2 2019-06-01/2019-06-30 month"}
	var got []string
	for _, row := range out.rows {
		got = append(got, sayRow(row))
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %q\nwant %q", got, want)
	}
	first, second := out.events[0], out.events[1]
	if first.SamplingProtocol != "CDC" || first.Lat != 1 || first.Remarks != "" || fmt.Sprint(first.Targets) != "[Culex]" || second.SamplingProtocol != "Gravid" || second.Lat != 3 {
		t.Errorf("read %+v\n%+v", first, second)
	}
	if r := out.rows[0].Record; r.SamplingProtocol != "CDC" || r.Metadata["targetTaxonomicScope"] != nil {
		t.Errorf("the record has not the method of the parent: %+v", r)
	}
	if n := out.warnings["event that others are part of, no collection of its own; they have its place, date and method where they state none"]; n != 4 {
		t.Errorf("notes %v", out.warnings)
	}
}

// TestEventsWithoutAPlace holds that occurrences with a place of their own are read where their event has none.
func TestEventsWithoutAPlace(t *testing.T) {
	t.Parallel()
	path := filetest.Zip(t, "meta.xml", filetest.ArchiveXML(
		filetest.TableXML("core", "Event", "event.txt", "eventDate"),
		filetest.TableXML("extension", "Occurrence", "occurrence.txt", "occurrenceID", "scientificName", "individualCount", "decimalLatitude", "decimalLongitude"),
	), "event.txt", "E1\t2019-06-01\n", "occurrence.txt", "E1\to1\tAedes\t1\t1\t2\nE1\to2\tNone\t0\t1\t2\n")
	out, err := readAll(t, path, Options{})
	if err != nil || len(out.records) != 1 || len(out.events) != 0 || out.rejects[errNothingWithout.Error()] != 1 {
		t.Fatalf("%d records, %d events, %v %v", len(out.records), len(out.events), out.rejects, err)
	}
	if out.warnings["event that cannot be read, its occurrences are: no coordinates"] != 1 {
		t.Errorf("notes %v", out.warnings)
	}
}
