// Package surveillance is the vocabulary that all rooms share: the Filter and the criteria that it is asked for in, taxa,
// data sources, the names that answers show, and counts of observations. It imports internal/lang and nothing else of the
// project: internal/httpapi reads Criteria from a query, internal/postgres turns a Filter into arguments of SQL and loads
// the Names.
package surveillance

import "context"

// Counter counts observations. geo counts; the catalog, the lists of observations and the OGC API show the numbers. It is
// the one interface between rooms, and stands here because rooms do not import each other.
type Counter interface {
	// InMemory says that Count and Stats answer without reading the table.
	InMemory() bool
	// Count returns how many observations match.
	Count(ctx context.Context, f Filter) (int64, error)
	// Stats returns the sums of the observations that match.
	Stats(ctx context.Context, f Filter) (Stats, error)
	// Totals returns the counts of all observations that the default Filter matches.
	Totals(ctx context.Context) (Counts, error)
	// Box returns the smallest box that holds what matches, nil when nothing does.
	Box(ctx context.Context, f Filter) (*BBox, error)
	// ByStatus counts every observation, rejected ones too, by data source and status.
	ByStatus(ctx context.Context) (StatusCounts, error)
}
