// Package ogc answers everything under /ogc: OGC API - Features and Tiles over the observations, the sites, countries and regions, for
// GIS programs, and as pages for browsers. Here are the landing page, the conformance classes and the descriptions of the
// collections. The rest stands in rooms below, each of which imports only rooms that come after it: openapi (the API document),
// features and tiles (what the collections hold), html (pages), resource (links and formats). qgis stands apart. Package ogc imports
// internal packages and no other domain: counts, tiles and changes of records come through interfaces.
package ogc

import (
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/openapi"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
	"github.com/skeeter-surveillance/skeeter/ogc/tiles"
)

// Path under which the routes are mounted.
const Path = resource.Path

// Options of New. All are needed, but those that say otherwise.
type Options struct {
	DB        *pgxpool.Pool
	Lookups   *postgres.Lookups
	Counter   surveillance.Counter
	Summaries collection.Summaries
	Tiles     tiles.Source
	AppName   string
	Base      string // path of the API, for links to the style of tiles
	// DataVersion names the state of the observations.
	DataVersion func() string
	// LayerDefinition is the path of a layer definition file for QGIS. "": there is none.
	LayerDefinition string
	// Notice is what pages say above everything, "" for nothing. Nil: they never do.
	Notice func() string
	// Writer changes records. Nil: nothing can be changed here.
	Writer features.Writer
}

// OGC answers the routes under Path. It is safe for concurrent use.
type OGC struct {
	options     Options
	collections collection.Set
	style       string // path of the tiles' map style
}

// New returns the OGC API.
func New(o Options) *OGC {
	return &OGC{
		options: o, style: o.Base + "/tiles/observations/style.json",
		collections: collection.New(collection.Options{DB: o.DB, Lookups: o.Lookups, Counter: o.Counter, Summaries: o.Summaries}),
	}
}

// Routes returns the operations, with their full paths.
func (o *OGC) Routes() []httpapi.Route {
	routes := slices.Concat(
		[]httpapi.Route{
			{Method: http.MethodGet, Path: "", Name: "getLandingPage", Handler: o.getLandingPage},
			{Method: http.MethodGet, Path: "/conformance", Name: "getConformance", Handler: o.getConformance},
			{Method: http.MethodGet, Path: "/collections", Name: "getCollections", Handler: o.getCollections},
			{Method: http.MethodGet, Path: "/collections/{collection}", Name: "getCollection", Handler: o.getCollection},
		},
		html.NewFiles(o.options.DB).Routes(),
		openapi.New(openapi.Options{AppName: o.options.AppName, Collections: o.collections, Writable: o.options.Writer != nil}).Routes(),
		features.New(features.Options{
			DB: o.options.DB, Lookups: o.options.Lookups, Counter: o.options.Counter, Collections: o.collections,
			DataVersion: o.options.DataVersion, Writer: o.options.Writer,
		}).Routes(),
		tiles.New(tiles.Options{Collections: o.collections, Source: o.options.Tiles, Style: o.style}).Routes(),
	)
	for i := range routes {
		routes[i].Handler = o.withID(routes[i].Handler)
		if o.options.Notice != nil {
			routes[i].Handler = html.WithNotice(o.options.Notice, routes[i].Handler)
		}
	}
	return httpapi.Under(Path, routes)
}
