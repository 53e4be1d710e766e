package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// maplibre is the folder that `make build` puts MapLibre GL JS into.
const maplibre = "../web/node_modules/maplibre-gl/dist"

// What the tests look at: a server with records, and the site of a map that draws them. Neither is there when no test has
// the program that it needs.
var (
	skeeter *program
	site    *httptest.Server
)

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	flag.Parse()
	if _, err := exec.LookPath("ogrinfo"); err != nil && findChromium() == "" {
		return m.Run()
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("testdata")))
	mux.Handle("/maplibre-gl/", http.StripPrefix("/maplibre-gl/", http.FileServer(http.Dir(maplibre))))
	site = httptest.NewServer(mux)
	defer site.Close()

	p, err := newProgram("SKEETER_BACKEND_CORS_ORIGINS=" + site.URL)
	if p != nil {
		defer os.RemoveAll(p.dir)
		defer p.stop()
	}
	if err == nil {
		err = errors.Join(fill(p), p.serve())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	skeeter = p
	return m.Run()
}

// fill makes synthetic records, and a row of records over the antimeridian: one every twentieth of a degree, at rowLatitude.
func fill(p *program) error {
	var csv strings.Builder
	csv.WriteString("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\n")
	for i := -40; i < 40; i++ {
		lng := 180 + float64(i)/20 + 1.0/40
		if lng > 180 {
			lng -= 360
		}
		fmt.Fprintf(&csv, "row%d,Aedes polynesiensis,%v,%.3f,2024-03-01\n", i, rowLatitude, lng)
	}
	file := filepath.Join(p.dir, "row.csv")
	if err := os.WriteFile(file, []byte(csv.String()), 0o644); err != nil {
		return err
	}
	count := "200000"
	if testing.Short() {
		count = "20000"
	}
	if err := p.run("demo", "--count", count); err != nil {
		return err
	}
	return p.run("import", file, "--dataset", "row")
}
