package httpapi

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Lane is a kind of requests that share slots.
type Lane int

// The lanes. A Light route takes no slot before its handler runs.
const (
	Ordinary Lane = iota // one or two queries
	Large                // a map layer or a page of features: megabytes, and a database connection until they are written
	Download             // an export or a whole result, which takes as long as its client reads
	lanes
)

// queueTime is how long a request waits for a slot before it is refused.
const queueTime = 5 * time.Second

// Large answers hold at most 1/largeShare of the database connections, downloads at most 1/downloadShare, so that slow readers
// leave the rest to others.
const (
	largeShare    = 2
	downloadShare = 4
)

// Live objects in percent of Go's memory limit from which requests are refused.
const (
	largeMemory    = 85 // Large and Download
	ordinaryMemory = 95 // all
)

// slots bound how many requests of each lane work at once. As many as MaxRequests more wait for up to queueTime.
type slots struct {
	lanes     [lanes]*lane
	memoryUse func() int // live objects in percent of the memory limit
}

type lane struct {
	reason    string // one of the Busy constants
	maxMemory int    // percent of Go's memory limit
	free      *semaphore.Weighted
	waiting   atomic.Int64
	queue     int64 // the most that may wait
}

// newSlots returns the slots of a server with a number of requests at once and of database connections. It returns nil, which is
// no limit, for 0 requests.
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

// acquire takes a slot of a lane; release returns it. The error is a 503 or that of ctx.
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

// AcquireSlot takes a slot for a request of a Light route; release returns it. The error is a 503 or that of ctx.
func AcquireSlot(ctx context.Context, r *http.Request, in Lane) (release func(), err error) {
	return note(r).slots.acquire(ctx, in)
}

// handle runs a route's handler, in a slot unless the route is Light.
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
