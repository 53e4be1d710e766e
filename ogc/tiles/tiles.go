// Package tiles answers OGC API - Tiles (OGC 20-057, 17-083r4): which vector tiles there are of a collection, the tile matrix set that
// they lie in, and the tiles, which come from the room that draws them. It imports ogc/html, ogc/resource,
// ogc/features/collection and internal packages.
package tiles

import (
	"maps"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Source has the vector tiles of the observations.
type Source interface {
	// GetTile answers the tile of the path variables z, x and y, with the Filter of the query.
	GetTile(w http.ResponseWriter, r *http.Request) error
	// TileJSON returns the TileJSON of the tiles with the Filter of the query.
	TileJSON(r *http.Request) (any, error)
}

// Options of New. All are needed.
type Options struct {
	Collections collection.Set
	Source      Source
	Style       string // path of the tiles' map style
}

// Tiles answers the tiles of the collections. It is safe for concurrent use.
type Tiles struct{ Options }

// New returns the tiles.
func New(o Options) *Tiles { return &Tiles{o} }

// Routes returns the operations, relative to resource.Path.
func (t *Tiles) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles", Name: ".collection.vector.getTileSetsList", Handler: t.getTilesets},
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles/{tileMatrixSet}", Name: ".collection.vector.getTileSet", Handler: t.getTileset},
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles/{tileMatrixSet}/{z}/{y}/{x}", Name: ".collection.vector.getTile", Handler: t.getTile, Light: true},
		{Method: http.MethodGet, Path: "/tileMatrixSets", Name: "getTileMatrixSetsList", Handler: getTileMatrixSets},
		{Method: http.MethodGet, Path: "/tileMatrixSets/{tileMatrixSet}", Name: "getTileMatrixSet", Handler: getTileMatrixSet},
	}
}

func (t *Tiles) getTile(w http.ResponseWriter, r *http.Request) error {
	if _, err := t.collection(r); err != nil {
		return err
	}
	filtered, err := forSource(r, Format.Name)
	if err != nil {
		return err
	}
	return resource.BadRequest(t.Source.GetTile(w, filtered))
}

// collection returns the collection that a path names. The error is a 404 when there are no tiles of it, or none in the tile matrix
// set of the path.
func (t *Tiles) collection(r *http.Request) (*collection.Collection, error) {
	c, err := t.Collections.Find(httpapi.Var(r, "collection"))
	if err != nil {
		return nil, err
	}
	if !c.Tiled {
		return nil, httpapi.NotFound("The collection has no tiles")
	}
	if set := httpapi.Var(r, "tileMatrixSet"); set != "" {
		return c, checkMatrixSet(set)
	}
	return c, nil
}

// forSource returns the request that Source reads: without the parameter f, which may name one format, and with species_id, as items have it, in
// the words of the Filter.
func forSource(r *http.Request, format string) (*http.Request, error) {
	p := httpapi.Query(r)
	p.OneOf("f", format, format)
	query := r.URL.Query()
	p.Known(slices.Collect(maps.Keys(query))...)
	if species := p.Text("species_id"); p.Has("species_id") {
		for _, other := range withoutSpeciesID {
			if query.Has(other) {
				p.Fail("species_id", "not_allowed", "species_id is the name alone: it and "+other+" exclude each other")
			}
		}
		query.Set("species", species)
		query.Set("exact", "true")
	}
	if err := resource.Refuse(p); err != nil {
		return r, err
	}
	query.Del("f")
	query.Del("species_id")
	address := *r.URL
	address.RawQuery = query.Encode()
	out := r.WithContext(r.Context())
	out.URL = &address
	return out, nil
}

// withoutSpeciesID are the parameters that mean something else when names are taken alone.
var withoutSpeciesID = []string{"species", "genus", "disease", "exact"}
