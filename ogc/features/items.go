package features

import (
	"net/http"
	"strconv"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
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
	release, err := httpapi.AcquireSlot(ctx, r, req.lane())
	if err != nil {
		return err
	}
	defer release()
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

	req.setHeaders(w, e)
	h := w.Header()
	h.Set("Content-Length", strconv.Itoa(len(p.buf)))
	h.Set("OGC-NumberReturned", strconv.Itoa(e.Returned))
	_, _ = w.Write(p.buf) // an error means that the client is gone
	return nil
}
