package gis_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/paulmach/orb/encoding/mvt"
)

// TestOGR opens a tile with GDAL's driver for Mapbox Vector Tiles: QGIS and many other programs of the field read through GDAL.
func TestOGR(t *testing.T) {
	server := needGDAL(t)
	const path = "/api/v1/tiles/observations/0/0/0.mvt"
	raw := server.Get(path).Body
	layers, err := mvt.Unmarshal(raw)
	if err != nil || len(layers) != 1 || len(layers[0].Features) == 0 {
		t.Fatalf("%d layers, %v; want one with features", len(layers), err)
	}
	features := len(layers[0].Features)
	file := filepath.Join(t.TempDir(), "tile.mvt")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}

	for name, source := range map[string]string{"file": file, "address": "MVT:" + server.Base + path} {
		t.Run(name, func(t *testing.T) {
			said := ogrinfo(t, "-al", "-so", source)
			if got := match(t, said, `(?m)^Layer name: (.*)$`); got != "observations" {
				t.Errorf("layer %q, want observations", got)
			}
			if got := match(t, said, `(?m)^Feature Count: (\d+)$`); got != strconv.Itoa(features) {
				t.Errorf("%s features, want %d", got, features)
			}
			said = ogrinfo(t, "-sql", "SELECT SUM(records) AS total FROM observations WHERE kind = 'cell'", source)
			if got, want := match(t, said, `total \(Integer(?:64)?\) = (\d+)`), server.Count("/api/v1/stats"); got != strconv.Itoa(want) {
				t.Errorf("%s records in the tile of the world, %d in the statistics", got, want)
			}
		})
	}
}

// ogrinfo returns what ogrinfo says about a source that it only reads.
func ogrinfo(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("ogrinfo", append([]string{"-ro"}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("ogrinfo %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// match returns the group of an expression.
func match(t *testing.T, text, expression string) string {
	t.Helper()
	found := regexp.MustCompile(expression).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no %s in:\n%s", expression, text)
	}
	return found[1]
}
