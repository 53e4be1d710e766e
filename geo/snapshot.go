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

// errChanged means that the observations of a tile or a layer changed after the state of the tile index that names it.
var errChanged = errors.New("the observations changed meanwhile")

// snapshot reads the database for one tile, or for the whole world without one, as it was for a state of the tile index. It is one transaction whose snapshot is compared
// with the state before anything is read. So what SQL reads and what the state holds are of one moment, and the state's version is a
// strong name for the tile. The first query opens it; most tiles need none.
type snapshot struct {
	db    postgres.Database
	state *tileindex.State
	tile  tile
	conn  *pgxpool.Conn
}

// Query implements postgres.Reader. The error is errChanged when the database is ahead of the state.
func (s *snapshot) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	if s.conn == nil {
		return s.open(ctx, sql, args)
	}
	return s.conn.Query(ctx, sql, args...)
}

// open begins the transaction, compares its snapshot and sends the first query, in one round trip unless that must not be prepared.
func (s *snapshot) open(ctx context.Context, sql string, args []any) (pgx.Rows, error) {
	conn, err := s.db.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("open a snapshot of the observations: %w", err)
	}
	s.conn = conn
	batch := &pgx.Batch{}
	batch.Queue("begin isolation level repeatable read, read only")
	named := postgres.NameSession(ctx, batch)
	changedQuery, changedArgs := s.state.ChangedQuery(s.tile.z, int(s.tile.x), int(s.tile.y))
	batch.Queue(changedQuery, changedArgs)
	apart := false // batches prepare what they send
	if len(args) > 0 {
		_, apart = args[0].(pgx.QueryExecMode)
	}
	if !apart {
		batch.Queue(sql, args...)
	}
	results := conn.SendBatch(ctx, batch)
	var changed bool
	_, err = results.Exec()
	if err == nil && named {
		_, err = results.Exec()
	}
	if err == nil {
		err = results.QueryRow().Scan(&changed)
	}
	if err == nil && changed {
		err = errChanged
	}
	if err != nil {
		_ = results.Close() // its error follows from this one
		return nil, fmt.Errorf("open a snapshot of the observations: %w", err)
	}
	if apart {
		if err := results.Close(); err != nil {
			return nil, fmt.Errorf("open a snapshot of the observations: %w", err)
		}
		return conn.Query(ctx, sql, args...)
	}
	rows, err := results.Query()
	if err != nil {
		_ = results.Close() // returns the same error
		return nil, err
	}
	return &firstRows{Rows: rows, results: results}, nil
}

// firstRows are the rows of a snapshot's first query. Closing them closes the batch that the query was sent in.
type firstRows struct {
	pgx.Rows
	results pgx.BatchResults
	err     error
}

func (r *firstRows) Close() {
	r.Rows.Close()
	if err := r.results.Close(); r.err == nil {
		r.err = err
	}
}

func (r *firstRows) Err() error {
	if err := r.Rows.Err(); err != nil {
		return err
	}
	return r.err
}

// endTimeout bounds the commit of a snapshot's transaction.
const endTimeout = 5 * time.Second

// close ends the transaction and returns the connection in the background, so that the request does not wait. When the transaction
// cannot be ended, the pool closes the connection.
func (s *snapshot) close(ctx context.Context) {
	if s.conn == nil {
		return
	}
	go func(conn *pgxpool.Conn) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
		defer cancel()
		_, _ = conn.Exec(ctx, "commit")
		conn.Release()
	}(s.conn)
	s.conn = nil
}
