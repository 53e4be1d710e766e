package ogc

import (
	"net/http"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

func (o *OGC) getItems(w http.ResponseWriter, r *http.Request) error {
	c, err := o.find(r)
	if err != nil {
		return err
	}
	req, err := o.readItems(w, r, c)
	if err != nil {
		return err
	}

	ctx := r.Context()
	if o.notModified(w, r, req) {
		return nil
	}
	release, err := httpapi.AcquireSlot(ctx, r, req.lane())
	if err != nil {
		return err
	}
	defer release()
	if c.fresh != nil {
		if err := c.fresh(ctx); err != nil {
			return err
		}
	}
	switch {
	case req.format.people:
		return o.sendItemsPage(w, r, req)
	case req.all:
		return o.sendAll(w, r, req)
	}
	page, layout, err := o.store.readPage(ctx, req.query, req.format, newEncoder(o.lookups.Current(), req.lang))
	if err != nil {
		return refuseNoPlace(err)
	}
	defer page.release()
	e := envelope{links: req.links(r, page), returned: len(page.features), at: time.Now()}
	if e.matched, err = o.matched(ctx, req, page); err != nil {
		return err
	}

	httpapi.Localized(w, req.lang)
	return write(w, req.format, page, layout, e)
}

// write sends a page, all of it at once: that saves as much time as reading a part of its rows.
func write(w http.ResponseWriter, f itemFormat, p *page, l *layout, e envelope) error {
	if f.end != nil {
		var err error
		if p.buf, err = f.end(p.buf, e); err != nil {
			return err
		}
	}
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(p.buf)))
	for _, link := range e.links {
		h.Add("Link", link.header())
	}
	if e.matched != nil {
		h.Set("OGC-NumberMatched", strconv.FormatInt(*e.matched, 10))
	}
	h.Set("Content-Crs", "<"+l.crs.uri+">")
	h.Set("OGC-NumberReturned", strconv.Itoa(e.returned))
	_, _ = w.Write(p.buf) // the client may be gone; there is nobody left to tell
	return nil
}

// links are those of a page: to itself, its other formats, its neighbours and its collection.
func (req itemsRequest) links(r *http.Request, p *page) []link {
	links := selfLinks(r, req.format, itemFormats)
	to := func(rel, title string, back bool, at [][]byte) {
		next := cursor{Back: back, Query: req.queryID}
		for _, value := range at {
			next.Values = append(next.Values, string(value))
		}
		links = append(links, link{httpapi.RequestURL(r, map[string]string{"cursor": next.String()}), rel, req.format.media(), title})
	}
	if len(p.features) == 0 {
		if req.query.after != nil { // beyond an end, or what came after the position is gone: begin anew
			rel, title := "prev", "The first page"
			if req.query.back {
				rel = "next"
			}
			links = append(links, link{httpapi.RequestURL(r, nil, "cursor"), rel, req.format.media(), title})
		}
	} else {
		if p.more || req.query.back {
			to("next", "The next page", false, p.last)
		}
		if req.query.back && p.more || !req.query.back && req.query.after != nil {
			to("prev", "The page before", true, p.first)
		}
	}
	return append(links, link{address(r, "collections", req.query.collection.id), "collection", mediaJSON, req.query.collection.title})
}
