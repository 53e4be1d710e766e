package features

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// numberMatched returns how many features a query has on all pages, nil when that takes a scan. It is known of a query that one page
// holds, of every query for countries and regions, of all sites, and of a query for observations that a Counter can answer from
// memory: a box in degrees, whole days, and the species_id, data_source, country_id, region_id and status of a record.
func (s *Features) numberMatched(ctx context.Context, req itemsRequest, p *page) (*int64, error) {
	if req.query.After == nil && !p.more {
		n := int64(len(p.features))
		return &n, nil
	}
	if c := req.query.Collection; c.Small || c.Delayed && len(req.query.Conditions) == 0 {
		n, err := query.Count(ctx, s.DB, req.query)
		return &n, err
	}
	if req.count == nil || !s.Counter.InMemory() {
		return nil, nil
	}
	n, err := req.count.Count(ctx, s.Counter)
	return &n, err
}
