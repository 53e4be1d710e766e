package gis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestGDALReadsTiles opens tiles of /ogc with GDAL's driver for Mapbox Vector Tiles: layers, properties, and where polygons lie.
func TestGDALReadsTiles(t *testing.T) {
	server := needGDAL(t)
	fetch := func(address string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "tile.mvt")
		if err := os.WriteFile(file, server.In(t).Get("/ogc"+address).Body, 0o600); err != nil {
			t.Fatal(err)
		}
		return "MVT:" + file
	}
	whole := fetch("/tiles/WebMercatorQuad/0/0/0")
	for layer, kind := range map[string]string{"regions": "Multi Polygon", "countries": "Multi Polygon", "sites": "Point", "observations": "Point"} {
		if said := ogrinfo(t, "-so", whole, layer); match(t, said, `(?m)^Geometry: (.*)$`) != kind {
			t.Errorf("%s: %s", layer, said)
		}
	}
	said := ogrinfo(t, "-q", whole, "countries", "-where", "id = 'br'")
	want := skeetertest.Decode[struct {
		Properties struct{ Records int }
	}](t, server.In(t).Get("/ogc/collections/countries/items/br?zoom-level=0"), 200).Properties.Records
	if got := match(t, said, `records \(Integer(?:64)?\) = (\d+)`); got != strconv.Itoa(want) || !strings.Contains(said, "name (String) = Brazil") {
		t.Errorf("Brazil has %s records, want %d: %s", got, want, said)
	}
	// Iceland alone, in Web Mercator, from 24.5 to 13.5 degrees west.
	iceland := ogrinfo(t, "-so", "-oo", "X=3", "-oo", "Y=2", "-oo", "Z=3", fetch("/collections/countries/tiles/WebMercatorQuad/3/2/3?id=is"), "countries")
	var west, south, east, north float64
	if _, err := fmt.Sscanf(match(t, iceland, `(?m)^Extent: (.*)$`), "(%f, %f) - (%f, %f)", &west, &south, &east, &north); err != nil {
		t.Fatalf("%v in %s", err, iceland)
	}
	const degree = 20037508.342789 / 180
	if west/degree < -24.7 || west/degree > -24.3 || east/degree < -13.7 || east/degree > -13.3 {
		t.Errorf("Iceland lies from %g to %g", west/degree, east/degree)
	}
}

// TestQGISDrawsTilesOfAllLayers opens the tiles of the data set, whose address has the row before the column.
func TestQGISDrawsTilesOfAllLayers(t *testing.T) {
	server := needGDAL(t)
	file := filepath.Join(t.TempDir(), "tiles.png")
	said := openInQGIS(t, task{
		Layers:   []layer{{Name: "tiles", Kind: "tiles", URL: server.Base + "/ogc/tiles/WebMercatorQuad/{z}/{y}/{x}"}},
		Pictures: []picture{{File: file, Box: world, Layers: []string{"tiles"}}},
	})
	if l := said.Layers["tiles"]; !l.Valid {
		t.Errorf("%+v", l)
	}
	if got := painted(t, file, notWhite); got < 50000 {
		t.Errorf("%d pixels of land", got)
	}
}
