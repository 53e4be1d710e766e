package tiles

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
)

// TileJSON is the format in which web maps read a tile set.
var TileJSON = resource.Format{Name: "tilejson", ContentType: "application/vnd.mapbox.tile+json", Title: "TileJSON"}

// tileJSON describes tiles (TileJSON 3.0.0).
type tileJSON struct {
	TileJSON     string        `json:"tilejson"`
	Name         string        `json:"name"`
	Attribution  string        `json:"attribution"`
	Scheme       string        `json:"scheme"`
	Tiles        []string      `json:"tiles"`
	MinZoom      int           `json:"minzoom"`
	MaxZoom      int           `json:"maxzoom"`
	Bounds       [4]float64    `json:"bounds"`
	VectorLayers []vectorLayer `json:"vector_layers"`
}

type vectorLayer struct {
	ID          string            `json:"id"`
	Description string            `json:"description"`
	MinZoom     int               `json:"minzoom"`
	MaxZoom     int               `json:"maxzoom"`
	Fields      map[string]string `json:"fields"`
}

// sendTileJSON answers with the TileJSON of layers of collections, whose tiles lie below an address. Their addresses have the parameters of the
// request.
func (t *Tiles) sendTileJSON(w http.ResponseWriter, r *http.Request, title, address string, of []*collection.Collection, layers []layer) error {
	document := tileJSON{TileJSON: "3.0.0", Name: title, Scheme: "xyz", Bounds: [4]float64{-180, -latitudeLimit, 180, latitudeLimit}}
	var shown []string
	for i, c := range of {
		d := t.layerOf(c)
		from, err := t.Source.TileAttribution(r.Context(), layers[i].filter, layers[i].names)
		if err != nil {
			return err
		}
		if c.Outlines != nil && !slices.Contains(shown, naturalEarth) {
			shown = append(shown, naturalEarth)
		}
		if from != "" && !slices.Contains(shown, from) {
			shown = append(shown, from)
		}
		fields := map[string]string{}
		for _, f := range d.properties {
			fields[f.name] = map[bool]string{true: "Number", false: "String"}[f.number]
		}
		document.VectorLayers = append(document.VectorLayers, vectorLayer{ID: c.ID, Description: c.Title, MaxZoom: d.maxZoom, Fields: fields})
		document.MaxZoom = max(document.MaxZoom, d.maxZoom)
	}
	document.Attribution = strings.Join(shown, "; ")
	query, err := versioned(r, layers)
	if err != nil {
		return err
	}
	document.Tiles = []string{address + "/{z}/{y}/{x}" + queryText(query)}
	w.Header().Set("Cache-Control", "no-cache")
	return resource.WriteJSON(w, TileJSON.ContentType, document)
}

// naturalEarth is where the polygons are from.
const naturalEarth = `<a href="https://www.naturalearthdata.com">Natural Earth</a>`

// kept returns the parameters of a request that its tiles have, too.
func kept(r *http.Request) url.Values {
	query := r.URL.Query()
	query.Del("f")
	query.Del("versioned")
	return query
}

// versioned returns the parameters that tiles of layers have, with their version where the request asks for it and there is one: tiles of several
// layers have none.
func versioned(r *http.Request, layers []layer) (url.Values, error) {
	query := kept(r)
	if !httpapi.Query(r).Bool("versioned") || len(layers) != 1 || layers[0].version == nil {
		return query, nil
	}
	version, err := layers[0].version(r.Context())
	query.Set("v", version.String())
	return query, err
}

// queryText returns a query string with the question mark, "" for none.
func queryText(query url.Values) string {
	if len(query) == 0 {
		return ""
	}
	return "?" + httpapi.EncodeQuery(query)
}
