package web

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/pmtiles"
	"github.com/skeeter-surveillance/skeeter/internal/pmtiles/pmtilestest"
)

func streets(t *testing.T, archive []byte) *pmtiles.Archive {
	t.Helper()
	path := filepath.Join(t.TempDir(), "streets.pmtiles")
	if err := os.WriteFile(path, archive, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := pmtiles.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

func TestStreets(t *testing.T) {
	t.Parallel()
	archive := streets(t, pmtilestest.Archive{Metadata: pmtilestest.Protomaps, Tiles: map[uint64][]byte{0: []byte("the world"), 1: []byte("the north west")}, Zoom: 1}.Bytes())
	h := serving(t, newSite(t, Options{Streets: archive}, built...))

	var description tileJSON
	if err := json.Unmarshal([]byte(text(t, get(t, h, "/basemap/streets.json"))), &description); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(description.Attribution, "© OpenStreetMap contributors") || !strings.Contains(description.Attribution, "Protomaps") ||
		description.MaxZoom != 1 || len(description.Tiles) != 1 || !strings.Contains(description.Tiles[0], archive.Version()) {
		t.Errorf("TileJSON %+v", description)
	}
	if page := text(t, get(t, h, "/about")); !strings.Contains(page, ` data-streets="`+archive.Version()+`"`) {
		t.Errorf("the page does not say that there is a street map: %.300s", page)
	}
	for path, want := range map[string]struct {
		status int
		body   string
	}{
		"/basemap/streets/0/0/0.mvt": {200, "the world"}, "/basemap/streets/1/0/0.mvt": {200, "the north west"}, "/basemap/streets/1/1/1.mvt": {204, ""},
		"/basemap/streets/2/0/0.mvt": {404, ""}, "/basemap/streets/1/2/0.mvt": {404, ""}, "/basemap/streets/1/0/-1.mvt": {404, ""}, "/basemap/streets/01/0/0.mvt": {404, ""},
		"/basemap/streets/9223372036854775807/0/0.mvt": {404, ""}, "/basemap/streets": {404, ""},
	} {
		res := get(t, h, path)
		if body := text(t, res); res.StatusCode != want.status || want.status != http.StatusNotFound && body != want.body {
			t.Errorf("%s: status %d, %q", path, res.StatusCode, body)
		}
	}
	res := get(t, h, "/basemap/streets/0/0/0.mvt?v="+archive.Version(), "Accept-Encoding", "gzip")
	if res.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("headers %v", res.Header)
	}
}

func TestWithoutStreets(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{}, built...))
	for _, path := range []string{"/basemap/streets.json", "/basemap/streets/0/0/0.mvt"} {
		if res := get(t, h, path); res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, res.StatusCode)
		}
	}
	if page := text(t, get(t, h, "/about")); strings.Contains(page, "data-streets") {
		t.Error("the page says that there is a street map")
	}
}

func TestAStreetTileThatIsBroken(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Streets: streets(t, pmtilestest.File(
		pmtilestest.Gzip(pmtilestest.Directory(pmtilestest.Entry{Run: 1, Offset: 99, Length: 1})), pmtilestest.Gzip([]byte(pmtilestest.Protomaps)), nil, []byte("x"), 0, 2))}, built...))
	if res := get(t, h, "/basemap/streets/0/0/0.mvt"); res.StatusCode != http.StatusInternalServerError || strings.Contains(text(t, res), "outside") {
		t.Errorf("status %d", res.StatusCode)
	}
}
