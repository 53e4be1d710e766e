package ogc

import (
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// Features of one page: by default and at most. A larger limit is read as the largest (17-069r4, 7.15.2).
const (
	DefaultLimit = 1000
	MaxLimit     = 10_000
)

// itemsRequest is what a request for items asks for.
type itemsRequest struct {
	query   query
	counted *counted
	queryID uint64
	format  itemFormat
	lang    lang.Code
	all     bool // not a page
}

// lane is where the request works: a whole result is read as long as its client takes it.
func (req itemsRequest) lane() httpapi.Lane {
	if req.all {
		return httpapi.Download
	}
	return httpapi.Large
}

// presentation are the parameters that do not change which features match and in which order.
var presentation = []string{"cursor", "limit", "f", "lang", "properties", "skipGeometry", "crs"}

// readItems reads the parameters of items.
func (o *OGC) readItems(w http.ResponseWriter, r *http.Request, c *collection) (itemsRequest, error) {
	ctx, p := r.Context(), httpapi.Query(r)
	req := itemsRequest{format: choose(w, r, p, itemFormats), lang: p.Lang(), queryID: queryID(r, c)}
	known(r, p, slices.Concat(presentation, conditionParameters, []string{"sortby"}, c.parameters())...)
	chosen, err := o.readConditions(ctx, p, c)
	if err != nil {
		return req, err
	}
	req.counted = chosen.counted
	q := query{collection: c, conditions: chosen.conditions, limit: readLimit(r, p), fields: readProperties(p, c), shapes: !p.Bool("skipGeometry")}
	if q.crs, err = o.register.read(ctx, p, "crs"); err != nil {
		return req, err
	}
	q.order = readOrder(p, c)
	if p.Has("cursor") {
		position, values, ok := parseCursor(p.Text("cursor"), req.queryID, q.order)
		if !ok {
			p.Fail("cursor", "invalid_cursor", "cursor is not one that a link of the same query carried")
		}
		q.after, q.back = values, position.Back
	}
	if req.format.people && !p.Has("limit") {
		q.limit = htmlLimit
	}
	req.query, req.all = q, req.format.whole && !p.Has("limit") && !p.Has("cursor")
	return req, refuse(p)
}

// parameters are the names of those that ask for a value of a queryable.
func (c *collection) parameters() (names []string) {
	for _, f := range c.all() {
		if f.queryable() {
			names = append(names, f.name)
		}
	}
	return names
}

// readLimit reads limit. A number that no integer holds is a large one, too.
func readLimit(r *http.Request, p *httpapi.Params) int {
	const digits = 18
	if all := r.URL.Query()["limit"]; len(all) == 1 && len(all[0]) > digits && strings.Trim(all[0], "0123456789") == "" {
		return MaxLimit
	}
	return min(p.Int("limit", DefaultLimit, 1, 1<<62), MaxLimit)
}

// readProperties reads which properties features have, in the order of the collection: all of them unless the parameter names some.
// An empty one asks for none.
func readProperties(p *httpapi.Params, c *collection) []*field {
	if !p.Has("properties") {
		return c.fields
	}
	asked := p.List("properties")
	for _, name := range asked {
		if c.find(name) == nil {
			p.Fail("properties", "unknown_property", "properties: unknown property "+quoted(name)+"; known are "+strings.Join(c.names(), ", "))
		}
	}
	var fields []*field
	for _, f := range c.fields {
		if slices.Contains(asked, f.name) {
			fields = append(fields, f)
		}
	}
	return fields
}

// readOrder reads sortby: names of sortables, each with a sign before it. The collection's key settles ties.
func readOrder(p *httpapi.Params, c *collection) []sortKey {
	if !p.Has("sortby") {
		return append(slices.Clone(c.order), sortKey{field: c.key})
	}
	var order []sortKey
	for item := range strings.SplitSeq(p.Text("sortby"), ",") {
		// A plus sign that was not escaped comes as a blank.
		name := strings.TrimLeft(item, "+- ")
		f := c.sortableField(name)
		if f == nil || len(item)-len(name) > 1 {
			p.Fail("sortby", "unknown_sortable", "sortby: "+quoted(item)+" is no sortable with a sign, + or -, before it; sortables are "+strings.Join(c.sortables(), ", "))
			continue
		}
		if slices.ContainsFunc(order, func(k sortKey) bool { return k.field == f }) {
			p.Fail("sortby", "repeated", "sortby names "+quoted(name)+" twice")
			continue
		}
		order = append(order, sortKey{f, strings.HasPrefix(item, "-")})
	}
	if key := slices.IndexFunc(order, func(k sortKey) bool { return k.field == c.key }); key >= 0 {
		return order[:key+1] // what follows does not matter
	}
	return append(order, sortKey{field: c.key})
}
