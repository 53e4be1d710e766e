package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func needOGR(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("ogrinfo"); err != nil {
		t.Skip("no GDAL: ogrinfo is not in PATH (Debian: gdal-bin)")
	}
}

// matched asks the server itself how many items a query has.
func matched(t *testing.T, collection, query string) int {
	t.Helper()
	said := getJSON[struct {
		NumberMatched  *int
		NumberReturned int
	}](t, skeeter, "/ogc/collections/"+collection+"/items?skipGeometry=true&limit=10000&"+query)
	if said.NumberMatched == nil {
		return said.NumberReturned
	}
	return *said.NumberMatched
}

// TestOAPIF reads every collection with GDAL's driver for OGC API - Features, which QGIS's own resembles.
func TestOAPIF(t *testing.T) {
	needOGR(t)
	const box = "-10,35,30,60"
	for _, c := range []struct{ name, where, filter string }{
		{"observations", "species_id = 'aedes-aegypti'", "species_id=aedes-aegypti"},
		{"sites", "country_id = 'br'", "country_id=br"},
		{"countries", "region_id = 'western-africa'", "region_id=western-africa"},
		{"regions", "id = 'western-africa'", "id=western-africa"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name != "observations" {
				t.Skip("make test-gis reads it")
			}
			door := record(t)
			source := "OAPIF:" + door.base + "/ogc"
			count := func(args ...string) int {
				t.Helper()
				door.forget()
				said := ogrinfo(t, append(append([]string{"-so"}, args...), source, c.name)...)
				n, err := strconv.Atoi(match(t, said, `(?m)^Feature Count: (\d+)$`))
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			if got, want := count(), matched(t, c.name, ""); got != want || got == 0 {
				t.Errorf("%d features, want %d", got, want)
			}
			corners := strings.Split(box, ",")
			if got, want := count(append([]string{"-spat"}, corners...)...), matched(t, c.name, "bbox="+box); got != want || got == 0 {
				t.Errorf("%d features in a box, want %d", got, want)
			}
			if !door.asked(c.name, "bbox") {
				t.Errorf("the box did not reach the server: %v", door.items(c.name))
			}
			if got, want := count("-where", c.where), matched(t, c.name, c.filter); got != want || got == 0 {
				t.Errorf("%d features where %s, want %d", got, c.where, want)
			}
			property, _, _ := strings.Cut(c.where, " ")
			if property != "id" && !door.asked(c.name, property) && !door.asked(c.name, "filter") {
				t.Errorf("the condition did not reach the server: %v", door.items(c.name))
			}
		})
	}
}

// feature is what a copy has to keep.
type feature struct {
	ID       string
	Geometry struct{ Coordinates [2]float64 }
	// Properties hold the id again in a copy of GDAL's.
	Properties map[string]any
}

// TestOAPIFCopiesEverything copies all observations page by page, and compares them with the server's own export.
func TestOAPIFCopiesEverything(t *testing.T) {
	needOGR(t)
	dir := t.TempDir()
	copied, exported := filepath.Join(dir, "copied.geojsonl"), filepath.Join(dir, "exported.geojsonl")
	out, err := exec.Command("ogr2ogr", "-f", "GeoJSONSeq", "-lco", "COORDINATE_PRECISION=7", copied, "OAPIF:"+skeeter.base+"/ogc", "observations").CombinedOutput()
	if err != nil {
		t.Fatalf("ogr2ogr: %v\n%s", err, out)
	}
	if err := skeeter.run("export", "--format", "geojsonseq", "-o", exported); err != nil {
		t.Fatal(err)
	}
	want := features(t, exported)
	if len(want) != recordCount() {
		t.Fatalf("%d exported, want %d", len(want), recordCount())
	}
	got := features(t, copied)
	if len(got) != len(want) {
		t.Fatalf("%d copied, want %d", len(got), len(want))
	}
	differ := 0
	for id, f := range want {
		c, ok := got[id]
		same := ok && c.Geometry.Coordinates == f.Geometry.Coordinates
		for _, property := range []string{"count", "country_id", "species_id", "life_stage", "sex", "date_precision"} {
			same = same && fmt.Sprint(c.Properties[property]) == fmt.Sprint(f.Properties[property])
		}
		if !same {
			if differ++; differ < 5 {
				t.Errorf("%s: copied %v, exported %v", id, c, f)
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d differ", differ, len(want))
	}
}

// features reads GeoJSON text sequences, by id.
func features(t *testing.T, path string) map[string]feature {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	out := map[string]feature{}
	lines := bufio.NewReader(file)
	for {
		line, err := lines.ReadString('\n')
		line = strings.Trim(line, "\x1e\n")
		if line != "" {
			var f feature
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if f.ID == "" {
				f.ID = fmt.Sprint(f.Properties["id"])
			}
			out[f.ID] = f
		}
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
