// Package tileindex is a compact copy of the observations in the server's memory, by column, that counts them for any
// Filter without asking the database: 22 bytes an observation. It is loaded at start and kept exact from the change log
// that the table's triggers write. The same numbers come from SQL (package geo) until it is loaded, and the tests hold
// the two together. It imports internal/filter, internal/postgres, internal/tally and sql.
package tileindex

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	ensureEpochQuery = sql.Get("tileindex/ensure_epoch.sql")
	positionQuery    = sql.Get("tileindex/position.sql")
	loadQuery        = sql.Get("tileindex/load.sql")
	changesQuery     = sql.Get("tileindex/changes.sql")
	forgetQuery      = sql.Get("tileindex/forget.sql")
)

// keepChanges is how long the log keeps a change. A reader that was away longer loads everything anew.
const keepChanges = time.Hour

// Index counts observations. Its methods are safe for concurrent use.
type Index struct {
	db  *pgxpool.Pool
	log *slog.Logger

	mu   sync.RWMutex // guards dict and cols
	dict *dictionary
	cols columns

	reading  sync.Mutex // one reader of the log at a time; guards what follows
	epoch    string
	snapshot string
	readAt   time.Time

	reads   atomic.Uint64 // reads of the log begun
	version atomic.Uint64 // grows with every change that was taken in; 0 before the first load

	lag  prometheus.Histogram
	load prometheus.Gauge
}

// Version names the state of the data that answers come from; it grows with every change. 0 means not loaded yet.
func (x *Index) Version() uint64 { return x.version.Load() }

// Ready says whether the index answers.
func (x *Index) Ready() bool { return x.Version() > 0 }

// New returns an empty index; call CatchUp to load it.
func New(db *pgxpool.Pool, log *slog.Logger, reg prometheus.Registerer) *Index {
	x := &Index{db: db, log: log}
	x.dict = newDictionary(&x.mu)
	x.lag = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "skeeter_tile_index_catch_up_seconds", Help: "Time to read and take in what changed.",
		Buckets: prometheus.ExponentialBuckets(.0005, 4, 9),
	})
	x.load = prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "skeeter_tile_index_load_seconds", Help: "Time that the last full load took.",
	})
	reg.MustRegister(x.lag, x.load,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "skeeter_tile_index_ready", Help: "1 when counts come from memory, 0 when they come from SQL.",
		}, func() float64 {
			if x.Ready() {
				return 1
			}
			return 0
		}),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "skeeter_tile_index_rows", Help: "Observations in the index.",
		}, func() float64 { rows, _ := x.Size(); return float64(rows) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "skeeter_tile_index_bytes", Help: "Memory that the rows of the index take.",
		}, func() float64 { _, bytes := x.Size(); return float64(bytes) }),
	)
	return x
}

// Size returns the number of observations in the index and the bytes that they take.
func (x *Index) Size() (rows int, bytes int64) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.cols.len(), x.cols.bytes()
}

// CatchUp takes in everything that is committed when it is called, and loads the whole table when it has to: at first,
// after a crash of the database, or after being away for longer than the log keeps. Calls that wait share one read.
func (x *Index) CatchUp(ctx context.Context) error {
	before := x.reads.Load()
	x.reading.Lock()
	defer x.reading.Unlock()
	if x.reads.Load() > before {
		return nil // a read that began after this call did has seen all that this one would
	}
	x.reads.Add(1)
	began := time.Now()
	if !x.Ready() || time.Since(x.readAt) > keepChanges/2 {
		return x.reload(ctx)
	}
	err := x.readChanges(ctx)
	if errors.Is(err, errLost) {
		x.log.WarnContext(ctx, "tile index lost its place in the change log, loading anew", "reason", err)
		return x.reload(ctx)
	}
	x.lag.Observe(time.Since(began).Seconds())
	return err
}

// errLost means that the log does not tell how to get from the index's state to the table's.
var errLost = errors.New("the change log does not continue")

// inSnapshot runs read in one repeatable-read transaction, after it learned where that transaction stands.
func (x *Index) inSnapshot(ctx context.Context, read func(tx pgx.Tx, epoch, snapshot string) error) error {
	return pgx.BeginTxFunc(ctx, x.db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		var epoch, snapshot string
		if err := tx.QueryRow(ctx, positionQuery.String()).Scan(&epoch, &snapshot); err != nil {
			return fmt.Errorf("find the place in the change log: %w", err)
		}
		return read(tx, epoch, snapshot)
	})
}

func (x *Index) reload(ctx context.Context) error {
	began := time.Now()
	if _, err := x.db.Exec(ctx, ensureEpochQuery.String()); err != nil {
		return fmt.Errorf("begin an epoch of the change log: %w", err)
	}
	dict, cols := newDictionary(&x.mu), columns{}
	err := x.inSnapshot(ctx, func(tx pgx.Tx, epoch, snapshot string) error {
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, loadQuery.String(), pgx.QueryExecModeDescribeExec)
		if err != nil {
			return err
		}
		x.epoch, x.snapshot = epoch, snapshot
		return eachRow(rows, dict, func(r row, _ [][]byte) { cols.add(r) })
	})
	if err != nil {
		return fmt.Errorf("load the tile index: %w", err)
	}
	x.readAt = began
	x.mu.Lock()
	x.dict, x.cols = dict, cols
	x.mu.Unlock()
	x.version.Add(1)
	x.load.Set(time.Since(began).Seconds())
	x.log.InfoContext(ctx, "tile index loaded", "observations", cols.len(), "bytes", cols.bytes(), "took", time.Since(began))
	return nil
}

func (x *Index) readChanges(ctx context.Context) error {
	began := time.Now()
	var added, removed []row
	var position string
	err := x.inSnapshot(ctx, func(tx pgx.Tx, epoch, snapshot string) error {
		if epoch != x.epoch {
			return fmt.Errorf("%w: the database began a new log", errLost)
		}
		position = snapshot
		rows, err := tx.Query(ctx, changesQuery.String(), pgx.QueryExecModeDescribeExec, pgx.StrictNamedArgs{"snapshot": x.snapshot})
		if err != nil {
			return err
		}
		return eachRow(rows, x.dict, func(r row, rest [][]byte) {
			if rest[0][0] == 1 {
				added = append(added, r)
			} else {
				removed = append(removed, r)
			}
		})
	})
	if err != nil {
		return fmt.Errorf("read the change log: %w", err)
	}
	if len(added)+len(removed) > 0 {
		if !x.apply(added, removed) {
			return fmt.Errorf("%w: it removes rows that are not there", errLost)
		}
		x.version.Add(1)
	}
	x.snapshot, x.readAt = position, began
	return nil
}

// apply takes rows out and puts rows in. It reports false when a row to take out is not there.
func (x *Index) apply(added, removed []row) bool {
	gone := make(map[row]int, len(removed))
	for _, r := range removed {
		gone[r]++
	}
	left := len(removed)
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range added {
		if gone[r] > 0 {
			gone[r]--
			left--
			continue
		}
		x.cols.add(r)
	}
	// Newest rows are at the end and change most.
	for i := x.cols.len() - 1; i >= 0 && left > 0; i-- {
		if n := gone[x.cols.at(i)]; n > 0 {
			gone[x.cols.at(i)] = n - 1
			left--
			x.cols.remove(i)
		}
	}
	return left == 0
}

// eachRow decodes the binary rows of load.sql and changes.sql; what follows the shared columns is passed on.
func eachRow(rows pgx.Rows, dict *dictionary, visit func(r row, rest [][]byte)) error {
	defer rows.Close()
	var scratch []byte
	for rows.Next() {
		v := rows.RawValues()
		taxon, ok := dict.taxon(int4(v[0]))
		if !ok {
			return fmt.Errorf("more than %d different names", maxTaxa)
		}
		when, ok := packFact(int(int4(v[3]))+pgDayZero, int(int4(v[4]))+pgDayZero, int4(v[5]))
		if !ok {
			return fmt.Errorf("a record's days or count are out of range: first day %d, last day %d, count %d", int4(v[3]), int4(v[4]), int4(v[5]))
		}
		visit(row{lon: int4(v[1]), lat: int4(v[2]), taxon: taxon, facet: dict.facet(v[6:14], &scratch), when: when}, v[14:])
	}
	return rows.Err()
}

func int4(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)) }

// Forget drops changes that every reader has long read; call it now and then.
func (x *Index) Forget(ctx context.Context) error {
	if _, err := x.db.Exec(ctx, forgetQuery.String(), pgx.StrictNamedArgs{"keep": keepChanges}); err != nil {
		return fmt.Errorf("shorten the change log: %w", err)
	}
	return nil
}
