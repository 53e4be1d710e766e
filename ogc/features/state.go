package features

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// State is the observations as the server knows them at one moment, in memory or not. Package geo has them.
type State interface {
	// Version names the state.
	Version() string
	// Newest visits observations that are in memory, with the values of columns of their table as PostgreSQL sends them. A row is valid
	// during the call only. ok is false when the caller has to ask the database; then what was visited does not count.
	Newest(ctx context.Context, n surveillance.Newest, columns []string, visit func(postgres.Row) error) (ok bool, err error)
	// Count returns how many observations that are in memory match a Filter. With overlapping, one of an observation's days within those of
	// the Filter is enough.
	Count(f surveillance.Filter, overlapping bool) (n int64, ok bool)
	// InSnapshot runs read in a transaction that sees what the state shows. changed is true when the database is ahead of the state; then
	// nothing was read, and there is a newer state.
	InSnapshot(ctx context.Context, read func(pgx.Tx) error) (changed bool, err error)
}

// errChanged means that the database is ahead of the state of an answer.
var errChanged = errors.New("the observations changed meanwhile")

// inSnapshot reads the database as it is in the state, or as it is now without one.
func (s *Features) inSnapshot(ctx context.Context, state State, read func(pgx.Tx) error) error {
	if state == nil {
		return postgres.Transaction(ctx, s.DB, pgx.TxOptions{AccessMode: pgx.ReadOnly}, read)
	}
	changed, err := state.InSnapshot(ctx, read)
	if err == nil && changed {
		return errChanged
	}
	return err
}
