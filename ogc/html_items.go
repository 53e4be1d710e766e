package ogc

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// htmlLimit is how many features a page for people has, unless they ask for more.
const htmlLimit = 50

// htmlRow is a feature in the table of a page.
type htmlRow struct {
	ID, Address string
	Values      []string
}

type htmlItems struct {
	Returned       int
	Matched        *int64
	Map            *svgMap
	NoMap          string // why there is none
	Previous, Next string
	Key            string // title of the id
	Columns        []string
	Rows           []htmlRow
}

// sendItemsPage answers with a page of features as a table.
func (o *OGC) sendItemsPage(w http.ResponseWriter, r *http.Request, req itemsRequest) error {
	c, ctx := req.query.collection, r.Context()
	e, m := newEncoder(o.lookups.Current(), req.lang), newSVGMap(r, "Where the features of this page are")
	shown := htmlItems{Key: c.key.title}
	rows := req.format
	rows.feature = func(b []byte, e *encoder, l *layout, row postgres.Row) ([]byte, error) {
		id := string(e.appendText(nil, c.key, l.key(row)))
		values := htmlRow{ID: id, Address: address(r, "collections", c.id, "items", id) + "?f=html"}
		for i, f := range l.fields {
			values.Values = append(values.Values, string(e.appendText(nil, f, l.value(row, i))))
		}
		if l.crs.isGeographic() {
			m.addWKB(l.wkb(row))
		}
		shown.Rows = append(shown.Rows, values)
		return b, nil
	}
	page, layout, err := o.store.readPage(ctx, req.query, rows, e)
	if err != nil {
		return refuseNoPlace(err)
	}
	defer page.release()
	if req.query.back {
		reverse(shown.Rows)
	}
	if shown.Matched, err = o.matched(ctx, req, page); err != nil {
		return err
	}
	links := req.links(r, page)
	for _, f := range layout.fields {
		shown.Columns = append(shown.Columns, f.title)
	}
	shown.Returned, shown.Map, shown.NoMap = len(page.features), m.framed(), withoutMap(layout)
	for _, l := range links {
		switch l.Rel {
		case "prev":
			shown.Previous = l.Href
		case "next":
			shown.Next = l.Href
		}
	}

	httpapi.Localized(w, req.lang)
	for _, l := range links {
		w.Header().Add("Link", l.header())
	}
	p := newHTMLPage(r, c.title, links)
	p.Trail, p.Document = trail(r, c)[:3], shown
	return p.send(w, "items.html")
}

// withoutMap says why a page has no map, "" when it has one.
func withoutMap(l *layout) string {
	if l.crs.isGeographic() {
		return ""
	}
	return "The map needs longitudes and latitudes: ask without crs."
}

// trail leads to a feature of a collection.
func trail(r *http.Request, c *collection) []link {
	at := address(r, "collections", c.id)
	return []link{
		{Href: address(r), Title: "OGC API"}, {Href: address(r, "collections"), Title: "Collections"},
		{Href: at, Title: c.title}, {Href: at + "/items?f=html", Title: "Items"},
	}
}

func reverse(rows []htmlRow) {
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
}

// htmlValue is a property of a feature.
type htmlValue struct{ Title, Description, Value, Address string }

type htmlItem struct {
	Map    *svgMap
	NoMap  string
	Values []htmlValue
}

// appendItemPage appends the page of one feature.
func appendItemPage(b []byte, r *http.Request, e *encoder, l *layout, row postgres.Row, links []link) ([]byte, error) {
	c := l.collection
	shown, m := htmlItem{NoMap: withoutMap(l)}, newSVGMap(r, "Where it is")
	if l.crs.isGeographic() {
		m.addWKB(l.wkb(row))
	}
	shown.Map = m.framed()
	for i, f := range l.fields {
		if value := string(e.appendText(nil, f, l.value(row, i))); value != "" {
			shown.Values = append(shown.Values, htmlValue{Title: f.title, Description: f.description, Value: value})
		}
	}
	p := newHTMLPage(r, string(e.appendText(nil, c.key, l.key(row))), links)
	p.Trail, p.Document = trail(r, c), shown
	page, err := p.execute("item.html")
	return append(b, page...), err
}
