package imports

import (
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/profiles"
)

// maxSize is the largest size that a client may name. A file of more than MaxBytes is refused as too large.
const maxSize = 1 << 50

// partType is the media type of a part of a file.
const partType = "application/octet-stream"

// partLimits bound how long a client may take for a part. What came until then is kept.
var partLimits = limits.Pace{Stall: limits.BodyStall, Total: 10 * time.Minute}

// Routes returns the operations, relative to the API's base. None takes a slot of other requests: memory answers, parts have places of
// their own, and rejected rows are sent in the slots of downloads.
func (s *Imports) Routes() []httpapi.Route {
	light := func(method, path, name string, handler httpapi.HandlerFunc) httpapi.Route {
		return httpapi.Route{Method: method, Path: path, Name: name, Handler: handler, Light: true}
	}
	return []httpapi.Route{
		light(http.MethodPost, "/imports", "createImport", s.postImport),
		light(http.MethodGet, "/imports/choices", "getImportChoices", httpapi.NoParameters(s.getChoices)),
		light(http.MethodGet, "/imports/{import_id}", "getImport", httpapi.NoParameters(ofImport(s.getImport))),
		light(http.MethodDelete, "/imports/{import_id}", "deleteImport", httpapi.NoParameters(ofImport(s.deleteImport))),
		light(http.MethodPut, "/imports/{import_id}/file", "sendImportPart", ofImport(s.putPart)),
		light(http.MethodPost, "/imports/{import_id}/check", "checkImport", ofImport(s.postCheck)),
		light(http.MethodPost, "/imports/{import_id}/store", "storeImport", ofImport(s.postStore)),
		light(http.MethodGet, "/imports/{import_id}/rejected", "getImportRejected", httpapi.NoParameters(ofImport(s.getRejected))),
	}
}

// ofImport hands the id in the path on. One that is no UUID is no import's.
func ofImport(next func(http.ResponseWriter, *http.Request, uuid.UUID) error) httpapi.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, ok := httpapi.ParseUUID(httpapi.Var(r, "import_id"))
		if !ok {
			return errUnknown
		}
		return next(w, r, id)
	}
}

// respond answers with an import. Nothing keeps the answer: it holds rows of the file.
func respond(w http.ResponseWriter, status int, i Import) error {
	w.Header().Set("Cache-Control", "no-store")
	return httpapi.JSON(w, status, i)
}

func (s *Imports) postImport(w http.ResponseWriter, r *http.Request) error {
	o, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	o.Require("filename", "size")
	filename, size := o.Text("filename", maxName), o.Int("size", 1, maxSize)
	if filename == nil && o.Has("filename") {
		o.Fail("filename", "invalid", "filename must not be blank")
	}
	if err := o.Err(); err != nil {
		return err
	}
	if int64(*size) > s.MaxBytes {
		return httpapi.PayloadTooLarge("A file may have " + strconv.FormatInt(s.MaxBytes>>20, 10) + " MiB; larger ones are for skeeter import")
	}
	i, err := s.begin(*filename, int64(*size))
	if err != nil {
		return err
	}
	w.Header().Set("Location", s.Base+"/imports/"+i.ID.String())
	return respond(w, http.StatusCreated, i)
}

func (s *Imports) getImport(w http.ResponseWriter, _ *http.Request, id uuid.UUID) error {
	i, err := s.get(id)
	if err != nil {
		return err
	}
	return respond(w, http.StatusOK, i)
}

func (s *Imports) deleteImport(w http.ResponseWriter, _ *http.Request, id uuid.UUID) error {
	if err := s.delete(id); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Imports) putPart(w http.ResponseWriter, r *http.Request, id uuid.UUID) error {
	p := httpapi.Query(r)
	if !p.Has("offset") {
		p.Fail("offset", "missing", "offset is required: the bytes that were received before")
	}
	offset := p.Int("offset", 0, 0, maxSize)
	if err := p.Err(); err != nil {
		return err
	}
	if got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || got != partType {
		return httpapi.UnsupportedMediaType("Content-Type must be " + partType)
	}
	select {
	case s.parts <- struct{}{}:
		defer func() { <-s.parts }()
	default:
		return httpapi.Busy(limits.BusyUploads, "Too many files are sent at a time; try again")
	}
	body := limits.NewTimedBody(w, r.Body, partLimits)
	i, err := s.receive(id, int64(offset), body, r.ContentLength)
	if i.ID == id {
		w.Header().Set("Upload-Offset", strconv.FormatInt(i.Received, 10)) // on errors too: a client goes on there
	}
	if err != nil && body.Err() != nil {
		return &httpapi.Error{Status: http.StatusBadRequest, Type: httpapi.TypeBadRequest, Detail: "The part broke off; go on where it ended", Cause: err}
	}
	if err != nil {
		return err
	}
	return respond(w, http.StatusOK, i)
}

func (s *Imports) postCheck(w http.ResponseWriter, r *http.Request, id uuid.UUID) error {
	choices, err := readChoices(w, r)
	if err != nil {
		return err
	}
	v, err := access.Of(r.Context())
	if err != nil {
		return err
	}
	i, err := s.check(id, choices, v)
	if err != nil {
		return err
	}
	return respond(w, http.StatusAccepted, i)
}

func (s *Imports) postStore(w http.ResponseWriter, r *http.Request, id uuid.UUID) error {
	o, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	replace := flag(o, "replace")
	if err := o.Err(); err != nil {
		return err
	}
	by, err := history.ActorOf(r.Context())
	if err != nil {
		return err
	}
	v, err := access.Of(r.Context())
	if err != nil {
		return err
	}
	i, err := s.store(id, replace, by, v)
	if err != nil {
		return err
	}
	return respond(w, http.StatusAccepted, i)
}

// getRejected sends the rejected rows of the last check, or of what was stored.
func (s *Imports) getRejected(w http.ResponseWriter, r *http.Request, id uuid.UUID) error {
	i, err := s.get(id)
	if err != nil {
		return err
	}
	if i.State.runs() || i.Report == nil {
		return wrongState(i, "its rejected rows are known once it is checked")
	}
	file, err := os.Open(s.rejectedPath(id))
	if errors.Is(err, fs.ErrNotExist) {
		return httpapi.NotFound("No row was rejected")
	}
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	release, err := httpapi.AcquireSlot(r.Context(), r, limits.Download)
	if err != nil {
		return err
	}
	defer release()
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="rejected.csv"`)
	http.ServeContent(w, r, "", time.Time{}, file)
	return nil
}

// choicesOf is what may be chosen for an import.
type choicesOf struct {
	MaxBytes int64           `json:"max_bytes"`
	MaxPart  int64           `json:"max_part_bytes"`
	Keys     []string        `json:"keys"`
	Profiles []profileChoice `json:"profiles"`
}

type profileChoice struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Note  string `json:"note"`
	URL   string `json:"url"`
	Text  string `json:"text"` // in YAML
}

func (s *Imports) getChoices(w http.ResponseWriter, _ *http.Request) error {
	c := choicesOf{MaxBytes: s.MaxBytes, MaxPart: MaxPart, Keys: headers.Keys(), Profiles: []profileChoice{}}
	for _, name := range profiles.Names() {
		text, err := profiles.Text(name)
		if err != nil {
			return err
		}
		p, err := profiles.Parse(name, text)
		if err != nil {
			return err
		}
		c.Profiles = append(c.Profiles, profileChoice{Name: name, Title: p.Title, Note: p.Note, URL: p.URL, Text: string(text)})
	}
	return httpapi.JSON(w, http.StatusOK, c)
}
