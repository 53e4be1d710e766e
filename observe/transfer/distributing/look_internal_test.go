package distributing

import (
	"errors"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// TestLooking: while a long statement runs, it is noted again and again that somebody looks after the tables.
func TestLooking(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into distribution (shards, held, epoch, schema) values (1, pg_current_snapshot(), '', 1)`)
	done := errors.New("done")
	err := looking(t.Context(), db, 10*time.Millisecond, func() error {
		for range 2 {
			pgtest.Run(t, db, `update distribution set held_at = now() - interval '3 hours'`)
			testenv.Eventually(t, "it is noted", func() bool {
				return pgtest.Value[bool](t, db, `select held_at > now() - interval '1 hour' from distribution`)
			})
		}
		return done
	})
	if !errors.Is(err, done) {
		t.Error(err)
	}
}
