// Package sources serves the data sources that records are from, and makes new ones. Imports make theirs themselves (package importing), and
// package datasets removes them. It imports internal packages, observe/form,
// observe/obscuring, observe/transfer/datasets and sql.
package sources

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

// Numbers of data sources in one answer: by default and at most.
const (
	defaultLimit = 50
	maxLimit     = 200
)

// Limits of texts in characters. A title is a name of a data set in imports too.
const (
	maxTitle   = 300
	maxLicence = 500
	maxText    = 2000
	maxURL     = 2000
)

// drawTime is how long a request may draw the places of a data source. For larger ones there is the command line.
const drawTime = 2 * time.Minute

var errNoSource = httpapi.NotFound("Data source not found")

// Source is a data source.
type Source struct {
	ID         string     `json:"id" db:"id"`
	Title      string     `json:"title" db:"title"`
	Licence    *string    `json:"licence" db:"licence"`
	Citation   *string    `json:"citation" db:"citation"`
	Contact    *string    `json:"contact" db:"contact"`
	URL        *string    `json:"url" db:"url"`
	Synthetic  bool       `json:"synthetic" db:"synthetic"`
	Obscured   *float64   `json:"obscured_degrees" db:"obscured_degrees"` // size of the cells in which its places are drawn; null: they are exact
	ImportedAt *time.Time `json:"imported_at" db:"imported_at"`           // of its last file; null: of no file
}

// Options of New. All are needed.
type Options struct {
	DB      *pgxpool.Pool
	Base    string                      // of the API, such as "/api/v1", for the header Location
	Changed func(context.Context) error // reads the names again, so that the next request finds the data source
	Drawn   func(context.Context)       // brings what the server keeps in memory up to date after places were drawn anew
}

// Sources answers the routes of data sources.
type Sources struct {
	Options
	store store
}

// New returns the routes of data sources.
func New(o Options) *Sources { return &Sources{Options: o, store: store{o.DB}} }

// Routes returns the operations, with paths relative to the API's base.
func (s *Sources) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/data_sources", Name: "listDataSources", Handler: s.list},
		{Method: http.MethodPost, Path: "/data_sources", Name: "createDataSource", Handler: s.create},
		{Method: http.MethodGet, Path: "/data_sources/{data_source_id}", Name: "getDataSource", Handler: httpapi.NoParameters(s.get)},
		{Method: http.MethodPatch, Path: "/data_sources/{data_source_id}", Name: "updateDataSource", Handler: httpapi.NoParameters(s.update)},
	}
}

// list is a page of data sources.
type list struct {
	Count   int64    `json:"count"`
	Sources []Source `json:"data_sources"`
	httpapi.PageLinks
}

func (s *Sources) list(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	page := p.Page(defaultLimit, maxLimit)
	if err := p.Err(); err != nil {
		return err
	}
	found, total, err := s.store.list(r.Context(), page)
	if err != nil {
		return err
	}
	return httpapi.JSON(w, http.StatusOK, list{Count: total, Sources: found, PageLinks: page.Links(r, total)})
}

func (s *Sources) get(w http.ResponseWriter, r *http.Request) error {
	found, err := s.store.get(r.Context(), lang.Slug(httpapi.Var(r, "data_source_id")))
	if err != nil {
		return err
	}
	return show(w, r, http.StatusOK, found)
}

func show(w http.ResponseWriter, r *http.Request, status int, found Source) error {
	etag, err := representation.ETagOf(found)
	if err != nil {
		return err
	}
	if r.Method != http.MethodPost && representation.NotModified(w, r, etag) {
		return nil
	}
	w.Header().Set("ETag", etag)
	return httpapi.JSON(w, status, found)
}

func (s *Sources) create(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, "application/json")
	if err != nil {
		return err
	}
	wanted := read(form.Form{Object: object})
	if err := object.Err(); err != nil {
		return err
	}

	created, err := s.store.add(r.Context(), wanted)
	if err != nil {
		return err
	}
	stored, err := s.store.get(r.Context(), wanted.ID)
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if !created {
		status = http.StatusOK
		if !stored.same(wanted) {
			return httpapi.Conflict("A data source with the id " + wanted.ID + " and other content exists")
		}
	} else if err := s.Changed(r.Context()); err != nil {
		return err
	}
	w.Header().Set("Location", httpapi.BaseURL(r)+s.Base+"/data_sources/"+wanted.ID)
	return show(w, r, status, stored)
}

// update says in cells of which size the places of a data source are drawn for the public.
func (s *Sources) update(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, "application/json", "application/merge-patch+json")
	if err != nil {
		return err
	}
	id := lang.Slug(httpapi.Var(r, "data_source_id"))
	before, err := s.store.get(r.Context(), id)
	if err != nil {
		return err
	}
	wanted := before.Obscured
	f := form.Form{Object: object, Patch: true}
	f.SetFloat("obscured_degrees", form.MinCell, form.MaxCell, &wanted)
	if err := object.Err(); err != nil {
		return err
	}

	ctx, cancel := context.WithTimeout(r.Context(), drawTime)
	defer cancel()
	if err := obscuring.Source(ctx, s.DB, id, wanted); errors.Is(err, obscuring.ErrNoSource) {
		return errNoSource
	} else if err != nil {
		return err
	}
	s.Drawn(r.Context())
	stored, err := s.store.get(r.Context(), id)
	if err != nil {
		return err
	}
	return show(w, r, http.StatusOK, stored)
}

// read reads a new data source. The form collects the errors.
func read(f form.Form) (s Source) {
	f.SetKey("title", maxTitle, strings.TrimSpace, &s.Title)
	f.SetText("licence", maxLicence, &s.Licence)
	f.SetText("citation", maxText, &s.Citation)
	f.SetText("contact", maxText, &s.Contact)
	f.SetText("url", maxURL, &s.URL)
	if s.URL != nil && !isWebAddress(*s.URL) {
		f.Fail("url", "not_allowed", "url must be an http or https address")
	}
	if s.ID = lang.Slug(s.Title); s.ID == "" && s.Title != "" {
		f.Fail("title", "invalid_text", "title must have a letter or a digit")
	}
	if s.ID == datasets.DemonstrationID || s.ID == datasets.SyntheticID {
		f.Fail("title", "synthetic_data_source", "this title is kept for synthetic records")
	}
	return s
}

// same reports whether a stored data source says what a request says.
func (s Source) same(wanted Source) bool {
	return s.Title == wanted.Title && equal(s.Licence, wanted.Licence) && equal(s.Citation, wanted.Citation) && equal(s.Contact, wanted.Contact) &&
		equal(s.URL, wanted.URL)
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
