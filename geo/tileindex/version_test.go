package tileindex_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestVersionsStayExact holds a reader that adds up what it did not see to one that counts the whole log, beside transactions that commit
// late or roll back, sampling events, a log that is shortened and one that is lost.
func TestVersionsStayExact(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	index := tileindextest.New(db)
	tileindextest.CatchUp(t, index)
	rng := rand.New(rand.NewPCG(3, 5))
	var late []pgx.Tx
	defer func() {
		for _, tx := range late {
			_ = tx.Rollback(ctx)
		}
	}()
	finish := func(end func(pgx.Tx) error) {
		if len(late) > 0 {
			i := rng.IntN(len(late))
			if err := end(late[i]); err != nil {
				t.Fatal(err)
			}
			late[i] = late[len(late)-1]
			late = late[:len(late)-1]
		}
	}
	steps := map[string]func(){
		"insert": func() { pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 1+rng.IntN(5))) },
		"begin": func() {
			if len(late) < 3 {
				tx := pgtest.Begin(t, db)
				pgtest.Run(t, tx, fmt.Sprintf(tileindextest.InsertRows, 3))
				late = append(late, tx)
			}
		},
		"commit":   func() { finish(func(tx pgx.Tx) error { return tx.Commit(ctx) }) },
		"rollback": func() { finish(func(tx pgx.Tx) error { return tx.Rollback(ctx) }) },
		"shorten": func() {
			pgtest.Run(t, db, "update observation_epoch set horizon_at = horizon_at - interval '2 hours'")
			if err := index.DropOldChanges(ctx); err != nil {
				t.Fatal(err)
			}
		},
		"lose":  func() { pgtest.Run(t, db, "delete from observation_epoch") },
		"event": func() { pgtest.Run(t, db, "insert into observation_touches (area) values (4096)") },
	}
	names := []string{"insert", "insert", "begin", "begin", "commit", "commit", "rollback", "shorten", "event", "lose"}
	var before []*tileindex.State
	unchanged := 0
	for range 60 {
		step := names[rng.IntN(len(names))]
		if step == "lose" && rng.IntN(3) > 0 {
			continue
		}
		steps[step]()
		tileindextest.CatchUp(t, index)
		whole := tileindextest.Reference(db)
		if err := whole.CatchUp(ctx); err != nil {
			t.Fatal(err)
		}
		a, b := index.State(), whole.State()
		if a.Version() != b.Version() {
			t.Fatalf("after %s: version %v, the whole log says %v", step, a.Version(), b.Version())
		}
		for x := range 8 {
			for y := range 8 {
				if a.VersionOf(3, x, y) != b.VersionOf(3, x, y) {
					t.Fatalf("after %s: tile 3/%d/%d has version %v, the whole log says %v", step, x, y, a.VersionOf(3, x, y), b.VersionOf(3, x, y))
				}
				for _, s := range before {
					if s.Version().Epoch != a.Version().Epoch || s.Version().Number < a.SinceOf(3, x, y) {
						continue
					}
					if s.VersionOf(3, x, y) != a.VersionOf(3, x, y) {
						t.Fatalf("after %s: tile 3/%d/%d has version %v, and had %v in %v, since %d", step, x, y, a.VersionOf(3, x, y), s.VersionOf(3, x, y), s.Version(), a.SinceOf(3, x, y))
					}
					if s.Version() != a.Version() {
						unchanged++
					}
				}
			}
		}
		before = append(before, b)
	}
	if unchanged == 0 {
		t.Error("no tile is known to be what it was")
	}
}
