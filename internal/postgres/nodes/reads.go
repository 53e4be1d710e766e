package nodes

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Query implements postgres.Database.
func (n *Nodes) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return n.pool(ctx, scans(sql)).Query(ctx, sql, args...)
}

// QueryRow implements postgres.Database.
func (n *Nodes) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return n.pool(ctx, scans(sql)).QueryRow(ctx, sql, args...)
}

// Exec implements postgres.Database.
func (n *Nodes) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return n.pool(ctx, scans(sql)).Exec(ctx, sql, args...)
}

// SendBatch implements postgres.Database.
func (n *Nodes) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	return n.pool(ctx, false).SendBatch(ctx, b)
}

// BeginTx implements postgres.Database.
func (n *Nodes) BeginTx(ctx context.Context, o pgx.TxOptions) (pgx.Tx, error) {
	return n.pool(ctx, true).BeginTx(ctx, o)
}

// Acquire implements postgres.Database. Who takes a connection draws a tile or a layer.
func (n *Nodes) Acquire(ctx context.Context) (*pgxpool.Conn, error) {
	return n.pool(ctx, true).Acquire(ctx)
}
