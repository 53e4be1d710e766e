package features

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
)

// readCounts reads what a request counts by.
func readCounts(p *httpapi.Params, c *collection.Collection) *collection.Collection {
	by := collection.DefaultDimensions
	if p.Has("by") {
		by = p.List("by")
	}
	var wrong *surveillance.ValueError
	if errors.As(surveillance.CheckDimensions(by), &wrong) {
		p.Fail("by", wrong.Code, wrong.Message)
		by = collection.DefaultDimensions
	}
	set := p.Text("set")
	if set != "" && !slices.Contains(by, surveillance.DimensionArea) {
		p.Fail("set", "conflict", "set needs by=area")
	}
	for _, name := range surveillance.DimensionNames {
		switch {
		case slices.Contains(by, name):
		case slices.Contains(p.List("properties"), name):
			p.Fail("properties", "conflict", "the property "+name+" needs by="+name)
		case !slices.Contains(c.Filter, name) && p.Has(name):
			p.Fail(name, "conflict", name+" needs by="+name)
		}
	}
	return c.CountBy(by, set)
}

// readCount reads which count is asked for: its id names the dimensions, and the parameters are those of items. ok is false for what is no id; then
// the parameters are read all the same.
func (s *Features) readCount(ctx context.Context, p *httpapi.Params, c *collection.Collection, id string) (of *collection.Collection, choice condition.Choice, ok bool, err error) {
	by, ok := collection.DimensionsOf(id)
	if !ok {
		by = collection.DefaultDimensions
	}
	of = c.CountBy(by, p.Text("set"))
	choice, err = s.conditions.Read(ctx, p, of, s.Lookups.Current())
	return of, choice, ok, err
}

// countsQuery is the part of a request's query that says what is counted, to be put behind another: the addresses of single counts have it.
func countsQuery(r *http.Request, c *collection.Collection) string {
	asked := url.Values{}
	for name, values := range r.URL.Query() {
		if c.CountBy != nil && (slices.Contains(c.Filter, name) || slices.Contains([]string{"bbox", "bbox-crs", "datetime", "set"}, name)) {
			asked[name] = values
		}
	}
	if len(asked) == 0 {
		return ""
	}
	return "&" + asked.Encode()
}
