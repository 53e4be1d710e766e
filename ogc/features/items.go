package features

import (
	"net/http"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

func (s *Features) getItems(w http.ResponseWriter, r *http.Request) error {
	c, err := s.collection(r)
	if err != nil {
		return err
	}
	req, err := s.readItems(w, r, c)
	if err != nil {
		return err
	}

	ctx := r.Context()
	if s.notModified(w, r, req) {
		return nil
	}
	leave, err := httpapi.Enter(ctx, r, req.lane())
	if err != nil {
		return err
	}
	defer leave()
	if c.Refresh != nil {
		if err := c.Refresh(ctx); err != nil {
			return err
		}
	}
	switch {
	case req.format.Name == html.Format.Name:
		return s.sendTable(w, r, req)
	case req.all:
		return s.sendAll(w, r, req)
	}
	return s.sendPage(w, r, req)
}

// sendPage answers with a page, all of it at once: sending the first bytes earlier takes more time than it saves.
func (s *Features) sendPage(w http.ResponseWriter, r *http.Request, req itemsRequest) error {
	p, err := readPage(r.Context(), s.DB, req.query, req.format, format.NewEncoder(s.Lookups.Current(), req.lang))
	if err != nil {
		return crs.RefuseNoPlace(err)
	}
	defer p.release()
	e := format.Envelope{Links: req.links(r, p), Returned: len(p.features), At: time.Now()}
	if e.Matched, err = s.numberMatched(r.Context(), req, p); err != nil {
		return err
	}
	if req.format.End != nil {
		if p.buf, err = req.format.End(p.buf, e); err != nil {
			return err
		}
	}

	setHeaders(w, req, e)
	h := w.Header()
	h.Set("Content-Length", strconv.Itoa(len(p.buf)))
	h.Set("OGC-NumberReturned", strconv.Itoa(e.Returned))
	_, _ = w.Write(p.buf) // an error means that the client is gone
	return nil
}

// setHeaders sets what the headers of a page and of a whole result say.
func setHeaders(w http.ResponseWriter, req itemsRequest, e format.Envelope) {
	httpapi.Localized(w, req.lang)
	h := w.Header()
	h.Set("Content-Type", req.format.ContentType)
	h.Set("Content-Crs", req.query.CRS.Header())
	resource.AddLinks(h, e.Links)
	if e.Matched != nil {
		h.Set("OGC-NumberMatched", strconv.FormatInt(*e.Matched, 10))
	}
}

// links returns the links of a page: to itself, its other formats, its neighbours and its collection.
func (req itemsRequest) links(r *http.Request, p *page) []resource.Link {
	links := resource.SelfLinks(r, req.format, Formats)
	to := func(rel, title string, back bool, at [][]byte) {
		position := cursor{Back: back, Query: req.queryID}
		for _, value := range at {
			position.Values = append(position.Values, string(value))
		}
		links = append(links, resource.Link{Href: httpapi.RequestURL(r, map[string]string{"cursor": position.String()}), Rel: rel, Type: req.format.Media(), Title: title})
	}
	back, positioned := req.query.Back, req.query.After != nil
	switch {
	case len(p.features) > 0:
		if p.more || back {
			to("next", "The next page", false, p.last)
		}
		if back && p.more || !back && positioned {
			to("prev", "The page before", true, p.first)
		}
	case positioned: // the page lies beyond an end, or the features after the position are gone: begin again
		rel, title := "prev", "The first page"
		if back {
			rel = "next"
		}
		links = append(links, resource.Link{Href: httpapi.RequestURL(r, nil, "cursor"), Rel: rel, Type: req.format.Media(), Title: title})
	}
	return append(links, collectionLink(r, req.query.Collection))
}
