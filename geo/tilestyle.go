package geo

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// style is a MapLibre style (style specification, version 8) of the tiles alone. It asks for no font and no sprite, so that
// it draws wherever it is opened.
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
	Filter      []any          `json:"filter,omitempty"`
	Layout      map[string]any `json:"layout,omitempty"`
	Paint       map[string]any `json:"paint"`
}

func (g *Geo) getTileStyle(w http.ResponseWriter, r *http.Request) error {
	t, err := g.describeTiles(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	return httpapi.JSON(w, http.StatusOK, newStyle(t))
}

func newStyle(t tileJSON) style {
	records := []any{"get", "records"}
	ofKind := func(kind string) []any { return []any{"==", []any{"get", "kind"}, kind} }
	byZoom := func(stops ...any) []any {
		return append([]any{"interpolate", []any{"linear"}, []any{"zoom"}}, stops...)
	}
	return style{
		Version: 8, Name: t.Name,
		Sources: map[string]styleSource{"observations": {
			Type: "vector", Tiles: t.Tiles, MinZoom: t.MinZoom, MaxZoom: t.MaxZoom, Bounds: t.Bounds, Attribution: t.Attribution,
		}},
		Layers: []styleLayer{
			{ID: "background", Type: "background", Paint: map[string]any{"background-color": "#eef1f0"}},
			{
				ID: "cells", Type: "circle", Source: "observations", SourceLayer: "observations", Filter: ofKind("cell"),
				Layout: map[string]any{"circle-sort-key": []any{"-", 0, records}}, // few on top of many
				Paint: map[string]any{
					"circle-color":   []any{"step", records, "#8cc9b5", 10, "#46a58b", 100, "#1f7a6c", 1000, "#0d4f52", 10000, "#07303a"},
					"circle-opacity": 0.9,
					"circle-radius": byZoom(
						1, []any{"step", records, 2, 10, 2.5, 100, 3.5, 1000, 4.5, 10000, 6},
						6, []any{"step", records, 3.5, 10, 5, 100, 7.5, 1000, 11, 10000, 15}),
					"circle-stroke-color": "#ffffff",
					"circle-stroke-width": byZoom(1, 0.4, 6, 1),
				},
			},
			{
				ID: "points", Type: "circle", Source: "observations", SourceLayer: "observations", Filter: ofKind("point"),
				Paint: map[string]any{
					"circle-color":        "#c2410c",
					"circle-radius":       byZoom(6, 3, 10, 4, 14, 5.5),
					"circle-stroke-color": "#ffffff",
					"circle-stroke-width": 0.75,
				},
			},
		},
	}
}
