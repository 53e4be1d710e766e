package geo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// errMoved means that the database went on, where a tile shows it, since the state that names the tile.
var errMoved = errors.New("the observations changed meanwhile")

// view is the database as it was for a state of the tile index, as far as one tile shows it: one transaction whose snapshot is
// compared with the state before anything is read. What is made of it and of the state is of one moment, so that the
// state's version is a strong name for it. It is opened by the first query; most tiles need none.
type view struct {
	db    *pgxpool.Pool
	state *tileindex.State
	tile  tile
	conn  *pgxpool.Conn
}

const (
	beginView = "begin isolation level repeatable read, read only"
	endView   = "commit"
)

// Query implements postgres.Reader. The error is errMoved when the state is no longer that of the database.
func (v *view) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if v.conn == nil {
		return v.open(ctx, sql, args)
	}
	return v.conn.Query(ctx, sql, args...)
}

// open begins, compares and sends the first query in one round trip.
func (v *view) open(ctx context.Context, sql string, args []any) (pgx.Rows, error) {
	conn, err := v.db.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("open a view of the observations: %w", err)
	}
	v.conn = conn
	batch := &pgx.Batch{}
	batch.Queue(beginView)
	named := postgres.NameSession(ctx, batch)
	moved, movedArgs := v.state.Moved(v.tile.z, int(v.tile.x), int(v.tile.y))
	batch.Queue(moved, movedArgs)
	batch.Queue(sql, args...)
	results := conn.SendBatch(ctx, batch)
	var isMoved bool
	_, err = results.Exec()
	if err == nil && named {
		_, err = results.Exec()
	}
	if err == nil {
		err = results.QueryRow().Scan(&isMoved)
	}
	if err == nil && isMoved {
		err = errMoved
	}
	if err != nil {
		_ = results.Close() // what the first query would have said is of no interest
		return nil, fmt.Errorf("open a view of the observations: %w", err)
	}
	rows, err := results.Query()
	if err != nil {
		_ = results.Close() // the same error
		return nil, err
	}
	return &firstRows{Rows: rows, results: results}, nil
}

// firstRows are those of a view's first query: when they are closed, so is what was sent with it.
type firstRows struct {
	pgx.Rows
	results pgx.BatchResults
	err     error
}

// Close implements pgx.Rows.
func (r *firstRows) Close() {
	r.Rows.Close()
	if err := r.results.Close(); r.err == nil {
		r.err = err
	}
}

// Err implements pgx.Rows.
func (r *firstRows) Err() error {
	if err := r.Rows.Err(); err != nil {
		return err
	}
	return r.err
}

// endTimeout bounds the end of a transaction that has only read.
const endTimeout = 5 * time.Second

// close gives the connection back, and nobody waits for it. One whose transaction cannot be ended is closed by the pool.
func (v *view) close(ctx context.Context) {
	if v.conn == nil {
		return
	}
	go func(conn *pgxpool.Conn) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
		defer cancel()
		_, _ = conn.Exec(ctx, endView)
		conn.Release()
	}(v.conn)
	v.conn = nil
}
