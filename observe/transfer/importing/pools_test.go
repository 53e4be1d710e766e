package importing_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// tested are the options for files with the columns of a test.
func tested(t *testing.T, more string) darwincore.Options {
	t.Helper()
	m, err := headers.ParseMapping("pool=pool,size=tested,pathogen=target,method=how,result=found,tested_on=day" + more)
	if err != nil {
		t.Fatal(err)
	}
	return darwincore.Options{Map: m}
}

const testHeader = ",pool,tested,target,how,found,day"

func (i *fixture) wantPools(r importing.Report, want importing.PoolCounts) {
	i.t.Helper()
	if r.Pools != want {
		i.t.Errorf("%s: pools %+v, want %+v; notes %+v", r.File, r.Pools, want, r.Notes)
	}
}

// pools lists the stored pools.
func (i *fixture) pools() []string {
	i.t.Helper()
	return pgtest.Column[string](i.t, i.db, `select concat_ws(' ', pool_id, coalesce(event_id, '-'), t.id, sex, size, pathogen, disease_id, coalesce(method, '-'), result, coalesce(tested_on::text, '-'),
		ST_AsText(geom), country_id, coalesce(started_at::date::text, '-'), ended_at::date, date_precision, coalesce(sampling_protocol, '-'))
		from pools p join taxa t on t.key = p.taxon_key order by pool_id, pathogen`)
}

// TestImportStoresPools: a row may be a catch, a pool or both; a pool may be tested for several pathogens; what is wrong with a pool
// rejects its row; importing the file again changes nothing.
func TestImportStoresPools(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	text := header + ",sex,eventID,samplingProtocol" + testHeader + "\n" +
		"a1,Culex pipiens,48.85,2.35,2019-06-01,60,female,e1,CO2 trap,,,,,,\n" + // a catch
		"a2,CULEX PIPIENS/RESTUANS,48.85,2.35,2019-06-01,50,f,e1,CO2 trap,p1,50,WNV,RT-PCR,NEG,14/06/2019\n" + // both
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,CO2 trap,p2,25,WNV,RT-PCR,Détecté,13/06/2019\n" + // a pool
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,CO2 trap,p2,25,Usutu virus,RT-PCR,negativo,\n" + // the same for another pathogen
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e2,CO2 trap,p3,30,Keystone virus,,Inconclusive,\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,p4,111,WNV,,neg,\n" + // larger than the catch
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e9,,p5,0,WNV,,neg,\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,p6,1001,WNV,,neg,\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,p7,10,WNV,,maybe,\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,p8,10,WNV,,neg,soon\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,p9,10,,,neg,\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,p10,10,WNV,,,\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,,10,WNV,,neg,\n" +
		",Culex pipiens,48.85,2.35,2019-06-01,,female,e1,,p2,25,wnv,rt-pcr,neg,\n" + // repeats a test
		"a3,Culex pipiens,48.85,2.35,2019-06-01,1,female,e3,CO2 trap,p11,10,WNV,,,\n" // a pool that is not tested
	path := i.file("tests.csv", text)
	o := importing.Options{Options: tested(t, ",event=eventID")}
	check := o
	check.Check = true
	checked, err := i.try(path, check)
	if err != nil {
		t.Fatal(err)
	}
	first := importing.PoolCounts{Inserted: 5}
	i.wantPools(checked, first)
	var shown []string
	for _, p := range checked.PreviewPools {
		shown = append(shown, fmt.Sprintln(p.Line, p.Outcome, p.PoolID, p.EventID, p.ScientificName, p.Size, p.Pathogen, p.Result, p.EndedAt.Format(time.DateOnly)))
	}
	if want := "4 inserted p2 e1 Culex pipiens 25 West Nile virus positive 2019-06-01\n"; len(shown) != 5 || shown[1] != want {
		t.Errorf("the check shows %q, the second one should be %q", shown, want)
	}
	if n := len(i.pools()); n != 0 {
		t.Fatalf("a check stored %d pools", n)
	}

	r := i.must(path, o)
	i.want(r, "inserted 3, updated 0, unchanged 0, absences 0, rejected 8, skipped 0, missing 0, removed 0")
	i.wantPools(r, first)
	if r.PoolRows != 4 {
		t.Errorf("%d rows are pools alone, want 4", r.PoolRows)
	}
	var reasons []string
	for _, reason := range r.Reasons {
		reasons = append(reasons, fmt.Sprintf("%s: %d", reason.Reason, reason.Rows))
	}
	slices.Sort(reasons)
	if want := []string{
		"date of the test is not understood: 1", "no id of the pool: 1", "no pathogen that the pool was tested for: 1", "no result of the test of the pool: 1",
		"result of the test is not understood (say what it means with --map result:WORD=positive): 1", "size of the pool is no whole number from 1 to 1000: 2",
		"the file repeats this pool, pathogen and method (ids that begin again, each year or laboratory, are made of several columns: --map pool=YEAR+SAMPLE): 1",
	}; !slices.Equal(reasons, want) {
		t.Errorf("reasons %q, want %q", reasons, want)
	}
	for _, want := range []string{`pathogens that are not known, kept as written (--map pathogen:WRITTEN=WNV says what one means): "Keystone virus"`,
		`pools with more mosquitoes than their sampling event caught, such as "p4": 111 of 110`, "pool without a result, the row is a catch alone"} {
		if !slices.ContainsFunc(r.Notes, func(n importing.Note) bool { return n.Message == want && n.Rows == 1 }) {
			t.Errorf("the note %q is not in %+v", want, r.Notes)
		}
	}
	if got, want := i.pools(), []string{
		"p1 e1 culex-pipiens-restuans female 50 West Nile virus west-nile-fever RT-PCR negative 2019-06-14 POINT(2.35 48.85) fr - 2019-06-01 day CO2 trap",
		"p2 e1 culex-pipiens female 25 Usutu virus usutu-virus-infection RT-PCR negative - POINT(2.35 48.85) fr - 2019-06-01 day CO2 trap",
		"p2 e1 culex-pipiens female 25 West Nile virus west-nile-fever RT-PCR positive 2019-06-13 POINT(2.35 48.85) fr - 2019-06-01 day CO2 trap",
		"p3 e2 culex-pipiens female 30 Keystone virus - inconclusive - POINT(2.35 48.85) fr - 2019-06-01 day CO2 trap",
		"p4 e1 culex-pipiens female 111 West Nile virus west-nile-fever - negative - POINT(2.35 48.85) fr - 2019-06-01 day CO2 trap",
	}; !slices.Equal(got, want) {
		t.Errorf("pools are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := pgtest.Value[int](t, i.db, "select sum(count)::int from observations"); n != 111 {
		t.Errorf("the catch is %d, want 111: pools add to it", n)
	}
	if events := pgtest.Value[string](t, i.db, "select string_agg(event_id, ' ' order by event_id) from sampling_events"); events != "e1 e3" {
		t.Errorf("events %s: a pool alone makes none", events)
	}

	again := i.must(path, o)
	i.want(again, "inserted 0, updated 0, unchanged 3, absences 0, rejected 8, skipped 0, missing 0, removed 0")
	i.wantPools(again, importing.PoolCounts{Unchanged: 5})

	smaller := i.file("tests.csv", strings.Replace(strings.Replace(text, "p3,30", "p0,30", 1), "Détecté", "neg.", 1))
	o.Replace, o.Confirm = true, func(importing.Replacement) (bool, error) { return true, nil }
	r = i.must(smaller, o)
	i.wantPools(r, importing.PoolCounts{Inserted: 1, Updated: 1, Unchanged: 3, Missing: 1, Removed: 1})
	if n := pgtest.Value[int](t, i.db, "select count(*)::int from pools where result = 'positive' or pool_id = 'p3'"); n != 0 {
		t.Errorf("%d pools are as before", n)
	}
	removed, err := datasets.Remove(t.Context(), i.db, "tests")
	if err != nil || removed.Pools != 5 || len(i.pools()) != 0 {
		t.Errorf("removed %+v, %v; %d pools are left", removed, err, len(i.pools()))
	}
}

// TestCatchOfPoolCountsOnce: rows of one pool for several pathogens state one catch; other pools, counts and names are catches of their own.
func TestCatchOfPoolCountsOnce(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	const rest = ",48.85,2.35,2019-06-01,"
	path := i.file("tests.csv", header+",eventID,notes,lab"+testHeader+"\n"+
		",Culex pipiens"+rest+"25,e1,,a,p1,25,WNV,,neg,\n,Culex pipiens"+rest+"25,e1,late,b,p1,25,SLEV,,neg,\n,Culex pipiens"+rest+"25,e1,,c,p1,25,WEEV,,neg,\n"+
		",Culex pipiens"+rest+"25,e1,,a,p2,25,WNV,,neg,\n,Culex pipiens"+rest+"26,e1,,a,p2,25,SLEV,,neg,\n"+ // another pool and another count
		",Culex pipiens"+rest+"25,e2,,a,p1,25,EEEV,,neg,\n,Aedes vexans"+rest+"25,e1,,a,p1,25,VEEV,,neg,\n") // another event and another name
	o := importing.Options{Options: tested(t, ",event=eventID")}
	for _, want := range []string{"inserted 5, updated 0, unchanged 0", "inserted 0, updated 0, unchanged 5"} {
		r := i.must(path, o)
		i.want(r, want+", absences 0, rejected 0, skipped 0, missing 0, removed 0")
		note := importing.Note{Message: "the catch of a pool that an earlier row states for another pathogen, the row is a pool alone", Rows: 2, Line: 3}
		if r.PoolRows != 2 || !slices.Contains(r.Notes, note) {
			t.Errorf("%d rows are pools alone, notes %+v", r.PoolRows, r.Notes)
		}
	}
	if n := pgtest.Value[int](t, i.db, "select sum(count)::int from observations"); n != 126 {
		t.Errorf("the catch is %d, want 126", n)
	}
	got := pgtest.Column[string](t, i.db, "select concat_ws(' ', pathogen, remarks, metadata) from pools where pool_id = 'p1' and metadata <> '{}' order by 1")
	if want := []string{`St. Louis encephalitis virus late {"lab": "b"}`, `Western equine encephalitis virus {"lab": "c"}`}; !slices.Equal(got, want) {
		t.Errorf("pools alone keep %q, want %q", got, want)
	}
}

// TestRejectedPoolsLeaveTheirCatch: what is wrong with a pool costs neither the catch of its row nor the completeness of its event.
func TestRejectedPoolsLeaveTheirCatch(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	row := func(n int, pool string) string {
		return fmt.Sprintf(",Culex pipiens,48.85,2.35,2019-06-01,10,e%d%s\n", n, pool)
	}
	good := row(6, ",p6,10,WNV,,neg,2019-06-05")
	text := header + ",eventID" + testHeader + "\n" + row(1, ",p1,10,WNV,,pending,") + row(2, ",p2,2000,WNV,,neg,") + row(3, ",p3,,WNV,,neg,") +
		row(4, ",p4,10,,,neg,") + row(5, ",p5,10,WNV,,neg,31/9/2019") + good
	o := importing.Options{Options: tested(t, ",event=eventID")}
	stored := row(1, ",p1,10,WNV,,neg,")
	i.wantPools(i.must(i.file("tests.csv", header+",eventID"+testHeader+"\n"+stored), o), importing.PoolCounts{Inserted: 1})
	o.Replace, o.Confirm = true, func(importing.Replacement) (bool, error) { return true, nil }
	r := i.must(i.file("tests.csv", text), o)
	if r.Rejected != 0 || r.Inserted+r.Updated+r.Unchanged != 6 {
		t.Errorf("%s", counts(r))
	}
	i.wantPools(r, importing.PoolCounts{Inserted: 1, Rejected: 5})
	note := importing.Note{Message: "the pool is rejected, the row is a catch alone: size of the pool is no whole number from 1 to 1000", Rows: 2, Line: 3}
	if !slices.Contains(r.Notes, note) {
		t.Errorf("notes %+v", r.Notes)
	}
	if got := pgtest.Value[string](t, i.db, "select concat_ws(' ', count(*), bool_and(complete is null)) from sampling_events"); got != "6 t" {
		t.Errorf("events %s, want 6 that nothing says to be incomplete", got)
	}
	rejected, err := os.ReadFile(r.RejectsFile)
	if err != nil || strings.Count(string(rejected), "the pool is rejected") != 5 {
		t.Errorf("%v: rejected rows are\n%s", err, rejected)
	}
}

// TestPoolsPartNoCatches: a row without an id is the same catch where the pool is new or otherwise.
func TestPoolsPartNoCatches(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	rows := func(columns string, of ...string) string {
		text := header + ",eventID" + columns + "\n"
		for n, pool := range of {
			text += fmt.Sprintf(",Culex pipiens,48.85,2.35,2019-06-01,10,e%d%s\n", n, pool)
		}
		return i.file("tests.csv", text)
	}
	caught := importing.Options{}
	if err := caught.Map.SetConstant("target", "Culex"); err != nil {
		t.Fatal(err)
	}
	caught.Map.Columns = map[string]string{"event": "eventID"}
	i.must(rows("", "", ""), caught)
	o := importing.Options{Options: tested(t, ",event=eventID,target:=Culex")}
	for _, file := range []struct{ first, want string }{
		{",p1,10,WNV,,neg,", "inserted 0, updated 2, unchanged 0"},
		{",p1,10,WNV,,pos,2019-06-05", "inserted 0, updated 1, unchanged 1"},
	} {
		i.want(i.must(rows(testHeader, file.first, ",p2,10,WNV,,neg,"), o), file.want+", absences 0, rejected 0, skipped 0, missing 0, removed 0")
	}
	if got := pgtest.Value[string](t, i.db, "select string_agg(result, ' ' order by pool_id) from pools"); got != "positive negative" {
		t.Errorf("results %s", got)
	}
}

// TestIDsOfPoolsUsedAgain: a pool that becomes another is noted, and an id of several columns keeps both.
func TestIDsOfPoolsUsedAgain(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	year := func(year string) string {
		return i.file("lab.csv", header+testHeader+"\n,Culex pipiens,48.85,2.35,"+year+"-06-01,,1,50,WNV,,neg,\n,Culex pipiens,48.85,2.35,"+year+"-06-01,,2,50,WNV,,pos,\n")
	}
	note := importing.Note{Rows: 2, Line: 2, Message: `stored pools that change their event, day or species, such as "1" (ids that begin again, each year or laboratory, ` +
		`are made of several columns: --map pool=YEAR+SAMPLE)`}
	o := importing.Options{Options: tested(t, "")}
	for n, y := range []string{"2019", "2020", "2020"} {
		r := i.must(year(y), o)
		if got := slices.Contains(r.Notes, note); got != (n == 1) {
			t.Errorf("%d: noted %t: %+v", n, got, r.Notes)
		}
	}
	o.Map.Columns["pool"] = "eventDate + pool"
	o.Dataset = "Lab of several years"
	i.wantPools(i.must(year("2019"), o), importing.PoolCounts{Inserted: 2})
	i.wantPools(i.must(year("2020"), o), importing.PoolCounts{Inserted: 2, Missing: 2})
	i.wantPools(i.must(year("2020"), o), importing.PoolCounts{Unchanged: 2, Missing: 2})
	if got := pgtest.Value[string](t, i.db, "select min(pool_id) from pools where pool_id ~ ':'"); got != "2019-06-01:1" {
		t.Errorf("the first id is %s", got)
	}
}

// TestPoolsOfEvents: a pool alone has the place, the days and the protocol of its sampling event, of the file or as it is stored.
func TestPoolsOfEvents(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", eventHeader+"\na1,Culex pipiens,48.85,2.35,2019-06-01/2019-06-03,60,e1,CO2 trap,2 trap-nights\n"), importing.Options{Dataset: "Traps"})
	path := i.file("lab.csv", "scientificName,eventID"+testHeader+"\nCulex pipiens,e1,p1,50,WNV,,neg,\nCulex pipiens,e2,p2,50,WNV,,neg,\nCulex pipiens,,p3,50,WNV,,neg,\n")
	o := importing.Options{Options: tested(t, ",event=eventID"), Dataset: "Traps"}
	r := i.must(path, o)
	i.wantPools(r, importing.PoolCounts{Inserted: 1})
	if r.Rejected != 2 || r.Reasons[0].Reason != "no place or no date, and no sampling event of this id is stored" || r.PoolRows != 1 {
		t.Errorf("%d rejected, %+v", r.Rejected, r.Reasons)
	}
	if got := i.pools(); len(got) != 1 || got[0] != "p1 e1 culex-pipiens 50 West Nile virus west-nile-fever - negative - POINT(2.35 48.85) fr 2019-06-01 2019-06-03 day CO2 trap" {
		t.Error(got)
	}
	r = i.must(path, o)
	i.wantPools(r, importing.PoolCounts{Unchanged: 1})
	if r.Missing+r.Events.Missing > 0 {
		t.Errorf("a file of pools alone lacks %d records and %d events", r.Missing, r.Events.Missing)
	}
	r = i.must(i.file("traps.csv", eventHeader+"\na1,Culex pipiens,48.85,2.35,2019-06-01/2019-06-03,61,e1,CO2 trap,2 trap-nights\n"), importing.Options{Dataset: "Traps"})
	i.wantPools(r, importing.PoolCounts{})
}

func TestMapOfPools(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("tests.csv", header+testHeader+"\na1,Culex pipiens,48.85,2.35,2019-06-01,1,p1,1,WNV,,neg,\n")
	for mapping, want := range map[string]string{
		"result=found": "not what size and pathogen is", "size=tested,pathogen:=WNV": "not what result is", "pool=pool": "not what size and pathogen and result is",
	} {
		m, err := headers.ParseMapping(mapping)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := i.try(path, importing.Options{Options: darwincore.Options{Map: m}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", mapping, err, want)
		}
	}
	m, err := headers.ParseMapping("size=tested,pathogen:=WNV,result=found")
	if err != nil {
		t.Fatal(err)
	}
	r := i.must(path, importing.Options{Options: darwincore.Options{Map: m}})
	i.wantPools(r, importing.PoolCounts{Inserted: 1})
	if got := i.pools(); len(got) != 1 || !strings.HasPrefix(got[0], "a1 ") {
		t.Errorf("the pool has not the id of its row: %v", got)
	}
}

// TestEarlyTests: pools that were tested before their collection began are stored with a note.
func TestEarlyTests(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	path := i.file("tests.csv", header+testHeader+"\n"+
		"a1,Culex pipiens,48.85,2.35,2019-06-20,1,p1,1,WNV,,neg,2019-06-19\n"+
		"a2,Culex pipiens,48.85,2.35,2019-06-20,1,p2,1,WNV,,neg,2019-06-20\n"+
		"a3,Culex pipiens,48.85,2.35,2019-06-20,1,p3,1,WNV,,neg,\n"+
		"a4,Culex pipiens,48.85,2.35,2019-06-10/2019-06-20,1,p4,1,WNV,,neg,2019-06-09\n")
	r := i.must(path, importing.Options{Options: tested(t, "")})
	i.wantPools(r, importing.PoolCounts{Inserted: 4})
	want := importing.Note{Message: `pools tested before their collection began, such as "p1": 2019-06-19 before 2019-06-20`, Line: 2, Rows: 2}
	if !slices.Contains(r.Notes, want) {
		t.Errorf("the note %+v is not in %+v", want, r.Notes)
	}
}

// TestPoolsRoundTrip: an exported table of pools changes nothing in the same database, and brings the same pools into another.
func TestPoolsRoundTrip(t *testing.T) {
	t.Parallel()
	from := newFixture(t)
	from.must(from.file("tests.csv", header+",sex,eventID,samplingProtocol,recordedBy,lab"+testHeader+"\n"+
		"a1,CULEX PIPIENS/RESTUANS,48.85,2.35,2019-06-01,50,f,e1,CO2 trap,Ann,Paris,p1,50,WNV,RT-PCR,NEG,14/06/2019\n"+
		",Culex cf. pipiens,48.85,2.35,2019-06-01/2019-06-07,,female,e1,CO2 trap,Ann,\"Paris, \"\"north\"\"\",=p2,25,WNV,RT-PCR,pos,13/06/2019\n"+
		",Culex nosuchus,48.85,2.35,2019-06-01T20:15:00+02:00,,female,,CO2 trap,Ann,,p3,25,Keystone virus,,inconclusive,\n"+
		",Culex pipiens,48.85,2.35,2019-06,,,,,,,p4,1,WNV,,neg,\n"),
		importing.Options{Options: tested(t, ""), Dataset: "Traps, tested"})
	pgtest.Run(t, from.db, `insert into pools (id, data_source_key, pool_id, geom, ended_at, date_precision, taxon_key, size, pathogen, disease_id, result, country_id, region_id, remarks)
		select '8a8f9c5c-1a8e-5e0d-9a53-0f7f3f1e0b11', d.key, 'made', p.geom, '2019-06-03Z', 'day', p.taxon_key, 7, 'West Nile virus', 'west-nile-fever', 'negative', p.country_id, p.region_id, 'by hand'
		from pools p join data_sources d on d.key = p.data_source_key where pool_id = 'p4'`)
	pgtest.Run(t, from.db, "update pools set id = $1 where pool_id = 'made'", surveillance.PoolUUID("traps-tested", "made", "West Nile virus", ""))
	const all = "select (to_jsonb(p) - array['data_source_key', 'taxon_key', 'created_at', 'updated_at'])::text || t.id || d.id from pools p join taxa t on t.key = p.taxon_key join data_sources d on d.key = p.data_source_key order by 1"
	before := pgtest.Column[string](t, from.db, all)
	for _, private := range []bool{true, false} {
		file := from.exported(fmt.Sprintf("pools-%t.csv", private), "pools", private)
		from.wantPools(from.must(file, importing.Options{}), importing.PoolCounts{Unchanged: 5})
		if after := pgtest.Column[string](t, from.db, all); !slices.Equal(after, before) {
			t.Errorf("private %t: pools are\n%s\nwere\n%s", private, strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
		to := newFixture(t)
		to.wantPools(to.must(file, importing.Options{}), importing.PoolCounts{Inserted: 5})
		if got, want := to.pools(), from.pools(); !slices.Equal(got, want) {
			t.Errorf("private %t: pools are\n%s\nwant\n%s", private, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if got := pgtest.Column[string](t, to.db, all); private && !slices.Equal(got, before) {
			t.Errorf("pools are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
		}
		to.wantPools(to.must(file, importing.Options{}), importing.PoolCounts{Unchanged: 5})
		text, err := os.ReadFile(file)
		if err != nil || strings.Contains(string(text), "Ann") || !strings.Contains(string(text), "'=p2") {
			t.Errorf("private %t: %v in %s", private, err, text)
		}
	}
}

// TestPoolsFollowTheirEvent: a later file that corrects an event moves the pools that took from it what they do not state.
func TestPoolsFollowTheirEvent(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	o := importing.Options{Options: tested(t, ",event=eventID"), Dataset: "traps"}
	events, err := headers.ParseMapping("event=eventID")
	if err != nil {
		t.Fatal(err)
	}
	pools := []string{
		i.file("all.csv", "scientificName,eventID"+testHeader+"\nCulex pipiens,e1,p1,25,WNV,,neg,\n"), // takes all from the event
		i.file("own.csv", header+",eventID,samplingProtocol"+testHeader+"\n,Culex pipiens,48.9,2.4,2019-06-03,,e1,CO2,p2,25,WNV,,neg,\n"),
		i.file("days.csv", "scientificName,eventDate,eventID"+testHeader+"\nCulex pipiens,2019-06-03,e1,p3,25,WNV,,neg,\n"), // takes the place and the protocol
	}
	for _, step := range []struct{ event, want string }{
		{",48.85,2.35,2019-06-01,60,e1,GRAVID", "p1 POINT(2.35 48.85) 2019-06-01 GRAVID, p2 POINT(2.4 48.9) 2019-06-03 CO2, p3 POINT(2.35 48.85) 2019-06-03 GRAVID"},
		{",41.4,2.1,2019-06-02,60,e1,light", "p1 POINT(2.1 41.4) 2019-06-02 light, p2 POINT(2.4 48.9) 2019-06-03 CO2, p3 POINT(2.1 41.4) 2019-06-03 light"},
	} {
		i.must(i.file("events.csv", header+",eventID,samplingProtocol\na1,Culex pipiens"+step.event+"\n"), importing.Options{Options: darwincore.Options{Map: events}, Dataset: "traps"})
		for _, path := range pools {
			i.must(path, o)
		}
		const all = "select string_agg(concat_ws(' ', pool_id, ST_AsText(geom), last_day, sampling_protocol), ', ' order by pool_id) from pools"
		if got := pgtest.Value[string](t, i.db, all); got != step.want {
			t.Errorf("pools are %s, want %s", got, step.want)
		}
		if wrong := pgtest.Value[int](t, i.db, "select count(*)::int from pools p join sampling_events e on e.event_id = p.event_id where p.event_place and p.country_id is distinct from e.country_id"); wrong > 0 {
			t.Errorf("%d pools lie in another country than their event", wrong)
		}
	}
}

// TestRetestsAreKept: the tests of a pool by two methods are two facts; tests that were stored before methods were told apart stay the same.
func TestRetestsAreKept(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	row := ",Culex pipiens,48.85,2.35,2019-06-01,,"
	path := i.file("tests.csv", header+testHeader+"\n"+row+"p1,25,WNV,RAMP,pos,\n"+row+"p1,25,WNV,RT-PCR,neg,\n"+row+"p2,25,WNV,RAMP,neg,\n"+row+"p3,25,WNV,,neg,\n")
	o := importing.Options{Options: tested(t, ""), Dataset: "traps"}
	i.wantPools(i.must(path, o), importing.PoolCounts{Inserted: 4})
	i.wantPools(i.must(path, o), importing.PoolCounts{Unchanged: 4})
	pgtest.Run(t, i.db, "delete from pools where method = 'RT-PCR'")
	pgtest.Run(t, i.db, "update pools set id = $1 where pool_id = 'p1'", surveillance.PoolUUID("traps", "p1", "West Nile virus", ""))
	pgtest.Run(t, i.db, "update pools set id = $1 where pool_id = 'p2'", surveillance.PoolUUID("traps", "p2", "West Nile virus", ""))
	i.wantPools(i.must(path, o), importing.PoolCounts{Inserted: 1, Unchanged: 3})
	o.Replace = true
	i.wantPools(i.must(path, o), importing.PoolCounts{Unchanged: 4})
}
