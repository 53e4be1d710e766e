package ogc

import "context"

// matched returns how many features the whole query has, nil when that is not known at once. It is known of a query that one
// page holds, of one for countries or regions, of all traps, and of one for observations that asks only what the counts in memory know: a box in degrees, whole days, and the
// species_id, data_source, country_id, region_id and status of a record.
func (o *OGC) matched(ctx context.Context, req itemsRequest, p *page) (*int64, error) {
	if req.query.after == nil && !p.more {
		n := int64(len(p.features))
		return &n, nil
	}
	if req.query.collection.few || req.query.collection.lagging && len(req.query.conditions) == 0 {
		n, err := o.store.count(ctx, req.query)
		return &n, err
	}
	if req.counted == nil || !o.counter.InMemory() {
		return nil, nil
	}
	n, err := req.counted.ask(ctx, o.counter)
	return &n, err
}
