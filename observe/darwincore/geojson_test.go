package darwincore

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func featureJSON(id, geometry, properties string) string {
	return fmt.Sprintf(`{"type":"Feature","id":%s,"geometry":%s,"properties":%s}`, id, geometry, properties)
}

const vexans = `{"scientificName":"Aedes vexans","eventDate":"2007-05-06","trapNights":2.50,"deep":{"a":[1]},"wet":true,"none":null}`

func TestGeoJSON(t *testing.T) {
	t.Parallel()
	first := featureJSON(`"a"`, `{"type":"Point","coordinates":[2.5,1.5,300]}`, vexans)
	second := featureJSON(`7`, `{"type":"Point","coordinates":[3,4]}`, `{"scientificName":"Culex","eventDate":"2007","occurrenceID":"o7","late":"x"}`)
	for name, content := range map[string]string{
		"collection":           `{"type":"FeatureCollection","features":[` + first + ",\n" + second + `],"numberReturned":2}`,
		"features first":       `{"features":[` + first + ",\n" + second + `],"type":"FeatureCollection"}`,
		"members before":       `{"type":"FeatureCollection","crs":{"a":[1,2]},"bbox":[1,2,3,4],"features":[` + first + ",\n" + second + `]}`,
		"sequence":             first + "\n" + second + "\n",
		"record separators":    "\x1e" + first + "\n\x1e" + second + "\n",
		"byte order mark":      "\xef\xbb\xbf" + first + "\n" + second,
		"collection, CR ended": `{"type":"FeatureCollection","features":[` + first + ",\n" + second + "]}\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := readText(t, "x.geojson", content, Options{})
			if len(out.records) != 2 {
				t.Fatalf("%d records, %v", len(out.records), out.rejects)
			}
			a, b := out.records[0], out.records[1]
			if a.OccurrenceID != "a" || a.Lat != 1.5 || a.Lon != 2.5 || a.ScientificName != "Aedes vexans" || a.Date.String() != "2007-05-06" {
				t.Errorf("first %+v", a)
			}
			if got := fmt.Sprint(a.Metadata); got != `map[deep:{"a":[1]} trapNights:2.50 wet:true]` {
				t.Errorf("metadata %s", got)
			}
			if b.OccurrenceID != "o7" || b.Metadata["feature_id"] != "7" || b.Metadata["late"] != "x" {
				t.Errorf("second %+v", b)
			}
			if out.rows[0].Line != 1 || out.rows[1].Line != 2 {
				t.Errorf("lines %d and %d", out.rows[0].Line, out.rows[1].Line)
			}
		})
	}
}

func TestGeoJSONRejects(t *testing.T) {
	t.Parallel()
	for geometry, want := range map[string]string{
		"null": "no coordinates",
		`{"type":"LineString","coordinates":[[1,2],[3,4]]}`: "geometry is not a Point",
		`{"type":"Point","coordinates":[1]}`:                "point without two coordinates",
		`{"type":"Point","coordinates":["1","2"]}`:          "point without two coordinates",
		`{"type":"Point","coordinates":[null,2]}`:           "point without two coordinates",
		`{"type":"Point"}`:                                  "point without two coordinates",
		`{"type":"Point","coordinates":[200,2]}`:            "longitude out of range",
		`{"type":"Point","coordinates":[1e999,2]}`:          "longitude is not a number",
	} {
		out := readText(t, "x.geojson", featureJSON("1", geometry, vexans), Options{})
		if out.rejects[want] != 1 {
			t.Errorf("%s: %v, want %q", geometry, out.rejects, want)
		}
	}
	good := featureJSON("1", `{"type":"Point","coordinates":[1,2]}`, vexans)
	for _, odd := range []string{"null", "[1]", `{"type":"feature"}`, `{"type":"Feature","properties":[]}`, featureJSON("{}", `{"type":"Point","coordinates":[1,2]}`, vexans)} {
		out := readText(t, "x.geojson", `{"type":"FeatureCollection","features":[`+odd+","+good+"]}", Options{})
		if out.rejects["not a GeoJSON Feature"] != 1 || len(out.records) != 1 || !strings.Contains(out.rows[0].Values[0], odd[:3]) {
			t.Errorf("%s: %v, %q", odd, out.rejects, out.rows[0].Values)
		}
	}
}

func TestEmptyCollection(t *testing.T) {
	t.Parallel()
	if out := readText(t, "x.geojson", `{"type":"FeatureCollection","features":[]}`, Options{}); len(out.rows) != 0 {
		t.Error("an empty collection has rows")
	}
}

// TestCheckGeoJSON reads another project's good and bad GeoJSON: none of it has names and dates, so that each file is an
// error, or an empty collection.
func TestCheckGeoJSON(t *testing.T) {
	t.Parallel()
	root := filepath.Join(testData(t), "check-geojson", "test", "fixture")
	files, err := filepath.Glob(filepath.Join(root, "*", "*.geojson"))
	if err != nil || len(files) < 50 {
		t.Fatalf("%d files in %s: %v", len(files), root, err)
	}
	for _, file := range files {
		out, err := readAll(t, file, Options{})
		var broken *FileError
		empty := slices.Contains([]string{"bad-duplicate-properties.geojson"}, filepath.Base(file))
		if empty != (err == nil) || err != nil && !errors.As(err, &broken) || len(out.rows) > 0 {
			t.Errorf("%s: %v, %d rows", file, err, len(out.rows))
		}
	}
}

// TestGeoJSONReferenceSystem reads the member that GeoJSON had before RFC 7946, before the features and behind them.
func TestGeoJSONReferenceSystem(t *testing.T) {
	t.Parallel()
	features := `"features":[` + featureJSON(`"a"`, `{"type":"Point","coordinates":[149000,169000]}`, vexans) + `]`
	for crs, want := range map[string]string{
		`{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::31370"}}`: "EPSG:31370",
		`null`: errGridUnnamed.Error(),
		`{"type":"name","properties":{"name":"Mars"}}`: errGridUnnamed.Error(),
	} {
		for _, text := range []string{
			`{"type":"FeatureCollection","crs":` + crs + `,` + features + `}`,
			`{"type":"FeatureCollection",` + features + `,"name":"crs","bbox":[1,2],"crs":` + crs + `,"x":{"crs":1}}`,
		} {
			out := readText(t, "a.geojson", text, Options{})
			got := out.rows[0].Reject
			if r := out.rows[0].Record; r != nil {
				got = r.CRS
			}
			if got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		}
	}
}
