package features

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// sendTable answers a browser with a page of features as a table.
func (s *Features) sendTable(w http.ResponseWriter, r *http.Request, req itemsRequest, state State) error {
	c, ctx := req.query.Collection, r.Context()
	m := html.NewMap(r, "Where the features of this page are")
	view, asked := html.Items{Key: c.Key.Title, NoMap: whyNoMap(c, req.query.CRS)}, countsQuery(r, c)
	rows := format.Format{Feature: func(b []byte, e *format.Encoder, l *query.Layout, row postgres.Row) ([]byte, error) {
		id := string(e.AppendText(nil, c.Key, l.Key(row)))
		values := html.Row{ID: id, Address: resource.Address(r, "collections", c.ID, "items", id) + "?f=html" + asked}
		for i, f := range l.Fields {
			values.Values = append(values.Values, string(e.AppendText(nil, f, l.Value(row, i))))
		}
		if l.Geometries && l.CRS.IsGeographic() {
			m.AddWKB(l.WKB(row))
		}
		view.Rows = append(view.Rows, values)
		return b, nil
	}}
	p, err := s.readPage(ctx, req, rows, format.NewEncoder(req.names, req.lang), state)
	if err != nil {
		return crs.RefuseNoPlace(err)
	}
	defer p.release()
	if view.Matched, err = s.numberMatched(ctx, req, state, p); err != nil {
		return err
	}
	for _, f := range req.query.Fields {
		view.Columns = append(view.Columns, f.Title)
	}
	view.Returned, view.Map = p.returned, m.Framed()
	links := req.links(r, p)
	for _, l := range links {
		switch l.Rel {
		case "prev":
			view.Previous = l.Href
		case "next":
			view.Next = l.Href
		}
	}

	httpapi.Localized(w, req.lang)
	resource.AddLinks(w.Header(), links)
	return html.Page{Title: c.Title, Links: links, Trail: trail(r, c), View: view}.Send(w, r)
}

// featurePage returns the page of one feature.
func featurePage(r *http.Request, e *format.Encoder, l *query.Layout, row postgres.Row, links []resource.Link) html.Page {
	c := l.Collection
	m := html.NewMap(r, "Where it is")
	if l.Geometries && l.CRS.IsGeographic() {
		m.AddWKB(l.WKB(row))
	}
	view := html.Item{NoMap: whyNoMap(c, l.CRS), Map: m.Framed()}
	for i, f := range l.Fields {
		if value := string(e.AppendText(nil, f, l.Value(row, i))); value != "" {
			view.Values = append(view.Values, html.Value{Title: f.Title, Description: f.Description, Value: value})
		}
	}
	items := resource.Link{Href: resource.Address(r, "collections", c.ID, "items") + "?f=html", Title: "Items"}
	return html.Page{Title: string(e.AppendText(nil, c.Key, l.Key(row))), Links: links, Trail: append(trail(r, c), items), View: view}
}

// whyNoMap says why a page has no map, "" when it has one.
func whyNoMap(c *collection.Collection, system crs.System) string {
	if c.Geometry == "" || system.IsGeographic() {
		return ""
	}
	return "The map needs longitudes and latitudes: ask without crs."
}

// trail leads from the landing page to a collection.
func trail(r *http.Request, c *collection.Collection) []resource.Link {
	return html.Trail(r,
		resource.Link{Href: resource.Address(r, "collections"), Title: "Collections"},
		resource.Link{Href: resource.Address(r, "collections", c.ID), Title: c.Title})
}
