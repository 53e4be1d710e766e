package query

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Read runs a statement and visits its rows in the layout of its query. It ends with ctx. The text depends on
// what a client asks for, so that no session prepares it; pgx remembers the columns of the texts that were asked for last.
func Read(ctx context.Context, db postgres.Reader, st *Statement, l *Layout, visit func(row postgres.Row) error) error {
	rows, err := db.Query(ctx, st.String(), append([]any{pgx.QueryExecModeCacheDescribe}, st.Args...)...)
	if err == nil {
		err = postgres.EachRow(rows, l.check, visit)
	}
	if crs.IsTransformError(err) {
		return crs.ErrNoPlace
	}
	if err != nil {
		return fmt.Errorf("read features: %w", err)
	}
	return nil
}

// Count returns how many features a query has on all pages, no more than so many; 0 is all.
func Count(ctx context.Context, db postgres.Database, q Query, most int) (n int64, err error) {
	st, err := q.writeCount(ctx, most)
	if err != nil {
		return 0, err
	}
	if err := db.QueryRow(ctx, st.String(), append([]any{pgx.QueryExecModeCacheDescribe}, st.Args...)...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count features: %w", err)
	}
	return n, nil
}

// Keys runs a query of keys that package cql2 wrote, and returns the keys.
func Keys(ctx context.Context, db postgres.Database, query string, args []any) (keys []any, err error) {
	rows, err := db.Query(ctx, sql.Named(keysName, query), append([]any{pgx.QueryExecModeCacheDescribe}, args...)...)
	if err == nil {
		keys, err = pgx.CollectRows(rows, pgx.RowTo[any])
	}
	if err != nil {
		return nil, fmt.Errorf("find the keys of a condition: %w", err)
	}
	return keys, nil
}
