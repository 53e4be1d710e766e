package ogc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// readers are the clients of testdata/read.py that read each format.
var readers = map[string][]string{"parquet": {"pyarrow", "duckdb", "geopandas"}, "arrow": {"arrow", "geoarrow"}, "gpkg": {"pyogrio"}, "xlsx": {"openpyxl"}}

// notInstalled is the exit status of read.py without the client.
const notInstalled = 77

// readWith returns the features of a file as a Python client reads them. SKEETER_TEST_PYTHON names an interpreter that has the clients.
func readWith(t *testing.T, client, file string) (out []object) {
	t.Helper()
	python := os.Getenv("SKEETER_TEST_PYTHON")
	if python == "" {
		python = "python3"
	}
	path := filepath.Join(t.TempDir(), "items")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	command := exec.Command(python, "testdata/read.py", client, path)
	command.Stderr = &said
	text, err := command.Output()
	var exit *exec.ExitError
	if errors.Is(err, exec.ErrNotFound) || errors.As(err, &exit) && exit.ExitCode() == notInstalled {
		t.Skipf("no client: %s for %s: %v %s", python, client, err, &said)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", client, err, &said)
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

// Formats of typed columns hold what GeoJSON holds, for every collection, in the same order, whichever client reads them.
func TestColumnsSayWhatGeoJSONSays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for format, clients := range readers {
		for _, client := range clients {
			t.Run(client, func(t *testing.T) {
				t.Parallel()
				s := s.in(t)
				for _, collection := range addressable {
					got := readWith(t, client, s.ok("/collections/"+collection+"/items?f="+format).raw)
					compareFeatures(t, client, collection, got, s.ok("/collections/"+collection+"/items?limit=10000").features())
				}
			})
		}
	}
}

func compareFeatures(t *testing.T, client, collection string, got, want []object) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%s: %d features, want %d", collection, len(got), len(want))
	}
	for i, f := range got {
		properties := f["properties"].(object)
		if properties["id"] != want[i]["id"] {
			t.Fatalf("%s: the %d. is %v, want %v", collection, i, properties["id"], want[i]["id"])
		}
		for name, v := range want[i]["properties"].(object) {
			if value, there := properties[name]; !there || !sameInstant(value, v) {
				t.Errorf("%s: %s is %v, want %v", collection, name, value, v)
			}
		}
		if n, m := len(properties), len(want[i]["properties"].(object))+1; n != m {
			t.Errorf("%s: %d properties, want %d", collection, n, m)
		}
		a, b := f["geometry"], want[i]["geometry"].(object)
		if client == "openpyxl" && b["type"] == "MultiPolygon" { // a workbook has no polygons
			b = nil
		}
		compareGeometries(t, client+": "+collection, a, b)
	}
}

func compareGeometries(t *testing.T, of string, got any, want object) {
	t.Helper()
	shape, there := got.(object)
	switch {
	case there != (want != nil):
		t.Errorf("%s: %v is %v", of, want, got)
	case !there:
	case shape["type"] != want["type"] || len(positions(shape["coordinates"])) != len(positions(want["coordinates"])):
		t.Errorf("%s: another geometry than %v", of, want["type"])
	case want["type"] == "Point" && fmt.Sprint(shape["coordinates"]) != fmt.Sprint(want["coordinates"]):
		t.Errorf("%s: %v is at %v", of, want, shape)
	}
}

// sameInstant compares values; instants by what they mean.
func sameInstant(a, b any) bool {
	if a == b {
		return true
	}
	x, isText := a.(string)
	y, alsoText := b.(string)
	if !isText || !alsoText {
		return false
	}
	at, err := time.Parse(time.RFC3339, x)
	other, err2 := time.Parse(time.RFC3339, y)
	return err == nil && err2 == nil && at.Equal(other)
}

// A whole result comes without limit; with one a page, forwards and backwards; conditions, properties and CRS are those of every format.
func TestColumnsArePaged(t *testing.T) {
	t.Parallel()
	s := setup(t)
	const items = "/collections/observations/items?"
	for format, clients := range readers {
		read := func(target string) (ids []string, a answer) {
			a = s.ok(target)
			for _, f := range readWith(t, clients[0], a.raw) {
				ids = append(ids, f["properties"].(object)["id"].(string))
			}
			return ids, a
		}
		first, a := read(items + "limit=100&f=" + format)
		next, _ := a.headerLink("next")
		second, a := read(next)
		previous, rest := a.headerLink("prev")
		again, _ := read(previous)
		want := s.crawl(items + "limit=10000")
		if !slices.Equal(first, want[:100]) || !slices.Equal(second, want[100:200]) || !slices.Equal(again, first) {
			t.Errorf("%s: the pages begin %v, %v, %v", format, first[0], second[0], again[0])
		}
		if !strings.Contains(rest, `type="`+a.media()+`"`) {
			t.Errorf("%s: prev is %s", format, rest)
		}
		few := readWith(t, clients[0], s.ok(items+"properties=sex&skipGeometry=true&f="+format+"&filter="+url.QueryEscape("species_id='aedes-aegypti' and sex='Female'")).raw)
		if len(few) != 1 || len(few[0]["properties"].(object)) != 2 || few[0]["geometry"] != nil {
			t.Errorf("%s: %v", format, few)
		}
		if none := readWith(t, clients[0], s.ok(items+"bbox=1,80,2,81&f="+format).raw); len(none) != 0 {
			t.Errorf("%s: %d features at the pole", format, len(none))
		}
		web := s.ok(items + "f=" + format + "&limit=1&crs=" + url.QueryEscape("http://www.opengis.net/def/crs/EPSG/0/3857"))
		if x := positions(readWith(t, clients[0], web.raw)[0]["geometry"].(object)["coordinates"])[0][0]; x > -1000 {
			t.Errorf("%s: the first place is at %g metres", format, x)
		}
		s.refused(items+"bogus=1&f="+format, "bogus")
		head := s.ask(http.MethodHead, items+"f="+format, "")
		if head.status != http.StatusOK || head.raw != "" || head.header.Get("OGC-NumberMatched") != fmt.Sprint(shown) {
			t.Errorf("%s: HEAD: %d, %d bytes, %v", format, head.status, len(head.raw), head.header)
		}
	}
}
