package httpapi

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Lane is a kind of requests that share their slots.
type Lane int

// The lanes. A request that memory answers, or that bounds itself, takes no slot: see Route.Light.
const (
	Ordinary Lane = iota // a query or two
	Large                // a map layer or a page of features: megabytes, and a database connection until they are written
	Download             // an export or a whole result: as long as its client reads
	lanes
)

// queueTime is how long a request waits for a slot before it is refused.
const queueTime = 5 * time.Second

// Shares of the database connections that large answers and downloads may hold, so that slow readers leave the rest to others.
const (
	largeShare    = 2 // one half
	downloadShare = 4 // a quarter
)

// Live objects in percent of Go's memory limit from which requests are refused.
const (
	largeMemory    = 85 // of Large and Download
	ordinaryMemory = 95 // of all
)

// slots bound how many requests of each lane work at once. As many more wait for up to queueTime.
type slots struct {
	lanes     [lanes]*lane
	memoryUse func() int // live objects in percent of the memory limit
}

type lane struct {
	reason    string // of the metric
	maxMemory int
	free      *semaphore.Weighted
	waiting   atomic.Int64
	queue     int64
}

// newSlots returns slots for so many requests, of which large ones and downloads have a share of the database connections. No
// requests are no limit: nil.
func newSlots(requests, connections int, memoryUse func() int) *slots {
	if requests == 0 {
		return nil
	}
	s := &slots{memoryUse: memoryUse}
	for l, count := range [lanes]int{requests, max(1, connections/largeShare), max(1, connections/downloadShare)} {
		percent := largeMemory
		if Lane(l) == Ordinary {
			percent = ordinaryMemory
		}
		s.lanes[l] = &lane{reason: busyReasons[l], maxMemory: percent, free: semaphore.NewWeighted(int64(count)), queue: int64(requests)}
	}
	return s
}

// acquire takes a slot of a lane; release gives it back. The error is a 503 or that of ctx.
func (s *slots) acquire(ctx context.Context, in Lane) (release func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	l := s.lanes[in]
	if s.memoryUse() >= l.maxMemory {
		return nil, Busy(BusyMemory, "The server is short of memory; try again")
	}
	if err := l.wait(ctx); err != nil {
		return nil, err
	}
	return func() { l.free.Release(1) }, nil
}

func (l *lane) wait(ctx context.Context) error {
	if l.free.TryAcquire(1) {
		return nil
	}
	full := Busy(l.reason, "Too many requests at a time; try again")
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.queue {
		return full
	}
	waiting, cancel := context.WithTimeout(ctx, queueTime)
	defer cancel()
	if err := l.free.Acquire(waiting, 1); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return full
	}
	return nil
}

// AcquireSlot takes a slot for work on a request of a light route, whose handler finds out by itself whether there is work.
// release gives the slot back. The error is a 503 or that of ctx.
func AcquireSlot(ctx context.Context, r *http.Request, in Lane) (release func(), err error) {
	return note(r).slots.acquire(ctx, in)
}

// handle runs a route's handler, in a slot if it needs one.
func (s *slots) handle(route Route, w http.ResponseWriter, r *http.Request) error {
	if route.Light {
		note(r).slots = s
		return route.Handler(w, r)
	}
	release, err := s.acquire(r.Context(), Ordinary)
	if err != nil {
		return err
	}
	defer release()
	return route.Handler(w, r)
}
