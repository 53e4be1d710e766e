package condition

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
)

// Values of the parameter filter-lang. GDAL sends a condition only to services that name cql-text, of the draft before CQL2 (GDAL's
// ogroapifdriver.cpp, to 3.12); what it sends is CQL2 text, too.
const (
	CQLText      = "cql2-text"
	CQLJSON      = "cql2-json"
	CQLTextDraft = "cql-text"
)

// Languages are the values of filter-lang.
var Languages = []string{CQLText, CQLJSON, CQLTextDraft}

// filter reads filter, filter-lang and filter-crs.
func (r *reading) filter(ctx context.Context) error {
	system, err := r.Register.Read(ctx, r.p, "filter-crs")
	if err != nil {
		return err
	}
	language := r.p.OneOf("filter-lang", CQLText, Languages...)
	if !r.p.Has("filter") {
		return nil
	}
	text, ok := r.p.Given("filter")
	if ok && text == "" {
		r.p.Fail("filter", "invalid_filter", "filter: it is empty")
	}
	if text == "" || !ok {
		return nil
	}
	var tree cql2.Expr
	if language == CQLJSON {
		tree, err = cql2.ParseJSON([]byte(text))
	} else {
		tree, err = cql2.ParseText(text)
	}
	if err != nil {
		r.fail("filter", err)
		return nil
	}
	r.named = append(r.named, cql2.Properties(tree)...)
	r.require(ctx, tree, "filter", system)
	return nil
}
