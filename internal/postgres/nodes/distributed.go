package nodes

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	thereQuery  = sql.Get("distributing/there.sql")
	nodeQuery   = sql.Get("distributing/node.sql")
	glanceQuery = sql.Get("distributing/glance.sql")
	logQuery    = sql.Get("distributing/position.sql")
	busyQuery   = sql.Get("distributing/busy.sql")
)

// DistributedSchema is where the distributed tables are. Sessions that read them find its names first.
const DistributedSchema = "distributed"

// scans reports whether a query reads many records to count them or to draw them. A search for few by an index costs milliseconds more on the workers than
// on the primary.
func scans(text string) bool {
	folder, _, _ := strings.Cut(sql.NameOf(text), "/")
	return folder == "geo" || folder == "analytics"
}

// lookForDistributedEvery is the time between two looks for distributed tables where there are none.
const lookForDistributedEvery = 2 * time.Second

// distributedTimeout is how long the distributed tables may take to say where they are: a new session connects to every worker.
const distributedTimeout = 5 * time.Second

// glances is how often a look at the distributed tables is a glance, which asks no worker, before it is a whole one. Every change of a record moves the tables,
// and reads go to the primary until that was seen.
const glances = 5

// watchDistributed looks where the distributed tables are until ctx ends.
func (n *Nodes) watchDistributed(ctx context.Context) {
	ticker := time.NewTicker(every / glances)
	defer ticker.Stop()
	for i := 0; ; i++ {
		n.lookForDistributed(ctx)
		switch there := n.cluster.there.Load(); {
		case there && i%glances == 0:
			n.see(ctx, n.cluster)
		case there && n.cluster.up.Load() && !n.cluster.reached(n.needed()):
			n.cluster.glance(ctx)
			n.measure(ctx, n.cluster)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// lookForDistributed notes whether there are distributed tables that may be read.
func (n *Nodes) lookForDistributed(ctx context.Context) {
	if n.cluster.there.Load() && n.cluster.up.Load() || time.Since(n.looked) < lookForDistributedEvery {
		return
	}
	n.looked = time.Now()
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var there bool
	if err := n.watch.QueryRow(ctx, thereQuery.String()).Scan(&there); err == nil {
		n.cluster.there.Store(there)
	}
}

// errStale means that distributed tables have to be made anew.
var errStale = errors.New("the distributed tables are those of another version of the schema, or of the change log: run skeeter distribute")

// errTorn means that a change is on some workers only.
var errTorn = errors.New("a worker has not committed the last change")

// errChanging means that the distributed tables change at this moment, or that many changes of them go on.
var errChanging = errors.New("the distributed tables change")

// cannotConnectNow is the SQLSTATE of distributed.held while they do.
const cannotConnectNow = "57P03"

// Written returns a position that a snapshot which is taken afterwards sees all before: the position of the primary, less what may have committed before it
// and not be seen yet.
func Written(ctx context.Context, db postgres.Querier) (p Position, err error) {
	var position int64
	var busy bool
	if err = db.QueryRow(ctx, logQuery.String()).Scan(&position); err == nil {
		err = db.QueryRow(ctx, busyQuery.String()).Scan(&busy)
	}
	if err != nil {
		return 0, fmt.Errorf("ask where the log of writes is: %w", err)
	}
	if busy {
		position--
	}
	return Position(position), nil
}

// glance notes how far the distributed tables are, if they are at rest, or that nobody may read them. Whether the workers are there, probe asks.
func (r *replica) glance(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	began := sinceStart()
	written, err := Written(ctx, r.watch)
	if err != nil {
		return
	}
	s, err := postgres.One[struct {
		Replayed *int64 `db:"replayed"`
		Closed   bool   `db:"closed"`
	}](ctx, r.watch, glanceQuery, pgx.StrictNamedArgs{"position": int64(written)})
	switch {
	case err != nil:
	case s.Closed:
		r.up.Store(false)
	case s.Replayed != nil:
		r.rested = time.Now()
		r.replayed.Store(uint64(*s.Replayed))
		r.seen.Store(int64(began))
	}
}

// patience is how long distributed tables may give no answer before what is read there ends.
const patience = 2 * distributedTimeout

// endReads ends what is read when a worker stands still: Citus waits for it, whatever the limit of the statement is. began is when the question began.
func (r *replica) endReads(began time.Duration, err error) {
	switch {
	case !errors.Is(err, context.DeadlineExceeded):
		r.silent = 0
	case r.silent == 0:
		r.silent = began
	case sinceStart()-r.silent > patience:
		r.cut()
	}
}

// changeTime is how long the distributed tables may change before no read goes there. Where a worker lost a change, they do so until it is mended.
const changeTime = 500 * time.Millisecond

// changes looks again at tables that were changing, and reports whether they do so for a short time only.
func (r *replica) changes(ctx context.Context) bool {
	r.glance(ctx)
	return time.Since(r.rested) < changeTime
}

// askDistributed returns how far the distributed tables are. The error may be errChanging.
func (r *replica) askDistributed(ctx context.Context) (Position, error) {
	written, err := Written(ctx, r.watch)
	if err != nil {
		return 0, fmt.Errorf("it does not answer: %w", err)
	}
	s, err := postgres.One[struct {
		Replayed int64 `db:"replayed"`
		Valid    bool  `db:"valid"`
		Whole    bool  `db:"whole"`
	}](ctx, r.watch, nodeQuery, pgx.StrictNamedArgs{"position": int64(written)})
	pg := (*pgconn.PgError)(nil)
	switch {
	case errors.As(err, &pg) && pg.Code == cannotConnectNow:
		return 0, errChanging
	case err != nil:
		return 0, fmt.Errorf("it does not answer: %w", err)
	case !s.Valid:
		return 0, errStale
	case !s.Whole:
		return 0, errTorn
	}
	return Position(s.Replayed), nil
}
