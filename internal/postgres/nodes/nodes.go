package nodes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// every is how often Run looks where the primary and its replicas are.
const every = 250 * time.Millisecond

// Replica is a streaming replica of Options.
type Replica struct {
	Name  string        // in metrics and the log
	Pool  *pgxpool.Pool // for reads
	Watch *pgxpool.Pool // of one connection, to ask where the replica is
	// Cut ends what is read over Pool. It is called for distributed tables of which a worker stands still: nothing that asks it ends by itself.
	Cut func()
}

// Options of New. All but Replicas are required.
type Options struct {
	Primary  *pgxpool.Pool
	Watch    *pgxpool.Pool // of the primary: a connection that no request waits for
	Replicas []Replica
	// Distributed is where the tables that the primary distributes over a Citus cluster are read, where there are some; nil asks for none. It is a
	// replica to those who read.
	Distributed *Replica
	MaxLag      time.Duration   // a replica that is farther behind gets no reads
	Floor       func() Position // what every answer has to see: of the copy in memory
	Registry    prometheus.Registerer
	Log         *slog.Logger
}

// Nodes are a primary and its replicas. They are a postgres.Database, whose reads go to one of them.
type Nodes struct {
	primary  *pgxpool.Pool
	watch    *pgxpool.Pool
	replicas []*replica
	cluster  *replica // the distributed tables; nil: nobody asks for them
	maxLag   time.Duration
	floor    func() Position
	raised   atomic.Uint64 // a Position that every read has to see: of Raise
	next     atomic.Uint64 // turns among replicas that are as busy as each other
	metrics  metrics

	mu      sync.Mutex
	history []sighting // of the primary, the oldest first
	since   int        // sightings since the history was thinned

	looked time.Time // for distributed tables, by watchDistributed
}

// sighting is where the primary was.
type sighting struct {
	at       time.Time
	position Position
}

// New returns nodes whose replicas get no reads until Run or Check found them.
func New(o Options) *Nodes {
	n := &Nodes{primary: o.Primary, watch: o.Watch, maxLag: o.MaxLag, floor: o.Floor}
	for _, r := range o.Replicas {
		n.replicas = append(n.replicas, &replica{name: r.Name, pool: r.Pool, watch: r.Watch, log: o.Log})
	}
	if d := o.Distributed; d != nil {
		n.cluster = &replica{name: d.Name, pool: d.Pool, watch: d.Watch, log: o.Log, distributed: true, cut: d.Cut}
	}
	n.metrics = newMetrics(n, o.Registry)
	return n
}

// Any is whether there are replicas, or distributed tables.
func (n *Nodes) Any() bool { return len(n.replicas) > 0 || n.cluster != nil && n.cluster.there.Load() }

// readers are what answers reads beside the primary. The distributed tables answer those that scan.
func (n *Nodes) readers(scans bool) []*replica {
	if !scans || n.cluster == nil || !n.cluster.there.Load() {
		return n.replicas
	}
	return append(n.replicas[:len(n.replicas):len(n.replicas)], n.cluster)
}

var positionQuery = sql.Get("session/position.sql")

// primaryState is a row of session/position.sql.
type primaryState struct {
	identity
	Position int64 `db:"position"`
}

// Position returns where the primary is: what was committed before the call is before it.
func (n *Nodes) Position(ctx context.Context) (Position, error) {
	s, err := look(ctx, n.primary)
	return Position(s.Position), err
}

// Raise lets every later read see what was committed before the call.
func (n *Nodes) Raise(ctx context.Context) error {
	if !n.Any() {
		return nil
	}
	p, err := n.Position(ctx)
	for err == nil {
		old := n.raised.Load()
		if uint64(p) <= old || n.raised.CompareAndSwap(old, uint64(p)) {
			break
		}
	}
	return err
}

func look(ctx context.Context, primary postgres.Reader) (primaryState, error) {
	s, err := postgres.One[primaryState](ctx, primary, positionQuery)
	if err != nil {
		return s, fmt.Errorf("ask the primary for its position: %w", err)
	}
	return s, nil
}

// Replayed returns how far a replica has replayed the write-ahead log.
func Replayed(ctx context.Context, replica postgres.Reader) (Position, error) {
	s, err := postgres.One[state](ctx, replica, replicaQuery)
	if err != nil {
		return 0, fmt.Errorf("ask a replica where it is: %w", err)
	}
	return Position(s.Replayed), nil
}

// LoadFrom returns where much is read at once: a replica that answers, else the primary.
func (n *Nodes) LoadFrom() *pgxpool.Pool {
	for _, r := range n.replicas {
		if r.usable() {
			return r.pool
		}
	}
	return n.primary
}

// Check fails for a replica that answers and is of another database. One that does not answer is left out until it does, and so is one that was promoted.
func (n *Nodes) Check(ctx context.Context) error {
	primary, err := look(ctx, n.watch)
	if err != nil {
		return err
	}
	var errs []error
	for _, r := range n.replicas {
		r.of = &primary.identity
		if _, err := r.ask(ctx); errors.Is(err, errOther) {
			errs = append(errs, fmt.Errorf("SKEETER_DATABASE_REPLICA_URLS, replica %s: %w", r.name, err))
		}
	}
	if len(errs) == 0 {
		n.lookAround(ctx)
	}
	return errors.Join(errs...)
}

// Run looks where the nodes are until ctx ends.
func (n *Nodes) Run(ctx context.Context) {
	var watching sync.WaitGroup
	defer watching.Wait()
	if n.cluster != nil {
		watching.Go(func() { n.watchDistributed(ctx) })
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		n.lookAround(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// lookAround notes where the primary and its replicas are.
func (n *Nodes) lookAround(ctx context.Context) {
	if !n.Any() {
		return
	}
	asking, cancel := context.WithTimeout(ctx, probeTimeout)
	if s, err := look(asking, n.watch); err == nil && s.Position > 0 {
		n.note(sighting{time.Now(), Position(s.Position)})
	}
	cancel()
	var group errgroup.Group
	for _, r := range n.replicas {
		group.Go(func() error {
			n.see(ctx, r)
			return nil
		})
	}
	_ = group.Wait() // nothing returns an error
}

// see notes where a reader is, and whether that is near enough.
func (n *Nodes) see(ctx context.Context, r *replica) {
	r.probe(ctx)
	n.measure(ctx, r)
}

// measure notes how far a reader is behind the primary.
func (n *Nodes) measure(ctx context.Context, r *replica) {
	p := Position(r.replayed.Load())
	if r.distributed {
		p++ // it leaves out what may not be seen yet
	}
	r.placed(ctx, n.lagOf(p), n.maxLag)
}

// thinEvery is how many sightings come, four a second while the primary is written to, until those go that say little.
const thinEvery = 256

// note keeps where the primary was. After a failover it may be behind that.
func (n *Nodes) note(s sighting) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if k := len(n.history); k > 0 && n.history[k-1].position > s.position {
		n.history, n.since = n.history[:0], 0
		n.raised.Store(0)
	}
	if k := len(n.history); k > 0 && n.history[k-1].position == s.position {
		return // an idle primary: who was there then has all
	}
	n.history = append(n.history, s)
	if n.since++; n.since == thinEvery {
		n.since, n.history = 0, thinned(n.history, s.at)
	}
}

// thinned keeps sightings that are a hundredth of their age apart, so that the lag of a replica that stands still is known to a hundredth: about 900 of
// ten days.
func thinned(all []sighting, now time.Time) []sighting {
	kept := all[:1]
	for i, s := range all[1:] {
		last := kept[len(kept)-1].at
		if next := i + 2; next == len(all) || all[next].at.Sub(last) > now.Sub(last)/100 {
			kept = append(kept, s)
		}
	}
	return kept
}

// lagOf is the age of the first sighting that a position has not reached.
func (n *Nodes) lagOf(p Position) time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, s := range n.history {
		if s.position > p {
			return time.Since(s.at)
		}
	}
	return 0
}

// needed is what every read has to see.
func (n *Nodes) needed() Position { return max(n.floor(), Position(n.raised.Load())) }

// pool chooses where a read goes.
func (n *Nodes) pool(ctx context.Context, scans bool) *pgxpool.Pool {
	reading := of(ctx)
	if reading == nil || len(n.readers(scans)) == 0 {
		return n.primary
	}
	needs := max(reading.Needs, n.needed())
	if r := n.choose(ctx, needs, scans); r != nil {
		reading.went(r)
		r.reads.Add(1)
		return r.pool
	}
	reading.went(nil)
	n.metrics.toPrimary.Inc()
	return n.primary
}

// choose returns the usable replica with the fewest connections in use that has replayed a position, nil for none.
func (n *Nodes) choose(ctx context.Context, needs Position, scans bool) (best *replica) {
	readers := n.readers(scans)
	first := int(n.next.Add(1) % uint64(len(readers)))
	var behind []*replica
	for i := range readers {
		r := readers[(first+i)%len(readers)]
		switch {
		case !r.usable():
		case !r.reached(needs):
			if !r.distributed { // these take longer to say where they are than the primary to answer
				behind = append(behind, r)
			}
		case best == nil || r.pool.Stat().AcquiredConns() < best.pool.Stat().AcquiredConns():
			best = r
		}
	}
	for i := 0; best == nil && i < len(behind); i++ {
		if behind[i].probe(ctx); behind[i].usable() && behind[i].reached(needs) {
			best = behind[i]
		}
	}
	return best
}
