package nodes

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	thereQuery = sql.Get("distributing/there.sql")
	nodeQuery  = sql.Get("distributing/node.sql")
	logQuery   = sql.Get("distributing/position.sql")
)

// DistributedSchema is where the distributed tables are. Sessions that read them find its names first.
const DistributedSchema = "distributed"

// lookForDistributedEvery is the time between two looks for distributed tables where there are none.
const lookForDistributedEvery = 5 * time.Second

// lookForDistributed notes whether there are distributed tables that may be read.
func (n *Nodes) lookForDistributed(ctx context.Context) {
	if n.cluster == nil || n.cluster.there.Load() && n.cluster.up.Load() || time.Since(n.looked) < lookForDistributedEvery {
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

// askDistributed returns how far the distributed tables are.
func (r *replica) askDistributed(ctx context.Context) (Position, error) {
	var written int64 // before the snapshot of the other query
	if err := r.watch.QueryRow(ctx, logQuery.String()).Scan(&written); err != nil {
		return 0, fmt.Errorf("it does not answer: %w", err)
	}
	s, err := postgres.One[struct {
		Replayed int64 `db:"replayed"`
		Valid    bool  `db:"valid"`
	}](ctx, r.watch, nodeQuery, pgx.StrictNamedArgs{"position": written})
	switch {
	case err != nil:
		return 0, fmt.Errorf("it does not answer: %w", err)
	case !s.Valid:
		return 0, errStale
	}
	return Position(s.Replayed), nil
}
