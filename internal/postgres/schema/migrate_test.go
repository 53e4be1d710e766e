package schema_test

import (
	"context"
	"log/slog"
	"os"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/migrations"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// TestMigrationsDownAndUp goes down step by step, since a schema between two of today's steps is none of those that are too old, and the second time in one go.
func TestMigrationsDownAndUp(t *testing.T) {
	t.Parallel()
	url := pgtest.EmptyURL(t)
	mg, err := schema.NewMigrator(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer mg.Close()
	stepByStep := func() {
		for version := migrations.Newest(); version >= migrations.First; version-- {
			if err := mg.Down(1); err != nil {
				t.Errorf("down from version %d: %v", version, err)
			}
		}
	}
	inOneGo := func() {
		if err := mg.Down(-1); err != nil {
			t.Fatal(err)
		}
	}
	for _, down := range []func(){stepByStep, inOneGo} {
		if err := mg.Up(); err != nil {
			t.Fatal(err)
		}
		pgtest.RunOn(t, url, "select count(*) from observations")
		if version, dirty, err := mg.Version(); version != migrations.Newest() || version < migrations.Oldest || dirty || err != nil {
			t.Errorf("after up: version %d, dirty %v, %v", version, dirty, err)
		}
		down()
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
	go func() { done <- schema.MigrateUp(ctx, url, slog.New(slog.DiscardHandler)) }()
	testenv.Eventually(t, "the step waits, and its session is ended", func() bool {
		return pgtest.Value[int](t, pool, `select count(pg_terminate_backend(pid)) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and query like '%create table regions%'`) > 0
	})
	if err := <-done; err == nil {
		t.Fatal("the step was taken without its session")
	}
	if err := tx.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	mg, err := schema.NewMigrator(ctx, url)
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
