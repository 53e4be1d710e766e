package postgres

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// outageEvery is how often the log repeats that the database does not answer.
const outageEvery = time.Minute

// Outage logs that the database does not answer: at once, then every minute, and when it answers again. Callers that notice it
// every second share an Outage, so that the log holds one line a minute.
type Outage struct {
	log *slog.Logger

	mu     sync.Mutex
	since  time.Time // zero while the database answers
	logged time.Time
}

// NewOutage returns an Outage that has not begun.
func NewOutage(log *slog.Logger) *Outage { return &Outage{log: log} }

// Noticed logs an error that means that the database does not answer. It returns false for any other error, which the caller has
// to log.
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
	if now.Sub(o.logged) >= outageEvery {
		o.logged = now
		o.log.ErrorContext(ctx, "the database does not answer", "for", now.Sub(o.since).Round(time.Second), "error", err)
	}
	return true
}

// Answered ends the outage, if there is one. It logs the end of an outage whose start was logged.
func (o *Outage) Answered(ctx context.Context) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.since.IsZero() && !o.logged.Before(o.since) {
		o.log.InfoContext(ctx, "the database answers again", "after", time.Since(o.since).Round(time.Millisecond))
	}
	o.since = time.Time{}
}
