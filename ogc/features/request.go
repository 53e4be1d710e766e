package features

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Features of one page: by default, at most, and by default in a browser. A larger limit is read as the largest (17-069r4, 7.15.2).
const (
	DefaultLimit = 1000
	MaxLimit     = 10_000
	HTMLLimit    = 50
)

// Formats of items, in the order in which they are preferred.
var Formats = append(slices.Clone(format.All), format.Format{Format: html.Format})

// itemsRequest is what a request for items asks for.
type itemsRequest struct {
	query     query.Query
	selection *condition.Selection // the same features as the query's; nil: no Filter selects them
	queryID   uint64
	areas     surveillance.Areas
	formats   []format.Format // that there are
	format    format.Format
	lang      lang.Code
	names     *surveillance.Names
	all       bool // a whole result, not a page
	sorted    bool // the request names the order
}

// newest returns what to ask for in memory to get the rows of the page, nil when that is not to be had there: the observations have one order
// and one CRS in memory. Tables for browsers come from the database.
func (req itemsRequest) newest(limit int) *surveillance.Newest {
	q := req.query
	if req.selection == nil || q.CRS.SRID != crs.StorageSRID || !slices.Equal(q.Order, defaultOrder(q.Collection)) || req.format.Name == html.Format.Name {
		return nil
	}
	n := &surveillance.Newest{Filter: req.selection.Filter, Overlapping: req.selection.Overlapping, Limit: limit}
	if q.After != nil {
		n.From = &surveillance.Position{At: q.After[0].(time.Time), ID: q.After[1].(uuid.UUID), Back: q.Back}
	}
	return n
}

// lane returns where the request works. A whole result is read as slowly as its client takes it.
func (req itemsRequest) lane() limits.Lane {
	if req.all {
		return limits.Download
	}
	return limits.Large
}

// readItems reads the parameters of items, which are to be in one of some formats.
func (s *Features) readItems(w http.ResponseWriter, r *http.Request, p *httpapi.Params, c *collection.Collection, formats []format.Format) (itemsRequest, error) {
	ctx := r.Context()
	if c.CountBy != nil {
		c = readCounts(p, c)
	}
	req := itemsRequest{formats: formats, format: resource.Choose(w, r, p, formats).WithProfile(p.List("profile")), lang: p.Lang(), queryID: queryID(p.Values(), c), names: s.Lookups.Current()}
	choice, err := s.conditions.Read(ctx, p, c, req.names)
	if err != nil {
		return req, err
	}
	req.selection, req.areas = choice.Selection, choice.Areas
	limit, zoom := DefaultLimit, readZoom(p, c)
	if req.format.Name == html.Format.Name {
		limit, zoom = HTMLLimit, min(zoom, tableZoom)
	}
	q := query.Query{
		Collection: c, Conditions: choice.Conditions, Limit: p.Limit(limit, MaxLimit), Fields: readProperties(p, c), Geometries: !p.Bool("skipGeometry") && c.Geometry != "",
		Zoom: zoom, Counted: choice.Counted,
	}
	if q.CRS, err = s.register.Read(ctx, p, "crs"); err != nil {
		return req, err
	}
	q.Order = readOrder(p, c)
	if p.Has("cursor") {
		position, values, ok := parseCursor(p.Text("cursor"), req.queryID, q.Order)
		if !ok {
			p.Fail("cursor", "invalid_cursor", "cursor is not one that a link of the same query carried")
		}
		q.After, q.Back = values, position.Back
	}
	req.format.Prepare(&q)
	req.query, req.all, req.sorted = q, req.format.Whole && !p.Has("limit") && !p.Has("cursor"), p.Has("sortby")
	return req, resource.Refuse(p)
}

// readProperties reads which properties features have, in the order of the collection: all of them unless the parameter names some.
// An empty parameter asks for none.
func readProperties(p *httpapi.Params, c *collection.Collection) []*collection.Field {
	if !p.Has("properties") {
		return c.Fields
	}
	asked := p.List("properties")
	for _, name := range asked {
		if c.Field(name) == nil {
			p.Fail("properties", "unknown_property", "properties: unknown property "+resource.Quoted(name)+"; known are "+strings.Join(collection.Names(c.Fields), ", "))
		}
	}
	var fields []*collection.Field
	for _, f := range c.Fields {
		if slices.Contains(asked, f.Name) {
			fields = append(fields, f)
		}
	}
	return fields
}

func defaultOrder(c *collection.Collection) []collection.SortKey {
	return append(slices.Clone(c.Order), collection.SortKey{Field: c.Key})
}

// readOrder reads sortby: names of sortables, each with a sign before it. The collection's key settles ties.
func readOrder(p *httpapi.Params, c *collection.Collection) []collection.SortKey {
	if !p.Has("sortby") {
		return defaultOrder(c)
	}
	var order []collection.SortKey
	sortables := c.SortableFields()
	for item := range strings.SplitSeq(p.Text("sortby"), ",") {
		// A plus sign that was not escaped comes as a blank.
		name := strings.TrimLeft(item, "+- ")
		at := slices.IndexFunc(sortables, func(f *collection.Field) bool { return f.Name == name })
		if at < 0 || len(item)-len(name) > 1 {
			p.Fail("sortby", "unknown_sortable", "sortby: "+resource.Quoted(item)+" is no sortable with a sign, + or -, before it; sortables are "+strings.Join(collection.Names(sortables), ", "))
			continue
		}
		if slices.ContainsFunc(order, func(k collection.SortKey) bool { return k.Field == sortables[at] }) {
			p.Fail("sortby", "repeated", "sortby names "+resource.Quoted(name)+" twice")
			continue
		}
		order = append(order, collection.SortKey{Field: sortables[at], Descending: strings.HasPrefix(item, "-")})
	}
	if key := slices.IndexFunc(order, func(k collection.SortKey) bool { return k.Field == c.Key }); key >= 0 {
		return order[:key+1] // the keys after it do not matter
	}
	return append(order, collection.SortKey{Field: c.Key})
}
