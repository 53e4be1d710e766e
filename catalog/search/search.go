// Package search finds by name what the map can show: countries, states and other areas of sets, towns, genera, species by any of their
// names, diseases and data sources; and coordinates, and a record by its id. It asks no service outside. It imports catalog, internal packages and
// sql, and no other domain.
//
// # Memory
//
// Names are in an index in memory, sorted by what begins each of their words, so that the beginning of a word is found by a binary search.
// It is made anew when the names of the server change.
//
// # Order
//
// A name that is the text comes before one that begins with it, that before one of which another word does, and among these the
// more important one comes first. The best of each type come before the rest. A misspelling by a letter is thought of where nothing else is
// found, for genera, species, diseases and countries.
package search

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Source is a private data source.
type Source struct{ ID, Name string }

// Options of New. All are required.
type Options struct {
	DB      *pgxpool.Pool
	Lookups *postgres.Lookups
	States  string          // the set of areas whose ids begin with the country
	Private func() []Source // private data sources, which those find who may read them
}

// Search answers the search.
type Search struct {
	Options
	store store

	making sync.Mutex // guards what follows
	index  *index
	names  *surveillance.Names // that the index has
}

// New returns the search.
func New(o Options) *Search { return &Search{Options: o, store: store{o.DB}} }

// Routes returns the operation, relative to the API's base.
func (s *Search) Routes() []httpapi.Route {
	return []httpapi.Route{{Method: http.MethodGet, Path: "/search", Name: "search", Handler: s.search}}
}

// Result is what a text may mean.
type Result struct {
	Type   Type        `json:"type"`
	ID     string      `json:"id"`
	Name   string      `json:"name"`
	Detail string      `json:"detail"` // what tells it from others of the name; "" for nothing
	BBox   *[4]float64 `json:"bbox"`   // west, south, east, north; of countries and areas
	Point  *[2]float64 `json:"point"`  // longitude, latitude; of towns, coordinates and records
	// Species is, of a genus, how many of its species the catalog describes; null of anything else.
	Species *int              `json:"species"`
	Filter  map[string]string `json:"filter"` // the parameter that means it; null for what is a place to go to
}

// Limits of a search.
const (
	maxLetters   = 200
	defaultLimit = 10
	maxLimit     = 50
)

func (s *Search) search(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	text, limit, code := strings.TrimSpace(p.Text("q")), p.Int("limit", defaultLimit, 1, maxLimit), p.Lang()
	switch {
	case utf8.RuneCountInString(text) > maxLetters:
		p.Fail("q", "too_long", fmt.Sprintf("q has more than %d letters", maxLetters))
	case unprintable(text):
		p.Fail("q", "malformed", "q has a control character")
	}
	if err := p.Err(); err != nil {
		return err
	}
	results := []Result{}
	if lon, lat, ok := parseCoordinates(text); ok {
		name := surveillance.NumberText(lat) + ", " + surveillance.NumberText(lon)
		results = append(results, Result{Type: Place, ID: name, Name: name, Point: &[2]float64{lon, lat}})
	}
	if id, err := uuid.Parse(text); err == nil {
		record, err := s.store.record(r.Context(), id)
		if err != nil {
			return err
		}
		if record != nil {
			results = append(results, *record)
		}
	}
	known, names, err := s.current(r.Context())
	if err != nil {
		return err
	}
	private, err := s.privateSources(r, text)
	if err != nil {
		return err
	}
	results = append(results, private...)
	for _, e := range known.find(text, limit) {
		results = append(results, e.result(names, code))
	}
	httpapi.Localized(w, code)
	return httpapi.JSON(w, http.StatusOK, struct {
		Results []Result `json:"results"`
	}{results[:min(len(results), limit)]})
}

// privateSources returns the private data sources with such a name that the visitor may read.
func (s *Search) privateSources(r *http.Request, text string) (found []Result, err error) {
	sources := s.Private()
	if len(sources) == 0 || fold(text) == "" {
		return nil, nil
	}
	visitor, err := access.Of(r.Context())
	if err != nil {
		return nil, err
	}
	for _, source := range sources {
		if begins := strings.Contains(" "+fold(source.Name), " "+fold(text)); begins && visitor.MayRead(source.ID) {
			found = append(found, Result{Type: DataSource, ID: source.ID, Name: source.Name, Filter: map[string]string{string(DataSource): source.ID}})
		}
	}
	slices.SortFunc(found, func(a, b Result) int { return strings.Compare(a.ID, b.ID) })
	return found, nil
}

// result returns an entry in a language.
func (e entry) result(names *surveillance.Names, code lang.Code) Result {
	out := Result{Type: e.kind, ID: e.id, Name: e.word, Filter: map[string]string{string(e.kind): e.id}}
	if len(e.box) == 2 {
		out.Point = (*[2]float64)(e.box)
	} else if len(e.box) == 4 {
		out.BBox = (*[4]float64)(e.box)
	}
	switch e.kind {
	case Country:
		out.Name = names.Name(surveillance.KindCountry, code, e.id)
		if region := names.RegionOf(e.id); region != "" {
			out.Detail = names.Name(surveillance.KindRegion, code, region)
		}
	case Disease:
		out.Name = names.Name(surveillance.KindDisease, code, e.id)
	case DataSource:
		out.Name = names.Name(surveillance.KindDataSource, code, e.id)
	case Genus:
		out.Species = &e.species
	case Species:
		if taxon, ok := names.FindTaxon(e.id); ok {
			out.Detail = names.CommonName(code, taxon)
		}
	case Area, Town:
		if e.kind == Town {
			out.Filter = nil
		}
		parts := []string{}
		if e.also != "" && e.also != e.word {
			parts = append(parts, e.also)
		}
		if e.country != "" {
			parts = append(parts, names.Name(surveillance.KindCountry, code, e.country))
		}
		out.Detail = strings.Join(parts, ", ")
	}
	return out
}
