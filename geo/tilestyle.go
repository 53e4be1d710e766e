package geo

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/palette"
)

// style is a MapLibre style (style specification, version 8) of the tiles alone. It needs no fonts and no sprites, so any program can
// draw it.
type style struct {
	Version int                    `json:"version"`
	Name    string                 `json:"name"`
	Sources map[string]styleSource `json:"sources"`
	Layers  []styleLayer           `json:"layers"`
}

type styleSource struct {
	Type        string     `json:"type"`
	Tiles       []string   `json:"tiles"`
	MinZoom     int        `json:"minzoom"`
	MaxZoom     int        `json:"maxzoom"`
	Bounds      [4]float64 `json:"bounds"`
	Attribution string     `json:"attribution"`
}

type styleLayer struct {
	ID          string         `json:"id"`
	Type        string         `json:"type"`
	Source      string         `json:"source,omitempty"`
	SourceLayer string         `json:"source-layer,omitempty"`
	MinZoom     int            `json:"minzoom,omitempty"`
	MaxZoom     int            `json:"maxzoom,omitempty"`
	Filter      []any          `json:"filter,omitempty"`
	Paint       map[string]any `json:"paint"`
}

func (g *Geo) getTileStyle(w http.ResponseWriter, r *http.Request) error {
	t, err := g.describeTiles(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	return httpapi.JSON(w, http.StatusOK, newStyle(t, recordLayer("records", RecordColor)))
}

// CellClass is how cells with at least Records records are drawn, up to the class before it in CellClasses.
type CellClass struct {
	Records        int
	Color          string  // #rrggbb
	Far, Mid, Near float64 // radius in pixels at zoom 1, 4 and 6
}

// CellClasses are drawn in this order: cells with few records on top. Each class is two layers, below and above zoom 4, because QGIS
// 3.22 ignores colours and sizes that depend on a property, and uses only the first of sizes by zoom.
var CellClasses = []CellClass{
	{10000, "#07303a", 6, 11.4, 15},
	{1000, "#0d4f52", 4.5, 8.4, 11},
	{100, "#1f7a6c", 3.5, 5.9, 7.5},
	{10, "#46a58b", 2.5, 4, 5},
	{1, "#8cc9b5", 2, 2.9, 3.5},
}

// RecordColor is the colour of single records.
const RecordColor = "#c2410c"

const midZoom = 4

func byZoom(stops ...any) []any {
	return append([]any{"interpolate", []any{"linear"}, []any{"zoom"}}, stops...)
}

func property(name string) []any { return []any{"get", name} }

func circles(id string, filter []any, paint map[string]any) styleLayer {
	paint["circle-stroke-color"] = "#ffffff"
	return styleLayer{ID: id, Type: "circle", Source: "observations", SourceLayer: "observations", Filter: filter, Paint: paint}
}

func cellLayers() (layers []styleLayer) {
	below := 0
	for _, class := range CellClasses {
		of := []any{"all", []any{"==", property("kind"), "cell"}, []any{">=", property("records"), class.Records}}
		if below > 0 {
			of = append(of, []any{"<", property("records"), below})
		}
		below = class.Records
		far := circles(fmt.Sprintf("cells from %d records, far", class.Records), of, map[string]any{
			"circle-color": class.Color, "circle-opacity": 0.9,
			"circle-radius": byZoom(1, class.Far, midZoom, class.Mid), "circle-stroke-width": byZoom(1, 0.4, 6, 1),
		})
		far.MaxZoom = midZoom
		near := circles(fmt.Sprintf("cells from %d records", class.Records), of, map[string]any{
			"circle-color": class.Color, "circle-opacity": 0.9,
			"circle-radius": byZoom(midZoom, class.Mid, 6, class.Near), "circle-stroke-width": byZoom(1, 0.4, 6, 1),
		})
		near.MinZoom = midZoom
		layers = append(layers, far, near)
	}
	return layers
}

// recordLayer draws single records, those that match conditions, in a colour.
func recordLayer(id, colour string, conditions ...any) styleLayer {
	filter := []any{"==", property("kind"), "point"}
	if len(conditions) > 0 {
		filter = append([]any{"all", filter}, conditions...)
	}
	return circles(id, filter, map[string]any{"circle-color": colour, "circle-radius": byZoom(6, 3, 10, 4, 14, 5.5), "circle-stroke-width": 0.75})
}

// recordsBy draws records in the colours that values of a property have, the first value on top. Each is a layer: QGIS knows no others.
func recordsBy(name string, colours []palette.Colour) []styleLayer {
	var others []any
	for _, c := range colours {
		others = append(others, []any{"!=", property(name), c.Value})
	}
	layers := []styleLayer{recordLayer("other records", palette.Other, others...)}
	for _, c := range slices.Backward(colours) {
		layers = append(layers, recordLayer("records, "+name+" "+c.Value, c.Hex, []any{"==", property(name), c.Value}))
	}
	return layers
}

// TileStyle returns a style of all tiles, with records in the colours that values of a property have. It encodes to JSON.
func (g *Geo) TileStyle(r *http.Request, title, name string, colours []palette.Colour) (any, error) {
	all := r.WithContext(r.Context())
	all.URL = &url.URL{Path: r.URL.Path} // without a Filter
	t, err := g.describeTiles(all)
	if err != nil {
		return nil, err
	}
	t.Name += ": " + title
	return newStyle(t, recordsBy(name, colours)...), nil
}

func newStyle(t tileJSON, records ...styleLayer) style {
	layers := append([]styleLayer{{ID: "background", Type: "background", Paint: map[string]any{"background-color": "#eef1f0"}}}, cellLayers()...)
	return style{
		Version: 8, Name: t.Name,
		Sources: map[string]styleSource{"observations": {
			Type: "vector", Tiles: t.Tiles, MinZoom: t.MinZoom, MaxZoom: t.MaxZoom, Bounds: t.Bounds, Attribution: t.Attribution,
		}},
		Layers: append(layers, records...),
	}
}
