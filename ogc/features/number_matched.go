package features

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// numberMatched returns how many features a query has on all pages, nil when that takes a scan. It is known of a query that one page
// holds, of every query for countries and regions, of all sites, and of a query for observations that a Filter selects and that are in
// memory: a box in degrees, whole days, and the species, data source, country, region and status of a record.
func (s *Features) numberMatched(ctx context.Context, req itemsRequest, state State, p *page) (*int64, error) {
	if req.query.After == nil && !p.more {
		n := int64(len(p.features))
		return &n, nil
	}
	if c := req.query.Collection; c.Small || c.Delayed && len(req.query.Conditions) == 0 {
		n, err := query.Count(ctx, s.DB, req.query, 0)
		return &n, err
	}
	if req.selection == nil || state == nil {
		return nil, nil
	}
	if n, ok := state.Count(req.selection.Filter, req.selection.Overlapping); ok {
		return &n, nil
	}
	return nil, nil
}
