package postgres_test

import (
	"context"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/sql"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

func TestMigrationsDownAndUp(t *testing.T) {
	t.Parallel()
	url := pgtest.EmptyURL(t)
	mg, err := postgres.NewMigrator(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer mg.Close()
	for range 2 {
		if err := mg.Up(); err != nil {
			t.Fatal(err)
		}
		pgtest.RunOn(t, url, "select count(*) from observations")
		if version, dirty, err := mg.Version(); version == 0 || dirty || err != nil {
			t.Errorf("after up: version %d, dirty %v, %v", version, dirty, err)
		}
		if err := mg.Down(-1); err != nil {
			t.Fatal(err)
		}
		if version, _, err := mg.Version(); version != 0 || err != nil {
			t.Errorf("after down: version %d, %v", version, err)
		}
	}
	pool, err := postgres.Connect(context.Background(), postgres.PoolOptions{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var left int
	if err := pool.QueryRow(context.Background(), `select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname = 'public' and c.relkind in ('r', 'v') and c.relname not in
		('schema_migrations', 'spatial_ref_sys', 'geometry_columns', 'geography_columns')`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d tables are left, %v", left, err)
	}
}

// TestBrokenStepIsTakenAgain ends the session of a migrator in the middle of a step.
func TestBrokenStepIsTakenAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	url := pgtest.EmptyURL(t)
	pool, err := postgres.Connect(ctx, postgres.PoolOptions{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	tx, err := pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "create table regions (waits int)"); err != nil { // the first step makes one too, and waits for this
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- postgres.MigrateUp(ctx, url, slog.New(slog.DiscardHandler)) }()
	for killed := 0; killed == 0; {
		err := pool.QueryRow(ctx, `select count(pg_terminate_backend(pid)) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and query like '%create table regions%'`).Scan(&killed)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := <-done; err == nil {
		t.Fatal("the step was taken without its session")
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	mg, err := postgres.NewMigrator(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer mg.Close()
	if version, dirty, err := mg.Version(); version != 0 || dirty || err != nil {
		t.Errorf("after a broken step: version %d, dirty %v, %v", version, dirty, err)
	}
	if err := mg.Up(); err != nil {
		t.Errorf("the step was not taken again: %v", err)
	}
}

// TestEveryQueryPrepares asks PostgreSQL to parse every .sql file on the migrated schema.
func TestEveryQueryPrepares(t *testing.T) {
	t.Parallel()
	names, err := sql.Names()
	if err != nil || len(names) == 0 {
		t.Fatalf("no queries: %v", err)
	}
	ctx := context.Background()
	tx, err := pgtest.Pool(t).Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(ctx)
	// The importer's queries read temporary tables of its transaction.
	for _, stage := range []sql.Query{
		sql.Get("staging/create_rows.sql"), sql.Get("staging/create_rejected.sql"), sql.Get("staging/create_skipped.sql"), sql.Get("staging/create_sources.sql"),
		sql.Get("locating/transform_place.sql"),
	} {
		pgtest.Run(t, tx, stage.String())
	}
	pgtest.Run(t, tx, sql.Get("locating/places.sql").String(), pgx.NamedArgs{"territories": []string{}, "states": []string{}})
	pgtest.Run(t, tx, sql.Get("locating/ranges.sql").String())
	pgtest.Run(t, tx, sql.Get("locating/mismatches.sql").String())
	pgtest.Run(t, tx, sql.Get("comparing/shared.sql").String())
	pgtest.Run(t, tx, sql.Get("comparing/records.sql").String(), pgx.NamedArgs{"batch": 1, "own": false})
	for _, name := range names {
		text, _, err := pgx.NamedArgs{}.RewriteQuery(ctx, nil, sql.Get(name).String(), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		attempt, err := tx.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := attempt.Conn().PgConn().Prepare(ctx, "", text, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := attempt.Rollback(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// TestIndexesOfHeadersExist: each index that a file says it counts on, by `-- Index: name, name; more words`, is one of the schema.
func TestIndexesOfHeadersExist(t *testing.T) {
	t.Parallel()
	names, err := sql.Names()
	if err != nil {
		t.Fatal(err)
	}
	indexes := pgtest.Column[string](t, pgtest.Pool(t), "select relname::text from pg_class where relkind = 'i'")
	line := regexp.MustCompile(`(?m)^-- Index: ([^;\n]*)`)
	named := 0
	for _, name := range names {
		for _, found := range line.FindAllStringSubmatch(sql.Get(name).String(), -1) {
			for index := range strings.SplitSeq(found[1], ", ") {
				if index == "none" || strings.Contains(index, " ") {
					continue // words
				}
				if named++; !slices.Contains(indexes, index) {
					t.Errorf("%s counts on index %s, which does not exist", name, index)
				}
			}
		}
	}
	if named == 0 {
		t.Error("no file names an index")
	}
}
