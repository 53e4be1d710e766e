package ogc

import (
	"math"
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// webMercatorQuad is the id of the one tile matrix set (OGC 17-083r4, annex D.1): the scheme that web maps share.
const webMercatorQuad = "WebMercatorQuad"

const (
	webMercatorQuadURI = "http://www.opengis.net/def/tilematrixset/OGC/1.0/" + webMercatorQuad
	webMercatorCRS     = "http://www.opengis.net/def/crs/EPSG/0/3857"
)

// Tile matrices of WebMercatorQuad, and those that there are tiles of.
const (
	tileMatrices = 25
	tileLevels   = 23
)

// tileMatrixSet is a tile matrix set as 17-083r4 encodes it in JSON.
type tileMatrixSet struct {
	ID           string       `json:"id"`
	Title        string       `json:"title"`
	URI          string       `json:"uri"`
	CRS          string       `json:"crs"`
	OrderedAxes  []string     `json:"orderedAxes"`
	ScaleSet     string       `json:"wellKnownScaleSet"`
	TileMatrices []tileMatrix `json:"tileMatrices"`
	Links        []link       `json:"links,omitempty"`
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

// mercator returns the definition of WebMercatorQuad.
func mercator() tileMatrixSet {
	const (
		equator  = 2 * math.Pi * 6378137.0 // metres
		tileSize = 256                     // cells of the definition; a tile of vectors has units of its own
		pixel    = 0.00028                 // metres of the standard's screen
	)
	set := tileMatrixSet{
		ID: webMercatorQuad, Title: "Google Maps Compatible for the World", URI: webMercatorQuadURI, CRS: webMercatorCRS,
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
	Links          []link              `json:"links"`
}

type tileMatrixSetItem struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URI   string `json:"uri"`
	CRS   string `json:"crs"`
	Links []link `json:"links"`
}

func (o *OGC) getTileMatrixSets(w http.ResponseWriter, r *http.Request) error {
	format, err := readDocument(w, r)
	if err != nil {
		return err
	}
	set := mercator()
	return format.write(w, r, tileMatrixSets{
		TileMatrixSets: []tileMatrixSetItem{{set.ID, set.Title, set.URI, set.CRS,
			[]link{{address(r, "tileMatrixSets", set.ID), "self", mediaJSON, set.Title}}}},
		Links: selfLinks(r, format, documentFormats),
	})
}

func (o *OGC) getTileMatrixSet(w http.ResponseWriter, r *http.Request) error {
	if httpapi.Var(r, "tileMatrixSet") != webMercatorQuad {
		return httpapi.NotFound("Tile matrix set not found; there is " + webMercatorQuad)
	}
	format, err := readDocument(w, r)
	if err != nil {
		return err
	}
	set := mercator()
	set.Links = selfLinks(r, format, documentFormats)
	return format.write(w, r, set)
}
