package distributing

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// looking runs do, and notes now and again, in other sessions, that somebody looks after the distributed tables: a statement may take longer than the change log
// waits for them. do does not change the table distribution in a snapshot, which the note would break.
func looking(ctx context.Context, db *pgxpool.Pool, every time.Duration, do func() error) error {
	ctx, stop := context.WithCancel(ctx)
	var noting sync.WaitGroup
	defer noting.Wait()
	defer stop()
	noting.Go(func() {
		for ctx.Err() == nil {
			_, _ = postgres.Exec(ctx, db, lookedQuery) // where it fails, the next one comes soon enough
			_ = postgres.Pause(ctx, every)
		}
	})
	return do()
}
