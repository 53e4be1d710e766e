package tiles

import (
	"math"
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/html"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// WebMercatorQuad is the id of the one tile matrix set (OGC 17-083r4, annex D.1): the scheme that web maps share.
const WebMercatorQuad = "WebMercatorQuad"

const (
	webMercatorQuadURI = "http://www.opengis.net/def/tilematrixset/OGC/1.0/" + WebMercatorQuad
	webMercatorCRS     = "http://www.opengis.net/def/crs/EPSG/0/3857"
)

const tileMatrices = 25 // of WebMercatorQuad

// Levels is how many of the tile matrices, from the first on, have tiles.
const Levels = 23

// tileMatrixSet is a tile matrix set as 17-083r4 encodes it in JSON.
type tileMatrixSet struct {
	ID           string          `json:"id"`
	Title        string          `json:"title"`
	URI          string          `json:"uri"`
	CRS          string          `json:"crs"`
	OrderedAxes  []string        `json:"orderedAxes"`
	ScaleSet     string          `json:"wellKnownScaleSet"`
	TileMatrices []tileMatrix    `json:"tileMatrices"`
	Links        []resource.Link `json:"links,omitempty"`
}

type tileMatrix struct {
	ID               string     `json:"id"`
	ScaleDenominator float64    `json:"scaleDenominator"`
	CellSize         float64    `json:"cellSize"` // metres at the equator
	CornerOfOrigin   string     `json:"cornerOfOrigin"`
	PointOfOrigin    [2]float64 `json:"pointOfOrigin"`
	TileWidth        int        `json:"tileWidth"`
	TileHeight       int        `json:"tileHeight"`
	MatrixWidth      int        `json:"matrixWidth"`
	MatrixHeight     int        `json:"matrixHeight"`
}

// newWebMercatorQuad returns the definition of WebMercatorQuad.
func newWebMercatorQuad() tileMatrixSet {
	const (
		equator  = 2 * math.Pi * 6378137.0 // metres
		tileSize = 256                     // cells of the definition; a tile of vectors has units of its own
		pixel    = 0.00028                 // metres of the standard's screen
	)
	set := tileMatrixSet{
		ID: WebMercatorQuad, Title: "Google Maps Compatible for the World", URI: webMercatorQuadURI, CRS: webMercatorCRS,
		OrderedAxes: []string{"X", "Y"}, ScaleSet: "http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible",
	}
	for z := range tileMatrices {
		width := 1 << z
		cell := equator / tileSize / float64(width)
		set.TileMatrices = append(set.TileMatrices, tileMatrix{
			ID: strconv.Itoa(z), ScaleDenominator: cell / pixel, CellSize: cell, CornerOfOrigin: "topLeft",
			PointOfOrigin: [2]float64{-equator / 2, equator / 2}, TileWidth: tileSize, TileHeight: tileSize, MatrixWidth: width, MatrixHeight: width,
		})
	}
	return set
}

// tileMatrixSets lists them (20-057, annex on tile matrix sets of 17-083r4).
type tileMatrixSets struct {
	TileMatrixSets []tileMatrixSetItem `json:"tileMatrixSets"`
	Links          []resource.Link     `json:"links"`
}

type tileMatrixSetItem struct {
	ID    string          `json:"id"`
	Title string          `json:"title"`
	URI   string          `json:"uri"`
	CRS   string          `json:"crs"`
	Links []resource.Link `json:"links"`
}

func getTileMatrixSets(w http.ResponseWriter, r *http.Request) error {
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}
	set := newWebMercatorQuad()
	return format.Write(w, r, tileMatrixSets{
		TileMatrixSets: []tileMatrixSetItem{{set.ID, set.Title, set.URI, set.CRS,
			[]resource.Link{{Href: resource.Address(r, "tileMatrixSets", set.ID), Rel: "self", Type: resource.MediaJSON, Title: set.Title}}}},
		Links: resource.SelfLinks(r, format, html.Documents),
	})
}

func getTileMatrixSet(w http.ResponseWriter, r *http.Request) error {
	if err := checkMatrixSet(httpapi.Var(r, "tileMatrixSet")); err != nil {
		return err
	}
	format, err := resource.ReadDocument(w, r, html.Documents)
	if err != nil {
		return err
	}
	set := newWebMercatorQuad()
	set.Links = resource.SelfLinks(r, format, html.Documents)
	return format.Write(w, r, set)
}

// checkMatrixSet returns a 404 for another tile matrix set than WebMercatorQuad.
func checkMatrixSet(id string) error {
	if id != WebMercatorQuad {
		return httpapi.NotFound("Tile matrix set not found; there is " + WebMercatorQuad)
	}
	return nil
}
