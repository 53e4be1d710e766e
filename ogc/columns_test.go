package ogc_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// readers are the clients of testdata/read.py that read each format.
var readers = map[string][]string{"parquet": {"pyarrow", "duckdb", "geopandas"}, "arrow": {"arrow", "geoarrow"}, "gpkg": {"pyogrio"}, "xlsx": {"openpyxl"}}

// notInstalled is the exit status of read.py without the client.
const notInstalled = 77

// readWith returns the features of each file as a Python client reads them. SKEETER_TEST_PYTHON names an interpreter that has the clients.
func readWith(t *testing.T, client string, files ...string) [][]object {
	t.Helper()
	python := os.Getenv("SKEETER_TEST_PYTHON")
	if python == "" {
		python = "python3"
	}
	args, folder := []string{"testdata/read.py", client}, t.TempDir()
	for i, file := range files {
		args = append(args, filepath.Join(folder, strconv.Itoa(i)))
		if err := os.WriteFile(args[len(args)-1], []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	command := exec.Command(python, args...)
	command.Stderr = &said
	text, err := command.Output()
	var exit *exec.ExitError
	if errors.Is(err, exec.ErrNotFound) || errors.As(err, &exit) && exit.ExitCode() == notInstalled {
		t.Skipf("no client: %s for %s: %v %s", python, client, err, &said)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", client, err, &said)
	}
	out := make([][]object, len(files))
	for line := range bytes.Lines(text) {
		var f object
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		i := int(f["file"].(float64))
		out[i] = append(out[i], f)
	}
	return out
}

// Formats of typed columns hold what GeoJSON holds, for every collection, in the same order, whichever client reads them.
func TestColumnsSayWhatGeoJSONSays(t *testing.T) {
	t.Parallel()
	s := shared(t)
	wants := map[string]func() []object{} // what all clients have to read
	for _, collection := range addressable {
		wants[collection] = sync.OnceValue(func() []object { return s.ok("/collections/" + collection + "/items?limit=10000").features() })
	}
	for format, clients := range readers {
		for _, client := range clients {
			t.Run(client, func(t *testing.T) {
				t.Parallel()
				s := s.in(t)
				var files []string
				collections := addressable
				if client == "geopandas" || client == "geoarrow" { // they read no table without geometries
					collections = placed
				}
				for _, collection := range collections {
					files = append(files, s.ok("/collections/"+collection+"/items?f="+format).raw)
				}
				for i, got := range readWith(t, client, files...) {
					compareFeatures(t, client, collections[i], got, wants[collections[i]]())
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
		a, b := f["geometry"], object(nil)
		if shape, ok := want[i]["geometry"].(object); ok {
			b = shape
		}
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
	s := shared(t)
	const items = "/collections/observations/items?"
	want := s.crawl(items + "limit=10000")
	for format, clients := range readers {
		first := s.ok(items + "limit=100&f=" + format)
		next, _ := first.headerLink("next")
		second := s.ok(next)
		previous, rest := second.headerLink("prev")
		if !strings.Contains(rest, `type="`+second.media()+`"`) {
			t.Errorf("%s: prev is %s", format, rest)
		}
		read := readWith(t, clients[0], first.raw, second.raw, s.ok(previous).raw,
			s.ok(items+"properties=sex&skipGeometry=true&f="+format+"&filter="+url.QueryEscape("species_id='aedes-aegypti' and sex='Female'")).raw,
			s.ok(items+"bbox=1,80,2,81&f="+format).raw,
			s.ok(items+"limit=1&f="+format+"&crs="+url.QueryEscape("http://www.opengis.net/def/crs/EPSG/0/3857")).raw)
		for i, page := range [][]string{want[:100], want[100:200], want[:100]} {
			if got := idsOf(read[i]); !slices.Equal(got, page) {
				t.Errorf("%s: page %d has %d features and begins with %v", format, i, len(got), got[0])
			}
		}
		if few := read[3]; len(few) != 1 || len(few[0]["properties"].(object)) != 2 || few[0]["geometry"] != nil {
			t.Errorf("%s: %v", format, few)
		}
		if len(read[4]) != 0 {
			t.Errorf("%s: %d features at the pole", format, len(read[4]))
		}
		if x := positions(read[5][0]["geometry"].(object)["coordinates"])[0][0]; x > -1000 {
			t.Errorf("%s: the first place is at %g metres", format, x)
		}
		s.refused(items+"bogus=1&f="+format, "bogus")
		head := s.ask(http.MethodHead, items+"f="+format, "")
		if head.status != http.StatusOK || head.raw != "" || head.header.Get("OGC-NumberMatched") != fmt.Sprint(shown) {
			t.Errorf("%s: HEAD: %d, %d bytes, %v", format, head.status, len(head.raw), head.header)
		}
	}
}

func idsOf(features []object) (ids []string) {
	for _, f := range features {
		ids = append(ids, f["properties"].(object)["id"].(string))
	}
	return ids
}

// What is not compressed in itself is compressed when the client asks for that, and is the same.
func TestColumnsAreCompressed(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for format, compressed := range map[string]bool{"fgb": true, "arrow": true, "gpkg": true, "parquet": false, "xlsx": false} {
		a := s.ok("/collections/observations/items?f="+format, "Accept-Encoding", "gzip")
		if got := a.header.Get("Content-Encoding") == "gzip"; got != compressed {
			t.Errorf("%s: Content-Encoding %q", format, a.header.Get("Content-Encoding"))
			continue
		}
		if !compressed || format == "gpkg" { // which has the time that it was made
			continue
		}
		body, err := gzip.NewReader(strings.NewReader(a.raw))
		if err != nil {
			t.Fatal(err)
		}
		if plain, err := io.ReadAll(body); err != nil || string(plain) != s.ok("/collections/observations/items?f="+format).raw {
			t.Errorf("%s: %d bytes, %v", format, len(plain), err)
		}
	}
}
