// Package limits protects the server under load: slots for requests that work at once, the rate of a client, the time that a client may
// take to send a body and to read an answer. It imports nothing of the project.
package limits

import (
	"context"
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

// Slots bound how many requests of each lane work at once. Beside them, up to the number of requests given to NewSlots wait in each
// lane, for up to queueTime.
type Slots struct {
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

// NewSlots returns the slots of a server with a number of requests at once and of database connections. It returns nil, which is
// no limit, for 0 requests.
func NewSlots(requests, connections int) *Slots {
	if requests == 0 {
		return nil
	}
	s := &Slots{memoryUse: memoryUse()}
	for l, count := range [lanes]int{requests, max(1, connections/largeShare), max(1, connections/downloadShare)} {
		percent := largeMemory
		if Lane(l) == Ordinary {
			percent = ordinaryMemory
		}
		s.lanes[l] = &lane{reason: busyReasons[l], maxMemory: percent, free: semaphore.NewWeighted(int64(count)), queue: int64(requests)}
	}
	return s
}

// Acquire takes a slot of a lane; release returns it. The error is a *BusyError or that of ctx.
func (s *Slots) Acquire(ctx context.Context, in Lane) (release func(), err error) {
	if s == nil {
		return func() {}, nil
	}
	l := s.lanes[in]
	if s.memoryUse() >= l.maxMemory {
		return nil, &BusyError{BusyMemory, "The server is short of memory; try again"}
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
	full := &BusyError{l.reason, "Too many requests at a time; try again"}
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
