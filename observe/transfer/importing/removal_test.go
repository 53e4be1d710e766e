package importing_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// sampled is a file with records, an absence, sampling events and pools.
const sampled = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,occurrenceStatus,eventID,samplingProtocol,samplingEffort,notes\n" +
	"r1,Culex pipiens,48.85,2.35,2020-06-01,3,present,e1,BG,1 trap-night,first\n" +
	"r2,Aedes nemo,48.85,2.35,2020-06-01,1,present,e1,BG,1 trap-night,\n" +
	"r3,Aedes vexans,48.85,2.35,2020-06-01,0,absent,e1,BG,1 trap-night,\n"

// stored is everything that is public, row by row.
func (i fixture) stored() string {
	i.t.Helper()
	var all []string
	for _, table := range []string{"data_sources", "observations", "absences", "sampling_events", "pools"} {
		all = append(all, pgtest.Column[string](i.t, i.db, "select '"+table+" ' || row_to_json(x)::text from "+table+" x order by 1")...)
	}
	return strings.Join(all, "\n")
}

// pool adds the test of a pool to a data source.
func (i fixture) pool(source string) {
	i.t.Helper()
	pgtest.Run(i.t, i.db, `insert into pools (id, data_source_key, pool_id, event_id, geom, ended_at, date_precision, taxon_key, size, pathogen, result, source_hash)
		select gen_random_uuid(), key, 'p1', 'e1', ST_SetSRID(ST_MakePoint(2.35, 48.85), 4326), '2020-06-01Z', 'day', (select min(key) from taxa), 50, 'WNV', 'positive', gen_random_uuid()
		from data_sources where id = $1`, source)
}

func TestARemovedDataSourceComesBack(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	file := i.file("traps.csv", sampled)
	i.must(file, importing.Options{Dataset: "Traps"})
	i.pool("traps")
	before := i.stored()
	removed, err := datasets.Remove(t.Context(), i.db, "Traps")
	if err != nil || removed.Observations != 2 || removed.Events != 1 || removed.Pools != 1 {
		t.Fatalf("%+v, %v", removed, err)
	}
	if left := i.stored(); left != "" {
		t.Errorf("left are %s", left)
	}
	list, err := datasets.Removals(t.Context(), i.db)
	if err != nil || len(list) != 1 || list[0].ID != removed.ID || list[0].Observations != 2 || list[0].Absences != 1 || list[0].Events != 1 || list[0].Pools != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	if _, n, err := datasets.Restore(t.Context(), i.db, removed.ID); err != nil || n != 2 {
		t.Fatalf("%d, %v", n, err)
	}
	if after := i.stored(); after != before {
		t.Errorf("restored is\n%s\nwas\n%s", after, before)
	}
	if _, _, err := datasets.Restore(t.Context(), i.db, removed.ID); err == nil {
		t.Error("a removal is undone twice")
	}
	if got := pgtest.Column[string](t, i.db, "select action from history where entity = 'dataset' order by id"); strings.Join(got, " ") != "removed restored" {
		t.Errorf("the history has %v", got)
	}

	// What was stored anew meanwhile stays as it is.
	if removed, err = datasets.Remove(t.Context(), i.db, "traps"); err != nil {
		t.Fatal(err)
	}
	i.must(i.file("traps.csv", strings.Replace(sampled, "first", "anew", 1)), importing.Options{Dataset: "Traps"})
	id := pgtest.Value[uuid.UUID](t, i.db, "select id from observations where notes is null")
	i.hold(id)
	if _, n, err := datasets.Restore(t.Context(), i.db, removed.ID); err != nil || n != 0 {
		t.Fatalf("%d, %v", n, err)
	}
	if got := pgtest.Value[string](t, i.db, `select (select string_agg(notes, ',') from observations) || ' ' || (select count(*) from held_observations) || ' '
		|| (select count(*) from absences) || ' ' || (select count(*) from sampling_events) || ' ' || (select count(*) from pools)`); got != "anew 1 1 1 1" {
		t.Errorf("after the restore there are %s", got)
	}
}

func TestARemovalEnds(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", sampled), importing.Options{Dataset: "Traps"})
	i.pool("traps")
	i.hold(pgtest.Value[uuid.UUID](t, i.db, "select id from observations where notes is null"))
	removed, err := datasets.Remove(t.Context(), i.db, "Traps")
	if err != nil {
		t.Fatal(err)
	}
	pgtest.Run(t, i.db, "insert into receipts (hash, observation_id) select sha256('x'), id from held_observations limit 1")
	pgtest.Run(t, i.db, "update removals set removed_at = now() - interval '29 days'")
	if n, err := datasets.Purge(t.Context(), i.db); err != nil || n != 0 {
		t.Errorf("%d removals end, %v", n, err)
	}
	pgtest.Run(t, i.db, "update removals set removed_at = now() - interval '31 days'")
	if n, err := datasets.Purge(t.Context(), i.db); err != nil || n != 1 {
		t.Errorf("%d removals end, %v", n, err)
	}
	for _, table := range []string{"removals", "held_observations", "held_absences", "held_events", "held_pools", "receipts"} {
		if n := pgtest.Value[int](t, i.db, "select count(*) from "+table); n != 0 {
			t.Errorf("%s has %d rows", table, n)
		}
	}
	if _, _, err := datasets.Restore(t.Context(), i.db, removed.ID); err == nil {
		t.Error("a removal that ended is undone")
	}
}

func TestWhatAnImportReplacedComesBack(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", rows("a", 3)), importing.Options{})
	confirm := func(importing.Replacement) (bool, error) { return true, nil }
	i.must(i.file("traps.csv", rows("a", 1)), importing.Options{Replace: true, Confirm: confirm})
	list, err := datasets.Removals(t.Context(), i.db)
	if err != nil || len(list) != 1 || list[0].Observations != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, n, err := datasets.Restore(t.Context(), i.db, list[0].ID); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*) from observations"); n != 3 {
		t.Errorf("there are %d records", n)
	}
}

// TestImportsAreEntries: one of the data source that it makes, one of the import, and one of each record that it changed.
func TestImportsAreEntries(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", sampled), importing.Options{})
	i.must(i.file("traps.csv", strings.Replace(sampled, "2.35,2020-06-01,3", "2.36,2020-06-02T10:00:00+02:00,4", 1)), importing.Options{})
	got := pgtest.Column[string](t, i.db, "select entity || ' ' || action || ' ' || actor_kind from history order by id")
	if strings.Join(got, ", ") != "source created server, import imported server, observation imported server, import imported server" {
		t.Errorf("the history has %q", got)
	}
	changed := pgtest.Value[string](t, i.db, "select (was - 'metadata')::text || ' ' || (became - 'metadata')::text from history where entity = 'observation'")
	want := `{"count": 3, "location": {"lat": 48.8500000, "lng": 2.3500000}, "observed_at": "2020-06-01T00:00:00.000000Z", "date_precision": "day"} ` +
		`{"count": 4, "location": {"lat": 48.8500000, "lng": 2.3600000}, "observed_at": "2020-06-02T10:00:00.000000+02:00", "date_precision": "time"}`
	if changed != want {
		t.Errorf("the change is\n%s, want\n%s", changed, want)
	}
	source := pgtest.Value[string](t, i.db, "select entity_id || ' ' || became::text from history where entity = 'source'")
	if want := `traps {"url": null, "title": "traps", "licence": null, "citation": null}`; source != want {
		t.Errorf("the data source is %s, want %s", source, want)
	}
}
