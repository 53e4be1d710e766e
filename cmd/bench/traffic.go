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

// loadPlan is what -load does.
type loadPlan struct {
	records  int
	time     time.Duration // of each number of clients
	clients  []int
	overload time.Duration
}

// What the long run does. A warm-up is a fifth of the time before it.
const (
	loadTime     = 10 * time.Minute
	overloadTime = time.Minute
	warmUpShare  = 5
	clientTime   = time.Minute // what a client waits for an answer
)

var loadClients = []int{16, 64}

// loadSettings are a tile cache so small that the warm-up fills it: what grows after that is no cache.
var loadSettings = []string{"SKEETER_TILE_CACHE_MB=32"}

// traffic is a server under load, and what was promised of it and is not so.
type traffic struct {
	*server
	mix    *mix
	ledger *ledger
	broken []string
}

// runLoad has clients use the server as maps, tables and forms do, then offers three times what it can do. The error names every
// promise that was broken: no answer of the server's own fault, nothing lost that was acknowledged, nothing half stored; in a long
// run no growth, and quick again within seconds of an overload.
func (b *bench) runLoad(ctx context.Context, p loadPlan) error {
	if err := b.makeRecords(ctx, p.records); err != nil {
		return err
	}
	s, err := b.serve(ctx, loadSettings...)
	if err != nil {
		return err
	}
	db, err := b.connect(ctx)
	if err != nil {
		return errors.Join(err, s.stop())
	}
	defer db.Close(context.WithoutCancel(ctx)) //nolint:errcheck // the cluster stops anyway
	t := &traffic{server: s, ledger: newLedger()}
	if t.mix, err = b.newMix(ctx, db); err == nil {
		err = t.run(ctx, db, p)
	}
	_, forgotten := db.Exec(context.WithoutCancel(ctx), "delete from observations where event_id = $1", t.mix.run)
	if err = errors.Join(err, forgotten, s.stop()); err != nil {
		return err
	}
	if len(t.broken) > 0 {
		return errors.New("broken promises:\n  " + strings.Join(t.broken, "\n  "))
	}
	return nil
}

func (t *traffic) run(ctx context.Context, db *pgx.Conn, p loadPlan) error {
	var last *sheet
	for _, clients := range p.clients {
		var err error
		if last, err = t.steady(ctx, clients, p.time); err != nil {
			return err
		}
	}
	if p.overload > 0 {
		if err := t.overload(ctx, float64(last.answered())/p.time.Seconds(), p.overload); err != nil {
			return err
		}
	}
	lost, err := t.ledger.check(ctx, db, t.mix.run)
	if err != nil {
		return err
	}
	fmt.Printf("%d creates and %d patches were acknowledged; lost, half written or not asked for: %d\n", t.ledger.creates, t.ledger.patches, len(lost))
	t.broken = append(t.broken, lost...)
	return nil
}

// steady has so many clients send one request after the other.
func (t *traffic) steady(ctx context.Context, clients int, d time.Duration) (*sheet, error) {
	start, err := t.resting(ctx)
	if err != nil {
		return nil, err
	}
	t.closed(ctx, clients, d/warmUpShare)
	warm, err := t.resting(ctx)
	if err != nil {
		return nil, err
	}
	s := t.closed(ctx, clients, d)
	end, err := t.resting(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Printf("%d clients for %v: %.0f requests a second\n", clients, d, float64(s.answered())/d.Seconds())
	s.print()
	fmt.Printf("before        %v\nafter warm-up %v\nat the end    %v\n\n", start, warm, end)
	t.hold(s, false)
	if d >= minSteadiest {
		t.broken = append(t.broken, end.growth(warm)...)
	}
	return s, ctx.Err()
}

// closed runs clients that wait for each answer before they ask again.
func (t *traffic) closed(ctx context.Context, clients int, d time.Duration) *sheet {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	s := newSheet()
	transport := &http.Transport{MaxIdleConnsPerHost: clients, DisableCompression: true}
	defer transport.CloseIdleConnections()
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			c := &clerk{Rand: rand.New(rand.NewPCG(uint64(clients), uint64(i)))} //nolint:gosec // the same requests on every run
			for ctx.Err() == nil {
				t.send(transport, t.mix.next(c), c, s)
			}
		})
	}
	group.Wait()
	return s
}

// send sends a request and reads its answer to the end, also when the time is over meanwhile: a write has to know what became of it.
func (t *traffic) send(transport http.RoundTripper, e errand, c *clerk, s *sheet) {
	ctx, cancel := context.WithTimeout(context.Background(), clientTime)
	defer cancel()
	began := time.Now()
	status, header, err := t.exchange(ctx, transport, e)
	if err != nil {
		status = 0
		s.fault(fmt.Sprintf("%s was not answered: %v", e.route, err))
	}
	s.note(e.route, status, time.Since(began))
	if status == http.StatusServiceUnavailable && header.Get("Retry-After") == "" {
		s.fault(e.route + ": 503 without Retry-After")
	}
	if e.write == nil {
		return
	}
	t.ledger.note(e.write, status)
	if c != nil && e.write.record.acknowledged && !e.write.record.unsure {
		c.own = append(c.own, e.write.record)
	}
}

func (t *traffic) exchange(ctx context.Context, transport http.RoundTripper, e errand) (int, http.Header, error) {
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

// hold notes the answers that no client should get. Under overload a 503 is none of them.
func (t *traffic) hold(s *sheet, overloaded bool) {
	for code, n := range s.codes() {
		if code >= 400 && (code != http.StatusServiceUnavailable || !overloaded) {
			t.broken = append(t.broken, fmt.Sprintf("%d answers were %d", n, code))
		}
	}
	for what, n := range s.faults {
		t.broken = append(t.broken, fmt.Sprintf("%d times: %s", n, what))
	}
}
