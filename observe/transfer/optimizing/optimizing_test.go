package optimizing_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/optimizing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/partitioning"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

const (
	parts    = 8
	partRows = 500
)

// scattered returns a database whose records came in no order.
func scattered(t *testing.T) *pgxpool.Pool {
	t.Helper()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `
		insert into taxa (id, scientific_name, genus) values ('culex-pipiens', 'Culex pipiens', 'Culex');
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, notes, metadata, updated_at)
		select md5(n::text)::uuid, (select key from taxa), 1, ST_SetSRID(ST_MakePoint(n * 7919 % 360 - 180, n * 104729 % 170 - 85), 4326),
			'2015-01-01Z'::timestamptz + make_interval(hours => n * 31 % 50000), 'time', repeat('n', 1 + n % 90), '{"a": [1, "b"]}', '2020-02-02Z'
		from generate_series(1, 4000) n;
		insert into observation_requests (id, hash) select id, '\x01' from observations limit 100;
		truncate observation_changes, observation_touches`)
	pgtest.Run(t, db, "vacuum (analyze) observations")
	return db
}

// everything is a hash of every column of every record, and the number of requests that are known.
func everything(t *testing.T, db *pgxpool.Pool) string {
	t.Helper()
	return pgtest.Value[string](t, db, `select md5(string_agg(o::text, '' order by id)) || (select count(*) from observation_requests) from observations o`)
}

func optimize(t *testing.T, db *pgxpool.Pool, o optimizing.Options) optimizing.Report {
	t.Helper()
	o.PartRows = partRows
	report, err := optimizing.Records(t.Context(), db, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// Records lie side by side afterwards and have not changed; the change log has heard of nothing, and hears of what comes.
func TestRecordsMoveUnchanged(t *testing.T) {
	t.Parallel()
	db := scattered(t)
	before := everything(t, db)
	indexes := pgtest.Column[string](t, db, "select indexrelid::regclass::text from pg_index where indrelid = 'observations'::regclass and indisvalid order by 1")
	const pages = "select count(distinct (ctid::text::point)[0]) from observations where geom && ST_MakeEnvelope(0, 0, 20, 20, 4326)"
	was := pgtest.Value[int](t, db, pages)

	if dry := optimize(t, db, optimizing.Options{DryRun: true}); dry != (optimizing.Report{Parts: parts, Scattered: parts}) {
		t.Errorf("a dry run reports %+v", dry)
	}
	if now := pgtest.Value[int](t, db, pages); now != was {
		t.Errorf("a dry run moved records: %d pages, then %d", was, now)
	}
	if report := optimize(t, db, optimizing.Options{}); report != (optimizing.Report{Parts: parts, Scattered: parts}) {
		t.Errorf("it reports %+v", report)
	}
	if after := everything(t, db); after != before {
		t.Error("records changed")
	}
	if now := pgtest.Value[int](t, db, pages); now*4 > was {
		t.Errorf("the records of a box lay in %d pages and lie in %d", was, now)
	}
	if after := pgtest.Column[string](t, db, "select indexrelid::regclass::text from pg_index where indrelid = 'observations'::regclass and indisvalid order by 1"); len(after) != len(indexes) {
		t.Errorf("the indexes were %v and are %v", indexes, after)
	}
	logged := func() int { return pgtest.Value[int](t, db, "select count(*) from observation_changes") }
	if n := logged(); n != 0 {
		t.Errorf("%d moves are in the change log", n)
	}
	pgtest.Run(t, db, "delete from observations where id = (select id from observations limit 1)")
	if n := logged(); n != 1 {
		t.Errorf("a removed record is in the change log %d times", n)
	}
	if again := optimize(t, db, optimizing.Options{}); again.Scattered != 0 {
		t.Errorf("it moved %d parts again", again.Scattered)
	}
}

// A run that ends early leaves every record, and the next one moves what is left.
func TestInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	db := scattered(t)
	before := everything(t, db)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := optimizing.Records(ctx, db, optimizing.Options{PartRows: partRows, Progress: func(done, _ int) {
		if done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted it returns %v", err)
	}
	if report := optimize(t, db, optimizing.Options{}); report.Scattered != parts-3 {
		t.Errorf("it moved %d parts, want %d", report.Scattered, parts-3)
	}
	if after := everything(t, db); after != before {
		t.Error("records changed")
	}
}

// TestInterruptedReindexGoesOn: what a run that ended while it built indexes left goes, also of partitions, and where no record is scattered.
func TestInterruptedReindexGoesOn(t *testing.T) {
	t.Parallel()
	for name, divide := range map[string]bool{"whole": false, "partitioned": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := scattered(t)
			if divide {
				if _, err := partitioning.Run(t.Context(), db, partitioning.Options{}); err != nil {
					t.Fatal(err)
				}
			}
			optimize(t, db, optimizing.Options{})
			reader := pgtest.Begin(t, db) // whose snapshot the new indexes wait for
			pgtest.Run(t, reader, "set transaction isolation level repeatable read; select 1")
			interrupted := make(chan error, 1)
			go func() {
				_, err := db.Exec(t.Context(), "reindex table concurrently observations")
				interrupted <- err
			}()
			testenv.Eventually(t, "it waits for the reader, and is told to end", func() bool {
				return pgtest.Value[int](t, db, "select count(*) filter (where pg_cancel_backend(pid)) from pg_stat_activity where datname = current_database() and wait_event = 'virtualxid'") > 0
			})
			if err := testenv.Receive(t, "it ends", interrupted); err == nil {
				t.Fatal("it was not interrupted")
			}
			if err := reader.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			const unfinished = "select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid where not indisvalid order by 1"
			if left := pgtest.Column[string](t, db, unfinished); len(left) < 2 || !strings.HasPrefix(left[len(left)-1], "pg_toast") {
				t.Errorf("it left %v", left)
			}
			if report := optimize(t, db, optimizing.Options{}); report.Scattered != 0 {
				t.Errorf("it moved %d parts", report.Scattered)
			}
			if left := pgtest.Column[string](t, db, unfinished); len(left) > 0 {
				t.Errorf("%v are there", left)
			}
		})
	}
}

// It waits for a transaction that writes, and what that changed stays.
func TestWritersAreWaitedFor(t *testing.T) {
	t.Parallel()
	db := scattered(t)
	tx, err := db.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "update observations set notes = 'changed' where id = md5('7')::uuid"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := optimizing.Records(t.Context(), db, optimizing.Options{PartRows: partRows})
		done <- err
	}()
	testenv.Eventually(t, "it waits for the writer", func() bool {
		return pgtest.Value[bool](t, db, "select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')")
	})
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := testenv.Receive(t, "it ends after the writer", done); err != nil {
		t.Fatal(err)
	}
	if n := pgtest.Value[int](t, db, "select count(*) from observations where notes = 'changed'"); n != 1 {
		t.Errorf("%d records have what the writer changed", n)
	}
}

// A role without the right to leave out the checks of foreign keys moves nothing.
func TestRightsAreNeeded(t *testing.T) {
	t.Parallel()
	db := scattered(t)
	cfg := db.Config()
	role := "reader_" + cfg.ConnConfig.Database
	pgtest.Run(t, db, "create role "+role+"; grant all on all tables in schema public to "+role)
	t.Cleanup(func() { pgtest.Run(t, db, "drop owned by "+role+"; drop role "+role) })
	cfg.ConnConfig.RuntimeParams["role"] = role
	limited, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(limited.Close)
	if _, err := optimizing.Records(t.Context(), limited, optimizing.Options{}); !errors.Is(err, optimizing.ErrMayNot) {
		t.Errorf("without rights it returns %v", err)
	}
}
