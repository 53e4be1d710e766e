package partitioning

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	mayQuery      = sql.Get("partitioning/may.sql")
	settingsQuery = sql.Get("partitioning/settings.sql")
	giveUpQuery   = sql.Get("partitioning/give_up.sql")
	beginQuery    = sql.Get("partitioning/begin.sql")
	copyQuery     = sql.Get("partitioning/copy.sql")
	indexQuery    = sql.Get("partitioning/index.sql")
	shareQuery    = sql.Get("partitioning/share.sql")
	staleQuery    = sql.Get("partitioning/stale.sql")
	quietQuery    = sql.Get("partitioning/quiet.sql")
	obstacleQuery = sql.Get("partitioning/obstacles.sql")
)

// readCommitted lets each statement see what was committed before it, whatever the database's default is.
var readCommitted = pgx.TxOptions{IsoLevel: pgx.ReadCommitted}

// move brings the rows of a table to a new one, which takes its place.
type move struct {
	Options
	conn        *pgx.Conn
	table, time string
	partitioned bool // the new table is
}

// run returns false where the table is so already.
func (m *move) run(ctx context.Context) (changed bool, err error) {
	state, err := stateOf(ctx, m.conn, m.table)
	if err != nil {
		return false, err
	}
	if state.Becomes != nil {
		stale, err := m.stale(ctx, m.conn)
		if err != nil {
			return false, err
		}
		if stale || *state.Becomes != m.partitioned {
			if err := m.giveUp(ctx); err != nil {
				return false, fmt.Errorf("end what was begun: %w", err)
			}
			state.Becomes = nil
		}
	}
	if state.Becomes == nil { // a run may have been interrupted after the swap
		for _, step := range []func(context.Context) error{m.dropOld, m.check} {
			if err := step(ctx); err != nil {
				return false, err
			}
		}
	}
	if state.Partitioned == m.partitioned {
		return false, nil
	}
	if err := m.may(ctx); err != nil { // also where a run goes on: an operator may have changed a right
		return false, err
	}
	if state.Becomes == nil {
		if err := m.start(ctx); err != nil {
			return false, fmt.Errorf("begin: %w", err)
		}
	}
	for _, step := range []func(context.Context) error{m.copy, m.index, m.swap, m.dropOld, m.check} {
		if err := step(ctx); err != nil {
			return false, err
		}
	}
	return true, nil
}

// giveUp ends what was begun.
func (m *move) giveUp(ctx context.Context) error {
	return m.locked(ctx, func(tx pgx.Tx) error {
		if err := m.quiet(ctx, tx, "public", "partitioning"); err != nil {
			return err
		}
		return m.each(ctx, tx, giveUpQuery)
	})
}

// may fails with ErrMayNot when the role lacks a right that the swap needs, before rows are copied for nothing.
func (m *move) may(ctx context.Context) error {
	rows, err := m.conn.Query(ctx, mayQuery.String(), pgx.StrictNamedArgs{"entity": m.table, "partitioned": m.partitioned})
	if err != nil {
		return fmt.Errorf("look for the rights of the role: %w", err)
	}
	lacks, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("look for the rights of the role: %w", err)
	}
	if len(lacks) > 0 {
		return fmt.Errorf("%w: it lacks %s", ErrMayNot, strings.Join(lacks, ", "))
	}
	return nil
}

// start makes the new table.
func (m *move) start(ctx context.Context) error {
	obstacles, err := m.column(ctx, obstacleQuery)
	if err != nil {
		return fmt.Errorf("look what the table has: %w", err)
	}
	if len(obstacles) > 0 {
		return fmt.Errorf("%w: %s", ErrObstacles, strings.Join(obstacles, ", "))
	}
	year := m.Now().UTC().Year()
	return m.locked(ctx, func(tx pgx.Tx) error {
		if err := m.quiet(ctx, tx, "public"); err != nil {
			return err
		}
		return postgres.ExecuteEach(ctx, tx, beginQuery, pgx.StrictNamedArgs{
			"entity": m.table, "time": m.time, "partitioned": m.partitioned, "first_year": year - m.YearsBack, "last_year": year + YearsAhead,
		})
	})
}

// copy copies the pages that are left, a transaction each.
func (m *move) copy(ctx context.Context) error {
	for {
		state, err := stateOf(ctx, m.conn, m.table)
		if err != nil {
			return err
		}
		if state.Page == nil || *state.Page == *state.Pages {
			return nil
		}
		if err := postgres.Transaction(ctx, m.conn, readCommitted, func(tx pgx.Tx) error { return m.copyPages(ctx, tx) }); err != nil {
			return fmt.Errorf("copy the rows: %w", err)
		}
		if m.Progress != nil {
			m.Progress(m.table, min(*state.Page+int64(m.CopyPages), *state.Pages), *state.Pages)
		}
	}
}

// copyPages copies the next pages, if they are still those that were counted.
func (m *move) copyPages(ctx context.Context, tx pgx.Tx) error {
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return err
	}
	if err := m.each(ctx, tx, shareQuery); err != nil {
		return err
	}
	if err := m.goesOn(ctx, tx); err != nil {
		return err
	}
	return postgres.ExecuteEach(ctx, tx, copyQuery, pgx.StrictNamedArgs{"entity": m.table, "pages": m.CopyPages})
}

// stale says whether what was begun cannot go on.
func (m *move) stale(ctx context.Context, db postgres.Querier) (bool, error) {
	var stale bool
	if err := db.QueryRow(ctx, staleQuery.String(), pgx.StrictNamedArgs{"entity": m.table}).Scan(&stale); err != nil {
		return false, fmt.Errorf("look whether the copied pages are still those: %w", err)
	}
	return stale, nil
}

// goesOn fails with ErrStale when what was begun cannot go on.
func (m *move) goesOn(ctx context.Context, tx pgx.Tx) error {
	stale, err := m.stale(ctx, tx)
	if err == nil && stale {
		err = ErrStale
	}
	return err
}

// index builds the indexes of the new table. A run that was interrupted builds them again.
func (m *move) index(ctx context.Context) error {
	m.stage("building the indexes")
	err := m.locked(ctx, func(tx pgx.Tx) error {
		if err := m.quiet(ctx, tx, "partitioning"); err != nil {
			return err
		}
		return m.each(ctx, tx, indexQuery)
	})
	if err != nil {
		return fmt.Errorf("build the indexes: %w", err)
	}
	return nil
}

// lockWait is the pause after others kept a lock.
const lockWait = time.Second

// The SQLSTATEs of a lock that others held for too long, and of locks that wait for each other.
const (
	lockNotAvailable = "55P03"
	deadlockDetected = "40P01"
)

// locked runs do in a transaction that waits briefly for locks, again and again until it has them.
func (m *move) locked(ctx context.Context, do func(pgx.Tx) error) error {
	for {
		if again, err := m.once(ctx, do); !again {
			return err
		}
	}
}

// once runs do in a transaction that waits briefly for locks. again is true, after a pause, when others kept one.
func (m *move) once(ctx context.Context, do func(pgx.Tx) error) (again bool, err error) {
	err = postgres.Transaction(ctx, m.conn, readCommitted, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, settingsQuery.String()); err != nil {
			return err
		}
		return do(tx)
	})
	if pg := (*pgconn.PgError)(nil); !errors.As(err, &pg) || pg.Code != lockNotAvailable && pg.Code != deadlockDetected {
		return false, err
	}
	if m.Waiting != nil {
		m.Waiting(m.table)
	}
	select {
	case <-ctx.Done():
		return false, ctx.Err()
	case <-time.After(lockWait):
		return true, nil
	}
}

// quiet keeps autovacuum from the tables in these schemas until the transaction ends.
func (m *move) quiet(ctx context.Context, tx pgx.Tx, schemas ...string) error {
	return postgres.ExecuteEach(ctx, tx, quietQuery, pgx.StrictNamedArgs{"entity": m.table, "schemas": schemas})
}

// each runs the statements that a query writes of the table.
func (m *move) each(ctx context.Context, tx pgx.Tx, query sql.Query) error {
	return postgres.ExecuteEach(ctx, tx, query, pgx.StrictNamedArgs{"entity": m.table})
}

func (m *move) stage(name string) {
	if m.Stage != nil {
		m.Stage(m.table, name)
	}
}
