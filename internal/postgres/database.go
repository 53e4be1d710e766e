package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Database is where reads go: a pool, or nodes.Nodes, which choose a pool for each.
type Database interface {
	Querier
	Batcher
	Beginner
	Acquire(ctx context.Context) (*pgxpool.Conn, error)
}

// ReadsOf returns where reads go: to db where reads is nil.
func ReadsOf(reads Database, db *pgxpool.Pool) Database {
	if reads == nil {
		return db
	}
	return reads
}
