package gis_test

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/palette"
)

// TestQGISTakesTheStyles loads the styles of /ogc/styles into layers of observations and counts what each category draws.
func TestQGISTakesTheStyles(t *testing.T) {
	server := needGDAL(t)
	dir := t.TempDir()
	const condition = "/ogc/collections/observations/items?limit=1000&f=json"
	file := filepath.Join(dir, "observations.geojson")
	if err := os.WriteFile(file, server.Get(condition).Body, 0o600); err != nil {
		t.Fatal(err)
	}
	service := "pageSize='1000' maxNumFeatures='1000' srsname='OGC:CRS84' typename='observations' url='" + server.Base + "/ogc' version='OGC_API_FEATURES'"
	var do task
	for _, id := range []string{"vector-status", "species"} {
		qml := filepath.Join(dir, id+".qml")
		if err := os.WriteFile(qml, server.Get("/ogc/styles/"+id+"?f=qml").Body, 0o600); err != nil {
			t.Fatal(err)
		}
		do.Layers = append(do.Layers,
			layer{Name: id + " of the service", Kind: "vector", Provider: "OAPIF", Source: service, QML: qml},
			layer{Name: id + " of a file", Kind: "vector", Provider: "ogr", Source: file, QML: qml})
	}
	for _, l := range do.Layers {
		do.Pictures = append(do.Pictures, picture{File: filepath.Join(dir, l.Name+".png"), Box: world, Layers: []string{l.Name}})
	}
	said := openInQGIS(t, do)
	for i, l := range do.Layers {
		got := said.Layers[l.Name]
		colours, drawn := palette.Statuses, 0
		if i > 1 {
			colours = palette.Species
		}
		if !got.Valid || !got.Styled || got.Renderer != "categorizedSymbol" || len(got.Categories) != len(colours)+1 {
			t.Errorf("%s: %+v", l.Name, got)
		}
		for _, n := range got.Categories {
			if n > 0 {
				drawn++
			}
		}
		if drawn < 3 || i < 2 && got.Categories["Others"] != 0 {
			t.Errorf("%s draws %v", l.Name, got.Categories)
		}
		seen := 0
		for _, c := range colours {
			want := color.NRGBA{A: 255}
			if _, err := fmt.Sscanf(c.Hex, "#%02x%02x%02x", &want.R, &want.G, &want.B); err != nil {
				t.Fatal(err)
			}
			if painted(t, do.Pictures[i].File, near(want)) > 20 {
				seen++
			}
		}
		if seen < 3 {
			t.Errorf("%s: %d colours are seen", l.Name, seen)
		}
	}
}
