package ogc

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Tiles are the vector tiles of the observations, which are elsewhere.
type Tiles interface {
	// GetTile answers the tile of the path variables z, x and y, with the Filter of the query.
	GetTile(w http.ResponseWriter, r *http.Request) error
	// TileJSON returns the TileJSON of the tiles with the Filter of the query.
	TileJSON(r *http.Request) (any, error)
}

const (
	mediaTile     = "application/vnd.mapbox-vector-tile"
	mediaTileJSON = "application/vnd.mapbox.tile+json"
)

// Link relations of OGC API - Tiles (20-057).
const (
	relTilesets      = "http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector"
	relTilingScheme  = "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme"
	relTilingSchemes = "http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes"
	relGeodata       = "http://www.opengis.net/def/rel/ogc/1.0/geodata"
)

// tileset describes the tiles of a collection in a tile matrix set (17-083r4, tileset metadata).
type tileset struct {
	Title            string            `json:"title"`
	Description      string            `json:"description,omitempty"`
	DataType         string            `json:"dataType"`
	CRS              string            `json:"crs"`
	TileMatrixSetURI string            `json:"tileMatrixSetURI"`
	Limits           []tileMatrixLimit `json:"tileMatrixSetLimits,omitempty"`
	Layers           []tileLayer       `json:"layers,omitempty"`
	Links            []link            `json:"links"`
}

// tileMatrixLimit says which tiles of a matrix there are.
type tileMatrixLimit struct {
	TileMatrix string `json:"tileMatrix"`
	MinTileRow int    `json:"minTileRow"`
	MaxTileRow int    `json:"maxTileRow"`
	MinTileCol int    `json:"minTileCol"`
	MaxTileCol int    `json:"maxTileCol"`
}

type tileLayer struct {
	ID       string `json:"id"`
	DataType string `json:"dataType"`
}

type tilesetList struct {
	Links    []link    `json:"links"`
	Tilesets []tileset `json:"tilesets"`
}

// tiled returns the collection that a path names, if it has tiles.
func (o *OGC) tiled(r *http.Request) (*collection, error) {
	c, err := o.find(r)
	if err == nil && !c.tiled {
		err = httpapi.NotFound("The collection has no tiles")
	}
	if set := httpapi.Var(r, "tileMatrixSet"); err == nil && set != "" && set != webMercatorQuad {
		err = httpapi.NotFound("Tile matrix set not found; there is " + webMercatorQuad)
	}
	return c, err
}

func (o *OGC) getTilesets(w http.ResponseWriter, r *http.Request) error {
	c, err := o.tiled(r)
	if err != nil {
		return err
	}
	format, err := readDocument(w, r)
	if err != nil {
		return err
	}
	short := newTileset(c)
	short.Links = []link{
		{address(r, "collections", c.id, "tiles", webMercatorQuad), "self", mediaJSON, short.Title},
		{address(r, "tileMatrixSets", webMercatorQuad), relTilingScheme, mediaJSON, webMercatorQuad},
	}
	return format.write(w, r, tilesetList{
		Links: append(selfLinks(r, format, documentFormats), link{address(r, "collections", c.id), relGeodata, mediaJSON, c.title}), Tilesets: []tileset{short},
	})
}

func newTileset(c *collection) tileset {
	return tileset{Title: c.title + " as vector tiles", DataType: "vector", CRS: webMercatorCRS, TileMatrixSetURI: webMercatorQuadURI}
}

// tileJSONFormat is the name of TileJSON in the parameter f.
const tileJSONFormat = "tilejson"

// tilesetFormats are the formats that a tile set is described in.
var tilesetFormats = append(slices.Clone(documentFormats), documentFormat{described: described{tileJSONFormat, mediaTileJSON, "TileJSON"}})

func (o *OGC) getTileset(w http.ResponseWriter, r *http.Request) error {
	c, err := o.tiled(r)
	if err != nil {
		return err
	}
	if chosen := choose(w, r, httpapi.Query(r), tilesetFormats); chosen.name() == tileJSONFormat {
		if err := o.readTileFilter(r, tileJSONFormat, "lang"); err != nil {
			return err
		}
		document, err := o.options.Tiles.TileJSON(r)
		if err != nil {
			return badRequest(err)
		}
		w.Header().Set("Cache-Control", "no-cache")
		return writeAs(w, mediaTileJSON, document)
	}
	format, err := readDocument(w, r)
	if err != nil {
		return err
	}
	t := newTileset(c)
	t.Description = "Cells with counts where there is much, records where there is little. The parameters of the API's Filter apply: species, start_date and more."
	for z := range tileLevels {
		last := 1<<z - 1
		t.Limits = append(t.Limits, tileMatrixLimit{TileMatrix: strconv.Itoa(z), MaxTileRow: last, MaxTileCol: last})
	}
	t.Layers = []tileLayer{{ID: c.id, DataType: "vector"}}
	here := address(r, "collections", c.id, "tiles", webMercatorQuad)
	t.Links = append(selfLinks(r, format, documentFormats),
		link{here + "?f=" + tileJSONFormat, "alternate", mediaTileJSON, "This document as TileJSON"},
		link{Href: here + "/{tileMatrix}/{tileRow}/{tileCol}", Rel: "item", Type: mediaTile, Title: "A tile"},
		link{address(r, "tileMatrixSets", webMercatorQuad), relTilingScheme, mediaJSON, webMercatorQuad},
		link{address(r, "collections", c.id), relGeodata, mediaJSON, c.title},
		link{httpapi.BaseURL(r) + o.options.Base + "/tiles/observations/style.json", "stylesheet", mediaJSON, "A map style"},
	)
	return format.write(w, r, t)
}

func (o *OGC) getTile(w http.ResponseWriter, r *http.Request) error {
	if _, err := o.tiled(r); err != nil {
		return err
	}
	if err := o.readTileFilter(r, "mvt"); err != nil {
		return err
	}
	return badRequest(o.options.Tiles.GetTile(w, r))
}

// readTileFilter refuses parameters that tiles do not have, beside some others, and another format. The values are for the tiles to judge.
func (o *OGC) readTileFilter(r *http.Request, format string, more ...string) error {
	p := httpapi.Query(r)
	names := slices.DeleteFunc(slices.Clone(surveillance.Parameters), func(name string) bool { return name == "bbox" })
	known(r, p, append(append(names, "f"), more...)...)
	p.OneOf("f", format, format)
	return refuse(p)
}
