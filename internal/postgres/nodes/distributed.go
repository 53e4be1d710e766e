package nodes

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	thereQuery = sql.Get("distributing/there.sql")
	nodeQuery  = sql.Get("distributing/node.sql")
	logQuery   = sql.Get("distributing/position.sql")
	busyQuery  = sql.Get("distributing/busy.sql")
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

// watchDistributed looks where the distributed tables are until ctx ends.
func (n *Nodes) watchDistributed(ctx context.Context) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		n.lookForDistributed(ctx)
		if n.cluster.there.Load() {
			n.see(ctx, n.cluster)
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

// askDistributed returns how far the distributed tables are.
func (r *replica) askDistributed(ctx context.Context) (Position, error) {
	// The position, whether something committed before it may not be seen yet, and then the snapshot that is asked, in this order.
	var written int64
	var busy bool
	err := r.watch.QueryRow(ctx, logQuery.String()).Scan(&written)
	if err == nil {
		err = r.watch.QueryRow(ctx, busyQuery.String()).Scan(&busy)
	}
	if err != nil {
		return 0, fmt.Errorf("it does not answer: %w", err)
	}
	if busy {
		written--
	}
	s, err := postgres.One[struct {
		Replayed int64 `db:"replayed"`
		Valid    bool  `db:"valid"`
		Whole    bool  `db:"whole"`
	}](ctx, r.watch, nodeQuery, pgx.StrictNamedArgs{"position": written})
	switch {
	case err != nil:
		return 0, fmt.Errorf("it does not answer: %w", err)
	case !s.Valid:
		return 0, errStale
	case !s.Whole:
		return 0, errTorn
	}
	return Position(s.Replayed), nil
}
