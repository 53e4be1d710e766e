// Package sources serves the data sources that records are from, and makes new ones. Imports make theirs themselves (package importing), and
// package datasets removes them. It imports internal packages, observe/form,
// observe/obscuring, observe/private, observe/transfer/datasets and sql.
package sources

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/observe/obscuring"
	"github.com/skeeter-surveillance/skeeter/observe/private"
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

// moveTime is how long a request may draw the places of a data source, or move its records. For larger ones there is the command line.
const moveTime = 2 * time.Minute

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
	Private    bool       `json:"private" db:"private"`                   // for those alone who may write its records
	PublicFrom *string    `json:"public_from" db:"public_from"`           // of a private one; null: until somebody says so
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
	wanted := read(form.Form{Object: object, Now: time.Now()})
	if err := object.Err(); err != nil {
		return err
	}

	if err := mayHide(r.Context(), wanted); err != nil {
		return err
	}
	created, err := s.store.add(r.Context(), wanted)
	if err != nil {
		return refusal(err, wanted)
	}
	stored, err := s.store.get(r.Context(), wanted.ID)
	if errors.Is(err, errNoSource) {
		return httpapi.Conflict("The id " + wanted.ID + " is taken")
	}
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

// update says what the public may know of a data source: nothing, or places that are drawn in cells, or all.
func (s *Sources) update(w http.ResponseWriter, r *http.Request) error {
	object, err := httpapi.ReadObject(w, r, "application/json", "application/merge-patch+json")
	if err != nil {
		return err
	}
	before, err := s.store.get(r.Context(), lang.Slug(httpapi.Var(r, "data_source_id")))
	if err != nil {
		return err
	}
	wanted := before
	f := form.Form{Object: object, Patch: true, Now: time.Now()}
	f.SetFloat("obscured_degrees", form.MinCell, form.MaxCell, &wanted.Obscured)
	readPrivate(f, &wanted)
	if err := object.Err(); err != nil {
		return err
	}

	if err := mayHide(r.Context(), wanted); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), moveTime)
	defer cancel()
	if err := s.change(ctx, wanted); err != nil {
		return err
	}
	s.Drawn(r.Context())
	stored, err := s.store.get(r.Context(), before.ID)
	if err != nil {
		return err
	}
	return show(w, r, http.StatusOK, stored)
}

// mayHide returns 403 where somebody makes a data source private without the right to read it then: they would learn how many there are, and
// could not see what they made.
func mayHide(ctx context.Context, wanted Source) error {
	v, err := access.Of(ctx)
	if err != nil || !wanted.Private || v.MayRead(wanted.ID) {
		return err
	}
	return httpapi.Forbidden("A data source is kept private by those who may write its records")
}

// change hides places before a data source becomes public, and shows them after it is private.
func (s *Sources) change(ctx context.Context, wanted Source) error {
	if err := private.MayMove(ctx, s.DB, wanted.ID, wanted.Private); err != nil { // nothing is changed then
		return refusal(err, wanted)
	}
	steps := []func() error{
		func() error { return private.Set(ctx, s.DB, wanted.ID, wanted.Private, dayOf(wanted.PublicFrom)) },
		func() error { return obscuring.Source(ctx, s.DB, wanted.ID, wanted.Obscured) },
	}
	if !wanted.Private {
		slices.Reverse(steps)
	}
	for _, step := range steps {
		if err := step(); errors.Is(err, obscuring.ErrNoSource) || errors.Is(err, private.ErrNoSource) {
			return errNoSource
		} else if err != nil {
			return refusal(err, wanted)
		}
	}
	return nil
}

// refusal answers 409 where no more data sources may be private, and where the role of this server may not move records.
func refusal(err error, wanted Source) error {
	if errors.Is(err, private.ErrNotOwner) {
		command := "skeeter private --source " + wanted.ID
		if !wanted.Private {
			command += " --off"
		}
		return httpapi.Conflict("This server does not own its database, so it cannot make a data source private or public: let the owner run " + command)
	}
	if errors.Is(err, private.ErrTooMany) {
		return httpapi.Conflict("At most " + strconv.Itoa(private.MaxSources) + " data sources may be private")
	}
	return err
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
	readPrivate(f, &s)
	if s.ID == datasets.DemonstrationID || s.ID == datasets.SyntheticID {
		f.Fail("title", "synthetic_data_source", "this title is kept for synthetic records")
	}
	return s
}

// readPrivate reads whether a data source is private, and until when.
func readPrivate(f form.Form, s *Source) {
	hidden := &s.Private
	f.SetBool("private", &hidden)
	s.Private = hidden != nil && *hidden
	if f.Given("public_from") || !s.Private {
		s.PublicFrom = nil
	}
	if !f.Has("public_from") {
		return
	}
	day, err := time.Parse(time.DateOnly, f.Plain("public_from"))
	switch {
	case err != nil:
		f.Fail("public_from", "not_a_date", "public_from must be a date as YYYY-MM-DD")
	case !day.After(f.Now):
		f.Fail("public_from", "out_of_range", "public_from must be a day to come (UTC)")
	case !s.Private:
		f.Fail("public_from", "not_allowed", "public_from is the day on which a private data source becomes public")
	default:
		s.PublicFrom = new(day.Format(time.DateOnly))
	}
}

// dayOf reads a stored day; nil for none.
func dayOf(text *string) *time.Time {
	if text == nil {
		return nil
	}
	day, err := time.Parse(time.DateOnly, *text)
	if err != nil {
		return nil
	}
	return &day
}

// same reports whether a stored data source says what a request says.
func (s Source) same(wanted Source) bool {
	return s.Title == wanted.Title && equal(s.Licence, wanted.Licence) && equal(s.Citation, wanted.Citation) && equal(s.Contact, wanted.Contact) &&
		equal(s.URL, wanted.URL) && s.Private == wanted.Private && equal(s.PublicFrom, wanted.PublicFrom)
}

func equal(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
