package features

import (
	"context"
	"fmt"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// MaxSorted bounds the features that match a query whose order no index serves: each page sorts them all.
const MaxSorted = 100_000

// checkSorted refuses, with 400, an order that no index serves of more than MaxSorted features.
func (s *Features) checkSorted(ctx context.Context, req itemsRequest, state State) error {
	c := req.query.Collection
	at := slices.IndexFunc(req.query.Order, func(k collection.SortKey) bool { return !k.Field.Sortable })
	if c.Small || at < 0 {
		return nil
	}
	n, known := int64(0), false
	if req.selection != nil && state != nil {
		n, known = state.Count(req.selection.Filter, req.selection.Overlapping)
	}
	if !known {
		var err error
		if n, err = query.Count(ctx, s.DB, req.query, MaxSorted+1); err != nil {
			return err
		}
	}
	if n <= MaxSorted {
		return nil
	}
	name := req.query.Order[at].Field.Name
	return httpapi.BadRequest(fmt.Sprintf("sortby: more than %d features match, and no index has them in the order of %s: add conditions, or leave it out", MaxSorted, name))
}
