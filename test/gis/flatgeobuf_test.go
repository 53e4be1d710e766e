package gis_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// Boxes that are read: one in France, one where nothing is, and for points one about a feature.
const (
	inFrance = "2,48,3,49"
	nowhere  = "-150,-60,-149,-59"
)

// GDAL reads a box of a FlatGeobuf file over HTTP: what the API finds in the box, without reading the rest.
func TestBoxOfAFlatGeobuf(t *testing.T) {
	server := needGDAL(t)
	proxy := record(t, server)
	for _, collection := range []string{"observations", "events", "pools", "sites", "countries", "regions"} {
		items := "/ogc/collections/" + collection + "/items?"
		length := len(server.Get(items + "f=fgb").Body)
		source := "/vsicurl/" + proxy.base + items + "f=fgb"
		for _, box := range []string{inFrance, nowhere, boxAboutOne(t, server, items)} {
			want := idsInBox(t, server, items, box)
			proxy.forget()
			said := ogrinfo(t, append([]string{"-al", "-geom=NO", source, "-spat"}, strings.Split(box, ",")...)...)
			var got []string
			for _, id := range regexp.MustCompile(`(?m)^  id \(String\) = (.*)$`).FindAllStringSubmatch(said, -1) {
				got = append(got, id[1])
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s in %s: GDAL finds %d features, the API %d", collection, box, len(got), len(want))
			}
			requests, bytes := proxy.took()
			t.Logf("%s in %s: %d features, %d requests, %d of %d bytes", collection, box, len(got), requests, bytes, length)
			if collection == "observations" && (requests > 40 || bytes > length/4) {
				t.Errorf("%s in %s: %d features took %d requests and %d of %d bytes", collection, box, len(got), requests, bytes, length)
			}
			readBoxWithPyogrio(t, source, box, want)
		}
	}
}

// boxAboutOne returns a box about the first position of a feature.
func boxAboutOne(t *testing.T, server *skeetertest.Server, items string) string {
	t.Helper()
	var page struct {
		Features []struct {
			Geometry struct{ Coordinates json.RawMessage }
		}
	}
	if err := json.Unmarshal(server.Get(items+"f=json&limit=1").Body, &page); err != nil || len(page.Features) == 0 {
		t.Fatalf("%s: %d features, %v", items, len(page.Features), err)
	}
	var at [2]float64
	first, _, _ := strings.Cut(strings.Trim(string(page.Features[0].Geometry.Coordinates), "["), "]")
	if _, err := fmt.Sscanf(first, "%g,%g", &at[0], &at[1]); err != nil {
		t.Fatalf("%s: %v", first, err)
	}
	return fmt.Sprintf("%.3f,%.3f,%.3f,%.3f", at[0]-0.5, at[1]-0.5, at[0]+0.5, at[1]+0.5)
}

// idsInBox returns the ids of the features that the API finds in a box, in order.
func idsInBox(t *testing.T, server *skeetertest.Server, items, box string) (ids []string) {
	t.Helper()
	var page struct{ Features []struct{ ID string } }
	if err := json.Unmarshal(server.Get(items+"f=json&limit=10000&skipGeometry=true&bbox="+box).Body, &page); err != nil {
		t.Fatal(err)
	}
	for _, f := range page.Features {
		ids = append(ids, f.ID)
	}
	slices.Sort(ids)
	return ids
}

const readBox = `
import sys
try:
    import pyogrio
    frame = pyogrio.read_dataframe(sys.argv[1], bbox=tuple(float(v) for v in sys.argv[2].split(",")))
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(77)
print("\n".join(sorted(frame["id"])))
`

// readBoxWithPyogrio reads a box as geopandas does, by the GDAL of Python's wheels. SKEETER_TEST_PYTHON names an interpreter that has pyogrio and geopandas.
func readBoxWithPyogrio(t *testing.T, source, box string, want []string) {
	t.Helper()
	out, err := exec.Command(cmp.Or(os.Getenv("SKEETER_TEST_PYTHON"), "python3"), "-c", readBox, source, box).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 77 {
		t.Logf("SKIPPED: pyogrio: %s", exit.Stderr)
		return
	}
	if err != nil {
		t.Fatalf("pyogrio: %v", err)
	}
	if got := strings.Fields(string(out)); !slices.Equal(got, want) {
		t.Errorf("%s: pyogrio finds %d features in %s, the API %d", source, len(got), box, len(want))
	}
}
