package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Querier runs queries and statements: a pool, a connection or a transaction.
type Querier interface {
	Reader
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Reader runs queries: a pool, a connection or a transaction.
type Reader interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// All runs a query and returns its rows as structs. Columns go to the fields with their name in the `db` tag.
func All[T any](ctx context.Context, db Reader, query fmt.Stringer, args ...any) ([]T, error) {
	rows, err := db.Query(ctx, query.String(), args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[T])
}

// One runs a query and returns its one row, as All does. The error is pgx.ErrNoRows when there is none.
func One[T any](ctx context.Context, db Reader, query fmt.Stringer, args ...any) (T, error) {
	rows, err := db.Query(ctx, query.String(), args...)
	if err != nil {
		var zero T
		return zero, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
}

// Exec runs a statement and returns the number of rows that it changed.
func Exec(ctx context.Context, db Querier, query fmt.Stringer, args ...any) (int64, error) {
	tag, err := db.Exec(ctx, query.String(), args...)
	return tag.RowsAffected(), err
}
