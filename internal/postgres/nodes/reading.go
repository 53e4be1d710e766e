package nodes

import (
	"context"
	"sync"
)

// Reading is what the reads of one request need, and where they went.
type Reading struct {
	Needs Position // what they have to see

	mu      sync.Mutex
	primary bool
	used    *replica // nil: the primary
}

type readingKey struct{}

// With lets the reads of a context go to replicas.
func With(ctx context.Context, r *Reading) context.Context {
	return context.WithValue(ctx, readingKey{}, r)
}

// of returns nil for a context whose reads go to the primary.
func of(ctx context.Context) *Reading {
	r, _ := ctx.Value(readingKey{}).(*Reading)
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.primary {
		return nil
	}
	return r
}

func (r *Reading) went(to *replica) {
	r.mu.Lock()
	r.used = to
	r.mu.Unlock()
}

// Failed sends further reads to the primary. It returns false when they went there before.
func (r *Reading) Failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.used == nil || r.primary {
		return false
	}
	r.primary = true
	r.used.suspect()
	return true
}
