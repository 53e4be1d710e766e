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

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	ensureEpochQuery    = sql.Get("tileindex/ensure_epoch.sql")
	positionQuery       = sql.Get("tileindex/position.sql")
	advanceQuery        = sql.Get("tileindex/advance.sql")
	changesQuery        = sql.Get("tileindex/changes.sql")
	dropOldChangesQuery = sql.Get("tileindex/drop_old_changes.sql")
	changedQuery        = sql.Get("tileindex/changed.sql")
	keepIndexPlanQuery  = sql.Get("session/keep_index_plan.sql")
	tooManyQuery        = sql.Get("tileindex/too_many.sql")
)

// keepChanges is how long the log keeps a change. An index that did not read for longer loads the table again.
const keepChanges = time.Hour

// Options of New. VersionOnly and Folder are optional.
type Options struct {
	DB          *pgxpool.Pool
	Log         *slog.Logger
	Registry    prometheus.Registerer
	VersionOnly bool                 // follow the data version and load no rows
	LoadFrom    func() *pgxpool.Pool // a replica that the rows are loaded from; nil is DB
	Folder      string               // of the files of the index; "" for none
	TakeFrom    string               // folder of another server's index, whose files are taken where those in Folder do not fit; "" for none
	MaxRecords  int64                // more records than this are not loaded; 0 sets no limit
}

// Index is a copy of the observations that follows their changes. Its methods are safe for concurrent use.
type Index struct {
	db    *pgxpool.Pool
	from  func() *pgxpool.Pool // for loads
	log   *slog.Logger
	state atomic.Pointer[State]

	readTo atomic.Int64 // where the write-ahead log was at the last read of the change log

	reading  sync.Mutex // held while the log is read; guards position, coder, events and lastRead
	position position
	coder    *coder
	events   *eventindex.Index
	lastRead uint64        // number of the newest read that succeeded
	reads    atomic.Uint64 // number of reads begun

	versionOnly   bool
	loadRequested chan struct{} // Run loads the rows when it receives
	failing       atomic.Bool   // the last load failed
	maxRecords    int64
	beyond        atomic.Bool // there were more records than maxRecords when they were last counted

	// Load and Save, which do not run at once, use the rest.
	path     string
	takeFrom string
	folder   *folder // of path; nil: not opened, or not usable
	restored bool    // the snapshot that the process found was tried
	saved    saved

	metrics metrics
}

// position is a place in the change log.
type position struct {
	epoch, snapshot string
	number          int64   // number of the data version
	areas           *areas  // how often each was touched
	seen            *areas  // the number of the data version in which the last touch of each was seen
	age             float64 // age of the newest change in seconds
	wal             int64   // State.WAL
	readAt          time.Time
}

// state returns the State at a position, without rows.
func (p position) state() *State {
	return &State{version: Version{p.epoch, p.number}, snapshot: p.snapshot, areas: p.areas, seen: p.seen, wal: p.wal}
}

// New returns an empty index. CatchUp reads the version and the changes, Run loads the rows.
func New(o Options) *Index {
	x := &Index{db: o.DB, from: o.LoadFrom, log: o.Log, versionOnly: o.VersionOnly, path: o.Folder, takeFrom: o.TakeFrom, maxRecords: o.MaxRecords, loadRequested: make(chan struct{}, 1)}
	x.state.Store(&State{})
	x.metrics = newMetrics(o.Registry, x.State, o.VersionOnly)
	return x
}

// State returns the newest state.
func (x *Index) State() *State { return x.state.Load() }

// ReadTo returns a place in PostgreSQL's write-ahead log, as State.WAL does: what was committed when CatchUp last began is before it.
func (x *Index) ReadTo() int64 { return x.readTo.Load() }

// Failing says whether the last load of the rows failed. Run tries again.
func (x *Index) Failing() bool { return x.failing.Load() }

// Beyond says whether the rows are not in memory because they are too many.
func (x *Index) Beyond() bool { return x.beyond.Load() }

// Loading says whether the rows are about to be loaded: they are wanted, they are missing, and the last load did not fail.
func (x *Index) Loading() bool {
	return !x.versionOnly && !x.Failing() && !x.Beyond() && !x.State().Ready()
}

// CatchUp applies every change that is committed when it is called. Calls that wait share one read. Where the log does not continue
// from the index (at first, after a crash of the database, after a pause longer than the log keeps changes), the index drops its
// rows and asks Run to load them again.
func (x *Index) CatchUp(ctx context.Context) error {
	before := x.reads.Load()
	x.reading.Lock()
	defer x.reading.Unlock()
	if x.lastRead > before {
		return nil // a read that began after this call has applied every change that this call would
	}
	read := x.reads.Add(1)
	err := x.read(ctx)
	if err == nil {
		x.lastRead = read
	}
	return err
}

// read applies the changes since the last read. The caller holds reading.
func (x *Index) read(ctx context.Context) error {
	if x.position.epoch == "" || time.Since(x.position.readAt) > keepChanges/2 {
		return x.begin(ctx)
	}
	began := time.Now()
	state, at, err := x.next(ctx, x.State(), x.position, x.coder, x.events)
	if errors.Is(err, errLost) {
		x.log.WarnContext(ctx, "the change log does not continue from the tile index: loading the table again", "reason", err)
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
	if rows, _ := state.Size(); x.maxRecords > 0 && int64(rows) > x.maxRecords {
		x.goBeyond(ctx)
		state, x.coder, x.events = at.state(), nil, nil
	}
	x.state.Store(state)
	x.readTo.Store(at.wal)
	if state.points != nil && state.points.details.becomesWasteful() {
		x.log.InfoContext(ctx, "most of the details file is of records that went: loading the table again")
		x.requestLoad()
	}
	return nil
}

// goBeyond notes that the records are too many.
func (x *Index) goBeyond(ctx context.Context) {
	if !x.beyond.Swap(true) {
		x.log.InfoContext(ctx, "the records are too many for a copy in memory: rollups and the database answer", "most", x.maxRecords)
	}
}

// requestLoad asks Run to load the rows.
func (x *Index) requestLoad() {
	select {
	case x.loadRequested <- struct{}{}:
	default:
	}
}

// errLost means that the log does not lead from the state of the index to the table as it is now.
var errLost = errors.New("the change log does not continue")

// begin reads the version from the database and asks Run to load the rows. The caller holds reading.
func (x *Index) begin(ctx context.Context) error {
	if _, err := x.db.Exec(ctx, ensureEpochQuery.String()); err != nil {
		return fmt.Errorf("begin an epoch of the change log: %w", err)
	}
	return x.inSnapshot(ctx, x.db, func(_ pgx.Tx, at position) error {
		x.position, x.coder, x.events = at, nil, nil
		x.state.Store(at.state())
		if !x.versionOnly {
			x.requestLoad()
		}
		return nil
	})
}

// snapshotOptions make every statement of a transaction see the same.
var snapshotOptions = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// inSnapshot runs read in a transaction with one snapshot, with the position of the snapshot in the change log. It reads the whole log.
func (x *Index) inSnapshot(ctx context.Context, db *pgxpool.Pool, read func(tx pgx.Tx, at position) error) error {
	return postgres.Transaction(ctx, db, snapshotOptions, func(tx pgx.Tx) error {
		at, _, err := scanPosition(tx.QueryRow(ctx, positionQuery.String()), position{areas: new(areas), seen: new(areas)})
		if err != nil {
			return err
		}
		return read(tx, at)
	})
}

// scanPosition returns the position that a row of position.sql or advance.sql shows, and whether sampling events or pools were touched. It
// adds the touches of the row to those of since. Further columns of the row go to more.
func scanPosition(row pgx.Row, since position, more ...any) (at position, events bool, err error) {
	at = position{number: since.number, areas: since.areas, seen: since.seen, readAt: time.Now()}
	var numbers []int16
	var touches []int64
	if err := row.Scan(append([]any{&at.epoch, &at.snapshot, &numbers, &touches, &at.age, &at.wal}, more...)...); err != nil {
		return at, false, fmt.Errorf("find the place in the change log: %w", err)
	}
	if len(numbers) > 0 {
		at.areas, at.seen = new(*since.areas), new(*since.seen) // States share the former
	}
	for _, n := range touches {
		at.number += n
	}
	for i, area := range numbers {
		if area < eventsArea {
			at.areas[area>>AreaZoom][area&(1<<AreaZoom-1)] += touches[i]
			at.seen[area>>AreaZoom][area&(1<<AreaZoom-1)] = at.number
		} else {
			events = true
		}
	}
	return at, events, nil
}

// changes are what the log holds since a position.
type changes struct {
	at             position
	added, removed []record
	events         bool // sampling events, their catches or pools changed, too
}

// readLog reads the changes since a position in one round trip. It reads no records without code. alone makes a transaction of it, so that
// both queries see the same.
func readLog(ctx context.Context, db postgres.Batcher, since position, code *coder, alone bool) (c changes, err error) {
	batch, args := &pgx.Batch{}, pgx.StrictNamedArgs{"snapshot": since.snapshot}
	if alone {
		batch.Queue("begin isolation level repeatable read, read only")
		batch.Queue(keepIndexPlanQuery.String())
	}
	batch.Queue(advanceQuery.String(), args)
	if code != nil {
		batch.Queue(changesQuery.String(), args)
	}
	if alone {
		batch.Queue("commit")
	}
	results := db.SendBatch(ctx, batch)
	defer func() {
		if closed := results.Close(); err == nil {
			err = closed
		}
	}()
	if alone {
		for range 2 {
			if _, err := results.Exec(); err != nil {
				return c, err
			}
		}
	}
	var catches, events bool
	if c.at, events, err = scanPosition(results.QueryRow(), since, &catches); err != nil {
		return c, err
	}
	c.events = events || catches
	if c.at.epoch != since.epoch {
		return c, fmt.Errorf("%w: the database began a new log", errLost)
	}
	if code == nil {
		return c, nil
	}
	rows, err := results.Query()
	if err != nil {
		return c, err
	}
	var isAdded postgres.BoolColumn
	bind := func(columns *postgres.Columns) {
		code.bind(columns)
		isAdded = columns.Bool("added")
	}
	err = postgres.EachRow(rows, bind, func(from postgres.Row) error {
		r, err := code.record(from)
		if isAdded.Of(from) {
			c.added = append(c.added, r)
		} else {
			c.removed = append(c.removed, r)
		}
		return err
	})
	return c, err
}

// next returns the state after the changes that the log holds since a position, and the new position.
func (x *Index) next(ctx context.Context, state *State, since position, code *coder, follow *eventindex.Index) (out *State, at position, err error) {
	if !state.loaded {
		code = nil
	}
	events := state.events
	c, err := readLog(ctx, x.db, since, code, true)
	if err == nil && c.events && events != nil {
		// Events are read in several queries, which have to see what the records show.
		code.details.discard()
		err = postgres.Transaction(ctx, x.db, snapshotOptions, func(tx pgx.Tx) error {
			c, events, err = readChanges(ctx, tx, state, since, code, follow)
			return err
		})
	}
	if err != nil {
		return state, c.at, err
	}
	return state.after(since, c, events, code)
}

// readChanges reads the changes since a position in a transaction with one snapshot, with the events after them.
func readChanges(ctx context.Context, tx pgx.Tx, state *State, since position, code *coder, follow *eventindex.Index) (c changes, events *eventindex.State, err error) {
	if c, err = readLog(ctx, tx, since, code, false); err != nil || !c.events || state.events == nil {
		return c, state.events, err
	}
	events, err = follow.Next(ctx, tx, state.events, since.snapshot)
	if errors.Is(err, eventindex.ErrFull) {
		return c, nil, nil
	}
	return c, events, err
}

// after returns the State after changes since a position, with the events after them.
func (s *State) after(since position, c changes, events *eventindex.State, code *coder) (out *State, at position, err error) {
	if c.at.number == since.number {
		return s, c.at, nil
	}
	out = c.at.state()
	if !s.loaded {
		return out, c.at, nil
	}
	code.details.flush()
	out.points, out.events, out.covers, out.loaded = s.points, events, s.covers, true
	sortRecords(c.added)
	sortRecords(c.removed)
	var ok bool
	out.rows, ok = s.rows.changed(c.added, c.removed, s.points)
	if !ok && s.points != nil && !s.points.usable() { // the file failed during the change
		out.rows, ok = s.rows.changed(c.added, c.removed, nil)
	}
	if !ok {
		return nil, c.at, fmt.Errorf("%w: it removes rows that are not there", errLost)
	}
	out.codes = code.dict.snapshot()
	out.carry(s, c.added, c.removed)
	return out, c.at, nil
}

// DropOldChanges shortens the change log: it deletes changes older than an hour, which every reader has read, and which are in the rollups if
// there are any.
func (x *Index) DropOldChanges(ctx context.Context) error {
	args := pgx.StrictNamedArgs{"keep": keepChanges, "abandoned": 2 * keepChanges}
	if _, err := x.db.Exec(ctx, dropOldChangesQuery.String(), args); err != nil {
		return fmt.Errorf("shorten the change log: %w", err)
	}
	return nil
}
