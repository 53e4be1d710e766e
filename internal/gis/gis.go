// Package gis is about the schema gis, the views that QGIS and other programs read in PostgreSQL: it counts anew the summaries that
// some of them show, and gives roles the right to read them. It imports internal/postgres and the queries.
package gis

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/sql"
)

// How fresh the summaries are. For readers of the schema a server looks every countEvery whether the observations changed. Whoever
// asks waits as long as patience for a count that is due. A count reads every observation, so it is followed by a rest of so
// many times what it took.
const (
	countEvery = time.Minute
	patience   = 2 * time.Second
	rest       = 20
)

// Options of New. All are needed.
type Options struct {
	DB      *pgxpool.Pool
	Log     *slog.Logger
	Version func() string // of the observations, from memory: another one than the last time makes a count due
}

// Summaries keeps what is counted of the observations: counts by cell, places with several records, outlines of the regions. It is safe
// for concurrent use.
type Summaries struct {
	options Options
	life    context.Context // ends with Close: a count is nobody's own
	end     context.CancelFunc
	ever    atomic.Bool // there are summaries for this catalog

	mu      sync.Mutex
	seen    string        // version of the observations at the last count, or at the last look that found none due
	known   bool          // seen is
	running chan struct{} // closed when the count that is under way has ended; nil for none
	next    time.Time     // not before
}

// New returns the summaries of a database, to be closed after use. Nothing is asked for yet.
func New(o Options) *Summaries {
	life, end := context.WithCancel(context.Background())
	return &Summaries{options: o, life: life, end: end}
}

// Close gives up a count that is under way, and waits until it has ended.
func (s *Summaries) Close() {
	s.end()
	s.mu.Lock()
	running := s.running
	s.mu.Unlock()
	if running != nil {
		<-running
	}
}

var readQuery = sql.Get("gis/read.sql")

// Run counts until ctx ends, as long as somebody may read the schema.
func (s *Summaries) Run(ctx context.Context) {
	ticker := time.NewTicker(countEvery)
	defer ticker.Stop()
	for {
		read, err := s.read(ctx)
		if err != nil && ctx.Err() == nil {
			s.options.Log.WarnContext(ctx, "it is not known who reads schema gis", "error", err)
		}
		if read {
			s.begin()
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
		return false, fmt.Errorf("look whether schema gis is read: %w", err)
	}
	return read, nil
}

// Ensure counts anew when the observations changed, and waits for that a little: what is there then is at most as old as the
// rest after a count. In a database where nothing was ever counted it waits to the end. The error is ctx's.
func (s *Summaries) Ensure(ctx context.Context) error {
	running := s.begin()
	if running == nil {
		return nil
	}
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for {
		select {
		case <-running:
			return nil
		case <-limit.C:
			if s.ever.Load() {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Outlines waits until there are outlines of the regions of this catalog. The error is ctx's.
func (s *Summaries) Outlines(ctx context.Context) error {
	if s.ever.Load() {
		return nil
	}
	return s.Ensure(ctx)
}

// begin returns the count that is under way or that it begins, nil when none is due.
func (s *Summaries) begin() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	version := s.options.Version()
	if s.running != nil {
		return s.running
	}
	if s.known && s.seen == version || time.Now().Before(s.next) || s.life.Err() != nil {
		return nil
	}
	running := make(chan struct{})
	s.running = running
	go func() {
		began := time.Now()
		did, err := count(s.life, s.options.DB, func() { s.ever.Store(true) })
		s.ended(version, did, time.Since(began), err)
		close(running)
	}()
	return running
}

// ended notes what came of a count that began at a version.
func (s *Summaries) ended(version string, did outcome, took time.Duration, err error) {
	switch {
	case s.life.Err() != nil:
	case err != nil:
		s.options.Log.Warn("the summaries of the observations were not counted anew", "error", err)
	case did == counted:
		s.ever.Store(true)
		s.options.Log.Info("the summaries of the observations were counted anew", "took", took)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil && did != elsewhere {
		s.seen, s.known = version, true
	}
	s.next = time.Now().Add(rest * took)
	s.running = nil
}
