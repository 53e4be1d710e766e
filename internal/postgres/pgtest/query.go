package pgtest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// database is a pool, a connection or a transaction.
type database interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// Run runs a statement, which has to succeed.
func Run(t testing.TB, db database, statement string, args ...any) {
	t.Helper()
	if _, err := db.Exec(context.Background(), statement, args...); err != nil {
		t.Fatalf("%.300s: %v", statement, err)
	}
}

// RunOn is Run on the database of an address, over a connection of its own.
func RunOn(t testing.TB, url, statement string) {
	t.Helper()
	if err := Exec(context.Background(), url, statement); err != nil {
		t.Fatalf("%.300s: %v", statement, err)
	}
}

// Begin begins a transaction, which is rolled back when the test ends unless it has ended before.
func Begin(t testing.TB, db interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}) pgx.Tx {
	t.Helper()
	tx, err := db.Begin(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	return tx
}

// Column returns the rows of a query of one column.
func Column[T any](t testing.TB, db database, query string, args ...any) []T {
	t.Helper()
	return rows(t, db, pgx.RowTo[T], query, args...)
}

// Rows returns the rows of a query as structs. Columns go to the fields of their name.
func Rows[T any](t testing.TB, db database, query string, args ...any) []T {
	t.Helper()
	return rows(t, db, pgx.RowToStructByName[T], query, args...)
}

// Value returns the one value that a query answers with.
func Value[T any](t testing.TB, db database, query string, args ...any) T {
	t.Helper()
	values := Column[T](t, db, query, args...)
	if len(values) != 1 {
		t.Fatalf("%s: %d rows, want one", query, len(values))
	}
	return values[0]
}

func rows[T any](t testing.TB, db database, to pgx.RowToFunc[T], query string, args ...any) []T {
	t.Helper()
	found, err := db.Query(context.Background(), query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	out, err := pgx.CollectRows(found, to)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}
