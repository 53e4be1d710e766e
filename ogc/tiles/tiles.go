// Package tiles answers OGC API - Tiles (OGC 20-057, 17-083r4): which vector tiles there are of a collection and of all of them, the tile matrix
// set that they lie in, and the tiles. Those of the observations come from the room that draws them; sites and polygons are drawn here. It
// imports ogc/html, ogc/resource, rooms of ogc/features and internal packages.
package tiles

import (
	"context"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/features/condition"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Source has the vector tiles of the observations, and a cache of tiles.
type Source interface {
	// DrawTile returns a tile of the observations that are chosen, as they are now.
	DrawTile(ctx context.Context, z, x, y int, c postgres.Choice, names *surveillance.Names) (vectortile.Drawing, error)
	// TileVersion returns the version that such tiles have now.
	TileVersion(ctx context.Context, c postgres.Choice, names *surveillance.Names) (vectortile.Version, error)
	// SendTile answers with a tile as draw says that it is now. What is not cached is made in a lane.
	SendTile(w http.ResponseWriter, r *http.Request, lane limits.Lane, draw func(context.Context) (vectortile.Drawing, error)) error
	// TileAttribution lists the data sources of what a Filter matches, as HTML.
	TileAttribution(ctx context.Context, f surveillance.Filter, names *surveillance.Names) (string, error)
	// TileFields returns the types of the properties, "String" or "Number", and the deepest zoom that clients should ask for.
	TileFields() (types map[string]string, maxZoom int)
}

// Options of New. All are needed.
type Options struct {
	DB          postgres.Database
	Lookups     *postgres.Lookups
	Collections collection.Set
	Source      Source
	Version     func() string // of the observations
	Style       string        // path of the map style of the observations' tiles
}

// Tiles answers the tiles of the collections. It is safe for concurrent use.
type Tiles struct {
	Options
	conditions condition.Reader
	outlines   outlines
}

// New returns the tiles.
func New(o Options) *Tiles {
	return &Tiles{Options: o, conditions: condition.Reader{DB: o.DB, Lookups: o.Lookups, Register: crs.NewRegister(o.DB)}}
}

// Routes returns the operations, relative to resource.Path.
func (t *Tiles) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles", Name: ".collection.vector.getTileSetsList", Handler: t.getTilesets},
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles/{tileMatrixSet}", Name: ".collection.vector.getTileSet", Handler: t.getTileset},
		{Method: http.MethodGet, Path: "/collections/{collection}/tiles/{tileMatrixSet}/{z}/{y}/{x}", Name: ".collection.vector.getTile", Handler: t.getTile, Light: true},
		{Method: http.MethodGet, Path: "/tiles", Name: ".dataset.vector.getTileSetsList", Handler: t.getDatasetTilesets},
		{Method: http.MethodGet, Path: "/tiles/{tileMatrixSet}", Name: ".dataset.vector.getTileSet", Handler: t.getDatasetTileset},
		{Method: http.MethodGet, Path: "/tiles/{tileMatrixSet}/{z}/{y}/{x}", Name: ".dataset.vector.getTile", Handler: t.getDatasetTile, Light: true},
		{Method: http.MethodGet, Path: "/tileMatrixSets", Name: "getTileMatrixSetsList", Handler: getTileMatrixSets},
		{Method: http.MethodGet, Path: "/tileMatrixSets/{tileMatrixSet}", Name: "getTileMatrixSet", Handler: getTileMatrixSet},
	}
}

func (t *Tiles) getTile(w http.ResponseWriter, r *http.Request) error {
	c, err := t.collection(r)
	if err != nil {
		return err
	}
	at, err := addressOf(r)
	if err != nil {
		return err
	}
	layer, err := t.read(r, c, Format.Name)
	if err != nil {
		return err
	}
	return t.send(w, r, at, layer)
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

// layer is the features of a collection that a request chooses.
type layer struct {
	lane   limits.Lane
	filter surveillance.Filter // that matches the chosen observations, and maybe more; for the attribution
	names  *surveillance.Names
	draw   func(ctx context.Context, at address) (vectortile.Drawing, error)
	// version returns the version that all tiles of the layer have now; nil: no version names them.
	version func(context.Context) (vectortile.Version, error)
}

// read reads which features of a collection a request chooses, and refuses what is wrong with its parameters. f may name one format.
func (t *Tiles) read(r *http.Request, c *collection.Collection, format string) (layer, error) {
	p := httpapi.Query(r)
	p.OneOf("f", format, format)
	p.Known("v", "lang") // Source.SendTile reads v
	if format == TileJSON.Name {
		p.Bool("versioned")
	}
	if c.Observations {
		return t.readObservations(r.Context(), p, c)
	}
	names := t.Lookups.Current()
	conditions, predicate, err := t.conditions.ReadTiled(r.Context(), p, c, names)
	if err != nil {
		return layer{}, err
	}
	l := layer{lane: limits.Ordinary, filter: surveillance.DefaultFilter(), names: names}
	if c.Outlines != nil {
		l.draw = areas{t, c, conditions, predicate, names, p.Lang()}.draw
	} else {
		l.lane, l.draw = limits.Large, sites{t, c, predicate}.draw
	}
	return l, resource.Refuse(p)
}

// send answers with the tile of some layers.
func (t *Tiles) send(w http.ResponseWriter, r *http.Request, at address, layers ...layer) error {
	lane := limits.Ordinary
	for _, l := range layers {
		lane = max(lane, l.lane)
	}
	return t.Source.SendTile(w, r, lane, func(ctx context.Context) (tile vectortile.Drawing, err error) {
		var makers []func(context.Context) ([]byte, error)
		for _, l := range layers {
			part, err := l.draw(ctx, at)
			if err != nil {
				return tile, err
			}
			tile.Name, tile.Span, tile.Keys, makers = tile.Name+part.Name+"\n", part.Span, append(tile.Keys, part.Keys...), append(makers, part.Make)
		}
		if len(layers) > 1 {
			tile.Span = vectortile.Span{}
		}
		tile.Make = func(ctx context.Context) (all []byte, err error) {
			for _, make := range makers { // a tile is its layers, one after another
				layer, err := make(ctx)
				if err != nil {
					return nil, err
				}
				all = append(all, layer...)
			}
			return all, nil
		}
		return tile, nil
	})
}
