package exporting_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// poolsAtRandom stores pools of every kind: of sampling events that eventsAtRandom stored, of events that are not stored and of none, of
// data sources with and without events.
func poolsAtRandom(t testing.TB, db *pgxpool.Pool, random *rand.Rand, n int) {
	t.Helper()
	type source struct {
		Key int32  `db:"key"`
		ID  string `db:"id"`
	}
	sources := pgtest.Rows[source](t, db, "select key, id from data_sources order by id")
	taxa := pgtest.Column[int32](t, db, "select key from taxa order by id limit 20")
	pick := func(from ...any) any { return from[random.IntN(len(from))] }
	for i := range n {
		of := sources[i%len(sources)]
		row := randomPool(random, i)
		row["data_source_key"], row["taxon_key"] = of.Key, taxa[random.IntN(len(taxa))]
		method, _ := row["method"].(string)
		row["id"] = surveillance.PoolUUID(of.ID, row["pool_id"].(string), row["pathogen"].(string), method)
		switch events := pgtest.Column[string](t, db, "select event_id from sampling_events where data_source_key = $1 order by 1", of.Key); {
		case len(events) > 0 && random.IntN(3) > 0:
			row["event_id"] = events[random.IntN(len(events))]
		default:
			row["event_id"] = pick(nil, "gone", "=gone, \"1\"")
		}
		insertRow(t, db, "pools", row)
	}
	pgtest.Run(t, db, "update pools p set country_id = place_of(geom)")
	pgtest.Run(t, db, "update pools p set region_id = c.region_id from countries c where c.id = p.country_id")
}

func randomPool(random *rand.Rand, i int) map[string]any {
	pick := func(from ...any) any { return from[random.IntN(len(from))] }
	pathogen, disease := "West Nile virus", any("west-nile-fever")
	if random.IntN(3) == 0 {
		pathogen, disease = "=some virus, \"new\"", nil
	}
	row := map[string]any{
		"pool_id": pick(fmt.Sprintf("p%d", i), fmt.Sprintf("=p,%d", i), fmt.Sprintf(" p\n%d ", i)), "pathogen": pathogen, "disease_id": disease,
		"geom": fmt.Sprintf("SRID=4326;POINT(%d.%07d %d.%07d)", random.IntN(359)-179, random.IntN(1e7), random.IntN(178)-89, random.IntN(1e7)),
		"size": pick(1, 50, 1000), "result": pick("positive", "negative", "inconclusive"), "method": pick(nil, "RT-PCR", "=x"),
		"tested_on": pick(nil, "2020-02-03"), "event_place": pick(true, false), "event_days": pick(true, false), "event_protocol": pick(true, false), "location_accuracy_m": pick(nil, 0, 12.5), "sampling_protocol": pick(nil, "CO2 trap", `"q"`),
		"sex": pick(nil, "female", "-"), "life_stage": pick(nil, "adult"), "identification_qualifier": pick(nil, "cf.", "?"),
		"verbatim_scientific_name": pick(nil, "=x, y"), "remarks": pick(nil, "two\nlines", "-1"), "metadata": json.RawMessage(randomJSON(random)),
	}
	if random.IntN(3) > 0 {
		row["source_hash"] = surveillance.EventUUID("hash of a pool", fmt.Sprint(i))
	}
	day := time.Date(1900+random.IntN(120), time.Month(1+random.IntN(12)), 1+random.IntN(28), 0, 0, 0, 0, time.UTC)
	ended, offset, precision, started := day, 0, "day", pick(nil, day, day.AddDate(0, 0, -3))
	switch random.IntN(4) {
	case 0:
		ended, offset, precision = day.Add(time.Duration(random.Int64N(int64(24*time.Hour)))).Truncate(time.Microsecond), []int{0, 60, -300, 345, 840}[random.IntN(5)], "time"
	case 1:
		precision, started = pick("week", "month", "year").(string), day.AddDate(0, 0, -6)
	}
	row["ended_at"], row["utc_offset"], row["date_precision"] = ended.Format(time.RFC3339Nano), offset, precision
	if started, ok := started.(time.Time); ok {
		row["started_at"] = started.Format(time.RFC3339Nano)
	}
	return row
}

// storedPools returns every field of every pool by id, but for the times of storage, and what public files leave out unless private.
func storedPools(t testing.TB, db *pgxpool.Pool, private bool) map[string]string {
	t.Helper()
	rows := pgtest.Column[string](t, db, `
		select to_jsonb(p) - array['data_source_key', 'taxon_key', 'created_at', 'updated_at', 'geom']
			- case when $1 then array[]::text[] else array['source_hash', 'metadata'] end
			|| jsonb_build_object('place', st_astext(p.geom, 7), 'source', d.id, 'taxon', t.scientific_name, 'shown', p.metadata - array['recordedBy', 'recordedByID'])
		from pools p join data_sources d on d.key = p.data_source_key join taxa t on t.key = p.taxon_key`, private)
	byID := map[string]string{}
	for _, row := range rows {
		var id struct{ ID string }
		if err := json.Unmarshal([]byte(row), &id); err != nil {
			t.Fatal(err)
		}
		byID[id.ID] = row
	}
	return byID
}

// TestPoolsOfArchivesRoundTrip holds that archives lose no pool: in the same database nothing changes, in an empty one each field of each
// pool, record and event is the same, and that database exports the same pools.
func TestPoolsOfArchivesRoundTrip(t *testing.T) {
	t.Parallel()
	const records, events, pools = 100, 60, 120
	db := pgtest.Pool(t)
	random := rand.New(rand.NewPCG(13, 14))
	fillAtRandom(t, db, random, records)
	eventsAtRandom(t, db, random, events)
	poolsAtRandom(t, db, random, pools)
	want, wantEvents, wantPools := stored(t, db), storedEvents(t, db, true), storedPools(t, db, true)
	forms := []bool{true}
	if testenv.Long() {
		forms = []bool{true, false} // TestEventsRoundTrip has the public form without pools
	}
	for _, private := range forms {
		name := fmt.Sprintf("private %v", private)
		o := exporting.Options{Private: private, Absences: true}
		path := exported(t, db, "dwca", everyStatus, o)
		if r := imported(t, db, path); r.Rows != records+events+pools || r.Rejected != 0 || r.Pools.Unchanged != pools || r.Events.Unchanged != events {
			t.Errorf("%s into the same database: %+v", name, r)
		}
		same(t, name+": records of the same database", stored(t, db), want)
		same(t, name+": events of the same database", storedEvents(t, db, true), wantEvents)
		same(t, name+": pools of the same database", storedPools(t, db, true), wantPools)

		empty := pgtest.Pool(t)
		if r := imported(t, empty, path); r.Rows != records+events+pools || r.Rejected != 0 || r.Pools.Inserted != pools || r.Events.Inserted != events {
			t.Errorf("%s into an empty database: %+v", name, r)
		}
		same(t, name+": events of an empty database", storedEvents(t, empty, private), storedEvents(t, db, private))
		same(t, name+": pools of an empty database", storedPools(t, empty, private), storedPools(t, db, private))
		if r := imported(t, empty, path); r.Pools != (importing.PoolCounts{Unchanged: pools}) {
			t.Errorf("%s again: %+v", name, r.Pools)
		}
		again := poolTables(t, exported(t, empty, "dwca", everyStatus, o))
		for file, table := range poolTables(t, path) {
			if private && !bytes.Equal(again[file], table) {
				t.Errorf("%s: %s of the second export is\n%s\nwant\n%s", name, file, again[file], table)
			}
		}
	}
}

// poolTables returns the tables of pools in an export of several archives, by archive.
func poolTables(t testing.TB, path string) map[string][]byte {
	t.Helper()
	tables := map[string][]byte{}
	for archive, files := range archivesOf(t, path) {
		if table, found := files["pool.txt"]; found {
			tables[archive] = table
		}
	}
	if len(tables) == 0 {
		t.Error("no archive has pools")
	}
	return tables
}

// archivesOf returns the files of each archive of an export of several.
func archivesOf(t testing.TB, path string) map[string]map[string][]byte {
	t.Helper()
	whole, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	archives := map[string]map[string][]byte{}
	for _, file := range whole.File {
		packed := contentOf(t, file)
		archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		if err != nil {
			t.Fatal(err)
		}
		archives[file.Name] = map[string][]byte{}
		for _, within := range archive.File {
			archives[file.Name][within.Name] = contentOf(t, within)
		}
	}
	return archives
}

func contentOf(t testing.TB, file *zip.File) []byte {
	t.Helper()
	content, err := file.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	data, err := io.ReadAll(content)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestArchivesOfPoolsAreValid holds that every row of every extension names a row of the core, which other readers ask for; that the core
// names no row twice; and that archives without pools have no table of them.
func TestArchivesOfPoolsAreValid(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	random := rand.New(rand.NewPCG(15, 16))
	fillAtRandom(t, db, random, 60)
	eventsAtRandom(t, db, random, 30)
	poolsAtRandom(t, db, random, 60)
	pgtest.Run(t, db, "delete from pools where data_source_key = (select key from data_sources where id = 'dataset')")
	for name, files := range archivesOf(t, exported(t, db, "dwca", everyStatus, exporting.Options{})) {
		_, has := files["pool.txt"]
		if want := name != "dataset.zip" && name != "without a data source.zip"; has != want || bytes.Contains(files["meta.xml"], []byte("MaterialEntity")) != want {
			t.Errorf("%s has a table of pools: %t, want %t", name, has, want)
		}
		if !has {
			continue
		}
		var meta struct {
			Core struct {
				Location string `xml:"files>location"`
			} `xml:"core"`
			Extensions []struct {
				Location string `xml:"files>location"`
			} `xml:"extension"`
		}
		if err := xml.Unmarshal(files["meta.xml"], &meta); err != nil {
			t.Fatal(err)
		}
		core := idsOf(t, files[meta.Core.Location])
		slices.Sort(core)
		if twice := len(core) - len(slices.Compact(slices.Clone(core))); twice > 0 {
			t.Errorf("%s: %d rows of the core have the id of another", name, twice)
		}
		for _, extension := range meta.Extensions {
			for _, id := range idsOf(t, files[extension.Location]) {
				if _, found := slices.BinarySearch(core, id); !found {
					t.Errorf("%s: %s has a row of %q, which is not in the core", name, extension.Location, id)
				}
			}
		}
	}
}

// idsOf returns the first column of a table.
func idsOf(t testing.TB, table []byte) (ids []string) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		ids = append(ids, row[0])
	}
	return ids
}

// TestPoolsBringTheirEvents holds that the pools of an archive follow the Filter, and that it has their events, so that none is lost.
func TestPoolsBringTheirEvents(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "insert into data_sources (id, name) values ('traps', 'Traps')")
	for _, event := range []string{"tested", "other"} {
		pgtest.Run(t, db, `insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision)
			select $1, key, $2, st_setsrid(st_makepoint(2, 40), 4326), '2020-01-01Z', 'day' from data_sources`, surveillance.EventUUID("traps", event), event)
		for _, sex := range []string{"female", "male"} {
			id := event + " " + sex
			pgtest.Run(t, db, `insert into pools (id, data_source_key, pool_id, event_id, geom, ended_at, date_precision, taxon_key, sex, size, pathogen, result)
				select $1, e.data_source_key, $2, event_id, e.geom, ended_at, 'day', t.key, $3, 7, 'some virus', 'negative'
				from sampling_events e, taxa t where t.id = case $3 when 'male' then 'aedes-aegypti' else 'culex-pipiens' end and e.event_id = $4`,
				surveillance.PoolUUID("traps", id, "some virus", ""), id, sex, event)
		}
	}
	pgtest.Run(t, db, "delete from pools where pool_id = 'other male'")
	male := surveillance.DefaultFilter()
	male.Sexes = []string{"male"}
	to := pgtest.Pool(t)
	imported(t, to, exported(t, db, "dwca", male, exporting.Options{}))
	got := pgtest.Column[string](t, to, "select pool_id || ' of ' || e.event_id from pools p join sampling_events e using (data_source_key, event_id) order by 1")
	if strings.Join(got, ", ") != "tested male of tested" {
		t.Errorf("pools %q", got)
	}
}
