package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	setsQuery  = sql.Get("session/sets.sql")
	pathQuery  = sql.Get("session/path.sql")
	leaveQuery = sql.Get("session/leave.sql")
)

// EachSet calls do for the records that are public, and for those of each private data source: the transaction sees the tables of one set at a time.
func EachSet(ctx context.Context, tx pgx.Tx, do func() error) error {
	if err := do(); err != nil {
		return err
	}
	rooms, err := tx.Query(ctx, setsQuery.String())
	if err != nil {
		return fmt.Errorf("list the private data sources: %w", err)
	}
	schemas, err := pgx.CollectRows(rooms, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("list the private data sources: %w", err)
	}
	if len(schemas) == 0 {
		return nil
	}
	var path string
	if err := tx.QueryRow(ctx, pathQuery.String()).Scan(&path); err != nil {
		return fmt.Errorf("read the search path: %w", err)
	}
	for _, schema := range schemas {
		if _, err := Exec(ctx, tx, leaveQuery, pgx.StrictNamedArgs{"path": pgx.Identifier{schema}.Sanitize() + ", " + path}); err != nil {
			return fmt.Errorf("enter the schema %s: %w", schema, err)
		}
		if err := do(); err != nil {
			return err
		}
	}
	if _, err := Exec(ctx, tx, leaveQuery, pgx.StrictNamedArgs{"path": path}); err != nil {
		return fmt.Errorf("leave the private data sources: %w", err)
	}
	return nil
}
