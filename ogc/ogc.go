// Package ogc is the door for GIS clients: OGC API - Features (OGC 17-069r4, 18-058r1, 19-079r2, 23-058r1) over the
// observations, the places with several of them, countries and regions. Everything under /ogc is here. It imports internal
// packages and no other domain: counts come from who has them.
package ogc

import (
	"context"
	"net/http"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Path under which the routes are mounted.
const Path = "/ogc"

// Summaries keeps what is counted of the observations in the database.
type Summaries interface {
	// Ensure brings the places with several records up with the observations, and waits for that a little.
	Ensure(ctx context.Context) error
	// Outlines waits until there are outlines of the regions.
	Outlines(ctx context.Context) error
}

// Options of New. All are needed.
type Options struct {
	DB        *pgxpool.Pool
	Lookups   *postgres.Lookups
	Counter   surveillance.Counter
	Summaries Summaries
	AppName   string
	Base      string // path of the API, for links to tiles and style
	// LayerDefinition is the path of a layer definition file for QGIS. "": there is none.
	LayerDefinition string
	Tiles           Tiles
	// Notice is what pages say above everything, "" for nothing. Nil: they never do.
	Notice func() string
	// Writer changes records. Nil: nothing can be changed here.
	Writer Writer
	// DataVersion names the state of the observations.
	DataVersion func() string
}

// OGC answers the routes under Path. It is safe for concurrent use.
type OGC struct {
	options     Options
	store       store
	lookups     *postgres.Lookups
	counter     surveillance.Counter
	register    *register
	shapesBox   atomic.Pointer[surveillance.BBox]
	collections []*collection
	land        land
}

// New returns the OGC API.
func New(o Options) *OGC {
	db := store{db: o.DB}
	out := &OGC{
		options: o, store: db, lookups: o.Lookups, counter: o.Counter, register: &register{db: db},
	}
	out.collections = out.makeCollections()
	return out
}

// Routes returns the operations, with their full paths.
func (o *OGC) Routes() []httpapi.Route {
	routes := append(o.writes(), []httpapi.Route{
		{Method: http.MethodGet, Path: "", Name: "getLandingPage", Handler: o.getLandingPage},
		{Method: http.MethodGet, Path: "/pages.css", Name: "getPageStyle", Handler: o.getStyle, Light: true},
		{Method: http.MethodGet, Path: "/land.svg", Name: "getLandPicture", Handler: o.getLand, Light: true},
		{Method: http.MethodGet, Path: "/api", Name: "getAPI", Handler: o.getAPI},
		{Method: http.MethodGet, Path: "/conformance", Name: "getConformance", Handler: o.getConformance},
		{Method: http.MethodGet, Path: "/collections", Name: "getCollections", Handler: o.getCollections},
		{Method: http.MethodGet, Path: "/collections/{collection}", Name: "getCollection", Handler: o.getCollection},
		{Method: http.MethodGet, Path: "/collections/{collection}/queryables", Name: "getQueryables", Handler: o.getQueryables},
		{Method: http.MethodGet, Path: "/collections/{collection}/sortables", Name: "getSortables", Handler: o.getSortables},
		{Method: http.MethodGet, Path: "/collections/{collection}/schema/feature", Name: "getFeatureSchema", Handler: o.getFeatureSchema},
		{Method: http.MethodGet, Path: "/collections/{collection}/schema", Name: "getSchema", Handler: o.getSchema},
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles", Name: ".collection.vector.getTileSetsList", Handler: o.getTilesets},
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles/{tileMatrixSet}", Name: ".collection.vector.getTileSet", Handler: o.getTileset},
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles/{tileMatrixSet}/{z}/{y}/{x}", Name: ".collection.vector.getTile", Handler: o.getTile, Light: true},
		{Method: http.MethodGet, Path: "/tileMatrixSets", Name: "getTileMatrixSetsList", Handler: o.getTileMatrixSets},
		{Method: http.MethodGet, Path: "/tileMatrixSets/{tileMatrixSet}", Name: "getTileMatrixSet", Handler: o.getTileMatrixSet},
		{Method: http.MethodGet, Path: "/collections/{collection}/items", Name: "getItems", Handler: o.getItems, Light: true},
		{Method: http.MethodGet, Path: "/collections/{collection}/items/{item}", Name: "getItem", Handler: o.getItem},
	}...)
	for i := range routes {
		routes[i].Handler = o.noticed(routes[i].Handler)
	}
	return httpapi.Under(Path, routes)
}

// find returns the collection that a path names, or the error of one that there is not.
func (o *OGC) find(r *http.Request) (*collection, error) {
	id := httpapi.Var(r, "collection")
	for _, c := range o.collections {
		if c.id == id {
			return c, nil
		}
	}
	return nil, httpapi.NotFound("Collection not found")
}
