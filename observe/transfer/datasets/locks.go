package datasets

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	lockIDsQuery   = sql.Get("dataset/lock_ids.sql")
	lockKeyedQuery = sql.Get("dataset/lock_keyed.sql")
)

// LockIDs keeps others from storing observations with ids that clients chose, until the transaction ends. LockKeyed comes after it.
func LockIDs(ctx context.Context, tx pgx.Tx) error {
	if _, err := postgres.Exec(ctx, tx, lockIDsQuery, pgx.StrictNamedArgs{}); err != nil {
		return fmt.Errorf("lock the ids of observations: %w", err)
	}
	return nil
}

// LockKeyed keeps others from storing sampling events and pools of data sources, by their ids, until the transaction ends.
func LockKeyed(ctx context.Context, tx pgx.Tx, sources ...string) error {
	if _, err := postgres.Exec(ctx, tx, lockKeyedQuery, pgx.StrictNamedArgs{"sources": sources}); err != nil {
		return fmt.Errorf("lock the sampling events and pools of data sources: %w", err)
	}
	return nil
}
