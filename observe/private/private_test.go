package private_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
	"github.com/skeeter-surveillance/skeeter/observe/private"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/sql"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

// rows is a file with a record, an absence, sampling events and a pool.
const rows = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,eventID,locationID,occurrenceRemarks,samplingEffort,samplingProtocol,pool,tested,target,how,found,day\n" +
	"trace-1,Culex pipiens,48.8512345,2.3512345,2019-06-01,2,trace-e1,trace-site,trace yard,2 trap-nights,CO2 trap,trace-p1,2,WNV,RT-PCR,positive,2019-06-04\n" +
	"trace-2,Aedes aegypti,48.8512345,2.3512345,2019-06-01,0,trace-e1,trace-site,,2 trap-nights,CO2 trap,,,,,,\n" +
	"trace-3,Culex pipiens,48.8612345,2.3612345,2019-06-02,5,trace-e2,,,2 trap-nights,CO2 trap,,,,,,\n" +
	"trace-4,Culex pipiens,48.8712345,2.3712345,2019-06-03,1,,,,,,,,,,,\n"

type world struct {
	t       *testing.T
	url     string
	db      *pgxpool.Pool
	options importing.Options
}

// newWorld is a database with a public and a secret data source, of which one record is withdrawn and one has a receipt and a decision.
func newWorld(t *testing.T) world {
	t.Helper()
	m, err := headers.ParseMapping("pool=pool,size=tested,pathogen=target,method=how,result=found,tested_on=day")
	if err != nil {
		t.Fatal(err)
	}
	w := world{t: t, url: pgtest.URL(t), options: importing.Options{Options: darwincore.Options{Map: m}}}
	w.db = w.pool("")
	w.must(w.db, "Open", strings.ReplaceAll(rows, "trace", "open"))
	w.must(w.db, "Secret", rows)
	pgtest.Run(t, w.db, "insert into receipts (hash, observation_id) select sha256('a'), id from observations where occurrence_id = 'trace-3'")
	pgtest.Run(t, w.db, "insert into identifications (observation_id, decision, actor_kind, comment) select id, 'confirm', 'command', 'trace' from observations where occurrence_id = 'trace-3'")
	pgtest.Run(t, w.db, "insert into observation_requests (id, hash) select id, sha256('b') from observations where occurrence_id = 'trace-3'")
	pgtest.Run(t, w.db, `with gone as (delete from observations where occurrence_id = 'trace-4' returning *)
		insert into held_observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, occurrence_id, publication, held_reason, metadata)
		select id, taxon_key, count, geom, observed_at, date_precision, data_source_key, occurrence_id, 'withdrawn', 'writer', metadata from gone`)
	return w
}

func (w world) pool(schema string) *pgxpool.Pool {
	w.t.Helper()
	pool, err := postgres.NewPool(w.t.Context(), postgres.PoolOptions{URL: w.url, Schema: schema})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(pool.Close)
	return pool
}

func (w world) load(db *pgxpool.Pool, dataset, content string) (importing.Report, error) {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	o := w.options
	if !strings.Contains(content, ",how,") {
		o = importing.Options{}
	}
	o.Dataset = dataset
	return importing.New(db, slog.New(slog.DiscardHandler)).Import(w.t.Context(), path, o)
}

func (w world) must(db *pgxpool.Pool, dataset, content string) importing.Report {
	w.t.Helper()
	r, err := w.load(db, dataset, content)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w world) set(on bool, from *time.Time) {
	w.t.Helper()
	if err := private.Set(w.t.Context(), w.db, "secret", on, from); err != nil {
		w.t.Fatal(err)
	}
}

// room is a pool of the private data source.
func (w world) room() *pgxpool.Pool {
	w.t.Helper()
	all, err := private.List(w.t.Context(), w.db)
	if err != nil || len(all) != 1 || all[0].ID != "secret" {
		w.t.Fatalf("private are %v: %v", all, err)
	}
	return w.pool(all[0].Schema())
}

// tables are those with rows of data sources, as far as a schema has its own.
var tables = []string{
	"exact_observations", "exact_absences", "exact_sampling_events", "exact_pools", "held_observations", "held_absences", "held_events", "held_pools",
	"receipts", "identifications", "observation_requests",
}

// numbered has the column that a table numbers its rows by.
var numbered = map[string]string{"identifications": ",id"}

// content is what is stored of the secret data source, as JSON. Places may have been drawn anew.
func (w world) content(db *pgxpool.Pool) (all []string) {
	w.t.Helper()
	for _, table := range tables {
		of := "x.data_source_key = (select key from all_data_sources where id = 'secret')"
		switch table {
		case "receipts":
			of = "x.hash = sha256('a')"
		case "identifications":
			of = "x.comment = 'trace'"
		case "observation_requests":
			of = "x.hash = sha256('b')"
		}
		for _, row := range pgtest.Column[string](w.t, db, fmt.Sprintf(`select (to_jsonb(x) - '{updated_at,cell_degrees,geom%s}'::text[]
			|| jsonb_build_object('place', ST_AsText(to_jsonb(x) ->> 'geom')))::text from %s x where %s`, numbered[table], table, of)) {
			all = append(all, table+" "+row)
		}
	}
	slices.Sort(all)
	return all
}

// public holds what public tables and views say of the secret data source, but for the logs that servers follow.
func (w world) public() (said []string) {
	w.t.Helper()
	names := pgtest.Column[string](w.t, w.db, `select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'gis') and c.relkind in ('r', 'v', 'm') and c.relname not in ('history', 'all_data_sources', 'spatial_ref_sys')
		and c.relname !~ '_changes$' order by 1`)
	for _, name := range names {
		for _, row := range pgtest.Column[string](w.t, w.db, fmt.Sprintf("select x::text from %s x where x::text ~ '\\mtrace\\M|Secret|secret'", name)) {
			said = append(said, name+" "+row)
		}
	}
	return said
}

// TestPrivateAndBack: the records of a private data source lie in no public table, and all of them come back as they were.
func TestPrivateAndBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.content(w.db)
	if len(before) != 10 || len(w.public()) < 8 {
		t.Fatalf("%d rows, want 2 records, an absence, 2 events, a pool, a withdrawn record, a receipt, a decision and a request: %v", len(before), before)
	}
	open := pgtest.Value[int](t, w.db, "select count(*)::int from observations where occurrence_id like 'open%'")
	degrees := 0.1
	for _, hidden := range []*float64{nil, &degrees} {
		if err := obscuring.Source(t.Context(), w.db, "secret", hidden); err != nil {
			t.Fatal(err)
		}
		w.set(true, nil)
		if said := w.public(); len(said) > 0 {
			t.Errorf("public are: %s", strings.Join(said, "\n"))
		}
		room := w.room()
		if got := w.content(room); !slices.Equal(got, before) {
			t.Errorf("private are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
		}
		if n := pgtest.Value[int](t, room, "select count(*)::int from observations where cell_degrees is not null"); n != 0 {
			t.Errorf("%d places are drawn for those who may know them", n)
		}
		pgtest.Run(t, w.db, "update all_data_sources set tables_version = 1 where private")
		if err := private.Renew(t.Context(), w.db); err != nil {
			t.Fatal(err)
		}
		if got := w.content(w.room()); !slices.Equal(got, before) {
			t.Errorf("made anew private are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
		}
		w.set(false, nil)
		if got := w.content(w.db); !slices.Equal(got, before) {
			t.Errorf("public again are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
		}
		if drawn := pgtest.Value[bool](t, w.db, "select bool_or(cell_degrees is not null) from observations where occurrence_id like 'trace%'"); drawn != (hidden != nil) {
			t.Errorf("with a rule of %v the places are drawn: %v", hidden, drawn)
		}
		if n := pgtest.Value[int](t, w.db, "select count(*)::int from pg_namespace where nspname like 'private%'"); n != 0 {
			t.Errorf("%d schemas are left", n)
		}
	}
	if now := pgtest.Value[int](t, w.db, "select count(*)::int from observations where occurrence_id like 'open%'"); now != open {
		t.Errorf("the other data source has %d records, before %d", now, open)
	}
	if entries := pgtest.Column[string](t, w.db, "select became::text from history where entity = 'source' and entity_id = 'secret' and became ? 'private' order by id"); len(entries) != 4 {
		t.Errorf("the history has %v", entries)
	}
}

// TestImportIntoPrivate: files of a private data source are imported through its schema, and through no other.
func TestImportIntoPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set(true, nil)
	room := w.room()
	before := w.content(room)
	if r := w.must(room, "Secret", rows); r.Inserted+r.Updated != 0 || r.Held != 1 {
		t.Errorf("the same file again: %+v", r)
	}
	if got := w.content(room); !slices.Equal(got, before) {
		t.Errorf("the same file again leaves\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
	}
	more := rows + "trace-5,Culex pipiens,48.8912345,2.3912345,2019-06-05,1,,,,,,,,,,,\n"
	if r := w.must(room, "Secret", more); r.Inserted != 1 {
		t.Errorf("a new row: %+v", r)
	}
	if said := w.public(); len(said) > 0 {
		t.Errorf("public are: %s", strings.Join(said, "\n"))
	}
	for name, try := range map[string]func() error{
		"the public tables":   func() error { _, err := w.load(w.db, "Secret", more); return err },
		"another data source": func() error { _, err := w.load(room, "Open", more); return err },
		"a record by hand": func() error {
			_, err := w.db.Exec(t.Context(), `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key)
				select gen_random_uuid(), 1, 1, 'SRID=4326;POINT(1 1)', now(), 'day', key from all_data_sources where id = 'secret'`)
			return err
		},
		"a record that is given to it": func() error {
			_, err := w.db.Exec(t.Context(), "update observations set data_source_key = (select key from all_data_sources where id = 'secret')")
			return err
		},
	} {
		err := try()
		if err == nil || name == "the public tables" && !errors.Is(err, importing.ErrPrivate) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if said := w.public(); len(said) > 0 {
		t.Errorf("public are: %s", strings.Join(said, "\n"))
	}
}

// TestIdentifiersOfPrivateSources: a public file with the data set's identifier of a private one is stored as if nobody had it.
func TestIdentifiersOfPrivateSources(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	identified := func(id string) string {
		return "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,datasetID\n" + id + ",Culex pipiens,48.9,2.4,2019-06-07,urn:survey\n"
	}
	w.must(w.db, "Secret", identified("trace-6"))
	w.set(true, nil)
	for _, inserted := range []int64{1, 0} {
		if r := w.must(w.db, "Other", identified("other-1")); r.Inserted != inserted {
			t.Errorf("the public file: %+v", r)
		}
	}
	if r := w.must(w.room(), "Secret", identified("trace-7")); r.Inserted != 1 {
		t.Errorf("the private file: %+v", r)
	}
	w.set(false, nil)
	if of := pgtest.Value[string](t, w.db, "select string_agg(id, ', ') from data_sources where dataset_id = 'urn:survey'"); of != "secret" {
		t.Errorf("the identifier is that of %s", of)
	}
}

// TestNobodyHearsOfPrivateImports: imports into a private data source notify no server and are not among those that run.
func TestNobodyHearsOfPrivateImports(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set(true, nil)
	heard, err := pgx.Connect(t.Context(), w.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = heard.Close(context.Background()) })
	if _, err := heard.Exec(t.Context(), "listen "+importing.Channel); err != nil {
		t.Fatal(err)
	}
	running := 0
	w.options.Progress = func(importing.Progress) {
		running = max(running, pgtest.Value[int](t, w.db, sql.Get("importing/running.sql").String()))
	}
	notices := func() (n int) {
		pgtest.Run(t, w.db, "select pg_notify($1, 'end')", importing.Channel)
		for ; ; n++ {
			notice, err := heard.WaitForNotification(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if notice.Payload == "end" {
				return n
			}
		}
	}
	more := rows + "trace-5,Culex pipiens,48.8912345,2.3912345,2019-06-05,1,,,,,,,,,,,\n"
	w.must(w.room(), "Secret", more)
	if _, err := w.load(w.room(), "Open", more); err == nil {
		t.Error("records of another data source are stored")
	}
	if n := notices(); n != 0 || running != 0 {
		t.Errorf("%d notices of private imports, %d run", n, running)
	}
	w.must(w.db, "Open", strings.ReplaceAll(more, "trace", "open"))
	if n := notices(); n != 2 || running != 1 {
		t.Errorf("%d notices of a public import, %d run", n, running)
	}
}

// TestEmbargo: what is private until a day becomes public on it.
func TestEmbargo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	today := time.Now().UTC().Truncate(24 * time.Hour)
	for _, day := range []time.Time{today.AddDate(0, 0, 1), today} {
		w.set(true, &day)
		published, err := private.Publish(t.Context(), w.db)
		if err != nil {
			t.Fatal(err)
		}
		if due := day.Equal(today); due != slices.Equal(published, []string{"secret"}) || due != (len(w.public()) > 0) {
			t.Errorf("private until %s: published %v", day, published)
		}
	}
	if err := private.Set(t.Context(), w.db, "nothing", true, nil); !errors.Is(err, private.ErrNoSource) {
		t.Errorf("a source that is not there: %v", err)
	}
}

// TestNamesOfPrivateSources: a name that private records alone have is known where they are, and to everybody once anybody else has it or they are public.
func TestNamesOfPrivateSources(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set(true, nil)
	room := w.room()
	named := func(name string) string {
		return "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\ntrace-" + name + ",Culex " + name + ",48.9,2.4,2019-06-07\n"
	}
	known := func(db *pgxpool.Pool, name string) bool {
		lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
		if err := lookups.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, found := lookups.Current().FindTaxon("culex-" + name)
		return found
	}
	w.must(room, "Secret", named("first")+strings.SplitAfterN(named("second"), "\n", 2)[1])
	for _, name := range []string{"first", "second"} {
		if known(w.db, name) || !known(room, name) {
			t.Errorf("%s is known to the public: %v, to the data source: %v", name, known(w.db, name), known(room, name))
		}
	}
	w.must(w.db, "Open", strings.ReplaceAll(named("first"), "trace", "open"))
	if !known(w.db, "first") || !known(room, "first") || known(w.db, "second") {
		t.Error("a name that the public has too is not known, or another one is")
	}
	if err := datasets.RemoveUnusedNames(t.Context(), w.db); err != nil {
		t.Fatal(err)
	}
	w.set(false, nil)
	if !known(w.db, "second") {
		t.Error("a name is not known whose records are public again")
	}
}

// TestRemovePrivate: the records of a private data source can be removed, and come back where they were.
func TestRemovePrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.set(true, nil)
	room := w.room()
	before := w.content(room)
	removed, err := datasets.Remove(t.Context(), room, "Secret")
	if err != nil || removed.Observations != 2 {
		t.Fatalf("removed %+v: %v", removed, err)
	}
	if left := pgtest.Value[int](t, room, "select count(*)::int from observations"); left != 0 || len(w.public()) > 0 {
		t.Errorf("%d records are left, public are %v", left, w.public())
	}
	if _, _, err := datasets.Restore(t.Context(), room, removed.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.content(room); !slices.Equal(got, before) || len(w.public()) > 0 {
		t.Errorf("restored are\n%s\nwant\n%s\npublic are %v", strings.Join(got, "\n"), strings.Join(before, "\n"), w.public())
	}
}

// TestRemovedBefore: what was removed with an earlier data source of the name goes with the private one, and can be restored when that is public.
func TestRemovedBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := len(w.content(w.db))
	removed, err := datasets.Remove(t.Context(), w.db, "Secret")
	if err != nil {
		t.Fatal(err)
	}
	w.must(w.db, "Secret", strings.Join(strings.SplitAfter(rows, "\n")[:2], ""))
	w.set(true, nil)
	room := w.room()
	if said := w.public(); len(said) > 0 {
		t.Errorf("public are %v", said)
	}
	if list, err := datasets.Removals(t.Context(), room); err != nil || len(list) != 1 || list[0].Observations != removed.Observations+1 { // with the withdrawn one
		t.Errorf("of the private one can be restored %+v: %v", list, err)
	}
	w.set(false, nil)
	if _, _, err := datasets.Restore(t.Context(), w.db, removed.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.content(w.db); len(got) != before {
		t.Errorf("restored are %d rows, want %d:\n%s", len(got), before, strings.Join(got, "\n"))
	}
}

// TestManyPrivateSources: each takes connections and memory of the server, so there is a limit.
func TestManyPrivateSources(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pgtest.Run(t, w.db, "insert into data_sources (id, name) select 'many-' || n, 'Many ' || n from generate_series(1, $1) n", private.MaxSources)
	for n := range private.MaxSources {
		if err := private.Set(t.Context(), w.db, fmt.Sprint("many-", n+1), true, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := private.Set(t.Context(), w.db, "secret", true, nil); !errors.Is(err, private.ErrTooMany) {
		t.Errorf("one more: %v", err)
	}
}
