package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestStaticFiles(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Prefix: "/api"}, built...))
	for path, contentType := range map[string]string{
		"/static/docs.css":                 "text/css; charset=utf-8",
		"/static/favicon.svg":              "image/svg+xml",
		"/static/app/swagger-ui.css":       "text/css; charset=utf-8",
		"/static/app/redoc.standalone.js/": "text/javascript; charset=utf-8",
	} {
		res := get(t, h, path)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != contentType ||
			res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Cache-Control") != "no-cache" || text(t, res) == "" {
			t.Errorf("%s: status %d, headers %v", path, res.StatusCode, res.Header)
		}
		checkConditional(t, h, path)
	}
}

func TestStaticVersions(t *testing.T) {
	t.Parallel()
	w := newSite(t, Options{}, built...)
	h := serving(t, w)
	current := w.assets.versioned("", "docs.css")
	for path, immutable := range map[string]bool{current: true, current + "0": false, "/static/docs.css?v=": false} {
		if got := strings.Contains(get(t, h, path).Header.Get("Cache-Control"), "immutable"); got != immutable {
			t.Errorf("%s: immutable %t, want %t", path, got, immutable)
		}
	}
	if res := get(t, h, "/static/app/assets/app-1.js"); !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("a name that holds its content's hash has Cache-Control %q", res.Header.Get("Cache-Control"))
	}
	if s := w.assets.versioned("", "no.css"); s != "" {
		t.Errorf("a file that is not there has the address %s", s)
	}
}

func TestStaticBrotli(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Prefix: "/api"}, append(built, "assets/app-1.js.br")...))
	const path = "/static/app/assets/app-1.js"
	for accept, encoding := range map[string]string{
		"gzip, deflate, br, zstd": "br", "BR;q=0.5": "br", "br;q=0, gzip": "gzip", "br;q=many": "", "brotli": "", "": "",
	} {
		res := get(t, h, path, "Accept-Encoding", accept)
		if res.Header.Get("Content-Encoding") != encoding || res.Header.Get("Content-Type") != "text/javascript; charset=utf-8" ||
			!strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("Accept-Encoding %q: headers %v", accept, res.Header)
		}
		if body := text(t, res); encoding == "br" && !strings.Contains(body, "app-1.js.br") {
			t.Errorf("Accept-Encoding %q: another file", accept)
		}
	}
	etag := get(t, h, path, "Accept-Encoding", "br").Header.Get("ETag")
	if plain := get(t, h, path).Header.Get("ETag"); etag == plain {
		t.Error("two encodings share a strong ETag")
	}
	if res := get(t, h, path, "If-None-Match", etag); res.StatusCode != http.StatusNotModified {
		t.Errorf("its own ETag is not known: %d", res.StatusCode)
	}
	if res := get(t, h, path+".br"); res.StatusCode != http.StatusNotFound {
		t.Errorf("the encoded file is an address of its own: %d", res.StatusCode)
	}
}

func TestStaticCannotEscape(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Prefix: "/api"}, built...))
	for _, path := range []string{
		"/static", "/static/", "/static/app", "/static/app/", "/static/.", "/static/..", "/static/../web.go", "/static/../static/docs.css",
		"/static/%2e%2e/openapi.yaml", "/static/%2e%2e%2fopenapi.yaml", "/static/..%5copenapi.yaml", `/static/..\..\go.mod`,
		"/static//etc/passwd", "/static/%2fetc/passwd", "/static/C:%5cwindows%5cwin.ini", "/static/file:///etc/passwd",
		"/static/app/.gitkeep", "/static/dist/redoc.standalone.js", "/static/static/docs.css", "/static/app/../docs.css", "/static//docs.css",
		"/static/docs.css%00", "/static/docs.css%00.png", "/static/DOCS.CSS", "/static/app/%252e%252e/docs.css",
	} {
		res := get(t, h, path)
		if body := text(t, res); res.StatusCode != http.StatusNotFound || !strings.Contains(body, `"type":"not_found"`) {
			t.Errorf("%s: status %d, %.80s", path, res.StatusCode, body)
		}
	}
}

func FuzzStaticPath(f *testing.F) {
	w := New(Options{})
	for _, seed := range []string{"docs.css", "../web.go", "app/", "..\\x", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if found, ok := w.assets.byPath[path]; ok && !strings.HasPrefix(found.file, "static/") && !strings.HasPrefix(found.file, "dist/") {
			t.Errorf("%q names %s", path, found.file)
		}
	})
}
