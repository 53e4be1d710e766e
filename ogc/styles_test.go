package ogc_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/palette"
)

// TestStylesHaveTheColoursOfTheMap looks for the colour of each value in the layers of the MapLibre style and in the categories of QGIS.
func TestStylesHaveTheColoursOfTheMap(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for id, of := range map[string]struct {
		property string
		colours  []palette.Colour
	}{"vector-status": {"vector_status", palette.Statuses}, "species": {"species_id", palette.Species}} {
		a := s.ok("/styles/" + id)
		drawn := map[string]string{}
		for _, l := range a.body["layers"].([]any) {
			l := l.(object)
			text, err := json.Marshal(l["filter"])
			if err != nil {
				t.Fatal(err)
			}
			if m := regexp.MustCompile(`\["==",\["get","` + of.property + `"\],"([^"]+)"\]`).FindSubmatch(text); m != nil {
				drawn[string(m[1])] = l["paint"].(object)["circle-color"].(string)
			}
		}
		var categories struct {
			Renderer struct {
				Attribute  string `xml:"attr,attr"`
				Categories []struct {
					Symbol string `xml:"symbol,attr"`
					Value  string `xml:"value,attr"`
				} `xml:"categories>category"`
				Symbols []struct {
					Name string `xml:"name,attr"`
				} `xml:"symbols>symbol"`
			} `xml:"renderer-v2"`
		}
		qml := s.ok("/styles/" + id + "?f=qml")
		d := xml.NewDecoder(strings.NewReader(qml.raw))
		if err := d.Decode(&categories); err != nil {
			t.Fatal(err)
		}
		if got := qml.header.Get("Content-Disposition"); got != `attachment; filename="`+id+`.qml"` {
			t.Errorf("%s", got)
		}
		r := categories.Renderer
		if r.Attribute != of.property || len(r.Categories) != len(of.colours)+1 || len(r.Symbols) != len(r.Categories) {
			t.Fatalf("%s: %+v", id, r)
		}
		for i, c := range of.colours {
			if drawn[c.Value] != c.Hex || r.Categories[i].Value != c.Value || r.Categories[i].Symbol != r.Symbols[i].Name {
				t.Errorf("%s: %s is %s, %+v", id, c.Value, drawn[c.Value], r.Categories[i])
			}
		}
		if tiles := a.body["sources"].(object)["observations"].(object)["tiles"].([]any)[0]; tiles != "http://example.com/api/v1/tiles/observations/{z}/{x}/{y}.mvt" {
			t.Errorf("%s: %v", id, tiles)
		}
	}
}

// TestStylesAreKept revalidates them.
func TestStylesAreKept(t *testing.T) {
	t.Parallel()
	s := shared(t)
	for _, target := range []string{"/styles/species?f=mapbox", "/styles/species?f=qml"} {
		etag := s.ok(target).header.Get("ETag")
		if a := s.get(target, "If-None-Match", etag); etag == "" || a.status != http.StatusNotModified || a.raw != "" {
			t.Errorf("%s: %d with %q", target, a.status, etag)
		}
		if a := s.ask(http.MethodHead, target, ""); a.status != http.StatusOK || a.header.Get("ETag") != etag {
			t.Errorf("%s: HEAD: %d %v", target, a.status, a.header)
		}
		if other := s.ok("/styles/vector-status?f=mapbox").header.Get("ETag"); other == etag {
			t.Errorf("two styles have the ETag %s", etag)
		}
	}
}

// TestMapLibreTakesTheStyles asks its own validator, which stands with what the pages are made of.
func TestMapLibreTakesTheStyles(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const validate = `import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
let text = ''
for await (const chunk of process.stdin) text += chunk
const style = JSON.parse(text)
console.log(JSON.stringify([style.layers.length > 10, validateStyleMin(style).map((e) => e.message)]))`
	if _, err := os.Stat("../web/node_modules/@maplibre/maplibre-gl-style-spec"); errors.Is(err, os.ErrNotExist) {
		t.Skip("no validator: the packages of web are not installed")
	}
	for _, id := range styleIDs {
		command := exec.Command("node", "--input-type=module", "-e", validate)
		command.Dir, command.Stdin = "../web", strings.NewReader(s.ok("/styles/"+id).raw)
		said, err := command.CombinedOutput()
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip("no node")
		}
		if err != nil || strings.TrimSpace(string(said)) != "[true,[]]" {
			t.Errorf("%s: %v %s", id, err, said)
		}
	}
}
