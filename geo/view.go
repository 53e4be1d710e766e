package geo

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
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
		if err := v.open(ctx); err != nil {
			return nil, err
		}
	}
	return v.conn.Query(ctx, sql, args...)
}

// open begins and compares in one round trip.
func (v *view) open(ctx context.Context) (err error) {
	if v.conn, err = v.db.Acquire(ctx); err != nil {
		return fmt.Errorf("open a view of the observations: %w", err)
	}
	batch := &pgx.Batch{}
	batch.Queue(beginView)
	query, args := v.state.Moved(v.tile.z, int(v.tile.x), int(v.tile.y))
	var moved bool
	batch.Queue(query, args).QueryRow(func(row pgx.Row) error { return row.Scan(&moved) })
	if err := v.conn.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("open a view of the observations: %w", err)
	}
	if moved {
		return errMoved
	}
	return nil
}

// close gives the connection back. One whose transaction cannot be ended is closed by the pool.
func (v *view) close(ctx context.Context) {
	if v.conn == nil {
		return
	}
	_, _ = v.conn.Exec(ctx, endView)
	v.conn.Release()
	v.conn = nil
}
