package features

import (
	"errors"
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
	req, err := s.readItems(w, r, httpapi.Query(r), c, Formats)
	if err != nil {
		return err
	}
	return s.answerItems(w, r, req)
}

// answerItems answers with the items that a request asks for.
func (s *Features) answerItems(w http.ResponseWriter, r *http.Request, req itemsRequest) error {
	ctx, c := r.Context(), req.query.Collection
	if req.hasFile(r) {
		if err := s.sendFile(w, r, req); !errors.Is(err, errNoFile) {
			return err
		}
		w.Header().Del("ETag") // that of the file
		w.Header().Del("Cache-Control")
	}
	var state State
	if !c.Delayed { // features that may be older than the observations are of no state
		state = s.State()
		if s.notModified(w, r, req, state, false) {
			return nil
		}
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
	if c.CountBy != nil { // what is counted now is of the state of the ETag, or of a newer one
		return resource.BadRequest(s.send(w, r, req, nil)) // a set of areas that is not there, or too many rows
	}
	for range maxAttempts {
		if err := s.send(w, r, req, state); !errors.Is(err, errChanged) {
			return err
		}
		state = s.State()
		if s.notModified(w, r, req, state, false) {
			return nil
		}
	}
	w.Header().Del("ETag")
	w.Header().Del("Cache-Control")
	return s.send(w, r, req, nil)
}

// maxAttempts is how often an answer takes another state because the observations changed. After that it is of no state and has no ETag.
const maxAttempts = 4

// send answers with what is in a state. The error is errChanged when the database is ahead of it; then nothing was sent. Without a state it
// answers with what there is now.
func (s *Features) send(w http.ResponseWriter, r *http.Request, req itemsRequest, state State) error {
	if err := s.checkSorted(r.Context(), req, state); err != nil {
		return err
	}
	switch {
	case req.format.Name == html.Format.Name:
		return s.sendTable(w, r, req, state)
	case req.all:
		return s.sendAll(w, r, req, state)
	}
	return s.sendPage(w, r, req, state)
}

// sendPage answers with a page, all of it at once: sending the first bytes earlier takes more time than it saves.
func (s *Features) sendPage(w http.ResponseWriter, r *http.Request, req itemsRequest, state State) error {
	encoder := format.NewEncoder(req.names, req.lang)
	defer encoder.Discard()
	p, err := s.readPage(r.Context(), req, req.format, encoder, state)
	if err != nil {
		return crs.RefuseNoPlace(err)
	}
	defer p.release()
	e := format.Envelope{Links: req.links(r, p), Returned: p.returned, At: time.Now()}
	if e.Matched, err = s.numberMatched(r.Context(), req, state, p); err != nil {
		return err
	}
	if req.format.End != nil {
		if p.buf, err = req.format.End(p.buf, encoder, e); err != nil {
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
