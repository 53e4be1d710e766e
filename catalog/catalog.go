// Package catalog serves reference data: species, diseases, regions, countries, and the options of filters. It imports internal
// packages, catalog/shapes and sql, and no other domain.
//
// # Content
//
// The content is in data/, one YAML file for each species and disease, named by its id, with its texts in all five languages and
// its sources. `go test ./catalog` checks the files against each other: a species that is a vector has to be listed by a disease,
// and the other way round. Regions are the 22 sub-regions of UN M49; names of regions and countries come from CLDR, shapes of
// countries from Natural Earth (package shapes).
//
// # Loading
//
// Load writes the content into the database, in one transaction, at every start, unless a digest says that the same content is
// loaded. Country shapes take most of a load's time and have a digest of their own. The key of a taxon never changes: a name that
// records brought earlier becomes the catalog's under its key, and records under a name that became a synonym move to the
// accepted name.
//
// # Counts
//
// Counts of observations come from surveillance.Counter, so that they follow every write. The boxes of countries are read once per
// process.
package catalog

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Options of New. All are required.
type Options struct {
	DB      postgres.Database
	Lookups *postgres.Lookups
	Counter surveillance.Counter
	Base    string // path of the API in links: "/api/v1"
}

// Catalog answers the catalog's routes.
type Catalog struct {
	Options
	store  store
	places placeCache
}

// New returns the catalog domain.
func New(o Options) *Catalog {
	return &Catalog{Options: o, store: store{db: o.DB}}
}

// Routes returns the operations, relative to the API's base.
func (c *Catalog) Routes() []httpapi.Route {
	get := func(path, name string, h httpapi.HandlerFunc) httpapi.Route {
		return httpapi.Route{Method: http.MethodGet, Path: path, Name: name, Handler: h}
	}
	return []httpapi.Route{
		get("/species", "listSpecies", c.listSpecies),
		get("/species/{species_id}", "getSpecies", c.getSpecies),
		get("/species/{species_id}/images/{image_id}", "getSpeciesImage", c.getSpeciesImage),
		get("/vector-species", "listVectorSpecies", c.listVectorSpecies),
		get("/diseases", "listDiseases", c.listDiseases),
		get("/diseases/{disease_id}", "getDisease", c.getDisease),
		get("/diseases/{disease_id}/vectors", "listDiseaseVectors", c.listDiseaseVectors),
		get("/regions", "listRegions", c.listRegions),
		get("/countries", "listCountries", c.listCountries),
		get("/names", "resolveNames", c.resolveNames),
		get("/filters", "getFilters", c.getFilters),
		get("/filter_options", "getFilterOptions", c.getFilters), // the former path
		get("/filters/{filter_type}", "listFilterOptions", c.listFilterOptions),
	}
}

// Reference names a record of another list.
type Reference struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Page sizes of species and diseases. Other lists are complete unless the request gives a limit.
const (
	defaultLimit = 50
	maxLimit     = 200
)

// pageOf returns the items of a list on a page, never nil.
func pageOf[T any](list []T, p httpapi.Page) []T {
	from := min(p.Offset, len(list))
	to := len(list)
	if p.Limit > 0 {
		to = min(from+p.Limit, len(list))
	}
	return append([]T{}, list[from:to]...)
}

// results is the general list envelope.
type results[T any] struct {
	Count   int `json:"count"`
	Results []T `json:"results"`
	httpapi.PageLinks
}

func respondResults[T any](w http.ResponseWriter, r *http.Request, page httpapi.Page, list []T) error {
	return httpapi.JSON(w, http.StatusOK, results[T]{len(list), pageOf(list, page), page.Links(r, int64(len(list)))})
}

// wholeUnlessLimited reads the page of a list that is complete unless the request gives a limit.
func wholeUnlessLimited(p *httpapi.Params) httpapi.Page { return p.Page(0, httpapi.MaxOffset) }
