package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

// newBasemap returns a Web with a basemap of one tile, whose content is text.
func newBasemap(t *testing.T, text string) *Web {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	w := newSite(t, Options{}, built...)
	var err error
	w.basemap, err = loadBasemap(fstest.MapFS{
		"dist/basemap/version":        {Data: []byte("0123abcd")},
		"dist/basemap/7/127/0.mvt.gz": {Data: b.Bytes()},
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestBasemapTile(t *testing.T) {
	t.Parallel()
	const path, content = "/basemap/7/127/0.mvt", "what a tile holds"
	h := serving(t, newBasemap(t, content))

	plain := get(t, h, path)
	if body := text(t, plain); plain.StatusCode != http.StatusOK || body != content || plain.Header.Get("Content-Encoding") != "" ||
		plain.Header.Get("Content-Type") != "application/vnd.mapbox-vector-tile" || plain.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("status %d, headers %v, %q", plain.StatusCode, plain.Header, body)
	}
	res := get(t, h, path, "Accept-Encoding", "br, gzip;q=0.8")
	if res.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept-Encoding") ||
		res.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("compressed: headers %v", res.Header)
	}
	if z, err := gzip.NewReader(res.Body); err != nil {
		t.Error(err)
	} else if body, err := io.ReadAll(z); err != nil || string(body) != content {
		t.Errorf("decompressed %q, %v", body, err)
	}
	for _, etag := range []string{plain.Header.Get("ETag"), res.Header.Get("ETag")} {
		if again := get(t, h, path, "If-None-Match", etag); etag == "" || again.StatusCode != http.StatusNotModified || text(t, again) != "" {
			t.Errorf("with %s: status %d", etag, again.StatusCode)
		}
	}
	for address, immutable := range map[string]bool{path + "?v=0123abcd": true, path + "?v=": false, path + "?v=0123": false,
		"/basemap/7/0/0.mvt?v=0123abcd": true} {
		if got := strings.Contains(get(t, h, address).Header.Get("Cache-Control"), "immutable"); got != immutable {
			t.Errorf("%s: immutable %t, want %t", address, got, immutable)
		}
	}
}

func TestBasemapAddresses(t *testing.T) {
	t.Parallel()
	h := serving(t, newBasemap(t, "tile"))
	for path, want := range map[string]int{
		"/basemap/7/127/0.mvt": 200, "/basemap/7/126/0.mvt": 204, "/basemap/0/0/0.mvt": 204, "/basemap/7/127/127.mvt": 204,
		"/basemap/8/0/0.mvt": 404, "/basemap/7/128/0.mvt": 404, "/basemap/7/0/128.mvt": 404, "/basemap/0/1/0.mvt": 404, "/basemap/-1/0/0.mvt": 404,
		"/basemap/07/127/0.mvt": 404, "/basemap/7/+127/0.mvt": 404, "/basemap/7/127/0": 404, "/basemap/7/127/..%2f0.mvt": 404,
		"/basemap/99999999999999999999/0/0.mvt": 404, "/basemap/version": 404, "/static/app/basemap/version": 404, "/static/app/basemap/7/127/0.mvt.gz": 404,
	} {
		if res := get(t, h, path); res.StatusCode != want || want == 204 && text(t, res) != "" {
			t.Errorf("%s: status %d, want %d", path, res.StatusCode, want)
		}
	}
}

func TestBasemapThatWasNotBuilt(t *testing.T) {
	t.Parallel()
	w := newSite(t, Options{}, built...)
	w.basemap = basemap{}
	if res := get(t, serving(t, w), "/basemap/0/0/0.mvt"); res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("status %d", res.StatusCode)
	}
}

// TestBuiltBasemap looks at what the build left, if it did.
func TestBuiltBasemap(t *testing.T) {
	t.Parallel()
	w := New(Options{})
	if w.basemap.version == "" {
		t.Skip("the basemap is not built")
	}
	for address, there := range map[[3]string]bool{
		{"0", "0", "0"}: true, {"7", "65", "43"}: true, {"7", "55", "64"}: false, // the world, France, the Atlantic
	} {
		compressed, ok, err := w.basemap.tile(address[0], address[1], address[2])
		if err != nil || !ok || (compressed != nil) != there {
			t.Errorf("%v: %d bytes, %t, %v", address, len(compressed), ok, err)
		}
	}
	entries, err := assetFiles.ReadDir("dist/basemap")
	if err != nil || len(entries) != basemapMaxZoom+2 {
		t.Errorf("%d entries, want the zooms 0 to %d and the version: %v", len(entries), basemapMaxZoom, err)
	}
	const largestTile, largestOfTheFirstMap, all = 100_000, 17_000, 12_000_000
	total := 0
	err = fs.WalkDir(assetFiles, "dist/basemap", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".mvt.gz") {
			return err
		}
		compressed, err := fs.ReadFile(assetFiles, name)
		if err != nil {
			return err
		}
		total += len(compressed)
		if z := strings.Split(name, "/")[2]; z < "2" && len(compressed) > largestOfTheFirstMap {
			t.Errorf("%s has %d bytes, compressed", name, len(compressed))
		}
		content, err := decompressed(compressed)
		if len(content) > largestTile {
			t.Errorf("%s has %d bytes", name, len(content))
		}
		return err
	})
	if err != nil || total > all {
		t.Errorf("the tiles take %d bytes, %v", total, err)
	}
}

func TestPolicyOfADeploymentsOwnBasemap(t *testing.T) {
	t.Parallel()
	for style, want := range map[string]string{
		"": "connect-src 'self';", "https://tiles.example/style.json?key=a": "connect-src 'self' https:;",
		"http://localhost:8081/style.json": "connect-src 'self' https: http://localhost:8081;",
	} {
		policy := cspApp(style)
		if !strings.Contains(policy, want) {
			t.Errorf("%q: %s", style, policy)
		}
	}
}
