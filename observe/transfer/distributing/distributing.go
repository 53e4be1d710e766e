// Package distributing keeps copies of the observations, absences, sampling events and pools on the workers of a Citus cluster, whose coordinator is the database.
// They answer reads (package nodes). Everything that writes, and all that writes rest on, such as triggers, unique keys and obscured places, stays with
// the public tables: Citus gives distributed tables none of that. It imports internal packages and sql.
//
// # Tables
//
// The schema distributed has a table of each kind, distributed by id, with the columns and indexes of the public one. The row of the table distribution says up
// to which snapshot of the change log they hold the records.
//
// # Changes
//
// One server at a time (Follower) copies the rows again that changed since that snapshot. Citus commits on the workers one after the other, so readers
// could see a part of a change. Three things prevent that: a change waits until no reader is left and keeps new ones out, by locks; a reader whose
// snapshot is older than a change that it waited for gets an error, by a number that no snapshot hides, and asks the primary; and the change is not shown before
// each shard has its number. A statement that does not ask for the number (distributed.held) rests on the locks alone: where a worker loses the commit,
// it may see a part until the nodes leave the tables out, half a second. Many changes at once, those of an import, close the tables to readers meanwhile.
package distributing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	citusQuery   = sql.Get("distributing/citus.sql")
	workersQuery = sql.Get("distributing/workers.sql")
	stateQuery   = sql.Get("distributing/state.sql")
	dropQuery    = sql.Get("distributing/drop.sql")
)

// MinCitus is the major version of Citus that is needed at least: the one that this was tested with.
const MinCitus = 13

// Limits of the number of shards of a table.
const (
	DefaultShards = 32
	MaxShards     = 1024
)

var (
	// ErrNoCluster means that the database cannot distribute tables.
	ErrNoCluster = errors.New("tables cannot be distributed in this database")
	// ErrRunning means that another session makes or changes the distributed tables.
	ErrRunning = errors.New("another program makes or changes the distributed tables")
)

// Options of Run.
type Options struct {
	Shards   int                            // of each table; 0 is DefaultShards, or that of a run that was interrupted
	Progress func(table string, rows int64) // called after each transaction that copied; may be nil
	Stage    func(table, stage string)      // called before the indexes of a table are built; may be nil
}

// State says whether there are distributed tables.
type State struct {
	Shards   int     `db:"shards"`
	Held     string  `db:"held"`     // a pg_snapshot
	Idle     float64 `db:"idle"`     // seconds since somebody looked for changes
	Copied   bool    `db:"copied"`   // all rows were copied, and what changed since follows
	Complete bool    `db:"complete"` // they may be read
	Valid    bool    `db:"valid"`    // they can be brought up to date; else they have to be made anew
	Behind   bool    `db:"behind"`   // records changed since
	Number   int64   `db:"number"`   // of the last change of the tables
	Whole    bool    `db:"whole"`    // no change broke off
}

// StateOf returns nil where nothing is distributed.
func StateOf(ctx context.Context, db postgres.Querier) (*State, error) {
	s, err := postgres.One[State](ctx, db, stateQuery)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // nothing is distributed, and nothing is wrong
	}
	if err != nil {
		return nil, fmt.Errorf("look for distributed tables: %w", err)
	}
	return &s, nil
}

// Ask fails where a worker does not answer.
func (s *State) Ask(ctx context.Context, db postgres.Beginner) error {
	_, err := committed(ctx, db, s.Number)
	return err
}

// Run makes the distributed tables, or goes on with a run that was interrupted, and brings them up to date. It makes tables anew that cannot be brought up
// to date. made is false where there was nothing to make.
func Run(ctx context.Context, db *pgxpool.Pool, o Options) (made bool, err error) {
	if err := check(ctx, db); err != nil {
		return false, err
	}
	err = locked(ctx, db, lockPatience, func(conn *pgx.Conn) error {
		state, err := StateOf(ctx, conn)
		if err != nil {
			return err
		}
		if state != nil && (!state.Valid || o.Shards != 0 && o.Shards != state.Shards) {
			if err := drop(ctx, conn); err != nil {
				return err
			}
			o.Shards, state = cmp.Or(o.Shards, state.Shards), nil
		}
		if state == nil {
			if err := create(ctx, conn, cmp.Or(o.Shards, DefaultShards)); err != nil {
				return err
			}
		}
		if state == nil || !state.Copied {
			made = true
			if err := copyAll(ctx, db, conn, o); err != nil {
				return err
			}
		}
		return catchUp(ctx, conn)
	})
	if errors.Is(err, errBusy) {
		err = nil // servers bring them up to date
	}
	return made, err
}

// Drop removes the distributed tables. dropped is false where there are none.
func Drop(ctx context.Context, db *pgxpool.Pool) (dropped bool, err error) {
	if state, err := StateOf(ctx, db); err != nil || state == nil {
		return false, err
	}
	err = locked(ctx, db, lockPatience, func(conn *pgx.Conn) error { return drop(ctx, conn) })
	return err == nil, err
}

// dropEvery is the pause before drop tries again, after a read kept a table.
const dropEvery = 500 * time.Millisecond

// drop sends readers away, waits until none is left, without letting others wait for that, and drops the tables.
func drop(ctx context.Context, conn *pgx.Conn) error {
	if err := closeToReaders(ctx, conn); err != nil {
		return err
	}
	for {
		err := shaping(ctx, conn, func(tx pgx.Tx) error {
			if err := postgres.ExecuteEach(ctx, tx, holdQuery, pgx.StrictNamedArgs{}); err != nil {
				return err
			}
			return postgres.ExecuteEach(ctx, tx, dropQuery, pgx.StrictNamedArgs{})
		})
		if err == nil || !lockedOut(err) {
			if err != nil {
				return fmt.Errorf("drop the distributed tables: %w", err)
			}
			return nil
		}
		if err := postgres.Pause(ctx, dropEvery); err != nil {
			return err
		}
	}
}

var settingsQuery = sql.Get("distributing/settings.sql")

// shaping runs do in a transaction that may make and drop distributed tables.
func shaping(ctx context.Context, conn *pgx.Conn, do func(pgx.Tx) error) error {
	return postgres.Transaction(ctx, conn, readCommitted, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, settingsQuery); err != nil {
			return err
		}
		return do(tx)
	})
}

// check fails with ErrNoCluster where the database is no coordinator of a Citus cluster that this works with.
func check(ctx context.Context, db postgres.Querier) error {
	citus, err := postgres.One[struct {
		Version string `db:"version"`
		May     bool   `db:"may"`
	}](ctx, db, citusQuery)
	if err != nil {
		return fmt.Errorf("look for Citus: %w", err)
	}
	if err := CheckVersion(citus.Version); err != nil {
		return err
	}
	if !citus.May {
		return fmt.Errorf("%w: the role may not make a schema", ErrNoCluster)
	}
	var workers int
	if err := db.QueryRow(ctx, workersQuery.String()).Scan(&workers); err != nil {
		return fmt.Errorf("look for workers: %w", err)
	}
	if workers == 0 {
		return fmt.Errorf("%w: the cluster has no worker (citus_add_node)", ErrNoCluster)
	}
	return nil
}

// CheckVersion fails with ErrNoCluster for a version of Citus that is too old; "" is none.
func CheckVersion(version string) error {
	if version == "" {
		return fmt.Errorf("%w: the extension citus is not there", ErrNoCluster)
	}
	major, _, _ := strings.Cut(version, ".")
	if n, err := strconv.Atoi(major); err != nil || n < MinCitus {
		return fmt.Errorf("%w: it has Citus %s; skeeter needs %d or newer", ErrNoCluster, version, MinCitus)
	}
	return nil
}

// lockName is the name of the lock of a session that makes or changes the distributed tables, and lockPatience how long Run waits for another one.
const (
	lockName     = "skeeter distribute"
	lockPatience = 30 * time.Second
)

// readCommitted lets each statement see what was committed before it, whatever the database's default is.
var readCommitted = pgx.TxOptions{IsoLevel: pgx.ReadCommitted}

// locked runs do in a session that alone makes or changes the distributed tables. The error is ErrRunning when another one does so for longer than
// patience.
func locked(ctx context.Context, db *pgxpool.Pool, patience time.Duration, do func(*pgx.Conn) error) error {
	err := postgres.Alone(ctx, db, lockName, patience, do)
	if errors.Is(err, postgres.ErrLocked) {
		return ErrRunning
	}
	return err
}
