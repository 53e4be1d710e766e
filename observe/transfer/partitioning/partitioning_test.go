package partitioning_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
	"github.com/skeeter-surveillance/skeeter/observe/private"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/demo"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/optimizing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/partitioning"
	"github.com/skeeter-surveillance/skeeter/sql"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, fill)) }

// fewYears have a partition each where the number of partitions is not what a test is about: each costs dozens of statements.
const fewYears = 2

// made is how many records are of the demonstration. There are two more.
var made = map[bool]int{false: 3000, true: 8000}[testenv.Long()]

// fill makes records and sampling events of many years, and a publication that an operator made.
func fill(ctx context.Context, db *pgxpool.Pool) error {
	if err := demo.Make(ctx, db, made, nil); err != nil {
		return err
	}
	_, err := db.Exec(ctx, `insert into observation_requests (id, hash) select id, '\x01' from observations order by id limit 100;
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
			select gen_random_uuid(), taxon_key, 1, geom, day::timestamptz, 'day' from (select * from observations limit 1) o, unnest(array['1890-06-01Z', '2399-01-01Z']) day;
		refresh materialized view observation_sums;
		create publication records for table observations`)
	return err
}

// catalog is how the tables lie and what is about them, one line each, without what partitions say otherwise.
const catalog = `
	with tables as (select c.oid, c.relname from pg_class c where c.oid in ('observations'::regclass, 'sampling_events'::regclass, 'observation_sums'::regclass, 'sites'::regclass))
	select * from (
		select c.relname || ' is ' || coalesce(obj_description(c.oid, 'pg_class'), '') || coalesce(c.relacl::text, '') || pg_get_userbyid(c.relowner) from pg_class c join tables using (oid)
		union all
		select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attstorage, attcompression, attacl, col_description(attrelid, attnum), pg_get_expr(adbin, adrelid))
		from tables join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum where attnum > 0 and not attisdropped
		union all
		select concat_ws(' ', relname, conname, pg_get_constraintdef(k.oid), obj_description(k.oid, 'pg_constraint'))
		from pg_constraint k join tables t on t.oid = conrelid where contype <> 'p'
		union all
		select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') || ' ' || indisvalid || ' ' || coalesce(obj_description(indexrelid, 'pg_class'), '')
		from pg_index join tables on oid = indrelid where not indisprimary
		union all
		select pg_get_triggerdef(g.oid) || g.tgenabled::text from pg_trigger g join tables t on t.oid = tgrelid where not tgisinternal
		union all
		select pg_get_statisticsobjdef(oid) from pg_statistic_ext
		union all
		select concat_ws(' ', n.nspname, v.relname, pg_get_viewdef(v.oid), v.relacl, v.reloptions, obj_description(v.oid, 'pg_class'))
		from pg_class v join pg_namespace n on n.oid = relnamespace where v.relkind in ('v', 'm') and n.nspname in ('public', 'gis')
		union all
		select pubname || ' ' || tablename from pg_publication_tables
		union all
		select 'nobody moves ' || count(*) from partitioning.moves
		union all
		select 'nothing is left: ' || concat_ws(' ', string_agg(oid::regclass::text, ' ')) from pg_class where relname like '%\_before'
	) lines (line) order by 1`

// contents are hashes of all rows, and of what their views say.
const contents = `select concat_ws(' ', (select md5(string_agg(to_jsonb(o)::text, '' order by id)) from observations o), (select md5(string_agg(to_jsonb(o)::text, '' order by id)) from sampling_events o),
	(select md5(string_agg(to_jsonb(o)::text, '' order by id)) from gis.observations o), (select count(*) from exact_sampling_events), (select sum(records) from observation_sums),
	(select count(*) from observation_requests), (select count(*) from observation_changes))`

func run(t *testing.T, db *pgxpool.Pool, o partitioning.Options) []string {
	t.Helper()
	changed, err := partitioning.Run(t.Context(), db, o)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func partitioned(t *testing.T, db *pgxpool.Pool) (is []bool) {
	t.Helper()
	states, err := partitioning.States(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range states {
		if s.Becomes != nil {
			t.Errorf("%s is under way", s.Table)
		}
		is = append(is, s.Partitioned)
	}
	return is
}

// TestPartitionedTablesAreTheSame: what is about the tables, and what they say, is as before, and so again after an undo.
func TestPartitionedTablesAreTheSame(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	was, said := pgtest.Column[string](t, db, catalog), pgtest.Value[string](t, db, contents)
	same := func(when string) {
		t.Helper()
		now := pgtest.Column[string](t, db, catalog)
		for _, line := range was {
			if !slices.Contains(now, line) {
				t.Errorf("%s lost %s", when, line)
			}
		}
		for _, line := range now {
			if !slices.Contains(was, line) {
				t.Errorf("%s has new %s", when, line)
			}
		}
		if now := pgtest.Value[string](t, db, contents); now != said {
			t.Errorf("%s the tables say %s, said %s", when, now, said)
		}
	}
	left := func(table, name string) {
		if name != "dropping the old table" {
			return
		}
		if n := pgtest.Value[int](t, db, "select count(*) from partitioning."+table+"_before"); n != 0 {
			t.Errorf("the old table has %d rows", n)
		}
		if n := pgtest.Value[int](t, db, "select count(*) from pg_publication_tables where schemaname = 'partitioning'"); n != 0 {
			t.Error("who subscribed is told of the old table")
		}
	}
	if changed := run(t, db, partitioning.Options{Now: lately, Stage: left}); !slices.Equal(changed, []string{"observations", "sampling_events"}) {
		t.Errorf("it changed %v", changed)
	}
	same("partitioned")
	if is := partitioned(t, db); !slices.Equal(is, []bool{true, true}) {
		t.Errorf("the tables are partitioned: %v", is)
	}
	if other := pgtest.Value[int](t, db, "select count(*) from partitions.observations_other"); other != 2 {
		t.Errorf("%d records are of other years, want 2", other)
	}
	if changed := run(t, db, partitioning.Options{}); len(changed) != 0 {
		t.Errorf("a second run changed %v", changed)
	}
	run(t, db, partitioning.Options{Undo: true, Stage: left})
	same("undone")
	if is := partitioned(t, db); !slices.Equal(is, []bool{false, false}) {
		t.Errorf("the tables are partitioned: %v", is)
	}
	if keys := pgtest.Value[int](t, db, "select count(*) from pg_index where indisprimary and indnatts = 1 and indrelid in ('observations'::regclass, 'sampling_events'::regclass)"); keys != 2 {
		t.Errorf("%d tables have a key of ids", keys)
	}
}

// lately is a time from which all records of the demonstration lie in years of their own.
func lately() time.Time { return time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC) }

var errKilled = errors.New("killed")

// afterwards are the stages after the tables changed places.
var afterwards = map[string]bool{"dropping the old table": true, "checking the foreign keys": true}

// TestInterruptedRunGoesOn: a run that ends anywhere goes on where it was, and what was written meanwhile is there, once.
func TestInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "create table expected as select * from observations")
	n := 0
	write := func() {
		n++
		pgtest.Run(t, db, `with gone as (delete from observations where id in (select id from observations order by md5(id::text || $1::int) limit 5) returning id) delete from expected where id in (select id from gone)`, n)
		pgtest.Run(t, db, `with changed as (update observations set count = count % 1000 + 1, observed_at = observed_at - interval '400 days', observed_until = null, date_precision = 'day'
			where id in (select id from observations order by md5($1::int || id::text) limit 20) and observed_at > '1900-01-01Z' returning id) delete from expected where id in (select id from changed)`, n)
		pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision) select gen_random_uuid(), taxon_key, 7, geom, observed_at, 'day' from
			(select * from observations where date_precision <> 'time' limit 10) o`)
	}
	ends, pages := 0, 8 // of fewer records, so that it is interrupted as often
	if testenv.Long() {
		pages = 25
	}
	for {
		ctx, cancel := context.WithCancelCause(t.Context())
		progress := 0
		_, err := partitioning.Run(ctx, db, partitioning.Options{
			YearsBack: fewYears,
			CopyPages: pages,
			Progress: func(string, int64, int64) {
				write()
				if progress++; progress == 2 {
					cancel(errKilled)
				}
			},
			Stage: func(string, string) {
				write()
				if ends%2 == 0 {
					cancel(errKilled)
				}
			},
		})
		cancel(nil)
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if ends++; ends > 200 {
			t.Fatal("it does not end")
		}
	}
	if ends < 5 {
		t.Errorf("it was interrupted %d times", ends)
	}
	if twice := pgtest.Value[int](t, db, "select count(*) from (select id from observations group by id having count(*) > 1) o"); twice != 0 {
		t.Errorf("%d records are there twice", twice)
	}
	if lost := pgtest.Value[int](t, db, "select count(*) from expected e where not exists (select from observations o where o.id = e.id and to_jsonb(o) = to_jsonb(e))"); lost != 0 {
		t.Errorf("%d records are lost or changed", lost)
	}
	// Each write removes five records and adds ten.
	if is, want := pgtest.Value[int](t, db, "select count(*) from observations"), made+2+5*n; is != want {
		t.Errorf("there are %d records, want %d", is, want)
	}
	partitioned(t, db)
}

// TestWritersBeside: sessions that create, change and delete records while the tables change places lose nothing.
func TestWritersBeside(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	var stored atomic.Int64
	ended := func() { stop(); writers.Wait() }
	defer ended()
	pages, pause := 10, 5*time.Millisecond // of fewer records, and as few writers as do
	if testenv.Long() {
		pages, pause = 25, 0
	}
	write := func(statement string, args ...any) {
		if _, err := db.Exec(context.Background(), statement, args...); err != nil {
			t.Error(err)
		}
	}
	for w := 1; w <= 3; w++ {
		writers.Go(func() {
			for n := 1; ctx.Err() == nil; n++ {
				write(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, notes)
					select gen_random_uuid(), taxon_key, $2, geom, '2001-01-01Z'::timestamptz + make_interval(days => $1 * 13 % 8000), 'day', 'beside' from (select * from observations limit 1) o`, n*3+w, w)
				stored.Add(1)
				_ = postgres.Pause(ctx, pause)
				if n%3 == 0 {
					// A record of its own: of two sessions that move a record to another partition, one fails.
					write(`update observations set observed_at = observed_at + interval '1 year'
						where id = (select id from observations where notes = 'beside' and count = $1 order by random() limit 1)`, w)
				}
			}
		})
	}
	another := func() { // is stored, however fast the run is
		before := stored.Load()
		testenv.Eventually(t, "a record is stored beside the run", func() bool { return stored.Load() > before })
	}
	for _, undo := range []bool{false, true} {
		run(t, db, partitioning.Options{YearsBack: fewYears, Undo: undo, CopyPages: pages, Progress: func(string, int64, int64) { another() }, Stage: func(string, string) { another() }})
	}
	ended()
	want := int(stored.Load())
	if is := pgtest.Value[int](t, db, "select count(distinct id) from observations where notes = 'beside'"); is != want || want < 30 {
		t.Errorf("%d records are there, %d were stored", is, want)
	}
	if is := pgtest.Value[int](t, db, "select count(*) from observations"); is != made+2+want {
		t.Errorf("there are %d records, want %d", is, made+2+want)
	}
}

// TestLocksBeside: a run ends beside requests that always have one of the tables and are about to ask for the other, whichever they lock first, and beside
// readers of views. None of them fails.
func TestLocksBeside(t *testing.T) {
	t.Parallel()
	const store = `insert into observations (id, taxon_key, data_source_key, count, geom, observed_at, date_precision)
		select gen_random_uuid(), taxon_key, data_source_key, 1, geom, '2020-06-01Z', 'day' from (select * from observations limit 1) o`
	for name, statements := range map[string][]string{
		"what keys refer to first": {"lock table taxa, all_data_sources, countries, regions in access share mode", store},
		"the table first":          {"lock table observations in row exclusive mode", "select from taxa, all_data_sources, countries, regions limit 1"},
		"views":                    {"select from gis.observations limit 1", "select from observation_sums limit 1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.Pool(t)
			ctx, stop := context.WithCancel(t.Context())
			var requests sync.WaitGroup
			defer requests.Wait()
			defer stop()
			for range 3 { // at any time one has what it locks first
				requests.Go(func() {
					for ctx.Err() == nil {
						err := pgx.BeginFunc(context.Background(), db, func(tx pgx.Tx) error {
							for _, statement := range statements {
								if _, err := tx.Exec(context.Background(), statement); err != nil {
									return err
								}
								if err := postgres.Pause(context.Background(), requestTime); err != nil {
									return err
								}
							}
							return nil
						})
						if err != nil {
							t.Error(err)
						}
					}
				})
			}
			run(t, db, partitioning.Options{YearsBack: fewYears})
			if name == "the table first" || testenv.Long() { // the way back takes the same locks
				run(t, db, partitioning.Options{YearsBack: fewYears, Undo: true})
			}
		})
	}
}

// requestTime is how long a request of TestLocksBeside takes after each statement.
const requestTime = 20 * time.Millisecond

// TestWaitsForATransaction: a transaction that goes on for long keeps the table where it is, which is told, and its end lets the run end.
func TestWaitsForATransaction(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	tx, err := db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.Background())
	pgtest.Run(t, tx, "select from gis.observations limit 1")
	waited := 0
	run(t, db, partitioning.Options{YearsBack: fewYears, Waiting: func(table string) {
		if waited++; waited == 2 && table == "observations" {
			if err := tx.Rollback(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}})
	if waited < 2 {
		t.Errorf("it waited %d times", waited)
	}
}

// TestBusyWriters: a run ends beside writers that change a row with each batch that is copied, and beside those that change more than it copies. These
// wait, and those do not.
func TestBusyWriters(t *testing.T) {
	t.Parallel()
	for rows, wait := range map[int]bool{1: false, 3000: true} {
		t.Run(strconv.Itoa(rows), func(t *testing.T) {
			t.Parallel()
			db := pgtest.Pool(t)
			said := pgtest.Value[string](t, db, contents)
			pgtest.Run(t, db, "create table waits ()")
			run(t, db, partitioning.Options{YearsBack: fewYears, Stage: func(table, name string) {
				if table != "observations" || afterwards[name] {
					return
				}
				// The trigger stands for writers that go on during a batch, where no lock keeps them out.
				pgtest.Run(t, db, fmt.Sprintf(`create or replace function change_rows() returns trigger language plpgsql as $$
					declare
						held text[] := array(select mode from pg_locks where pid = pg_backend_pid() and relation = 'public.observations'::regclass);
					begin
						insert into public.waits select where 'ShareRowExclusiveLock' = any(held);
						insert into partitioning.changed_rows select 'observations', id from public.observations
							where not held && '{ShareRowExclusiveLock,AccessExclusiveLock}' limit %d;
						return null;
					end $$;
					create or replace trigger rows_change after insert on partitioning.observations for each statement execute function change_rows();
					insert into partitioning.changed_rows select 'observations', id from observations limit 2500`, rows))
			}})
			if now := pgtest.Value[string](t, db, contents); now != said {
				t.Errorf("the tables say %s, said %s", now, said)
			}
			if left := pgtest.Value[int](t, db, "select count(*) from partitioning.changed_rows"); left != 0 {
				t.Errorf("%d changed rows were not copied again", left)
			}
			if waits := pgtest.Value[int](t, db, "select count(*) from waits"); (waits > 0) != wait {
				t.Errorf("writers wait for %d batches", waits)
			}
		})
	}
}

// TestOtherDirection: a run in the other direction than an interrupted one ends that first.
func TestOtherDirection(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	said := pgtest.Value[string](t, db, contents)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := partitioning.Run(ctx, db, partitioning.Options{YearsBack: fewYears, CopyPages: 25, Progress: func(string, int64, int64) { cancel() }}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if states, err := partitioning.States(t.Context(), db); err != nil || states[0].Becomes == nil || !*states[0].Becomes || *states[0].Page == 0 || *states[0].Page >= *states[0].Pages {
		t.Errorf("an interrupted run: %+v, %v", states, err)
	}
	if changed := run(t, db, partitioning.Options{YearsBack: fewYears, Undo: true}); len(changed) != 0 {
		t.Errorf("it changed %v", changed)
	}
	if is := partitioned(t, db); slices.Contains(is, true) {
		t.Errorf("the tables are partitioned: %v", is)
	}
	if now := pgtest.Value[string](t, db, contents); now != said {
		t.Errorf("the tables say %s, said %s", now, said)
	}
}

// TestTableWrittenAnew: the pages that were copied are those of a file. Of another one the move begins anew.
func TestTableWrittenAnew(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf("delete from observations where id in (select id from observations order by md5(id::text) limit %d); refresh materialized view observation_sums", made*3/8))
	said := pgtest.Value[string](t, db, contents)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := partitioning.Run(ctx, db, partitioning.Options{YearsBack: fewYears, CopyPages: 25, Progress: func(string, int64, int64) { cancel() }}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	pgtest.Run(t, db, "vacuum full observations")
	run(t, db, partitioning.Options{YearsBack: fewYears, CopyPages: 25})
	if now := pgtest.Value[string](t, db, contents); now != said {
		t.Errorf("the tables say %s, said %s", now, said)
	}

	// Again, while it copies.
	once := false
	_, err := partitioning.Run(t.Context(), db, partitioning.Options{YearsBack: fewYears, Undo: true, CopyPages: 1, Progress: func(string, int64, int64) {
		if !once {
			once = true
			pgtest.Run(t, db, "vacuum full observations")
		}
	}})
	if !errors.Is(err, partitioning.ErrStale) {
		t.Errorf("a run whose table is written anew: %v", err)
	}
	run(t, db, partitioning.Options{YearsBack: fewYears, Undo: true})
	if now := pgtest.Value[string](t, db, contents); now != said {
		t.Errorf("the tables say %s, said %s", now, said)
	}
}

// TestTruncatedMeanwhile: rows that a truncation removed do not come back, wherever a run was.
func TestTruncatedMeanwhile(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for _, when := range []string{"building the indexes", "taking the place of the table"} {
		_, err := partitioning.Run(t.Context(), db, partitioning.Options{YearsBack: fewYears, Stage: func(table, name string) {
			if table == "observations" && name == when {
				pgtest.Run(t, db, "truncate observations")
			}
		}})
		if !errors.Is(err, partitioning.ErrStale) {
			t.Errorf("truncated while %s: %v", when, err)
		}
		run(t, db, partitioning.Options{YearsBack: fewYears})
		if n := pgtest.Value[int](t, db, "select count(*) from observations"); n != 0 {
			t.Errorf("truncated while %s: %d records are there", when, n)
		}
		run(t, db, partitioning.Options{YearsBack: fewYears, Undo: true})
		pgtest.Run(t, db, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
			select gen_random_uuid(), (select min(key) from taxa), 1, ST_SetSRID(ST_MakePoint(n % 180, 1), 4326), '2020-06-01Z', 'day' from generate_series(1, 1000) n`)
	}
}

// TestKeysGoMeanwhile: records, their data source and their name can be deleted at any time of a move, also where they are copied already. The
// foreign keys are the table's afterwards, and their rows are checked.
func TestKeysGoMeanwhile(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	const (
		add = `with source as (insert into all_data_sources (id, name) values ('gone', 'Gone') returning key), name as (insert into taxa (id, scientific_name, genus) values ('culex-gone', 'Culex gone', 'Culex') returning key)
			insert into observations (id, taxon_key, data_source_key, count, geom, observed_at, date_precision)
			select gen_random_uuid(), name.key, source.key, 1, ST_SetSRID(ST_MakePoint(n, 1), 4326), '2020-06-01Z', 'day' from source, name, generate_series(1, 10) n`
		remove = `delete from observations where taxon_key = (select key from taxa where id = 'culex-gone');
			delete from all_data_sources where id = 'gone'; delete from taxa where id = 'culex-gone'`
		keys      = `select count(*) from pg_constraint where contype = 'f' and convalidated and conparentid = 0 and conrelid in ('observations'::regclass, 'sampling_events'::regclass)`
		unchecked = `select count(*) from pg_constraint k join pg_class c on c.oid = k.conrelid where contype = 'f' and relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
			and (not convalidated or conparentid = 0 and relispartition)`
	)
	had := pgtest.Value[int](t, db, keys)
	for _, undo := range []bool{false, true} {
		whens := []string{"building the indexes", "taking the place of the table", "dropping the old table", "checking the foreign keys"}
		if undo && !testenv.Long() {
			whens = whens[1:2]
		}
		for _, when := range whens {
			pgtest.Run(t, db, add)
			ctx, cancel := context.WithCancelCause(t.Context())
			_, err := partitioning.Run(ctx, db, partitioning.Options{YearsBack: fewYears, Undo: undo, Stage: func(table, name string) {
				if table == "observations" && name == when {
					pgtest.Run(t, db, remove)
					cancel(errKilled)
				}
			}})
			if cancel(nil); !errors.Is(err, context.Canceled) {
				t.Errorf("undo %v, killed while %s: %v", undo, when, err)
			}
		}
		run(t, db, partitioning.Options{YearsBack: fewYears, Undo: undo})
		if has := pgtest.Value[int](t, db, keys); has != had || had < 7 {
			t.Errorf("undo %v: the tables have %d foreign keys, had %d", undo, has, had)
		}
		if n := pgtest.Value[int](t, db, unchecked); n != 0 {
			t.Errorf("undo %v: %d foreign keys are not checked, or of a partition alone", undo, n)
		}
	}
}

// TestBesideVacuum: vacuum keeps a lock for longer than requests may wait, again and again. A move waits for it.
func TestBesideVacuum(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	ctx, stop := context.WithCancel(t.Context())
	var vacuums sync.WaitGroup
	defer vacuums.Wait()
	defer stop()
	// vacuum keeps a table until somebody waited for it longer than a request may, and returns when it has it first.
	vacuum := func(table string) {
		has := make(chan struct{}, 1)
		once := func(tx pgx.Tx) error { // the new table has another name at the end
			if _, err := tx.Exec(ctx, "lock table "+table+" in share update exclusive mode"); err != nil {
				return err
			}
			select {
			case has <- struct{}{}:
			default:
			}
			for waited := false; !waited; {
				if err := postgres.Pause(ctx, lookTime); err != nil {
					return err
				}
				if err := tx.QueryRow(ctx, longWait, table).Scan(&waited); err != nil {
					return err
				}
			}
			return nil
		}
		vacuums.Go(func() {
			for ctx.Err() == nil {
				_ = pgx.BeginFunc(ctx, db, once)
			}
		})
		testenv.Receive(t, "vacuum has "+table, has)
	}
	vacuum("public.observations")
	limited, giveUp := context.WithCancelCause(t.Context())
	defer giveUp(nil)
	tries := 0
	_, err := partitioning.Run(limited, db, partitioning.Options{
		YearsBack: fewYears,
		Stage: func(table, name string) {
			switch {
			case table != "observations" || afterwards[name]:
				stop()
			case name == "building the indexes":
				vacuum("partitioning.observations")
			}
		},
		Waiting: func(string) {
			if tries++; tries == 10 {
				giveUp(errImpatient)
			}
		},
	})
	if err != nil {
		t.Errorf("beside vacuum, after %d tries: %v", tries, cmp.Or(context.Cause(limited), err))
	}
}

var errImpatient = errors.New("it waits for vacuum no longer than requests may, which is too short again and again")

// longWait says whether somebody has waited for a table longer than the half second that requests may wait.
const longWait = `select exists (select from pg_locks where relation = to_regclass($1::text) and waitstart < clock_timestamp() - interval '700 ms')`

// lookTime is how often a vacuum of TestBesideVacuum looks who waits.
const lookTime = 20 * time.Millisecond

// TestObstacles: what the new table would lack keeps the old one in its place.
func TestObstacles(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	for what, statements := range map[string][2]string{
		"row-level security":    {"alter table observations enable row level security", "alter table observations disable row level security"},
		"publication partly":    {"create publication partly for table sampling_events (id, ended_at)", "drop publication partly"},
		"the foreign key":       {"create table following (id uuid references observations (id))", "drop table following"},
		"the materialized view": {"create materialized view gis.mine as select count(*) from observations", "drop materialized view gis.mine"},
		"a replica identity":    {"alter table observations replica identity full", "alter table observations replica identity default"},
		"the rule":              {"create rule nothing as on delete to sampling_events do instead nothing", "drop rule nothing on sampling_events"},
	} {
		pgtest.Run(t, db, statements[0])
		if _, err := partitioning.Run(t.Context(), db, partitioning.Options{YearsBack: fewYears}); !errors.Is(err, partitioning.ErrObstacles) || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
		pgtest.Run(t, db, statements[1])
		run(t, db, partitioning.Options{YearsBack: fewYears, Undo: true})
	}
}

// TestReadersOfTheLogBeginAnew: the last rows come over in the transaction that swaps the tables, which one that began before does not see.
func TestReadersOfTheLogBeginAnew(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, "select begin_log(); update gis_counted set data_version = 'counted'")
	epoch := pgtest.Value[string](t, db, "select log_epoch()")
	run(t, db, partitioning.Options{YearsBack: fewYears})
	if now := pgtest.Value[string](t, db, "select log_epoch()"); epoch == "" || now == epoch {
		t.Errorf("the log has the epoch %q, had %q", now, epoch)
	}
	if version := pgtest.Value[string](t, db, "select data_version from gis_counted"); version != "" {
		t.Errorf("the summaries are those of version %q", version)
	}
}

func TestOwnersPartition(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	role := "writer_" + strings.ReplaceAll(pgtest.Value[string](t, db, "select current_database()::text"), "-", "_")
	pgtest.Run(t, db, "create role "+role+"; grant usage on schema public, partitioning to "+role+"; grant all on all tables in schema public, partitioning to "+role)
	t.Cleanup(func() { pgtest.Run(t, db, "drop owned by "+role+"; drop role "+role) })
	as, err := postgres.Connect(t.Context(), postgres.PoolOptions{URL: db.Config().ConnString() + "&options=-c%20role%3D" + role})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(as.Close)
	if _, err := partitioning.Run(t.Context(), as, partitioning.Options{YearsBack: fewYears}); !errors.Is(err, partitioning.ErrMayNot) {
		t.Errorf("%v", err)
	}
	conn, err := db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	pgtest.Run(t, conn, sql.Get("session/lock.sql").String(), pgx.StrictNamedArgs{"name": "skeeter partition"})
	if _, err := partitioning.Run(t.Context(), db, partitioning.Options{YearsBack: fewYears}); !errors.Is(err, partitioning.ErrRunning) {
		t.Errorf("%v", err)
	}
	pgtest.Run(t, conn, sql.Get("session/free.sql").String(), pgx.StrictNamedArgs{"name": "skeeter partition"})
}

// TestOwnerBesideAWriter: with the roles of deploy/roles.sql the owner partitions, and the writer can do what it could, and no more. A right that
// the owner lacks is named before anything is copied.
func TestOwnerBesideAWriter(t *testing.T) {
	t.Parallel()
	roles, err := os.ReadFile("../../../deploy/roles.sql")
	if err != nil {
		t.Fatal(err)
	}
	url := pgtest.EmptyURL(t)
	pgtest.RunOn(t, url, `drop role if exists skeeter_owner, skeeter_writer; create role skeeter_owner; create role skeeter_writer; grant skeeter_writer to skeeter_owner; create extension postgis;
		do $$ begin execute format('alter database %I owner to skeeter_owner', current_database()); end $$`)
	as := func(role string) (string, *pgxpool.Pool) {
		t.Helper()
		url := url + "&options=-c%20role%3D" + role
		db, err := postgres.Connect(t.Context(), postgres.PoolOptions{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		return url, db
	}
	ownerURL, owner := as("skeeter_owner")
	_, writer := as("skeeter_writer")
	if err := schema.MigrateUp(t.Context(), ownerURL, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	pgtest.RunOn(t, ownerURL, string(roles))
	pgtest.RunOn(t, ownerURL, "create publication records for table observations")
	pgtest.Run(t, writer, `insert into taxa (id, scientific_name, genus) values ('culex-pipiens', 'Culex pipiens', 'Culex');
		insert into all_data_sources (id, name) values ('traps', 'Traps')`)

	write := func() {
		t.Helper()
		pgtest.Run(t, writer, `insert into observations (id, taxon_key, count, geom, observed_at, date_precision)
				select gen_random_uuid(), (select key from taxa), 1, ST_SetSRID(ST_MakePoint(n, 1), 4326), '2020-06-01Z', 'day' from generate_series(1, 100) n;
			insert into sampling_events (id, data_source_key, event_id, geom, ended_at, date_precision)
				select gen_random_uuid(), (select key from all_data_sources), gen_random_uuid()::text, ST_SetSRID(ST_MakePoint(n, 1), 4326), '2020-06-01Z', 'day' from generate_series(1, 100) n;
			update observations set observed_at = observed_at - interval '1 year' where id in (select id from observations limit 10);
			delete from observations where id in (select id from observations limit 10)`)
	}
	works := func(when string) {
		t.Helper()
		write()
		for _, refresh := range []string{"gis/count_observations.sql", "gis/count_sites.sql"} {
			pgtest.Run(t, writer, sql.Get(refresh).String())
		}
		if n := pgtest.Value[int](t, writer, "select (select sum(records) from observation_sums) - (select count(*) from observations)"); n != 0 {
			t.Errorf("%s the sums have %d records more than there are", when, n)
		}
		if pgtest.Value[bool](t, writer, "select has_schema_privilege('public', 'create')") {
			t.Errorf("%s the writer may create tables", when)
		}
	}
	was, pages := pgtest.Column[string](t, owner, catalog), 4
	if testenv.Long() {
		pages = 1
	}
	move := func(undo bool) {
		t.Helper()
		when := fmt.Sprintf("undo %v:", undo)
		if changed := run(t, owner, partitioning.Options{YearsBack: fewYears, Undo: undo, CopyPages: pages, Progress: func(string, int64, int64) { write() }}); len(changed) != 2 {
			t.Errorf("%s it changed %v", when, changed)
		}
		if now := pgtest.Column[string](t, owner, catalog); !slices.Equal(now, was) {
			t.Errorf("%s the tables are\n%s\nwere\n%s", when, strings.Join(now, "\n"), strings.Join(was, "\n"))
		}
		works(when)
	}
	refuses := func(undo bool, lacks string) {
		t.Helper()
		_, err := partitioning.Run(t.Context(), owner, partitioning.Options{YearsBack: fewYears, Undo: undo, Progress: func(string, int64, int64) { t.Errorf("without %s it copied", lacks) }})
		if !errors.Is(err, partitioning.ErrMayNot) || !strings.Contains(err.Error(), lacks) {
			t.Errorf("without %s: %v", lacks, err)
		}
		if is := partitioned(t, owner); !slices.Equal(is, []bool{undo, undo}) {
			t.Errorf("without %s the tables are partitioned: %v", lacks, is)
		}
	}

	works("before")
	pgtest.RunOn(t, url, "revoke skeeter_writer from skeeter_owner; alter publication records owner to current_user")
	refuses(false, "the rights of skeeter_writer, the owner of observation_sums and sites")
	pgtest.RunOn(t, url, "grant skeeter_writer to skeeter_owner")
	refuses(false, "the owner of the publication records")
	pgtest.RunOn(t, url, "alter publication records owner to skeeter_owner")
	move(false)

	// Older databases have a schema that is not their owner's.
	pgtest.RunOn(t, url, "alter schema public owner to current_user")
	refuses(true, "create on schema public")
	pgtest.RunOn(t, url, "grant create on schema public to skeeter_owner")
	refuses(true, "the right to grant create on schema public to skeeter_writer")
	pgtest.RunOn(t, url, "grant create on schema public to skeeter_owner with grant option")
	move(true)
}

// TestQueriesPrune: queries with days read the partitions of those alone.
func TestQueriesPrune(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	years := 9 // those before are in one partition
	if testenv.Long() {
		years = partitioning.YearsBack
	}
	run(t, db, partitioning.Options{YearsBack: years, Now: func() time.Time { return time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC) }})
	from, until := time.Date(2019, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2020, 5, 1, 0, 0, 0, 0, time.UTC)
	f := surveillance.DefaultFilter()
	f.Start, f.End = &from, &until
	for name, more := range map[string]map[string]any{
		"observe/list.sql": {"limit": 100, "offset": 0, "user_id": nil},
		"geo/features.sql": {"limit": 100},
		"geo/count.sql":    {},
	} {
		args := postgres.FilterArgs(f)
		for k, v := range more {
			args[k] = v
		}
		rewritten, values, err := args.RewriteQuery(t.Context(), nil, sql.Get(name).String(), nil)
		if err != nil {
			t.Fatal(err)
		}
		plan := strings.Join(pgtest.Column[string](t, db, "explain "+rewritten, values...), "\n")
		for year := 2006; year <= 2028; year++ {
			reads, has := strings.Contains(plan, "observations_"+time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Format("2006")+" "), year == 2019 || year == 2020
			if reads != has {
				t.Errorf("%s reads %d: %v\n%s", name, year, reads, plan)
			}
		}
		if strings.Contains(plan, "observations_other") {
			t.Errorf("%s reads other years\n%s", name, plan)
		}
	}
}

// TestPartitionedWrites: imports, removals, places that are drawn, private data sources and optimize work on partitioned tables.
func TestPartitionedWrites(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	if _, err := demo.Remove(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	pgtest.Run(t, db, "delete from observations; delete from observation_requests")
	o := partitioning.Options{YearsBack: 11, Now: func() time.Time { return time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC) }} // the records move between partitions from 2015 on
	if testenv.Long() {
		o = partitioning.Options{}
	}
	run(t, db, o)
	im := importing.New(db, slog.New(slog.DiscardHandler))
	load := func(dataset, rows string) importing.Report {
		t.Helper()
		path := filepath.Join(t.TempDir(), "rows.csv")
		if err := os.WriteFile(path, []byte("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,eventID,samplingProtocol,samplingEffort\n"+rows), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := im.Import(t.Context(), path, importing.Options{Dataset: dataset})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const (
		first = "a1,Culex pipiens,48.85,2.35,2019-06-01,3,e1,CO2 trap,2 trap-nights\na2,Culex pipiens,48.86,2.35,1880-06-01,3,,,\na3,Aedes aegypti,48.86,2.35,2020-06-01,0,e2,CO2 trap,1 trap-nights\n"
		later = "a1,Culex pipiens,48.85,2.35,2021-06-01,3,e1,CO2 trap,2 trap-nights\na2,Culex pipiens,48.86,2.35,2018-06-01,4,,,\na3,Aedes aegypti,48.86,2.35,2020-06-01,0,e2,CO2 trap,1 trap-nights\n"
	)
	where := func() string {
		return pgtest.Value[string](t, db, `select string_agg(occurrence_id || ' ' || tableoid::regclass, ', ' order by occurrence_id) from observations`)
	}
	load("Traps", first)
	if got := where(); got != "a1 partitions.observations_2019, a2 partitions.observations_other" {
		t.Errorf("the records lie in %s", got)
	}
	if r := load("Traps", later); r.Updated != 2 || r.Events.Updated != 1 {
		t.Errorf("a later file: %+v", r)
	}
	if got := where(); got != "a1 partitions.observations_2021, a2 partitions.observations_2018" {
		t.Errorf("the records lie in %s", got)
	}
	// Rows with drawn places move between partitions with them.
	if err := obscuring.Source(t.Context(), db, "traps", new(0.1)); err != nil {
		t.Fatal(err)
	}
	const exact = "select string_agg(concat_ws(' ', occurrence_id, ST_AsText(geom)), ', ' order by occurrence_id) from exact_observations"
	const want = "a1 POINT(2.35 48.85), a2 POINT(2.35 48.86)"
	drawn := pgtest.Value[string](t, db, "select string_agg(ST_AsText(geom), ',' order by id) from observations")
	pgtest.Run(t, db, "update observations set observed_at = observed_at - interval '3 years'")
	pgtest.Run(t, db, "update sampling_events set started_at = null, ended_at = ended_at - interval '3 years' where event_id = 'e1'")
	if got := pgtest.Value[string](t, db, exact); got != want {
		t.Errorf("the exact places are %s, want %s", got, want)
	}
	if now := pgtest.Value[string](t, db, "select string_agg(ST_AsText(geom), ',' order by id) from observations"); now != drawn || strings.Contains(now, "2.35 48.8") {
		t.Errorf("the places were drawn at %s, and now at %s", drawn, now)
	}
	load("Traps", first)
	if err := obscuring.Source(t.Context(), db, "traps", nil); err != nil {
		t.Fatal(err)
	}
	if n := pgtest.Value[int](t, db, "select count(*) from exact_places"); n != 0 {
		t.Errorf("%d exact places stay", n)
	}
	for _, hide := range []bool{true, false} {
		if err := private.Set(t.Context(), db, "traps", hide, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := pgtest.Value[string](t, db, exact); got != want {
		t.Errorf("the places are %s, want %s", got, want)
	}
	pgtest.Run(t, db, `insert into observation_requests (id, hash) select id, '\x01' from observations`)
	removed, err := datasets.Remove(t.Context(), db, "traps")
	if err != nil {
		t.Fatal(err)
	}
	if n := pgtest.Value[int](t, db, "select count(*) from observation_requests"); n != 0 {
		t.Errorf("%d requests of removed records stay", n)
	}
	if _, n, err := datasets.Restore(t.Context(), db, removed.ID); err != nil || n != 2 {
		t.Errorf("%d records came back, %v", n, err)
	}
	if _, err := optimizing.Records(t.Context(), db, optimizing.Options{}); err != nil {
		t.Error(err)
	}
}
