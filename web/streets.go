package web

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// streetsAttribution is what OpenStreetMap and Protomaps ask for, whatever the archive says.
const streetsAttribution = `<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>, <a href="https://protomaps.com">Protomaps</a>`

var errNoStreets = httpapi.NotFound("This server has no street map: SKEETER_BASEMAP_PMTILES names none")

// streetsVersion returns "" when there is no street map.
func (w *Web) streetsVersion() string {
	if w.options.Streets == nil {
		return ""
	}
	return w.options.Streets.Version()
}

// tileJSON describes tiles (github.com/mapbox/tilejson-spec, 3.0.0).
type tileJSON struct {
	TileJSON     string          `json:"tilejson"`
	Name         string          `json:"name"`
	Version      string          `json:"version"`
	Attribution  string          `json:"attribution"`
	Tiles        []string        `json:"tiles"`
	MinZoom      int             `json:"minzoom"`
	MaxZoom      int             `json:"maxzoom"`
	Bounds       [4]float64      `json:"bounds"`
	VectorLayers json.RawMessage `json:"vector_layers"`
}

func (w *Web) streetsTileJSON(rw http.ResponseWriter, r *http.Request) error {
	streets := w.options.Streets
	if streets == nil {
		return errNoStreets
	}
	least, greatest := streets.Zooms()
	return httpapi.JSON(rw, http.StatusOK, tileJSON{
		TileJSON: "3.0.0", Name: "streets", Version: "1.0.0", Attribution: streetsAttribution,
		Tiles:   []string{w.options.PublicURL(r) + "/basemap/streets/{z}/{x}/{y}.mvt?v=" + streets.Version()},
		MinZoom: least, MaxZoom: greatest, Bounds: streets.Bounds(), VectorLayers: streets.Layers(),
	})
}

func (w *Web) streetsTile(rw http.ResponseWriter, r *http.Request) error {
	streets := w.options.Streets
	if streets == nil {
		return errNoStreets
	}
	var at [3]int
	for i, name := range []string{"z", "x", "y"} {
		n, ok := wholeNumber(httpapi.Var(r, name))
		if !ok {
			return errNoStreetsTile
		}
		at[i] = n
	}
	if _, greatest := streets.Zooms(); at[0] > greatest || at[1] >= 1<<at[0] || at[2] >= 1<<at[0] {
		return errNoStreetsTile
	}
	compressed, err := streets.Tile(at[0], at[1], at[2])
	if err != nil {
		return fmt.Errorf("read the tile %v of the street map: %w", at, err)
	}
	return serveBasemapTile(rw, r, compressed, streets.Version())
}

var errNoStreetsTile = httpapi.NotFound("Tile not found: z is 0 to maxzoom of /basemap/streets.json, x and y are 0 to 2^z-1")
