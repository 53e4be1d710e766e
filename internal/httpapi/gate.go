package httpapi

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Lane is a kind of requests that share their places: so many of them work at once.
type Lane int

// The lanes. What is answered from memory, or bounds itself, takes no place: see Route.Light.
const (
	Ordinary Lane = iota // a query or two
	Large                // a map layer or a page of features: megabytes, and a database connection until they are written
	Download             // an export or a whole result: as long as its client reads
	lanes
)

// queueTime is how long a request waits for its place before it is refused.
const queueTime = 5 * time.Second

// Shares of the database connections that large answers and downloads may hold, so that slow readers leave the rest to others.
const (
	largeShare    = 2 // one half
	downloadShare = 4 // a quarter
)

// Memory that live objects may take, in percent of Go's memory limit, before requests are refused.
const (
	largePressure    = 85 // of Large and Download
	ordinaryPressure = 95 // of all
)

// gate lets so many requests of each lane work at once, and as many more wait for a moment.
type gate struct {
	lanes    [lanes]*lane
	pressure func() int // live objects in percent of the memory limit
}

type lane struct {
	reason   string // of the metric
	pressure int
	places   *semaphore.Weighted
	waiting  atomic.Int64
	queue    int64
}

// newGate returns a gate for so many requests, of which large ones and downloads have a share of the database connections; nil,
// which lets everything in, for no requests.
func newGate(requests, connections int, pressure func() int) *gate {
	if requests == 0 {
		return nil
	}
	g := &gate{pressure: pressure}
	for l, places := range [lanes]int{requests, max(1, connections/largeShare), max(1, connections/downloadShare)} {
		percent := largePressure
		if Lane(l) == Ordinary {
			percent = ordinaryPressure
		}
		g.lanes[l] = &lane{reason: shedReasons[l], pressure: percent, places: semaphore.NewWeighted(int64(places)), queue: int64(requests)}
	}
	return g
}

// enter takes a place in a lane, and waits for it a little. leave gives it back. The error is a 503 or that of ctx.
func (g *gate) enter(ctx context.Context, in Lane) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	l := g.lanes[in]
	if g.pressure() >= l.pressure {
		return nil, Busy(ShedMemory, "The server is short of memory; try again")
	}
	if err := l.wait(ctx); err != nil {
		return nil, err
	}
	return func() { l.places.Release(1) }, nil
}

func (l *lane) wait(ctx context.Context) error {
	if l.places.TryAcquire(1) {
		return nil
	}
	full := Busy(l.reason, "Too many requests at a time; try again")
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > l.queue {
		return full
	}
	waiting, cancel := context.WithTimeout(ctx, queueTime)
	defer cancel()
	if err := l.places.Acquire(waiting, 1); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return full
	}
	return nil
}

// Enter takes a place for work on a request, for handlers of light routes that find out by themselves what there is to do.
// leave gives it back. The error is a 503 or that of ctx.
func Enter(ctx context.Context, r *http.Request, in Lane) (leave func(), err error) {
	return note(r).gate.enter(ctx, in)
}

// handle runs a route's handler, in its place if it needs one.
func (g *gate) handle(route Route, w http.ResponseWriter, r *http.Request) error {
	if route.Light {
		note(r).gate = g
		return route.Handler(w, r)
	}
	leave, err := g.enter(r.Context(), Ordinary)
	if err != nil {
		return err
	}
	defer leave()
	return route.Handler(w, r)
}
