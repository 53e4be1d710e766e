package gis_test

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

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// matched asks the server itself how many items a query has.
func matched(t *testing.T, collection, query string) int {
	t.Helper()
	said := skeetertest.Decode[struct {
		NumberMatched  *int
		NumberReturned int
	}](t, shared.server.In(t).Get("/ogc/collections/"+collection+"/items?skipGeometry=true&limit=10000&"+query), 200)
	if said.NumberMatched == nil {
		return said.NumberReturned
	}
	return *said.NumberMatched
}

// TestOAPIF reads every collection with GDAL's driver for OGC API - Features, which QGIS's own resembles.
func TestOAPIF(t *testing.T) {
	server := needGDAL(t)
	const box = "-10,35,30,60"
	for _, c := range []struct{ name, where, filter string }{
		{"observations", "species_id = 'aedes-aegypti'", "species_id=aedes-aegypti"},
		{"sites", "country_id = 'br'", "country_id=br"},
		{"countries", "region_id = 'western-africa'", "region_id=western-africa"},
		{"regions", "id = 'western-africa'", "id=western-africa"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !testenv.Long() && c.name != "observations" {
				t.Skip("not a part of the short form: make test-long reads it")
			}
			proxy := record(t, server)
			source := "OAPIF:" + proxy.base + "/ogc"
			count := func(args ...string) int {
				t.Helper()
				proxy.forget()
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
			if !proxy.asked(c.name, "bbox") {
				t.Errorf("the box did not reach the server: %v", proxy.items(c.name))
			}
			if got, want := count("-where", c.where), matched(t, c.name, c.filter); got != want || got == 0 {
				t.Errorf("%d features where %s, want %d", got, c.where, want)
			}
			property, _, _ := strings.Cut(c.where, " ")
			if property != "id" && !proxy.asked(c.name, property) && !proxy.asked(c.name, "filter") {
				t.Errorf("the condition did not reach the server: %v", proxy.items(c.name))
			}
		})
	}
}

// TestOAPIFBoolean: GDAL compares a boolean property with 1, which finds the events with a problem.
func TestOAPIFBoolean(t *testing.T) {
	server := needGDAL(t)
	said := ogrinfo(t, "-so", "-where", "problem = 1", "OAPIF:"+server.Base+"/ogc", "events")
	if got, want := match(t, said, `(?m)^Feature Count: (\d+)$`), strconv.Itoa(matched(t, "events", "problem=true")); got != want || got == "0" {
		t.Errorf("%s events, want %s", got, want)
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
	server := needGDAL(t)
	dir := t.TempDir()
	copied, exported := filepath.Join(dir, "copied.geojsonl"), filepath.Join(dir, "exported.geojsonl")
	out, err := exec.Command("ogr2ogr", "-f", "GeoJSONSeq", "-lco", "COORDINATE_PRECISION=7", copied, "OAPIF:"+server.Base+"/ogc", "observations").CombinedOutput()
	if err != nil {
		t.Fatalf("ogr2ogr: %v\n%s", err, out)
	}
	shared.deployment.In(t).MustRun("export", "--format", "geojsonseq", "-o", exported)
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

// TestOAPIFCounts reads counts with GDAL: features without geometries, whose fields are the dimensions and the sums. GDAL 3.6 calls the geometry of every layer unknown.
func TestOAPIFCounts(t *testing.T) {
	server := needGDAL(t)
	said := ogrinfo(t, "-so", "OAPIF:"+server.Base+"/ogc", "counts")
	if n, want := match(t, said, `(?m)^Feature Count: (\d+)$`), strconv.Itoa(matched(t, "counts", "")); n != want || want == "0" {
		t.Errorf("%s counts, want %s", n, want)
	}
	for _, line := range []string{"species: String", "year: Integer", "count: Integer", "specimens: Integer"} {
		if !strings.Contains(said, line) {
			t.Errorf("no %q in:\n%s", line, said)
		}
	}
}
