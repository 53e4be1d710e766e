package tileindex

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	loadQuery           = sql.Get("tileindex/load.sql")
	pagesQuery          = sql.Get("tileindex/pages.sql")
	exportSnapshotQuery = sql.Get("tileindex/export_snapshot.sql")
)

const (
	maxLoaders   = 3 // connections that read the table at once
	loadRetry    = 2 * time.Second
	maxLoadRetry = 5 * time.Minute // so that a table that the index cannot hold is not read all the time
)

// Run loads the rows whenever they are missing, and saves them, until ctx ends. No request waits for it: SQL answers meanwhile.
func (x *Index) Run(ctx context.Context) {
	defer x.close(ctx)
	saving := time.NewTicker(saveCheck)
	defer saving.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-x.loadRequested:
			x.loadUntilDone(ctx)
			x.trySave(ctx)
		case <-saving.C:
			if x.shouldSave() {
				x.trySave(ctx)
			}
		}
	}
}

func (x *Index) loadUntilDone(ctx context.Context) {
	for pause := loadRetry; ; pause = min(2*pause, maxLoadRetry) {
		err := x.Load(ctx)
		x.failing.Store(err != nil)
		if err == nil || ctx.Err() != nil {
			return
		}
		x.log.WarnContext(ctx, "loading the tile index failed: trying again", "error", err, "after", pause)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// Load takes the rows from the newest snapshot in the folder if it fits, or in that of another server, else it reads the whole table; then it reads the changes that were made
// meanwhile. It loads nothing when there are more records than the index may hold. Call CatchUp before it.
func (x *Index) Load(ctx context.Context) error {
	beyond, err := x.countBeyond(ctx)
	if err != nil || beyond {
		return err
	}
	x.openFolder(ctx)
	if x.folder.owned() && !x.restored {
		x.restored = true
		if x.restoreAny(ctx) {
			return nil
		}
	}
	began := time.Now()
	dict, follow := newDictionary(), eventindex.New()
	points := x.newPoints(ctx)
	rows, events, at, err := x.readTables(ctx, dict, points, follow)
	if err != nil {
		return fmt.Errorf("load the tile index: %w", err)
	}
	loaded := at.state()
	loaded.rows, loaded.codes, loaded.points, loaded.events, loaded.covers, loaded.loaded = rows, dict.snapshot(), points, events, new(covers), true
	x.reading.Lock()
	defer x.reading.Unlock()
	state, at, code := loaded, at, newCoder(dict, points)
	if at.epoch == x.position.epoch {
		state, at, err = x.next(ctx, loaded, at, code, follow)
	}
	if err := x.begun(ctx, state, at, code, follow, err); err != nil {
		return fmt.Errorf("load the tile index: %w", err)
	}
	x.loaded(ctx, began, "tile index loaded")
	return nil
}

// countBeyond says whether there are more records than the index may hold.
func (x *Index) countBeyond(ctx context.Context) (beyond bool, err error) {
	if x.maxRecords == 0 {
		return false, nil
	}
	err = postgres.Transaction(ctx, x.db, snapshotOptions, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		return tx.QueryRow(ctx, tooManyQuery.String(), pgx.StrictNamedArgs{"most": x.maxRecords}).Scan(&beyond)
	})
	if err != nil {
		return false, fmt.Errorf("count the records before the tile index is loaded: %w", err)
	}
	if beyond {
		x.goBeyond(ctx)
	} else {
		x.beyond.Store(false)
	}
	return beyond, nil
}

// begun makes a loaded State the newest one, unless the log does not lead to it. The caller holds reading.
func (x *Index) begun(ctx context.Context, state *State, at position, code *coder, follow *eventindex.Index, err error) error {
	if err == nil && at.epoch != x.position.epoch {
		err = errLost
	}
	if errors.Is(err, errLost) {
		return errors.Join(err, x.begin(ctx))
	}
	if err == nil && (!state.loaded || at.number < x.position.number) {
		err = errLost
	}
	if err != nil {
		return err
	}
	state.wal = at.wal // what a snapshot or a replica does not know
	x.position, x.coder, x.events = at, code, follow
	x.state.Store(state)
	return nil
}

func (x *Index) loaded(ctx context.Context, began time.Time, what string, more ...any) {
	state, took := x.State(), time.Since(began)
	debug.FreeOSMemory() // loading takes several times the memory of the index
	x.metrics.load.Set(took.Seconds())
	n, bytes := state.Size()
	x.log.InfoContext(ctx, what, append(more, "observations", n, "bytes", bytes, "sampling_events", state.events.Len(), "pools", state.events.Pools(), "took", took)...)
}

// openFolder opens the folder if it is not open. Without it, SQL reads single records.
func (x *Index) openFolder(ctx context.Context) {
	if x.path == "" || x.folder != nil {
		return
	}
	var err error
	if x.folder, err = openFolder(x.path); err != nil {
		x.folder = nil
		x.warnOfPoints(ctx, err)
	} else if !x.folder.owned() {
		x.log.WarnContext(ctx, "another server keeps its tile index in the same folder: this one loads the table at each start", "folder", x.path)
	}
}

func (x *Index) warnOfPoints(ctx context.Context, reason error) {
	x.log.WarnContext(ctx, "the point file is not usable: map tiles read single records from the database, which is slower", "reason", reason)
}

// newPoints returns an empty point file, or nil without a folder or after an error: then SQL reads single records.
func (x *Index) newPoints(ctx context.Context) *pointFile {
	if x.folder == nil {
		return nil
	}
	points, err := x.folder.newPoints(func(err error) { x.warnOfPoints(ctx, err) })
	if err != nil {
		x.warnOfPoints(ctx, err)
		return nil
	}
	return points
}

// bucketBits is how many bits of a row's code number its bucket.
const bucketBits = 12

type buckets [1 << bucketBits]bucket

// bucket holds records in blocks. A single slice would be copied while it grows, and take half as much memory again.
type bucket struct {
	last []record
	full [][]record
}

const blockRecords = 64

func (b *bucket) add(r record) {
	if len(b.last) == cap(b.last) {
		if b.last != nil {
			b.full = append(b.full, b.last)
		}
		b.last = make([]record, 0, blockRecords)
	}
	b.last = append(b.last, r)
}

func (b *bucket) len() int { return len(b.full)*blockRecords + len(b.last) }

// moveTo appends the records to others and frees the bucket's memory.
func (b *bucket) moveTo(records []record) []record {
	for _, block := range b.full {
		records = append(records, block...)
	}
	records = append(records, b.last...)
	*b = bucket{}
	return records
}

// readTables reads the observations in parts and the sampling events, over several connections that share one snapshot.
func (x *Index) readTables(ctx context.Context, dict *dictionary, points *pointFile, follow *eventindex.Index) (rows chunks, events *eventindex.State, at position, err error) {
	parts := make([]*buckets, min(2*runtime.GOMAXPROCS(0), maxLoaders)) // twice the processors: while one part is decoded, another is sent
	from := x.db
	if x.from != nil && !x.Failing() { // a replica may cancel what keeps it from following
		from = x.from()
	}
	err = x.inSnapshot(ctx, from, func(tx pgx.Tx, now position) error {
		at = now
		var snapshot string
		var pages int64
		if err := tx.QueryRow(ctx, exportSnapshotQuery.String()).Scan(&snapshot); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, pagesQuery.String()).Scan(&pages); err != nil {
			return err
		}
		group, ctx := errgroup.WithContext(ctx)
		for i := range parts {
			parts[i] = new(buckets)
			first, until := pages*int64(i)/int64(len(parts)), pages*int64(i+1)/int64(len(parts))
			if i == len(parts)-1 {
				until = 1<<32 - 1 // beyond every page, so that new pages are read too
			}
			group.Go(func() error { return readPart(ctx, from, snapshot, first, until, newCoder(dict, points), parts[i]) })
		}
		group.Go(func() (err error) {
			events, err = x.readEvents(ctx, tx, follow)
			return err
		})
		return group.Wait()
	})
	if err != nil {
		return nil, nil, at, err
	}
	return buildChunks(parts, points), events, at, nil
}

// readEvents reads the sampling events; nil when memory cannot hold them: SQL reads them.
func (x *Index) readEvents(ctx context.Context, tx pgx.Tx, follow *eventindex.Index) (*eventindex.State, error) {
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return nil, err
	}
	events, err := follow.Load(ctx, tx)
	if errors.Is(err, eventindex.ErrFull) {
		x.log.WarnContext(ctx, "the sampling events are not in memory: the database answers questions about them, which is slower", "reason", err)
		return nil, nil
	}
	return events, err
}

func readPart(ctx context.Context, db *pgxpool.Pool, snapshot string, first, until int64, code *coder, into *buckets) error {
	defer code.details.flush()
	return pgx.BeginTxFunc(ctx, db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		// The snapshot's name comes from the server and has no quotes; SET takes no parameters.
		if _, err := tx.Exec(ctx, "set transaction snapshot '"+snapshot+"'"); err != nil {
			return err
		}
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, loadQuery.String(), pgx.QueryExecModeDescribeExec,
			pgx.StrictNamedArgs{"first": fmt.Sprintf("(%d,0)", first), "until": fmt.Sprintf("(%d,0)", until)})
		if err != nil {
			return err
		}
		return postgres.EachRow(rows, code.bind, func(from postgres.Row) error {
			r, err := code.record(from)
			if err == nil {
				into[r.code>>(2*GridBits-bucketBits)].add(r)
			}
			return err
		})
	})
}

// buildChunks sorts the records bucket by bucket and makes chunks of them. It frees each bucket as it goes.
func buildChunks(parts []*buckets, points *pointFile) chunks {
	total := 0
	for _, p := range parts {
		for i := range p {
			total += p[i].len()
		}
	}
	built := make([]chunks, len(parts))
	var group errgroup.Group
	bucket := 0
	for w := range parts {
		first, share := bucket, 0
		for bucket < len(buckets{}) && (share < total/len(parts) || w == len(parts)-1) {
			for _, p := range parts {
				share += p[bucket].len()
			}
			bucket++
		}
		last := bucket
		group.Go(func() error {
			b := builder{file: points}
			var records []record
			var sorted sorter
			for i := first; i < last; i++ {
				records = records[:0]
				for _, p := range parts {
					records = p[i].moveTo(records)
				}
				b.add(sorted.sort(records)...)
			}
			b.flush()
			built[w] = b.out
			return nil
		})
	}
	_ = group.Wait()
	return slices.Concat(built...)
}
