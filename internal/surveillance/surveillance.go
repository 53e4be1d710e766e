// Package surveillance is the vocabulary that all packages share: the Filter and the Criteria that it is made from, taxa,
// data sources, the Names that answers show, and counts of observations. Of the project it imports internal/lang alone; it
// knows neither HTTP nor SQL. internal/httpapi reads Criteria from a query. internal/postgres turns a Filter into arguments of
// SQL and loads the Names.
package surveillance

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// Position is a place in lists, which are ordered by time, the newest first, then by id. A record need not be there.
type Position struct {
	At   time.Time // in microseconds
	ID   uuid.UUID
	Back bool // the records before it are asked for, not those after it
}

// Counter counts observations. Package geo implements it; the catalog, the lists of observations and the OGC API show its
// numbers. It is the one interface between domains, and stands here because domains do not import each other.
type Counter interface {
	// InMemory reports whether Count and Stats answer without reading the table.
	InMemory() bool
	// Newest returns the ids of observations that match, at most limit, in the order of lists: the newest, or the next from a position on. ok
	// is false when the caller has to ask the database: they are not in memory.
	Newest(ctx context.Context, f Filter, limit int, from *Position) (ids []uuid.UUID, ok bool, err error)
	// Count returns how many observations match.
	Count(ctx context.Context, f Filter) (int64, error)
	// Stats returns the sums of the observations that match.
	Stats(ctx context.Context, f Filter) (Stats, error)
	// Totals returns the counts of all observations that the default Filter matches.
	Totals(ctx context.Context) (Counts, error)
	// Box returns the smallest box around the observations that match, nil when there are none.
	Box(ctx context.Context, f Filter) (*BBox, error)
	// ByStatus counts every observation, rejected ones too, by data source and status.
	ByStatus(ctx context.Context) (StatusCounts, error)
}
