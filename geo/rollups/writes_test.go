package rollups_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// counted is a row of the queries that sum up.
type counted struct {
	surveillance.Count
	Exact bool `db:"exact"`
}

// TestRollupsBesideWriters folds at two servers while others write, take back and hold transactions open, and kills folding sessions. Each count is
// that of the table in the same snapshot.
func TestRollupsBesideWriters(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 1000))
	beyond := beyondIndex(t, db)
	foldNow(t, db, beyond)
	work, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	write := func(seed uint64) {
		rng := rand.New(rand.NewPCG(seed, seed))
		for work.Err() == nil {
			_ = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
				for range 1 + rng.IntN(3) {
					statement := []string{
						fmt.Sprintf(tileindextest.InsertRows, 20),
						`delete from observations where id in (select id from observations order by random() limit 10 for update skip locked)`,
						`update observations set count = 1 + count % 100, status = 'verified' where id in (select id from observations order by random() limit 10 for update skip locked)`,
						`update observations set taxon_key = 1 + taxon_key % 40 where id in (select id from observations order by first_day limit 5 for update skip locked)`,
					}[rng.IntN(4)]
					if _, err := tx.Exec(ctx, statement); err != nil {
						return err
					}
				}
				if rng.IntN(4) == 0 {
					return context.Canceled // take it back
				}
				return nil
			})
		}
	}
	workers.Go(func() { write(1) })
	workers.Go(func() { write(2) })
	for range 2 {
		keeper := rollups.New(db, beyond, slog.New(slog.DiscardHandler))
		workers.Go(func() {
			for work.Err() == nil {
				_ = keeper.Fold(ctx) // some sessions are killed
			}
		})
	}
	workers.Go(func() {
		for work.Err() == nil {
			_, _ = db.Exec(ctx, `select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and query like '/* rollups/%' and random() < 0.02`)
			_, _ = db.Exec(ctx, `select pg_sleep(0.02)`)
		}
	})
	exact, looks := 0, 25
	if testenv.Long() {
		looks = 60
	}
	for range looks {
		err := pgx.BeginTxFunc(ctx, db, rollups.Snapshot, func(tx pgx.Tx) error {
			folded, err := rollups.Folded(ctx, tx)
			if err != nil || folded == "" {
				return err
			}
			f := surveillance.DefaultFilter()
			grain, _ := rollups.World(f, false)
			got, err := postgres.All[counted](ctx, tx, sql.Get("rollups/counts.sql"), grain.Args(f, folded))
			if err != nil {
				return err
			}
			want, err := postgres.All[counted](ctx, tx, sql.Get("geo/cells.sql"), postgres.FilterArgs(f))
			if err != nil {
				return err
			}
			if len(got) != len(want) {
				t.Errorf("the rollups have %d sums, the table %d", len(got), len(want))
				return nil
			}
			for i, g := range got {
				w := want[i]
				if g.Exact {
					exact++
				} else { // its days are not known
					g.First, g.FirstUntil, g.Last, g.LastFrom, g.Exact = w.First, w.FirstUntil, w.Last, w.LastFrom, true
				}
				if g != w {
					t.Errorf("rollups %v\n table %v", g, w)
				}
			}
			return nil
		})
		if err != nil {
			t.Log(err)
		}
	}
	stop()
	workers.Wait()
	if exact == 0 {
		t.Error("the rollups never answered")
	}
	foldNow(t, db, beyond)
	for range 5 {
		compareRollups(t, db, beyond, surveillance.DefaultFilter())
	}
}

// TestTheLogKeepsWhatIsNotFolded holds that old changes stay until they are folded, while they are folded, and no longer when nobody folds.
func TestTheLogKeepsWhatIsNotFolded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 50))
	beyond := beyondIndex(t, db)
	foldNow(t, db, beyond)
	drop := func() int {
		t.Helper()
		for range 2 { // notes what is visible, forgets that
			pgtest.Run(t, db, `update observation_epoch set horizon_at = horizon_at - interval '2 hours'`)
			if err := beyond.DropOldChanges(ctx); err != nil {
				t.Fatal(err)
			}
		}
		return pgtest.Value[int](t, db, `select count(*) from observation_changes`)
	}
	if n := drop(); n != 0 {
		t.Errorf("%d changes are left that are folded", n)
	}
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 7))
	if n := drop(); n != 7 {
		t.Errorf("%d changes are left of 7 that are not folded", n)
	}
	compareRollups(t, db, beyond, surveillance.DefaultFilter())

	folding := pgtest.Begin(t, db)
	pgtest.Run(t, folding, `select from observation_rollup_state for update`)
	if n := drop(); n != 7 {
		t.Errorf("%d changes are left of 7 while they are folded", n)
	}
	if err := folding.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	pgtest.Run(t, db, `update observation_rollup_state set folded_at = now() - interval '3 hours'`)
	if n := drop(); n != 0 {
		t.Errorf("%d changes are left for rollups that nobody looks after", n)
	}
	compareRollups(t, db, beyond, surveillance.DefaultFilter()) // the table answers
	foldNow(t, db, beyond)
	compareRollups(t, db, beyond, surveillance.DefaultFilter())
}

// TestRollupsOfPrivateSources holds that what becomes private leaves the public rollups with everything that it alone had, and that sessions of a
// private data source have rollups of their own.
func TestRollupsOfPrivateSources(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 500))
	beyond := beyondIndex(t, db)
	foldNow(t, db, beyond)
	pgtest.Run(t, db, `select set_private(2, true, null)`)
	compareRollups(t, db, beyond, surveillance.DefaultFilter())
	foldNow(t, db, beyond)
	compareRollups(t, db, beyond, surveillance.DefaultFilter())
	if n := pgtest.Value[int](t, db, `select count(*) from observation_rollup_kinds where data_source_key = 2`); n != 0 {
		t.Errorf("%d kinds of a private data source are left", n)
	}
	count := func() (n int64) {
		t.Helper()
		err := pgx.BeginTxFunc(ctx, db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, `set local search_path = private_2, public`); err != nil {
				return err
			}
			folded, err := rollups.Folded(ctx, tx)
			if err == nil && folded != "" {
				t.Error("rollups of the public answer for a private data source")
			}
			if err != nil {
				return err
			}
			return tx.QueryRow(ctx, `select count(*) from observation_rollups`).Scan(&n)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := count(); n != 0 {
		t.Errorf("a session of a private data source sees %d rows", n)
	}
	pgtest.Run(t, db, `select set_private(2, false, null)`)
	foldNow(t, db, beyond)
	compareRollups(t, db, beyond, surveillance.DefaultFilter())
}
