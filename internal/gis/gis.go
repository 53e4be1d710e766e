// Package gis serves the schema gis, the views that QGIS and other programs read in PostgreSQL: it counts the summaries that some
// of them show, and lets roles read them. Of the project it imports internal/postgres, its cluster, and sql.
//
// # Summaries
//
// Views over all observations would take 3 to 15 seconds at ten million records, so their sums are materialized: counts by cell,
// country and taxon, places with several records, and the outlines of the regions. Reading them takes 20 to 150 ms. Count refreshes
// them concurrently, in one transaction that also notes the data version that they were counted from. It runs every minute while
// some role may read the schema or a replica follows, and for the OGC API when a request needs it. After a count the next one waits twenty times as long
// as the count took. Without readers nothing is counted, and writes never wait for it.
//
// # Rights
//
// The views run with the rights of their owner, so a reader needs none on the tables: user_id and observer_name are out of its
// reach. They have no security barrier, which would keep conditions from the spatial index; a rejected record holds nothing that
// others do not.
package gis

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

const (
	countEvery    = time.Minute     // while some role may read the schema, or a replica follows
	ensureTimeout = 2 * time.Second // of the wait in Ensure
	restFactor    = 20              // the pause after a count, in multiples of its duration: a count reads every observation
)

// Options of New. All but Counted are required.
type Options struct {
	DB      *pgxpool.Pool
	Log     *slog.Logger
	Version func() string // data version, from memory: a count is due when it changed
	Counted func()        // is called when the summaries were found current or counted; nil for nothing
}

// Summaries keeps the summaries of a database current: counts by cell, places with several records, outlines of the regions. It is
// safe for concurrent use.
type Summaries struct {
	options Options
	ctx     context.Context // of counts, which outlive the request that starts them; ends with Close
	cancel  context.CancelFunc
	ready   atomic.Bool // there are summaries of this catalog

	mu      sync.Mutex
	version *string       // data version at the last count that was made or not due; nil before
	running chan struct{} // closed when the running count has ended; nil without one
	next    time.Time     // earliest start of the next count
}

// New returns the summaries of a database, to be closed after use. It does not query the database.
func New(o Options) *Summaries {
	ctx, cancel := context.WithCancel(context.Background())
	return &Summaries{options: o, ctx: ctx, cancel: cancel}
}

// Close cancels a running count and waits until it has ended.
func (s *Summaries) Close() {
	s.cancel()
	s.mu.Lock()
	running := s.running
	s.mu.Unlock()
	if running != nil {
		<-running
	}
}

var readQuery = sql.Get("gis/read.sql")

// Run counts every minute, while some role may read the schema or a replica follows, until ctx ends.
func (s *Summaries) Run(ctx context.Context) {
	ticker := time.NewTicker(countEvery)
	defer ticker.Stop()
	for {
		read, err := s.read(ctx)
		if err != nil && ctx.Err() == nil {
			s.options.Log.WarnContext(ctx, "the readers of schema gis could not be queried; its summaries are not counted", "error", err)
		}
		if read {
			s.start()
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (s *Summaries) read(ctx context.Context) (read bool, err error) {
	if err := s.options.DB.QueryRow(ctx, readQuery.String()).Scan(&read); err != nil {
		return false, fmt.Errorf("query the readers of schema gis: %w", err)
	}
	return read, nil
}

// Ensure counts when the observations changed, and waits for the count for up to 2 seconds. In a database that has no summaries of
// this catalog yet, it waits until the count has ended. The error is that of ctx.
func (s *Summaries) Ensure(ctx context.Context) error {
	running := s.start()
	if running == nil {
		return nil
	}
	timeout := time.NewTimer(ensureTimeout)
	defer timeout.Stop()
	for {
		select {
		case <-running:
			return nil
		case <-timeout.C:
			if s.ready.Load() {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Outlines waits until there are outlines of the regions of this catalog. The error is that of ctx.
func (s *Summaries) Outlines(ctx context.Context) error {
	if s.ready.Load() {
		return nil
	}
	return s.Ensure(ctx)
}

// start returns the running count, or starts one. It returns nil when none is due.
func (s *Summaries) start() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	version := s.options.Version()
	if s.running != nil {
		return s.running
	}
	if s.version != nil && *s.version == version || time.Now().Before(s.next) || s.ctx.Err() != nil {
		return nil
	}
	running := make(chan struct{})
	s.running = running
	go func() {
		began := time.Now()
		did, err := count(s.ctx, s.options.DB, func() { s.ready.Store(true) })
		if err == nil && s.options.Counted != nil {
			s.options.Counted()
		}
		s.finish(version, did, time.Since(began), err)
		close(running)
	}()
	return running
}

// finish records the result of a count that started at a data version.
func (s *Summaries) finish(version string, did outcome, took time.Duration, err error) {
	switch {
	case s.ctx.Err() != nil:
	case postgres.ReadOnly(err): // the servers of the primary count for its replicas
	case err != nil:
		s.options.Log.Warn("the summaries of the observations could not be counted", "error", err)
	case did == counted:
		s.ready.Store(true)
		s.options.Log.Info("the summaries of the observations were counted", "took", took)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && did != skipped {
		s.version = &version
	}
	s.next = time.Now().Add(restFactor * took)
	s.running = nil
}
