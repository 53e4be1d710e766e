package tiles

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// Format is that of the tiles.
var Format = resource.Format{Name: "mvt", ContentType: "application/vnd.mapbox-vector-tile", Title: "Mapbox Vector Tile"}

// TileJSON is the format in which web maps read a tile set.
var TileJSON = resource.Format{Name: "tilejson", ContentType: "application/vnd.mapbox.tile+json", Title: "TileJSON"}

// SetFormats are the formats of a tile set's description.
var SetFormats = append(slices.Clone(html.Documents), resource.DocumentFormat{Format: TileJSON})

// tileset describes the tiles of a collection in a tile matrix set (17-083r4, tileset metadata).
type tileset struct {
	Title            string            `json:"title"`
	Description      string            `json:"description,omitempty"`
	DataType         string            `json:"dataType"`
	CRS              string            `json:"crs"`
	TileMatrixSetURI string            `json:"tileMatrixSetURI"`
	Limits           []tileMatrixLimit `json:"tileMatrixSetLimits,omitempty"`
	Layers           []tileLayer       `json:"layers,omitempty"`
	Links            []resource.Link   `json:"links"`
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
	Links    []resource.Link `json:"links"`
	Tilesets []tileset       `json:"tilesets"`
}

func newTileset(c *collection.Collection) tileset {
	return tileset{Title: c.Title + " as vector tiles", DataType: "vector", CRS: webMercatorCRS, TileMatrixSetURI: webMercatorQuadURI}
}

func (t *Tiles) getTilesets(w http.ResponseWriter, r *http.Request) error {
	c, err := t.collection(r)
	if err != nil {
		return err
	}
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}

	short := newTileset(c)
	short.Links = []resource.Link{
		{Href: resource.Address(r, "collections", c.ID, "tiles", WebMercatorQuad), Rel: "self", Type: resource.MediaJSON, Title: short.Title},
		schemeLink(r),
	}
	return format.Write(w, r, tilesetList{Links: append(resource.SelfLinks(r, format, html.Documents), geodataLink(r, c)), Tilesets: []tileset{short}})
}

func (t *Tiles) getTileset(w http.ResponseWriter, r *http.Request) error {
	c, err := t.collection(r)
	if err != nil {
		return err
	}
	if resource.Choose(w, r, httpapi.Query(r), SetFormats).Name == TileJSON.Name {
		return t.sendTileJSON(w, r)
	}
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}

	set := newTileset(c)
	set.Description = "Cells with counts where there is much, records where there is little. The parameters of the API's Filter apply: species, start_date and more."
	for z := range Levels {
		last := 1<<z - 1
		set.Limits = append(set.Limits, tileMatrixLimit{TileMatrix: strconv.Itoa(z), MaxTileRow: last, MaxTileCol: last})
	}
	set.Layers = []tileLayer{{ID: c.ID, DataType: "vector"}}
	here := resource.Address(r, "collections", c.ID, "tiles", WebMercatorQuad)
	set.Links = append(resource.SelfLinks(r, format, html.Documents),
		resource.Link{Href: here + "?f=" + TileJSON.Name, Rel: "alternate", Type: TileJSON.ContentType, Title: resource.AsTitle + TileJSON.Title},
		resource.Link{Href: here + "/{tileMatrix}/{tileRow}/{tileCol}", Rel: "item", Type: Format.ContentType, Title: "A tile"},
		schemeLink(r), geodataLink(r, c),
		resource.Link{Href: httpapi.BaseURL(r) + t.Style, Rel: "stylesheet", Type: resource.MediaJSON, Title: "A map style"},
	)
	return format.Write(w, r, set)
}

func (t *Tiles) sendTileJSON(w http.ResponseWriter, r *http.Request) error {
	filtered, err := forSource(r, TileJSON.Name)
	if err != nil {
		return err
	}
	document, err := t.Source.TileJSON(filtered)
	if err != nil {
		return resource.BadRequest(err)
	}
	w.Header().Set("Cache-Control", "no-cache")
	return resource.WriteJSON(w, TileJSON.ContentType, document)
}

func schemeLink(r *http.Request) resource.Link {
	return resource.Link{Href: resource.Address(r, "tileMatrixSets", WebMercatorQuad), Rel: resource.RelTilingScheme, Type: resource.MediaJSON, Title: WebMercatorQuad}
}

func geodataLink(r *http.Request, c *collection.Collection) resource.Link {
	return resource.Link{Href: resource.Address(r, "collections", c.ID), Rel: resource.RelGeodata, Type: resource.MediaJSON, Title: c.Title}
}
