package gis_test

import (
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// pythonOfQGIS is the first python3 in PATH that has QGIS's modules, "" without one: a version manager's own often lacks them.
func pythonOfQGIS() string {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		python := filepath.Join(dir, "python3")
		if _, err := os.Stat(python); err != nil {
			continue
		}
		if exec.Command(python, "-c", "import qgis.core").Run() == nil {
			return python
		}
	}
	return ""
}

// What look.py is asked for.
type (
	task struct {
		Layers     []layer   `json:"layers,omitempty"`
		Definition string    `json:"definition,omitempty"`
		Database   string    `json:"database,omitempty"`
		Pictures   []picture `json:"pictures,omitempty"`
	}
	layer struct {
		Name     string `json:"name"`
		Kind     string `json:"kind"`
		Provider string `json:"provider,omitempty"`
		Source   string `json:"source,omitempty"`
		Filter   string `json:"filter,omitempty"`
		URL      string `json:"url,omitempty"`
		Style    string `json:"style,omitempty"`
		QML      string `json:"qml,omitempty"`
	}
	picture struct {
		File   string     `json:"file"`
		Box    [4]float64 `json:"box"`
		Layers []string   `json:"layers"`
	}
)

// What it says.
type (
	report struct {
		Layers     map[string]layerReport
		Definition struct {
			Loaded bool
			Layers map[string]layerReport
		}
		Views map[string]struct {
			Key, Geometry, Comment string
			Types                  [][]any
		}
		Errors map[string][]string
	}
	layerReport struct {
		Valid, Styled, Filtered bool
		CRS, Renderer           string
		Features, Read          int
		Fields, Styles          []string
		Categories              map[string]int
	}
)

// openInQGIS runs look.py.
func openInQGIS(t *testing.T, do task) report {
	t.Helper()
	python := pythonOfQGIS()
	if python == "" {
		t.Skip("no QGIS: no python3 in PATH has the module qgis.core (Debian: python3-qgis)")
	}
	asked, err := json.Marshal(do)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "qgis/look.py", string(asked))
	// A profile of its own: QGIS keeps pages of OGC APIs in a cache.
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "HOME="+t.TempDir(), "XDG_RUNTIME_DIR="+t.TempDir())
	out, err := cmd.Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		t.Fatalf("look.py: %v\n%s", err, ended.Stderr)
	}
	var said report
	if err = errors.Join(err, json.Unmarshal(out, &said)); err != nil {
		t.Fatalf("look.py: %v\n%s", err, out)
	}
	for _, p := range do.Pictures {
		if said.Errors[p.File] == nil || len(said.Errors[p.File]) > 0 {
			t.Errorf("%s: %v", p.File, said.Errors[p.File])
		}
	}
	return said
}

// painted counts the pixels of a picture that a colour is for.
func painted(t *testing.T, path string, is func(color.NRGBA) bool) (n int) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	drawn, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	for y := range drawn.Bounds().Dy() {
		for x := range drawn.Bounds().Dx() {
			if is(at(drawn, x, y)) {
				n++
			}
		}
	}
	return n
}

func at(drawn image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(drawn.At(x, y)).(color.NRGBA)
}

func notWhite(c color.NRGBA) bool { return c != color.NRGBA{R: 255, G: 255, B: 255, A: 255} }

// near says whether a pixel is about a colour: symbols are a little transparent.
func near(want color.NRGBA) func(color.NRGBA) bool {
	close := func(a, b uint8) bool { return max(a, b)-min(a, b) < 40 }
	return func(c color.NRGBA) bool { return close(c.R, want.R) && close(c.G, want.G) && close(c.B, want.B) }
}

var (
	world  = [4]float64{-170, -55, 170, 72}
	europe = [4]float64{-10, 35, 30, 60}
)

func TestQGISReadsFeatures(t *testing.T) {
	dir := t.TempDir()
	server := needGDAL(t)
	proxy := record(t, server)
	source := func(collection string) string {
		return "restrictToRequestBBOX='1' srsname='OGC:CRS84' typename='" + collection + "' url='" + proxy.base + "/ogc' version='OGC_API_FEATURES'"
	}
	pictureOf := func(name string, box [4]float64) picture {
		return picture{File: filepath.Join(dir, name+".png"), Box: box, Layers: []string{name}}
	}
	said := openInQGIS(t, task{
		Layers: []layer{
			{Name: "sites", Kind: "vector", Provider: "OAPIF", Source: source("sites")},
			{Name: "countries", Kind: "vector", Provider: "OAPIF", Source: source("countries")},
			{Name: "filtered", Kind: "vector", Provider: "OAPIF", Source: source("traps"), Filter: "country_id = 'br'"},
			{Name: "observations", Kind: "vector", Provider: "OAPIF", Source: source("observations")},
		},
		Pictures: []picture{pictureOf("sites", europe), pictureOf("countries", world), pictureOf("filtered", world), pictureOf("observations", [4]float64{5, 42, 12, 47})},
	})
	for name, l := range said.Layers {
		if !l.Valid || l.CRS != "EPSG:4326" {
			t.Errorf("%s: %+v", name, l)
		}
	}
	if got, want := said.Layers["observations"].Features, recordCount(); got != want {
		t.Errorf("QGIS says %d observations, want %d", got, want)
	}
	if l := said.Layers["filtered"]; !l.Filtered || l.Read != matched(t, "traps", "country_id=br") {
		t.Errorf("filtered: %+v, want %d", l, matched(t, "traps", "country_id=br"))
	}
	for name, least := range map[string]int{"sites": 300, "countries": 50000, "filtered": 100, "observations": 20} {
		if got := painted(t, filepath.Join(dir, name+".png"), notWhite); got < least {
			t.Errorf("%s: %d pixels, want %d", name, got, least)
		}
	}
	if !proxy.asked("observations", "bbox") {
		t.Errorf("the box of the map did not reach the server: %v", proxy.items("observations"))
	}
}

// TestQGISDrawsTiles opens the tiles by the address of their style, as the dialog of QGIS does.
func TestQGISDrawsTiles(t *testing.T) {
	server := needGDAL(t)
	file := filepath.Join(t.TempDir(), "tiles.png")
	said := openInQGIS(t, task{
		Layers:   []layer{{Name: "tiles", Kind: "tiles", URL: server.Base + "/api/v1/tiles/observations/{z}/{x}/{y}.mvt", Style: server.Base + "/api/v1/tiles/observations/style.json"}},
		Pictures: []picture{{File: file, Box: world, Layers: []string{"tiles"}}},
	})
	if l := said.Layers["tiles"]; !l.Valid || !l.Styled || len(l.Styles) != 12 {
		t.Errorf("%+v", l)
	}
	if got := painted(t, file, near(color.NRGBA{0xee, 0xf1, 0xf0, 255})); got < 200000 {
		t.Errorf("%d pixels of background", got)
	}
	// At this zoom a cell of 200,000 records has ten and more.
	if got := painted(t, file, near(color.NRGBA{0x1f, 0x7a, 0x6c, 255})) + painted(t, file, near(color.NRGBA{0x46, 0xa5, 0x8b, 255})); got < 500 {
		t.Errorf("%d pixels of cells", got)
	}
}

func TestQGISOpensTheLayerDefinition(t *testing.T) {
	if !testenv.Long() {
		t.Skip("not a part of the short form: make test-long opens it")
	}
	server := needGDAL(t)
	dir := t.TempDir()
	definition := filepath.Join(dir, "skeeter.qlr")
	if err := os.WriteFile(definition, server.Get("/ogc/skeeter.qlr").Body, 0o600); err != nil {
		t.Fatal(err)
	}
	pictureOf := func(name string, box [4]float64) picture {
		return picture{File: filepath.Join(dir, name+".png"), Box: box, Layers: []string{name}}
	}
	said := openInQGIS(t, task{Definition: definition, Pictures: []picture{
		pictureOf("Observations, tiles", world), pictureOf("Records by country", world), pictureOf("Sites", europe), pictureOf("Observations by vector status", [4]float64{8, 44, 9, 44.5}),
	}})
	if !said.Definition.Loaded || len(said.Definition.Layers) != 4 {
		t.Fatalf("%+v", said.Definition)
	}
	for name, want := range map[string]string{"Observations, tiles": "basic", "Records by country": "graduatedSymbol", "Sites": "singleSymbol", "Observations by vector status": "categorizedSymbol"} {
		if l := said.Definition.Layers[name]; !l.Valid || l.Renderer != want {
			t.Errorf("%s: %+v", name, l)
		}
	}
	for name, c := range map[string]color.NRGBA{"Records by country": {0x0d, 0x4f, 0x52, 255}, "Sites": {0xc2, 0x41, 0x0c, 255}} {
		if got := painted(t, filepath.Join(dir, name+".png"), near(c)); got < 300 {
			t.Errorf("%s: %d pixels of its colour", name, got)
		}
	}
	if got := painted(t, filepath.Join(dir, "Observations, tiles.png"), notWhite); got < 500 {
		t.Errorf("tiles: %d pixels", got)
	}
}

// TestQGISReadsTheDatabase opens every view of the schema gis as a role that may read nothing else.
func TestQGISReadsTheDatabase(t *testing.T) {
	server := needGDAL(t)
	dir := t.TempDir()
	d := shared.deployment.In(t)
	d.MustRun("grant-readonly", "qgis", "--password-file", d.File("secret", "a password of the tests\n"))
	database := "dbname='skeeter' host=127.0.0.1 port=" + shared.port + " user='qgis' password='a password of the tests' sslmode=disable"
	var layers []layer
	var pictures []picture
	for view, filter := range map[string]string{
		"observations": "species_id = 'aedes-aegypti'", "sites": "country_id = 'br'", "traps": "country_id = 'br'", "species_richness": "species_count > 1",
		"observations_by_country": "records > 0", "observations_by_region": "records > 0",
	} {
		source := database + " key='id' estimatedmetadata=true srid=4326 table=\"gis\".\"" + view + "\" (geom)"
		layers = append(layers, layer{Name: view, Kind: "vector", Provider: "postgres", Source: source, Filter: filter})
		pictures = append(pictures, picture{File: filepath.Join(dir, view+".png"), Box: world, Layers: []string{view}})
	}
	layers = append(layers, layer{Name: "species", Kind: "vector", Provider: "postgres", Source: database + ` key='id' table="gis"."species"`})
	said := openInQGIS(t, task{Layers: layers, Database: database, Pictures: pictures})
	for _, l := range layers {
		got := said.Layers[l.Name]
		if !got.Valid || l.Filter != "" && (!got.Filtered || got.Read == 0) {
			t.Errorf("%s: %+v", l.Name, got)
		}
		view := said.Views[l.Name]
		if view.Key != "id" || view.Comment == "" || len(view.Types) != 1 {
			t.Errorf("%s: QGIS lists %+v", l.Name, view)
		}
	}
	if got, want := said.Layers["observations"].Read, server.Count("/api/v1/stats?species=aedes-aegypti"); got != want {
		t.Errorf("%d observations of a species, want %d", got, want)
	}
	for _, p := range pictures {
		if got := painted(t, p.File, notWhite); got < 300 {
			t.Errorf("%s: %d pixels", strings.TrimPrefix(p.File, dir), got)
		}
	}
}
