package ogc

import (
	"net/http"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

func (o *OGC) getItem(w http.ResponseWriter, r *http.Request) error {
	c, err := o.find(r)
	if err != nil {
		return err
	}
	p := httpapi.Query(r)
	format, language := choose(w, r, p, featureFormats), p.Lang()
	system, err := o.register.read(r.Context(), p, "crs")
	if err != nil {
		return err
	}
	known(r, p, "f", "lang", "crs")
	if err := refuse(p); err != nil {
		return err
	}
	id, ok := parseValue(c.key.kind, httpapi.Var(r, "item"))
	if !ok {
		return httpapi.NotFound("Feature not found")
	}

	q := query{collection: c, fields: c.fields, shapes: true, crs: system, order: []sortKey{{field: c.key}}, limit: 1}
	q.conditions = append(q.conditions, func(s *statement) (string, error) { return c.key.column + " = " + s.arg(id), nil })
	st, l, err := q.write(r.Context())
	if err != nil {
		return err
	}
	etag, err := o.itemETag(r, c) // read before the feature, so that a change between the two fails a later If-Match
	if err != nil {
		return err
	}
	if etag != "" && httpapi.MatchETag(r.Header.Values("If-None-Match"), strings.TrimPrefix(etag, "W/")) {
		w.Header().Set("ETag", etag)
		if format.described == html {
			setHTMLHeaders(w.Header()) // a browser replaces the headers that it has by those of a 304
		}
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	var body []byte
	encoder := newEncoder(o.lookups.Current(), language)
	links := append(selfLinks(r, format, featureFormats),
		link{address(r, "collections", c.id), "collection", mediaJSON, c.title})
	err = read(r.Context(), o.store.db, st, l, func(row postgres.Row) error {
		body, err = format.write(nil, r, encoder, l, row, links)
		return err
	})
	if err != nil {
		return refuseNoPlace(err)
	}
	if body == nil {
		return httpapi.NotFound("Feature not found")
	}

	httpapi.Localized(w, language)
	h := w.Header()
	if etag != "" {
		h.Set("ETag", etag)
	}
	h.Set("Content-Type", format.contentType)
	if format.described == html {
		setHTMLHeaders(h)
	}
	h.Set("Content-Crs", "<"+system.uri+">")
	for _, link := range links {
		h.Add("Link", link.header())
	}
	_, _ = w.Write(body) // the client may be gone; there is nobody left to tell
	return nil
}

// featureFormat writes one feature as a resource of its own.
type featureFormat struct {
	described
	write func(b []byte, r *http.Request, e *encoder, l *layout, row postgres.Row, links []link) ([]byte, error)
}
