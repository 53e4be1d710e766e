package nodes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// probeTimeout is how long a replica may take to say where it is.
const probeTimeout = 300 * time.Millisecond

var replicaQuery = sql.Get("session/replica.sql")

// Errors of what a replica is not.
var (
	errPrimary = errors.New("it is a primary")
	errOther   = errors.New("it is another database, or a replica of one")
)

// replica is one streaming replica, or the distributed tables of the primary.
type replica struct {
	name        string
	pool        *pgxpool.Pool
	watch       *pgxpool.Pool // one connection that no request waits for
	log         *slog.Logger
	distributed bool
	there       atomic.Bool  // where it is distributed: there are tables to read
	cut         func()       // where it is distributed: ends the reads
	seen        atomic.Int64 // where it is distributed: when it was last seen open, in nanoseconds since started

	replayed atomic.Uint64 // a Position
	up       atomic.Bool   // it answered when it was asked last, and is a replica of the primary
	near     atomic.Bool   // it is near enough
	lag      atomic.Int64  // nanoseconds
	reads    atomic.Uint64

	probing sync.Mutex
	probes  atomic.Uint64 // begun
	last    uint64        // the newest that ended well, guarded by probing
	said    string        // why it is left out, as the log has it, "" when it is not; guarded by probing
	rested  time.Time     // when distributed tables were last seen at rest, by watchDistributed
	silent  time.Duration // when the first question began that distributed tables did not answer; 0: they did. Guarded by probing
	of      *identity     // of the primary; nil: not known yet
}

// usable is whether it answers and is near enough.
func (r *replica) usable() bool {
	return r.up.Load() && r.near.Load() && (!r.distributed || sinceStart()-time.Duration(r.seen.Load()) < seenFor)
}

// seenFor is how long distributed tables may be read after they were seen open. They are closed 3 s before they change (distributing.leaveTime), and a
// read waits a second at most for a connection: a server that stood still does not read what it saw before.
const seenFor = 2 * time.Second

var started = time.Now()

// sinceStart is the time by a clock that nobody sets.
func sinceStart() time.Duration { return time.Since(started) }

// reached is whether it has replayed a position, as far as is known.
func (r *replica) reached(p Position) bool { return r.replayed.Load() >= uint64(p) }

// identity says which database a node has. A replica has that of its primary.
type identity struct {
	System   int64  `db:"system"` // identifier of the cluster
	Database string `db:"database"`
}

// state is a row of session/replica.sql.
type state struct {
	identity
	Replica  bool  `db:"replica"`
	Replayed int64 `db:"replayed"`
}

// ask returns how far the replica is. The error may be errPrimary or errOther.
func (r *replica) ask(ctx context.Context) (Position, error) {
	if r.distributed {
		return r.askDistributed(ctx)
	}
	s, err := postgres.One[state](ctx, r.watch, replicaQuery)
	switch {
	case postgres.Refused(err):
		return 0, fmt.Errorf("it refuses: %w", err)
	case err != nil:
		return 0, fmt.Errorf("it does not answer: %w", err)
	case r.of != nil && s.identity != *r.of:
		return 0, errOther
	case !s.Replica:
		return 0, errPrimary
	}
	return Position(s.Replayed), nil
}

// probe asks the replica where it is. Calls that wait share one question that began after them.
func (r *replica) probe(ctx context.Context) {
	before := r.probes.Load()
	limit := probeTimeout
	if r.distributed { // no request waits for it
		limit = distributedTimeout
	}
	r.probing.Lock()
	defer r.probing.Unlock()
	if r.last > before {
		return
	}
	number := r.probes.Add(1)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), limit)
	defer cancel()
	began := sinceStart()
	p, err := r.ask(ctx)
	if r.distributed {
		r.endReads(began, err)
	}
	switch {
	case (errors.Is(err, errChanging) || errors.Is(err, errTorn)) && r.changes(ctx): // the question may have seen a part of a change
		return
	case err != nil:
		r.leaveOut(ctx, err)
		return
	}
	r.last, r.rested = number, time.Now()
	r.seen.Store(int64(began))
	r.replayed.Store(uint64(p))
	r.up.Store(true)
}

// leaveOut logs a reason once.
func (r *replica) leaveOut(ctx context.Context, why error) {
	r.up.Store(false)
	kind := "it does not answer"
	if pg := (*pgconn.PgError)(nil); errors.As(why, &pg) {
		kind = "it refuses: " + pg.Message
	}
	if errors.Is(why, errPrimary) || errors.Is(why, errOther) {
		kind = why.Error()
	}
	r.say(ctx, kind, why)
}

// say logs why the replica is left out, when that is another reason than before. The caller holds probing.
func (r *replica) say(ctx context.Context, kind string, why any) {
	if r.said != kind {
		r.said = kind
		r.log.WarnContext(ctx, "a replica is left out of reads", "replica", r.name, "reason", why)
	}
}

// placed notes how far behind the replica is, if it answered.
func (r *replica) placed(ctx context.Context, lag, most time.Duration) {
	r.lag.Store(int64(lag))
	r.near.Store(lag <= most)
	r.probing.Lock()
	defer r.probing.Unlock()
	switch {
	case !r.up.Load():
	case lag > most && r.distributed: // they are closed during an import
	case lag > most:
		r.say(ctx, "it is behind", fmt.Sprintf("it is %s behind the primary, at most %s are allowed", lag.Round(100*time.Millisecond), most))
	case r.said != "":
		r.said = ""
		r.log.InfoContext(ctx, "a replica answers reads again", "replica", r.name)
	}
}
