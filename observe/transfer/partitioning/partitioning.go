// Package partitioning divides observations and sampling events into a partition a year, beside running servers, and makes them one table again.
// Rows are copied to a new table by pages, and what changes meanwhile is noted by a trigger and copied again, until the new table takes the place
// of the old one within one short lock. A run that was interrupted goes on. It imports internal packages and sql.
package partitioning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var stateQuery = sql.Get("partitioning/state.sql")

// Partitions are of the years from YearsBack ago until YearsAhead. Other rows are in one partition: few queries ask for them, and each partition
// costs every query that has no days.
const (
	YearsBack  = 20
	YearsAhead = 2
)

// CopyPages is how many pages of the table a transaction copies: 8 MB.
const CopyPages = 1024

// tables have the times that they are partitioned by: the first instant of an observation, and the last of an event, which lists are ordered by.
var tables = []struct{ name, time string }{{"observations", "observed_at"}, {"sampling_events", "ended_at"}}

var (
	// ErrMayNot means that the role may not replace the tables.
	ErrMayNot = errors.New("the role may not partition the tables")
	// ErrObstacles means that the table has what another one in its place would lack.
	ErrObstacles = errors.New("the table has what would be lost; remove it first")
	// ErrStale means that the table was written anew while it was copied, or got another schema.
	ErrStale = errors.New("the table was written anew meanwhile; run it again, and it begins anew")
	// ErrRunning means that another session partitions.
	ErrRunning = errors.New("another skeeter partition runs on this database")
)

// Options of Run. The zero value partitions.
type Options struct {
	Undo      bool                                  // make one table of each
	CopyPages int                                   // 0 is CopyPages
	YearsBack int                                   // 0 is YearsBack
	Now       func() time.Time                      // decides the years; nil is time.Now
	Progress  func(table string, done, pages int64) // called after each transaction that copied; may be nil
	Stage     func(table string, stage string)      // called before the indexes are built, the tables change places, the old one is dropped and foreign keys are checked; may be nil
	Waiting   func(table string)                    // called each time that others kept a lock for too long; may be nil
}

// State says whether a table is partitioned, and what is under way.
type State struct {
	Table       string `db:"entity"`
	Partitioned bool   `db:"partitioned"`
	Becomes     *bool  `db:"becomes"` // partitioned; nil: no run was interrupted
	Page        *int64 `db:"page"`
	Pages       *int64 `db:"pages"`
}

// States says which tables are partitioned.
func States(ctx context.Context, db postgres.Querier) (states []State, err error) {
	for _, t := range tables {
		state, err := stateOf(ctx, db, t.name)
		if err != nil {
			return nil, err
		}
		states = append(states, state)
	}
	return states, nil
}

func stateOf(ctx context.Context, db postgres.Querier, table string) (State, error) {
	state, err := postgres.One[State](ctx, db, stateQuery, pgx.StrictNamedArgs{"entity": table})
	if err != nil {
		return state, fmt.Errorf("look whether %s is partitioned: %w", table, err)
	}
	return state, nil
}

// Run partitions the tables, or makes them whole, and returns those that it changed: none where all are so already.
func Run(ctx context.Context, db *pgxpool.Pool, o Options) (changed []string, err error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.CopyPages = cmp.Or(o.CopyPages, CopyPages)
	o.YearsBack = cmp.Or(o.YearsBack, YearsBack)
	err = postgres.Alone(ctx, db, lockName, lockPatience, func(conn *pgx.Conn) error {
		for _, t := range tables {
			m := move{Options: o, conn: conn, table: t.name, time: t.time, partitioned: !o.Undo}
			done, err := m.run(ctx)
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			if done {
				changed = append(changed, t.name)
			}
		}
		return nil
	})
	if errors.Is(err, postgres.ErrLocked) {
		err = ErrRunning
	}
	return changed, err
}

// lockName is the name of the lock of a session that partitions.
const lockName = "skeeter partition"

// lockPatience is how long Run waits for another session to end, which may be one whose program was killed a moment ago.
const lockPatience = 10 * time.Second
