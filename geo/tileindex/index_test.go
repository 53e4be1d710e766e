package tileindex_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, tileindextest.Prepare)) }

func TestIndexAndSQLCountTheSame(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 4000))
	index := tileindextest.New(db)
	if index.State().Ready() {
		t.Fatal("ready before the first load")
	}
	tileindextest.CatchUp(t, index)
	filters := 5
	if testenv.Long() {
		filters = 40
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for round := range 8 {
		tileindextest.Compare(t, db, index, surveillance.DefaultFilter())
		for range filters {
			tileindextest.Compare(t, db, index, tileindextest.RandomFilter(rng))
		}
		pgtest.Run(t, db, []string{
			fmt.Sprintf(tileindextest.InsertRows, 300),
			`update observations set count = count + 1, geom = ST_SetSRID(ST_MakePoint(12.5, 40), 4326) where id in (select id from observations limit 50)`,
			`delete from observations where id in (select id from observations order by observed_at limit 200)`,
			`update observations set status = 'rejected' where taxon_key = 3`,
			`truncate observations cascade`,
			fmt.Sprintf(tileindextest.InsertRows, 500),
			`delete from observation_epoch`, // what a crash does to the unlogged tables
			`update observations set notes = 'seen again'`,
		}[round])
		tileindextest.CatchUp(t, index)
	}
}

// TestLateCommit holds a transaction open while others commit and the index reads: nothing of it may be skipped.
func TestLateCommit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	index := tileindextest.New(db)
	late := pgtest.Begin(t, db)
	pgtest.Run(t, late, fmt.Sprintf(tileindextest.InsertRows, 10))
	tileindextest.CatchUp(t, index) // the first load does not see it
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 5))
	tileindextest.CatchUp(t, index)
	tileindextest.Compare(t, db, index, surveillance.DefaultFilter())
	if err := late.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	tileindextest.CatchUp(t, index)
	tileindextest.Compare(t, db, index, surveillance.DefaultFilter())
	if rows, _ := index.State().Size(); rows != 15 {
		t.Errorf("%d rows in the index, want 15", rows)
	}
}

// TestDroppingOldChangesKeepsTheVersion drops old changes and holds that every server still agrees on the version, of the world and of
// each part.
func TestDroppingOldChangesKeepsTheVersion(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	index := tileindextest.New(db)
	tileindextest.CatchUp(t, index)
	for range 3 {
		pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 20))
	}
	tileindextest.CatchUp(t, index)
	before := index.State()
	for _, age := range []string{"0 hours", "2 hours", "30 minutes"} { // notes what is visible, forgets that, forgets nothing
		pgtest.Run(t, db, "update observation_epoch set horizon_at = horizon_at - interval '"+age+"'") // null at first
		if err := index.DropOldChanges(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"observation_touches", "observation_changes"} {
		if n := pgtest.Value[int](t, db, "select count(*) from "+table); n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	pgtest.Run(t, db, `update observations set count = 7 where id = (select id from observations order by id limit 1)`)
	tileindextest.CatchUp(t, index)
	other := tileindextest.New(db)
	tileindextest.CatchUp(t, other)
	a, b := index.State(), other.State()
	if a.Version() != b.Version() || a.Version().Epoch != before.Version().Epoch || a.Version().Number != before.Version().Number+1 {
		t.Errorf("versions %v and %v, before %v", a.Version(), b.Version(), before.Version())
	}
	for x := range 8 {
		for y := range 8 {
			if a.VersionOf(3, x, y) != b.VersionOf(3, x, y) {
				t.Errorf("tile 3/%d/%d: %v and %v", x, y, a.VersionOf(3, x, y), b.VersionOf(3, x, y))
			}
		}
	}
	tileindextest.Compare(t, db, index, surveillance.DefaultFilter())
}

// TestLogOfAnotherCluster holds that no change is missed in a database that a plain pg_dump brought from another cluster: its log
// has rows of transactions whose ids this cluster gives again.
func TestLogOfAnotherCluster(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 20))
	tileindextest.CatchUp(t, tileindextest.New(db))
	pgtest.Run(t, db, `insert into observation_touches (xid, area)
		select (pg_current_xact_id()::text::bigint + later)::text::xid8, area from generate_series(1, 50) later, generate_series(0, 4095) area`)
	pgtest.Run(t, db, `update observation_epoch set cluster = cluster + 1`)
	index := tileindextest.New(db)
	tileindextest.CatchUp(t, index)
	for range 3 {
		pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 10))
		tileindextest.CatchUp(t, index)
		tileindextest.Compare(t, db, index, surveillance.DefaultFilter())
	}
}

// TestDaysThatTheIndexCannotHold: the table refuses them, whoever writes; what was there before leaves the counting to SQL.
func TestDaysThatTheIndexCannotHold(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	const insert = `insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until)
		values (gen_random_uuid(), 1, 1, ST_SetSRID(ST_MakePoint(1, 1), 4326), $1, 'interval', $2)`
	for _, days := range [][2]string{{"9999-12-31", "9999-12-31"}, {"2000-01-01", "2400-01-01"}} {
		if _, err := db.Exec(ctx, insert, days[0], days[1]); err == nil {
			t.Errorf("a record of %s to %s was accepted", days[0], days[1])
		}
	}
	pgtest.Run(t, db, insert, "1700-01-01", "2399-12-31")
	x := tileindextest.New(db)
	if err := errors.Join(x.CatchUp(ctx), x.Load(ctx)); err != nil || x.State().Count(surveillance.DefaultFilter()) != 1 {
		t.Errorf("the longest record is not counted: %v", err)
	}

	pgtest.Run(t, db, "alter table observations drop constraint observations_day_limit")
	pgtest.Run(t, db, strings.NewReplacer("$1", "'9999-12-31'", "$2", "'9999-12-31'").Replace(insert))
	if err := x.CatchUp(ctx); err != nil || x.State().Ready() {
		t.Errorf("the index goes on without a record: %v", err)
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	go x.Run(running)
	testenv.Eventually(t, "the index says that it cannot be loaded", x.Failing)
}

// TestTheLogKeepsWhatIsNotDistributed holds that old changes stay until the distributed tables have them, while these change, and no longer when nobody looks
// after them: then they are given up.
func TestTheLogKeepsWhatIsNotDistributed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	index := tileindextest.New(db)
	tileindextest.CatchUp(t, index)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 5))
	pgtest.Run(t, db, `insert into distribution (shards, held, position, epoch, schema) values (8, pg_current_snapshot(), 1, log_epoch(), 1)`)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 7))
	drop := func() int {
		t.Helper()
		for range 2 { // notes what is visible, forgets that
			pgtest.Run(t, db, `update observation_epoch set horizon_at = coalesce(horizon_at, now()) - interval '2 hours'`)
			if err := index.DropOldChanges(ctx); err != nil {
				t.Fatal(err)
			}
		}
		return pgtest.Value[int](t, db, `select count(*) from observation_changes`)
	}
	if n := drop(); n != 7 {
		t.Errorf("%d changes are left of 7 that the distributed tables do not have", n)
	}
	pgtest.Run(t, db, `update distribution set held = pg_current_snapshot()`)
	changing := pgtest.Begin(t, db)
	pgtest.Run(t, changing, `select from distribution for update`)
	if n := drop(); n != 7 {
		t.Errorf("%d changes are left of 7 while the distributed tables change", n)
	}
	if err := changing.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	if n := drop(); n != 0 {
		t.Errorf("%d changes are left that the distributed tables have", n)
	}
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 3))
	pgtest.Run(t, db, `update distribution set held_at = now() - interval '3 hours'`)
	if n := drop(); n != 0 {
		t.Errorf("%d changes are left for tables that nobody looks after", n)
	}
	if left := pgtest.Value[bool](t, db, `select epoch <> '' or position is not null from distribution`); left {
		t.Error("tables that lack changes may be read")
	}
}
