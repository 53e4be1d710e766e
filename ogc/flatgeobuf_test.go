package ogc_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// ogr2ogr turns a file into GeoJSON features.
func ogr2ogr(t *testing.T, fgb string) (out []object) {
	t.Helper()
	if _, err := exec.LookPath("ogr2ogr"); err != nil {
		t.Skip("no GDAL: ogr2ogr is not in PATH")
	}
	file := filepath.Join(t.TempDir(), "items.fgb")
	if err := os.WriteFile(file, []byte(fgb), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("ogr2ogr", "-f", "GeoJSONSeq", "/vsistdout/", file, "-lco", "COORDINATE_PRECISION=7").Output()
	if err != nil {
		t.Fatalf("ogr2ogr: %v", err)
	}
	for line := range bytes.Lines(text) {
		var f object
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		out = append(out, f)
	}
	return out
}

// FlatGeobuf holds what GeoJSON holds, for every collection: in the order of its index, unless another one is asked for.
func TestFlatGeobufSaysWhatGeoJSONSays(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, collection := range addressable {
		items := "/collections/" + collection + "/items?skipGeometry=" + fmt.Sprint(collection == "countries" || collection == "regions")
		a := s.ok(items + "&f=fgb")
		want := s.ok(items + "&limit=10000").features()
		got := ogr2ogr(t, a.raw)
		if a.header.Get("Accept-Ranges") != "" {
			id := func(f object) string { return f["properties"].(object)["id"].(string) }
			slices.SortFunc(got, func(a, b object) int { return strings.Compare(id(a), id(b)) })
			slices.SortFunc(want, func(a, b object) int { return strings.Compare(a["id"].(string), b["id"].(string)) })
		}
		if len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%s: %d features, want %d", collection, len(got), len(want))
		}
		if n := a.header.Get("OGC-NumberMatched"); n != "" && n != fmt.Sprint(len(want)) {
			t.Errorf("%s: %s matched, %d there", collection, n, len(want))
		}
		for i, f := range got {
			if point, ok := f["geometry"].(object); ok && !reflect.DeepEqual(point["coordinates"], want[i]["geometry"].(object)["coordinates"]) {
				t.Errorf("%s: %v is at %v", collection, want[i]["geometry"], point)
			}
			properties := f["properties"].(object)
			if properties["id"] != want[i]["id"] {
				t.Errorf("%s: the %d. is %v, want %v", collection, i, properties["id"], want[i]["id"])
			}
			for name, v := range want[i]["properties"].(object) {
				if got := properties[name]; !sameValue(got, v) {
					t.Errorf("%s: %s is %v, want %v", collection, name, got, v)
				}
			}
		}
	}
}

// sameValue compares GDAL's spelling of a value with ours: milliseconds with three digits, days as instants.
func sameValue(gdal, ours any) bool {
	a, isText := gdal.(string)
	b, alsoText := ours.(string)
	if !isText || !alsoText {
		return gdal == ours
	}
	return a == b || strings.TrimSuffix(a, "Z") == strings.TrimSuffix(b, "Z") || a == b+"T00:00:00" || strings.Replace(a, ".500Z", ".5Z", 1) == b
}

func TestFlatGeobufOfShapes(t *testing.T) {
	t.Parallel()
	s := shared(t)
	web := url.QueryEscape("http://www.opengis.net/def/crs/EPSG/0/3857")
	got := ogr2ogr(t, s.ok("/collections/countries/items?f=fgb&limit=1&sortby=id&crs="+web).raw)
	want := s.ok("/collections/countries/items?limit=1&sortby=id&crs=" + web).features()
	if len(got) != 1 {
		t.Fatalf("%d features", len(got))
	}
	if a, b := positions(got[0]["geometry"].(object)["coordinates"]), positions(want[0]["geometry"].(object)["coordinates"]); len(a) != len(b) {
		t.Errorf("%d positions, want %d", len(a), len(b))
	}
}

// Without limit the whole result comes, more than a page may hold; with one a page, whose next is in the header.
func TestFlatGeobufPages(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const items = "/collections/observations/items?"
	if n := len(ogr2ogr(t, s.ok(items+"f=fgb").raw)); n != shown {
		t.Errorf("%d features without limit, want %d", n, shown)
	}
	var ids []string
	target := items + "f=fgb&limit=100"
	for target != "" {
		a := s.ok(target)
		for _, f := range ogr2ogr(t, a.raw) {
			ids = append(ids, f["properties"].(object)["id"].(string))
		}
		var rest string
		if target, rest = a.headerLink("next"); target != "" && !strings.Contains(rest, `type="application/flatgeobuf"`) {
			t.Errorf("next is %s", rest)
		}
	}
	if want := s.crawl(items + "limit=10000"); !slices.Equal(ids, want) {
		t.Errorf("%d features in pages, want %d in the order of GeoJSON", len(ids), len(want))
	}
}

func TestFlatGeobufIsFound(t *testing.T) {
	t.Parallel()
	s := shared(t)
	address := s.ok("/collections/observations").link("items", "application/flatgeobuf")
	for _, a := range []answer{
		s.ok(address), s.ok("/collections/observations/items", "Accept", "application/flatgeobuf"),
		s.ok("/collections/observations/items", "Accept", "application/vnd.flatgeobuf, */*;q=0.1"),
	} {
		if got := a.header.Get("Content-Type"); got != "application/flatgeobuf" || !strings.HasPrefix(a.raw, "fgb\x03fgb") {
			t.Errorf("%s: %s, %.10q", a.target, got, a.raw)
		}
	}
	if n := len(ogr2ogr(t, s.ok("/collections/observations/items?f=fgb&filter="+url.QueryEscape("species_id='aedes-aegypti' and sex='Female'")).raw)); n != 1 {
		t.Errorf("%d features pass the filter, want 1", n)
	}
	if n := len(ogr2ogr(t, s.ok("/collections/observations/items?f=fgb&bbox=1,80,2,81").raw)); n != 0 {
		t.Errorf("%d features at the pole", n)
	}
	s.refused("/collections/observations/items?f=fgb&bogus=1", "bogus")
	s.refused("/collections/observations/items?f=fgb&limit=0", "limit")

	head := s.ask(http.MethodHead, "/collections/observations/items?f=fgb", "")
	if head.status != http.StatusOK || head.raw != "" || head.header.Get("OGC-NumberMatched") != fmt.Sprint(shown) {
		t.Errorf("HEAD: %d, %d bytes, %v", head.status, len(head.raw), head.header)
	}
}
