package nodes

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// TestReadsEnd: reads of distributed tables end when these give no answer for longer than patience, and not for one question, nor for another error.
func TestReadsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cuts := 0
		r := &replica{distributed: true, cut: func() { cuts++ }}
		silence := fmt.Errorf("it does not answer: %w", context.DeadlineExceeded)
		now := sinceStart()
		for _, step := range []struct {
			what  string
			began time.Duration
			err   error
			cuts  int
		}{
			{"the first question", now - 2*patience, silence, 0}, {"a worker that is gone", now, errTorn, 0}, {"the first one again", now, silence, 0},
			{"the next one, at once", now, silence, 0}, {"an answer", now, nil, 0}, {"silence", now - 2*patience, silence, 0}, {"longer silence", now, silence, 1},
		} {
			if r.endReads(step.began, step.err); cuts != step.cuts {
				t.Errorf("%s: reads were ended %d times, want %d", step.what, cuts, step.cuts)
			}
		}
	})
}

// TestDistributedTablesAreReadWhileSeen: a server that stood still does not read distributed tables that it saw open before. A streaming replica has
// nothing that changes in between.
func TestDistributedTablesAreReadWhileSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, r := range []*replica{{distributed: true}, {}} {
			r.up.Store(true)
			r.near.Store(true)
			r.seen.Store(int64(sinceStart()))
			if !r.usable() {
				t.Errorf("distributed %v: not read though just seen", r.distributed)
			}
			r.seen.Store(int64(sinceStart() - seenFor))
			if r.usable() == r.distributed {
				t.Errorf("distributed %v: read %v after it was seen: %v", r.distributed, seenFor, r.usable())
			}
		}
	})
}
