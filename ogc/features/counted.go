package features

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// countedState is the state of a Delayed collection, which changes when it is counted anew. The database has it, memory has nothing of it.
type countedState struct {
	db      postgres.Database
	counted func(ctx context.Context, db postgres.Reader) (string, error)
	version string
}

// stateOf returns the newest state of a collection.
func (s *Features) stateOf(ctx context.Context, c *collection.Collection) (State, error) {
	if !c.Delayed {
		return s.State(), nil
	}
	if err := c.Refresh(ctx); err != nil {
		return nil, err
	}
	version, err := c.Counted(ctx, s.DB)
	return countedState{s.DB, c.Counted, version}, err
}

// Version implements State.
func (s countedState) Version() string { return s.version }

// Newest implements State.
func (countedState) Newest(context.Context, surveillance.Newest, []string, func(postgres.Row) error) (bool, error) {
	return false, nil
}

// Count implements State.
func (countedState) Count(surveillance.Filter, bool) (int64, bool) { return 0, false }

// InSnapshot implements State.
func (s countedState) InSnapshot(ctx context.Context, read func(pgx.Tx) error) (changed bool, err error) {
	err = postgres.Transaction(ctx, s.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		version, err := s.counted(ctx, tx)
		if changed = version != s.version; err != nil || changed {
			return err
		}
		return read(tx)
	})
	return changed, err
}
