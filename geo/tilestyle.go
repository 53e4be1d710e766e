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
	return style{
		Version: 8, Name: t.Name,
		Sources: map[string]styleSource{"observations": {
			Type: "vector", Tiles: t.Tiles, MinZoom: t.MinZoom, MaxZoom: t.MaxZoom, Bounds: t.Bounds, Attribution: t.Attribution,
		}},
		Layers: []styleLayer{
			{ID: "background", Type: "background", Paint: map[string]any{"background-color": "#eef1f0"}},
			{ID: "cells", Type: "circle", Source: "observations", SourceLayer: "observations", Filter: ofKind("cell"), Paint: map[string]any{
				"circle-color":        []any{"step", records, "#7fb8a4", 10, "#3f9a83", 100, "#1f7a6c", 1000, "#0d4f52"},
				"circle-radius":       []any{"step", records, 2.5, 10, 3, 100, 3.5, 1000, 4},
				"circle-opacity":      0.85,
				"circle-stroke-width": 0,
			}},
			{ID: "points", Type: "circle", Source: "observations", SourceLayer: "observations", Filter: ofKind("point"), Paint: map[string]any{
				"circle-color":        "#c2410c",
				"circle-radius":       4,
				"circle-stroke-color": "#ffffff",
				"circle-stroke-width": 1,
			}},
		},
	}
}
