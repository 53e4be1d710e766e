package distributing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	changedQuery  = sql.Get("distributing/changed.sql")
	applyQuery    = sql.Get("distributing/apply.sql")
	holdQuery     = sql.Get("distributing/hold.sql")
	numberQuery   = sql.Get("distributing/number.sql")
	numberedQuery = sql.Get("distributing/numbered.sql")
	wholeQuery    = sql.Get("distributing/whole.sql")
	recoverQuery  = sql.Get("distributing/recover.sql")
	heldQuery     = sql.Get("distributing/held.sql")
	closeQuery    = sql.Get("distributing/close.sql")
	seenQuery     = sql.Get("distributing/seen.sql")
	appliedQuery  = sql.Get("distributing/applied.sql")
)

const (
	// applyRows is how many changed rows are copied at once. Where more changed, nobody reads meanwhile.
	applyRows = 1000
	// gapWait is the pause before the next look for a gap between reads that began before the tables were closed.
	gapWait = 50 * time.Millisecond
	// workerPatience is how long a statement may wait for workers while readers wait for it, and closedPatience while nobody reads. A worker that vanished
	// closes no connection.
	workerPatience = 5 * time.Second
	closedPatience = time.Minute
	// leaveTime is how long readers have to notice that the tables are closed: nodes look four times a second, and a read waits a second at most for a
	// session.
	leaveTime = 3 * time.Second
)

// errAnew means that the tables cannot be brought up to date.
var errAnew = errors.New("the change log does not go on from them, or the schema is newer: run skeeter distribute")

// catchUp brings the tables to where the public ones are.
func catchUp(ctx context.Context, conn *pgx.Conn) error {
	for {
		many, err := advance(ctx, conn)
		if err != nil || !many {
			return err
		}
		if err := advanceClosed(ctx, conn); err != nil {
			return err
		}
	}
}

// change is a record that changed.
type change struct {
	Table string    `db:"entity"`
	ID    uuid.UUID `db:"id"`
}

// changed returns the records that changed since a snapshot, by table; a limit of nil returns all.
func changed(ctx context.Context, tx pgx.Tx, held string, limit *int) (all []change, err error) {
	all, err = postgres.All[change](ctx, tx, changedQuery, pgx.StrictNamedArgs{"held": held, "limit": limit})
	if err != nil {
		return nil, fmt.Errorf("read the change log: %w", err)
	}
	return all, nil
}

// mark is up to where the tables are.
type mark struct {
	held     string // a pg_snapshot
	position nodes.Position
	number   int64
}

// advance copies the changed rows in one transaction, between readers, and lets them in again. many is true when they are too many for that, and nothing was
// done.
func advance(ctx context.Context, conn *pgx.Conn) (many bool, err error) {
	to := mark{}
	if to.position, err = nodes.Written(ctx, conn); err != nil {
		return false, err
	}
	limit, there := applyRows+1, false
	err = inSnapshot(ctx, conn, func(tx pgx.Tx, state *State) error {
		there = true
		if err := tx.QueryRow(ctx, seenQuery.String()).Scan(&to.held); err != nil {
			return fmt.Errorf("ask for the snapshot: %w", err)
		}
		all, err := changed(ctx, tx, state.Held, &limit)
		if many = len(all) > applyRows; many || err != nil {
			return err
		}
		if to.number = state.Number; len(all) == 0 && state.Complete && state.Whole {
			return nil
		}
		if err := hold(ctx, tx, workerPatience); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, numberQuery.String()).Scan(&to.number); err != nil {
			return fmt.Errorf("number the change: %w", err)
		}
		if _, err := postgres.Exec(ctx, tx, numberedQuery, pgx.StrictNamedArgs{"number": to.number}); err != nil {
			return fmt.Errorf("note the change on the workers: %w", err)
		}
		return apply(ctx, tx, all)
	})
	switch {
	case err != nil && !errors.Is(err, errAnew): // a long read, or a worker that is away: the log keeps the changes
		if _, lookErr := postgres.Exec(ctx, conn, lookedQuery); lookErr != nil {
			return false, errors.Join(err, lookErr)
		}
		if lockedOut(err) {
			err = errBusy
		}
		return false, err
	case err != nil || many || !there:
		return many, err
	}
	return false, openToReaders(ctx, conn, to)
}

// hold waits for readers, briefly, and keeps new ones out until the transaction ends. Its statements may then wait for workers up to a limit.
func hold(ctx context.Context, tx pgx.Tx, limit time.Duration) error {
	if err := postgres.ExecuteEach(ctx, tx, holdQuery, pgx.StrictNamedArgs{}); err != nil {
		return err
	}
	return postgres.LimitStatements(ctx, tx, limit)
}

// openToReaders lets readers in when every worker has what was changed. Until then they see another number than that of the tables.
func openToReaders(ctx context.Context, conn *pgx.Conn, to mark) error {
	whole, err := committed(ctx, conn, to.number)
	if err != nil {
		return err
	}
	if !whole {
		_, err := postgres.Exec(ctx, conn, recoverQuery)
		return errors.Join(errTorn, err)
	}
	if _, err := postgres.Exec(ctx, conn, heldQuery, pgx.StrictNamedArgs{"held": to.held, "position": int64(to.position), "number": to.number}); err != nil {
		return fmt.Errorf("note what the distributed tables hold: %w", err)
	}
	return nil
}

// committed asks every worker whether it has the change of a number.
func committed(ctx context.Context, db postgres.Beginner, number int64) (whole bool, err error) {
	err = postgres.Transaction(ctx, db, readCommitted, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, workerPatience); err != nil {
			return err
		}
		return tx.QueryRow(ctx, wholeQuery.String(), pgx.StrictNamedArgs{"number": number}).Scan(&whole)
	})
	if err != nil {
		return false, fmt.Errorf("ask the workers for the last change: %w", err)
	}
	return whole, nil
}

// errTorn means that a change is on some workers only. The next pass copies its rows again.
var errTorn = errors.New("a worker has not committed the last change")

// inSnapshot runs do in a transaction of one snapshot, with the state of the tables in it, if there are any.
func inSnapshot(ctx context.Context, conn *pgx.Conn, do func(pgx.Tx, *State) error) error {
	return postgres.Transaction(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		state, err := StateOf(ctx, tx)
		switch {
		case err != nil || state == nil:
			return err
		case !state.Valid:
			return errAnew
		}
		return do(tx, state)
	})
}

// errBusy means that a read keeps the tables.
var errBusy = errors.New("a read that takes long keeps the distributed tables")

// lockNotAvailable is the SQLSTATE of a lock that others held for too long.
const lockNotAvailable = "55P03"

func lockedOut(err error) bool {
	pg := (*pgconn.PgError)(nil)
	return errors.As(err, &pg) && pg.Code == lockNotAvailable
}

// apply copies changed rows again.
func apply(ctx context.Context, tx pgx.Tx, all []change) error {
	ids := map[string][]uuid.UUID{}
	for _, c := range all {
		ids[c.Table] = append(ids[c.Table], c.ID)
	}
	for table, of := range ids {
		if err := postgres.ExecuteEach(ctx, tx, applyQuery, pgx.StrictNamedArgs{"entity": table, "ids": of}); err != nil {
			return fmt.Errorf("copy changed rows of %s: %w", table, err)
		}
	}
	return nil
}

// closeToReaders sends readers away from the tables.
func closeToReaders(ctx context.Context, conn *pgx.Conn) error {
	if _, err := postgres.Exec(ctx, conn, closeQuery); err != nil {
		return fmt.Errorf("close the distributed tables: %w", err)
	}
	return postgres.Pause(ctx, leaveTime)
}

// advanceClosed copies many changed rows while nobody reads the distributed tables, a transaction for some of them each. The next one lets readers in.
func advanceClosed(ctx context.Context, conn *pgx.Conn) error {
	state, err := StateOf(ctx, conn)
	if err != nil || state == nil {
		return err
	}
	if state.Complete {
		if err := closeToReaders(ctx, conn); err != nil {
			return err
		}
	}
	var left []change
	var seen string
	err = inSnapshot(ctx, conn, func(tx pgx.Tx, state *State) (err error) {
		if err := tx.QueryRow(ctx, seenQuery.String()).Scan(&seen); err != nil {
			return fmt.Errorf("ask for the snapshot: %w", err)
		}
		left, err = changed(ctx, tx, state.Held, nil)
		return err
	})
	if err != nil || seen == "" {
		return err
	}
	for len(left) > 0 {
		some := left[:min(applyRows, len(left))]
		err := inSnapshot(ctx, conn, func(tx pgx.Tx, _ *State) error {
			if err := hold(ctx, tx, closedPatience); err != nil {
				return err
			}
			if err := apply(ctx, tx, some); err != nil {
				return err
			}
			_, err := postgres.Exec(ctx, tx, lookedQuery)
			return err
		})
		switch {
		case lockedOut(err): // by a read that began before
			if err := postgres.Pause(ctx, gapWait); err != nil {
				return err
			}
		case err != nil:
			return err
		default:
			left = left[len(some):]
		}
	}
	if _, err := postgres.Exec(ctx, conn, appliedQuery, pgx.StrictNamedArgs{"held": seen}); err != nil {
		return fmt.Errorf("note what the distributed tables hold: %w", err)
	}
	return nil
}
