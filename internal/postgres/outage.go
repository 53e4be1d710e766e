package postgres

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// outageEvery is how often the log repeats that the database is away.
const outageEvery = time.Minute

// Outage says in the log that the database is away: once, then again each minute, and when it is back. Many notice it, each
// second or so.
type Outage struct {
	log *slog.Logger

	mu    sync.Mutex
	since time.Time // zero while the database answers
	said  time.Time
}

// NewOutage returns an Outage of a database that nothing is known of yet.
func NewOutage(log *slog.Logger) *Outage { return &Outage{log: log} }

// Noticed takes an error. It returns false for one that does not mean that the database is away, which is the caller's to log.
func (o *Outage) Noticed(ctx context.Context, err error) bool {
	if !Unavailable(err) {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	if o.since.IsZero() {
		o.since = now
	}
	if now.Sub(o.said) >= outageEvery {
		o.said = now
		o.log.ErrorContext(ctx, "the database does not answer", "for", now.Sub(o.since).Round(time.Second), "error", err)
	}
	return true
}

// Answered takes notice that the database answers.
func (o *Outage) Answered(ctx context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.since.IsZero() && !o.said.Before(o.since) { // what was not said needs no end
		o.log.InfoContext(ctx, "the database answers again", "after", time.Since(o.since).Round(time.Millisecond))
	}
	o.since = time.Time{}
}
