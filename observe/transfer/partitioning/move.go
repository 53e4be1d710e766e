package partitioning

import (
	"context"
	"errors"
	"fmt"
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
	catchUpQuery  = sql.Get("partitioning/catch_up.sql")
	leftQuery     = sql.Get("partitioning/left.sql")
	holdQuery     = sql.Get("partitioning/hold.sql")
	swapQuery     = sql.Get("partitioning/swap.sql")
)

// catchUpRows is how many changed rows are copied again at a time.
const catchUpRows = 1000

// move brings the rows of a table to a new one, which takes its place.
type move struct {
	Options
	conn        *pgx.Conn
	table, time string
	partitioned bool // the new table is
}

// run returns false where the table lies so already.
func (m *move) run(ctx context.Context) (changed bool, err error) {
	state, err := stateOf(ctx, m.conn, m.table)
	if err != nil {
		return false, err
	}
	if state.Becomes != nil && *state.Becomes != m.partitioned {
		if err := m.locked(ctx, func(tx pgx.Tx) error { return m.each(ctx, tx, giveUpQuery) }); err != nil {
			return false, fmt.Errorf("end what was begun: %w", err)
		}
		state.Becomes = nil
	}
	if state.Partitioned == m.partitioned {
		return false, nil
	}
	if state.Becomes == nil {
		if err := m.start(ctx); err != nil {
			return false, fmt.Errorf("begin: %w", err)
		}
	}
	for _, step := range []func(context.Context) error{m.copy, m.index, m.swap} {
		if err := step(ctx); err != nil {
			return false, err
		}
	}
	return true, nil
}

// start makes the new table.
func (m *move) start(ctx context.Context) error {
	var may bool
	if err := m.conn.QueryRow(ctx, mayQuery.String(), pgx.StrictNamedArgs{"entity": m.table}).Scan(&may); err != nil {
		return fmt.Errorf("look for the rights of the role: %w", err)
	}
	if !may {
		return ErrMayNot
	}
	year := m.Now().UTC().Year()
	return m.locked(ctx, func(tx pgx.Tx) error {
		return postgres.ExecuteEach(ctx, tx, beginQuery, pgx.StrictNamedArgs{
			"entity": m.table, "time": m.time, "partitioned": m.partitioned, "first_year": year - YearsBack, "last_year": year + YearsAhead,
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
		err = postgres.Transaction(ctx, m.conn, pgx.TxOptions{}, func(tx pgx.Tx) error {
			if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
				return err
			}
			return postgres.ExecuteEach(ctx, tx, copyQuery, pgx.StrictNamedArgs{"entity": m.table, "pages": m.CopyPages})
		})
		if err != nil {
			return fmt.Errorf("copy the rows: %w", err)
		}
		if m.Progress != nil {
			m.Progress(m.table, min(*state.Page+int64(m.CopyPages), *state.Pages), *state.Pages)
		}
	}
}

// index builds the indexes of the new table. A run that was interrupted builds them again.
func (m *move) index(ctx context.Context) error {
	m.stage("building the indexes")
	err := m.locked(ctx, func(tx pgx.Tx) error { return m.each(ctx, tx, indexQuery) })
	if err != nil {
		return fmt.Errorf("build the indexes: %w", err)
	}
	return nil
}

// swap copies again what changed, at last with readers and writers kept out, and puts the new table in the place of the old one.
func (m *move) swap(ctx context.Context) error {
	m.stage("taking the place of the table")
	for left := true; left; {
		err := postgres.Transaction(ctx, m.conn, pgx.TxOptions{}, func(tx pgx.Tx) (err error) {
			left, err = m.catchUp(ctx, tx)
			return err
		})
		if err != nil {
			return fmt.Errorf("copy changed rows: %w", err)
		}
	}
	err := m.locked(ctx, func(tx pgx.Tx) error {
		if err := m.each(ctx, tx, holdQuery); err != nil {
			return err
		}
		for left := true; left; {
			var err error
			if left, err = m.catchUp(ctx, tx); err != nil {
				return err
			}
		}
		return m.each(ctx, tx, swapQuery)
	})
	if err != nil {
		return fmt.Errorf("take the place of the table: %w", err)
	}
	return nil
}

// catchUp copies some changed rows again, and says whether others are left.
func (m *move) catchUp(ctx context.Context, tx pgx.Tx) (left bool, err error) {
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return false, err
	}
	args := pgx.StrictNamedArgs{"entity": m.table, "rows": catchUpRows}
	if err := postgres.ExecuteEach(ctx, tx, catchUpQuery, args); err != nil {
		return false, err
	}
	err = tx.QueryRow(ctx, leftQuery.String(), pgx.StrictNamedArgs{"entity": m.table}).Scan(&left)
	return left, err
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
		err := postgres.Transaction(ctx, m.conn, pgx.TxOptions{}, func(tx pgx.Tx) error {
			if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, settingsQuery.String()); err != nil {
				return err
			}
			return do(tx)
		})
		if pg := (*pgconn.PgError)(nil); !errors.As(err, &pg) || pg.Code != lockNotAvailable && pg.Code != deadlockDetected {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockWait):
		}
	}
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
