// Package tileindex is a compact copy of the observations in the server's memory. It counts them for any Filter, and by cell for
// map tiles, without asking the database. An observation takes 22 bytes, in Morton order; a file holds 24 bytes more, which
// tiles show of a single record. The index is loaded at start. Triggers of the table write a change log, from which the index
// stays exact and takes the data version that names answers. SQL (package geo) gives the same counts until the index is
// loaded, and tests compare the two. It imports
// internal/filter, internal/postgres, internal/tally and sql.
package tileindex

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	ensureEpochQuery = sql.Get("tileindex/ensure_epoch.sql")
	positionQuery    = sql.Get("tileindex/position.sql")
	changesQuery     = sql.Get("tileindex/changes.sql")
	forgetQuery      = sql.Get("tileindex/forget.sql")
	movedQuery       = sql.Get("tileindex/moved.sql")
)

// keepChanges is how long the log keeps a change. A server that did not read it for longer loads all rows anew.
const keepChanges = time.Hour

// Options of New. All but VersionOnly and PointsFolder are needed.
type Options struct {
	DB           *pgxpool.Pool
	Log          *slog.Logger
	Registry     prometheus.Registerer
	VersionOnly  bool   // follow the data version and keep no rows
	PointsFolder string // where the file of the points is; "" keeps none
}

// Index follows the observations. Its methods are safe for concurrent use.
type Index struct {
	db    *pgxpool.Pool
	log   *slog.Logger
	state atomic.Pointer[State]

	reading  sync.Mutex // one reader of the log at a time; guards what follows
	position position
	coder    *coder
	seen     uint64        // the newest read that succeeded
	reads    atomic.Uint64 // reads of the log begun

	versionOnly  bool
	pointsFolder string
	wanted       chan struct{} // tells Run that rows are missing
	failing      atomic.Bool   // the last loading did not succeed

	metrics metrics
}

// position is a place in the change log.
type position struct {
	epoch, snapshot string
	number          int64 // of the data version
	areas           *areas
	age             float64 // of the newest change, in seconds
	readAt          time.Time
}

func (p position) version() Version { return Version{p.epoch, p.number} }

// New returns an empty index. CatchUp follows the version; Run loads the rows.
func New(o Options) *Index {
	x := &Index{db: o.DB, log: o.Log, versionOnly: o.VersionOnly, pointsFolder: o.PointsFolder, wanted: make(chan struct{}, 1)}
	x.state.Store(&State{})
	x.metrics = newMetrics(o.Registry, x.State, o.VersionOnly)
	return x
}

// State returns the newest state.
func (x *Index) State() *State { return x.state.Load() }

// Failing says whether the last attempt to load the rows did not succeed; another one follows.
func (x *Index) Failing() bool { return x.failing.Load() }

// Loading says whether the rows are being loaded, or about to be.
func (x *Index) Loading() bool { return !x.versionOnly && !x.Failing() && !x.State().Ready() }

// CatchUp takes in every change that is committed when it is called. Calls that wait share one read. If the log does not
// continue from the known position (at first, after a crash of the database, after a longer time than the log keeps), the
// index drops its rows until Run has loaded them again.
func (x *Index) CatchUp(ctx context.Context) error {
	before := x.reads.Load()
	x.reading.Lock()
	defer x.reading.Unlock()
	if x.seen > before {
		return nil // a read that began after this call has seen everything
	}
	read := x.reads.Add(1)
	err := x.read(ctx)
	if err == nil {
		x.seen = read
	}
	return err
}

// read takes in what changed. It runs under the reading lock.
func (x *Index) read(ctx context.Context) error {
	if x.position.epoch == "" || time.Since(x.position.readAt) > keepChanges/2 {
		return x.begin(ctx)
	}
	began := time.Now()
	state, at, err := x.next(ctx, x.State(), x.position, x.coder)
	if errors.Is(err, errLost) {
		x.log.WarnContext(ctx, "the tile index lost its place in the change log, loading anew", "reason", err)
		return x.begin(ctx)
	}
	if err != nil {
		return fmt.Errorf("read the change log: %w", err)
	}
	if at.number != x.position.number {
		x.metrics.catchUp.Observe(time.Since(began).Seconds())
		x.metrics.lag.Observe(at.age)
	}
	x.position = at
	x.state.Store(state)
	return nil
}

// errLost means that the log does not lead from the index's state to that of the table.
var errLost = errors.New("the change log does not continue")

// begin takes the version from the database and asks Run for the rows. It runs under the reading lock.
func (x *Index) begin(ctx context.Context) error {
	if _, err := x.db.Exec(ctx, ensureEpochQuery.String()); err != nil {
		return fmt.Errorf("begin an epoch of the change log: %w", err)
	}
	return x.inSnapshot(ctx, func(_ pgx.Tx, at position) error {
		x.position, x.coder = at, nil
		x.state.Store(&State{version: at.version(), snapshot: at.snapshot, areas: at.areas})
		if !x.versionOnly {
			select {
			case x.wanted <- struct{}{}:
			default:
			}
		}
		return nil
	})
}

// inSnapshot runs read in one repeatable-read transaction, with the position of that transaction in the log.
func (x *Index) inSnapshot(ctx context.Context, read func(tx pgx.Tx, at position) error) error {
	return postgres.Transaction(ctx, x.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		at := position{areas: new(areas), readAt: time.Now()}
		var numbers []int16
		var touches []int64
		if err := tx.QueryRow(ctx, positionQuery.String()).Scan(&at.epoch, &at.snapshot, &numbers, &touches, &at.age); err != nil {
			return fmt.Errorf("find the place in the change log: %w", err)
		}
		for i, area := range numbers {
			at.areas[area>>areaZoom][area&(1<<areaZoom-1)] = touches[i]
			at.number += touches[i]
		}
		return read(tx, at)
	})
}

// next returns the state that follows another one by the log, and its position in the log.
func (x *Index) next(ctx context.Context, state *State, since position, code *coder) (out *State, at position, err error) {
	var added, removed []record
	err = x.inSnapshot(ctx, func(tx pgx.Tx, now position) error {
		at = now
		if now.epoch != since.epoch {
			return fmt.Errorf("%w: the database began a new log", errLost)
		}
		if now.number == since.number || !state.loaded {
			return nil
		}
		rows, err := tx.Query(ctx, changesQuery.String(), pgx.QueryExecModeDescribeExec, pgx.StrictNamedArgs{"snapshot": since.snapshot})
		if err != nil {
			return err
		}
		var isAdded postgres.BoolColumn
		bind := func(c *postgres.Columns) {
			code.bind(c)
			isAdded = c.Bool("added")
		}
		return postgres.EachRow(rows, bind, func(from postgres.Row) error {
			r, err := code.record(from)
			if isAdded.Of(from) {
				added = append(added, r)
			} else {
				removed = append(removed, r)
			}
			return err
		})
	})
	if err != nil || at.number == since.number {
		return state, at, err
	}
	if !state.loaded {
		return &State{version: at.version(), snapshot: at.snapshot, areas: at.areas}, at, nil
	}
	out = &State{version: at.version(), snapshot: at.snapshot, areas: at.areas, points: state.points, loaded: true}
	sortRecords(added)
	sortRecords(removed)
	var ok bool
	out.rows, ok = state.rows.changed(added, removed, state.points)
	if !ok && state.points != nil && !state.points.works() { // it failed meanwhile
		out.rows, ok = state.rows.changed(added, removed, nil)
	}
	if !ok {
		return nil, at, fmt.Errorf("%w: it removes rows that are not there", errLost)
	}
	out.codes = code.dict.snapshot()
	return out, at, nil
}

// Forget drops changes older than keepChanges. Callers run it every few minutes.
func (x *Index) Forget(ctx context.Context) error {
	if _, err := x.db.Exec(ctx, forgetQuery.String(), pgx.StrictNamedArgs{"keep": keepChanges}); err != nil {
		return fmt.Errorf("shorten the change log: %w", err)
	}
	return nil
}
