package features

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/features/files"
	"github.com/skeeter-surveillance/skeeter/ogc/features/flatgeobuf"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// hasFile says whether a request is for a whole result that there may be a finished file of. Its features come in an order of their own. A search has
// none: nobody reads its answer piece by piece.
func (req itemsRequest) hasFile(r *http.Request) bool {
	return req.all && req.format.Indexed != nil && req.query.Geometries && !req.sorted && r.Method != http.MethodPost
}

// errNoFile says that a result is to be sent as a stream.
var errNoFile = errors.New("there is no finished file")

// sendFile answers with a finished file, or with the ranges of it that are asked for. Whoever asks for the first piece waits until it is made. The
// error is errNoFile for a result that is too large, while the records change faster than they are read, and where the disk takes no file.
func (s *Features) sendFile(w http.ResponseWriter, r *http.Request, req itemsRequest) error {
	ctx, c := r.Context(), req.query.Collection
	for range maxAttempts {
		state, err := s.stateOf(ctx, c)
		if err != nil {
			return err
		}
		if s.notModified(w, r, req, state, true) {
			return nil
		}
		file, err := s.files.Get(ctx, req.content(r), req.version(state), func() (files.Made, error) { return s.makeFile(r, req, state) })
		switch {
		case errors.Is(err, errChanged):
			continue
		case errors.Is(err, flatgeobuf.ErrDisk) && s.files.Drop():
			continue
		case errors.Is(err, flatgeobuf.ErrTooLarge), errors.Is(err, flatgeobuf.ErrDisk):
			return errNoFile
		case err != nil:
			return crs.RefuseNoPlace(err)
		}
		defer file.Release()
		e := format.Envelope{Matched: new(file.Features())}
		if r.Header.Get("Range") == "" { // a piece needs no links
			e.Links = append(resource.SelfLinks(r, req.format, req.formats), collectionLink(r, req.query.Collection))
		}
		req.setHeaders(w, e)
		return httpapi.ServeContent(w, r, file.Content())
	}
	return errNoFile
}

// makeFile makes the file of all features that match in a state.
func (s *Features) makeFile(r *http.Request, req itemsRequest, state State) (made files.Made, err error) {
	ctx, c := r.Context(), req.query.Collection
	if req.selection != nil {
		if n, ok := state.Count(req.selection.Filter, req.selection.Overlapping); ok && n > flatgeobuf.MaxIndexed {
			return made, files.RefusedError{Cause: flatgeobuf.ErrTooLarge}
		}
	}
	release, err := httpapi.AcquireSlot(ctx, r, limits.Download)
	if err != nil {
		return made, err
	}
	defer release()
	if c.Refresh != nil && !c.Delayed {
		if err := c.Refresh(ctx); err != nil {
			return made, err
		}
	}
	if made.File, err = flatgeobuf.Temporary(); err != nil {
		return made, err
	}
	req.format = req.format.Indexed(ctx, made.File)
	if _, made.Features, err = s.readAll(ctx, io.Discard, req, state); err != nil {
		err = errors.Join(err, made.File.Close())
	}
	if errors.Is(err, flatgeobuf.ErrTooLarge) {
		return made, files.RefusedError{Cause: err}
	}
	return made, err
}

// content names what a result holds, whatever the state: the collection, the parameters of the address, and the language.
func (req itemsRequest) content(r *http.Request) string {
	values := r.URL.Query()
	values.Del("f")
	return fmt.Sprint(req.query.Collection.ID, "?", values.Encode(), "#", req.lang)
}

// version names what a result depends on beside its content.
func (req itemsRequest) version(state State) string {
	return strconv.Quote(state.Version()) + strconv.Quote(req.names.Version()) + strconv.Quote(req.areas.Key())
}
