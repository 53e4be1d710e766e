package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// loadPlan says how long -load runs, and with how many clients.
type loadPlan struct {
	records  int
	time     time.Duration // for each number of clients
	clients  []int
	overload time.Duration
}

// Defaults of the load run. A warm-up comes first and takes a fifth of the time.
const (
	loadTime     = 10 * time.Minute
	overloadTime = time.Minute
	warmUpShare  = 5
	clientTime   = time.Minute // timeout of a client
)

var loadClients = []int{16, 64}

// loadSettings make the tile cache so small that the warm-up fills it, so that later growth is not that of the cache.
var loadSettings = []string{"SKEETER_TILE_CACHE_MB=32"}

// traffic is a server under load, and the promises that it broke.
type traffic struct {
	*server
	mix    *mix
	writes *writes
	broken []string
}

// runLoad uses the server as maps, tables and forms do, then sends three times the requests that it can answer. The error names every
// broken promise. The server promises no 5xx but refusals, and to lose no acknowledged record and store none in part. In a long run it
// also promises no growth of memory, goroutines and open files, and its normal speed seconds after the overload.
func (b *bench) runLoad(ctx context.Context, p loadPlan) {
	b.makeRecords(ctx, p.records)
	s := b.serve(ctx, loadSettings...)
	db := b.connect(ctx)
	defer db.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the cluster stops anyway
	t := &traffic{server: s, writes: newWrites(), mix: b.newMix(ctx, db)}
	defer db.Exec(context.WithoutCancel(ctx), "delete from observations where event_id = $1", t.mix.run) //nolint:errcheck // what stays harms no later run
	t.run(ctx, db, p)
	if len(t.broken) > 0 {
		check(errors.New("broken promises:\n  " + strings.Join(t.broken, "\n  ")))
	}
}

func (t *traffic) run(ctx context.Context, db *pgx.Conn, p loadPlan) {
	var last *results
	for _, clients := range p.clients {
		last = t.steady(ctx, clients, p.time)
	}
	if p.overload > 0 {
		t.overload(ctx, float64(last.answered())/p.time.Seconds(), p.overload)
	}
	lost := t.writes.check(ctx, db, t.mix.run)
	fmt.Printf("%d creates and %d patches were acknowledged; lost, half written or not asked for: %d\n", t.writes.creates, t.writes.patches, len(lost))
	t.broken = append(t.broken, lost...)
}

// steady measures a number of clients that each send one request after another, after a warm-up.
func (t *traffic) steady(ctx context.Context, clients int, d time.Duration) *results {
	start := t.idle(ctx, d)
	t.closedLoop(ctx, clients, d/warmUpShare)
	warm := t.idle(ctx, d)
	s := t.closedLoop(ctx, clients, d)
	end := t.idle(ctx, d)
	fmt.Printf("%d clients for %v: %.0f requests a second\n", clients, d, float64(s.answered())/d.Seconds())
	s.print()
	fmt.Printf("before        %v\nafter warm-up %v\nat the end    %v\n\n", start, warm, end)
	t.check(s, false)
	if d >= minGrowthTime {
		t.broken = append(t.broken, end.growth(warm)...)
	}
	check(ctx.Err())
	return s
}

// closedLoop runs clients that wait for each answer before the next request.
func (t *traffic) closedLoop(ctx context.Context, clients int, d time.Duration) *results {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	s := newResults()
	transport := &http.Transport{MaxIdleConnsPerHost: clients, DisableCompression: true}
	defer transport.CloseIdleConnections()
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			u := &user{Rand: rand.New(rand.NewPCG(uint64(clients), uint64(i)))} //nolint:gosec // the same requests on every run
			for ctx.Err() == nil {
				t.send(transport, t.mix.next(u), u, s)
			}
		})
	}
	group.Wait()
	return s
}

// send sends a request and reads its answer to the end, even when the time is over, because the outcome of every write must be known.
func (t *traffic) send(transport http.RoundTripper, e apiRequest, u *user, s *results) {
	ctx, cancel := context.WithTimeout(context.Background(), clientTime)
	defer cancel()
	began := time.Now()
	status, header, err := t.exchange(ctx, transport, e)
	if err != nil {
		status = 0
		s.fault(fmt.Sprintf("%s was not answered: %v", e.route, err))
	}
	s.add(e.route, status, time.Since(began))
	if status == http.StatusServiceUnavailable && header.Get("Retry-After") == "" {
		s.fault(e.route + ": 503 without Retry-After")
	}
	if e.write == nil {
		return
	}
	t.writes.add(e.write, status)
	if u != nil && e.write.record.acknowledged && !e.write.record.unsure {
		u.own = append(u.own, e.write.record)
	}
}

func (t *traffic) exchange(ctx context.Context, transport http.RoundTripper, e apiRequest) (int, http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, e.method, t.base+e.path, strings.NewReader(e.body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Accept-Encoding", "gzip")
	if e.contentType != "" {
		r.Header.Set("Content-Type", e.contentType)
	}
	resp, err := transport.RoundTrip(r)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close() //nolint:errcheck // it is read to its end
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, resp.Header, err
}

// check records the answers that no client should get. Under overload a 503 is allowed.
func (t *traffic) check(s *results, overloaded bool) {
	for code, n := range s.codes() {
		if code >= 400 && (code != http.StatusServiceUnavailable || !overloaded) {
			t.broken = append(t.broken, fmt.Sprintf("%d answers were %d", n, code))
		}
	}
	for what, n := range s.faults {
		t.broken = append(t.broken, fmt.Sprintf("%d times: %s", n, what))
	}
}
