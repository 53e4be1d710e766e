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

// Failed sends further reads to the primary, and asks the replica whether it is still there: what failed may have asked the primary. Distributed
// tables, which take longer to say so, are left out until they do. It returns false when the reads went to the primary before.
func (r *Reading) Failed(ctx context.Context) bool {
	return r.leave(func(from *replica) bool {
		if from.distributed {
			from.up.Store(false)
		} else {
			from.probe(ctx)
		}
		return true
	})
}

// Refused sends further reads to the primary when distributed tables refused one: Citus does not run every query. The tables go on answering others. It
// returns false when the reads went to the primary before, or to a streaming replica, which refuses what the primary does.
func (r *Reading) Refused() bool {
	return r.leave(func(from *replica) bool { return from.distributed })
}

// leave sends further reads to the primary if may is true of the replica that they went to.
func (r *Reading) leave(may func(from *replica) bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.used == nil || r.primary || !may(r.used) {
		return false
	}
	r.primary = true
	return true
}
