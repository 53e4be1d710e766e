package web

import (
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// built are the names that the npm build leaves in dist/; the tests put stand-ins there, so that they need no npm.
var built = []string{
	"assets/app-1.js", "assets/app-2.css", "assets/map-3.js", "assets/map-4.css", "assets/shared-5.js", "assets/docs-6.js", "assets/redoc-7.js", "assets/latin-8.woff2", "assets/cyrillic-9.woff2",
	"swagger-ui-bundle.js", "swagger-ui.css", "redoc.standalone.js",
}

const builtManifest = `{
	"src/main.ts": {"file": "assets/app-1.js", "css": ["assets/app-2.css"], "imports": ["_shared.js"]},
	"_shared.js": {"file": "assets/shared-5.js"},
	"src/explore/MapPage.svelte": {"file": "assets/map-3.js", "css": ["assets/map-4.css"], "imports": ["src/main.ts", "_shared.js"]},
	"node_modules/@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2": {"file": "assets/latin-8.woff2"},
	"node_modules/@fontsource-variable/manrope/files/manrope-cyrillic-wght-normal.woff2": {"file": "assets/cyrillic-9.woff2"},
	"src/docs/docs.ts": {"file": "assets/docs-6.js"},
	"src/docs/redoc.ts": {"file": "assets/redoc-7.js"}
}`

// pagePaths are those that answer a page.
var pagePaths = []string{
	"/", "/species", "/species/aedes-aegypti", "/diseases", "/diseases/malaria", "/report", "/records", "/records/1", "/bulletin", "/about", "/docs", "/redoc",
}

// newSite returns a Web whose dist/ holds the named files.
func newSite(t *testing.T, o Options, dist ...string) *Web {
	t.Helper()
	files := fstest.MapFS{"dist/.gitkeep": {}}
	err := fs.WalkDir(assetFiles, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(assetFiles, name)
		files[name] = &fstest.MapFile{Data: body}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range dist {
		files["dist/"+name] = &fstest.MapFile{Data: []byte(strings.Repeat("/* "+name+" */\n", 200))}
	}
	if len(dist) > 0 {
		files["dist/manifest.json"] = &fstest.MapFile{Data: []byte(builtManifest)}
	}
	w := New(o)
	if w.assets, err = loadAssets(files); err != nil {
		t.Fatal(err)
	}
	if w.bundle, err = readBundle(files); err != nil {
		t.Fatal(err)
	}
	return w
}

// serving returns the routes inside the middleware of the service.
func serving(t *testing.T, w *Web) http.Handler {
	t.Helper()
	return httpapi.New(httpapi.Options{
		Routes:  accesstest.Routes(t, w.Routes()),
		Log:     slog.New(slog.DiscardHandler),
		Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
	})
}

// get asks for a path as it is, without cleaning it, with pairs of header names and values.
func get(t *testing.T, h http.Handler, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "http://skeeter.test/", nil)
	var err error
	if r.URL, err = url.ParseRequestURI(path); err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec.Result()
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestWelcome(t *testing.T) {
	t.Parallel()
	w := newSite(t, Options{AppName: "Field station", Version: "1.2.3", Prefix: "/api",
		Links: map[string]string{"tiles": "/api/v1/tiles/observations.json"}})
	h := serving(t, w)
	for _, path := range []string{"/", "/api/v1", "/api/v1/"} {
		res := get(t, h, path, "Accept", "*/*")
		var body map[string]any
		if err := json.NewDecoder(res.Body).Decode(&body); err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d, %v", path, res.StatusCode, err)
		}
		schema := load(t, w.spec().json).Components.Schemas["Welcome"].Value
		if err := schema.VisitJSON(body); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		links, _ := body["links"].(map[string]any)
		if body["message"] != "Welcome to Field station" || body["version"] != "1.2.3" ||
			links["tiles"] != "http://skeeter.test/api/v1/tiles/observations.json" || links["docs"] != "http://skeeter.test/docs" {
			t.Errorf("%s answers %v", path, body)
		}
		if _, there := body["notice"]; there {
			t.Errorf("%s has a notice although there is none", path)
		}
	}
}

func TestNoticeIsEverywhereAndEscaped(t *testing.T) {
	t.Parallel()
	const notice = `All data is synthetic <script>alert("x")</script>`
	h := serving(t, newSite(t, Options{Prefix: "/api", Notice: func() Notice { return Notice{"synthetic", notice} }}, built...))
	for _, path := range pagePaths {
		body := text(t, get(t, h, path, "Accept", "text/html"))
		if !strings.Contains(body, "All data is synthetic &lt;script&gt;") || strings.Contains(body, "<script>alert") {
			t.Errorf("%s does not carry the notice as text:\n%s", path, body)
		}
	}
	if body := text(t, get(t, h, "/", "Accept", "text/html")); !strings.Contains(body, `data-notice="synthetic"`) {
		t.Errorf("the application does not learn which notice it is:\n%s", body)
	}
	var welcome welcomeBody
	if err := json.NewDecoder(get(t, h, "/api/v1").Body).Decode(&welcome); err != nil || welcome.Notice != notice {
		t.Errorf("the welcome says %q, %v", welcome.Notice, err)
	}
}

func TestApplicationLearnsWhatItNeeds(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{
		AppName: `Field "station"`, Version: "1.2.3", Prefix: "/v", BasemapStyle: "https://tiles.example.org/style.json?key=1&x=2", ReadOrigins: []string{"https://map.example.org", "http://localhost:5173"},
	}, built...))
	res := get(t, h, "/", "Accept", "text/html")
	body := text(t, res)
	for _, want := range []string{
		`data-base="/v/v1"`, `data-app-name="Field &#34;station&#34;"`, `data-version="1.2.3"`, `data-may="report edit import review administer"`,
		`data-read-origins="https://map.example.org http://localhost:5173"`, `data-basemap="https://tiles.example.org/style.json?key=1&amp;x=2"`,
		`<script type="module" src="/static/app/assets/app-1.js">`, `<link rel="modulepreload" href="/static/app/assets/shared-5.js">`,
		`<link rel="modulepreload" href="/static/app/assets/map-3.js">`, `<link rel="stylesheet" href="/static/app/assets/map-4.css">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %s:\n%s", want, body)
		}
	}
	for who, may := range map[string]string{"nobody": "", "scopes observations:report": ` data-may="report"`, "scopes observations:write": ` data-may="report edit"`} {
		if body := text(t, get(t, h, "/", "Accept", "text/html", "Authorization", who)); !strings.Contains(body, may) || may == "" && strings.Contains(body, "data-may") {
			t.Errorf("the page of %s lacks %s:\n%s", who, may, body)
		}
	}
	if csp := res.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "connect-src 'self' https:;") {
		t.Errorf("the policy does not let the deployment's own basemap in: %s", csp)
	}
	if body := text(t, get(t, h, "/species", "Accept", "text/html")); strings.Contains(body, "map-3.js") || !strings.Contains(body, "app-1.js") {
		t.Errorf("another page loads the map's script, or not the application's:\n%s", body)
	}
}

func TestRootByAccept(t *testing.T) {
	t.Parallel()
	for accept, html := range map[string]bool{
		"": false, "*/*": false, "application/json": false, "text/html": true, "TEXT/HTML;charset=utf-8": true,
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": true,
		"application/json, text/html;q=0.5":                               false,
		"application/json;q=0.5, text/html":                               true,
		"text/html;q=0":                                                   false,
		"text/html;q=most, ;;,":                                           false,
	} {
		if got := prefersHTML(accept); got != html {
			t.Errorf("Accept %q: page %t, want %t", accept, got, html)
		}
	}
	h := serving(t, newSite(t, Options{Prefix: "/api"}, built...))
	for accept, contentType := range map[string]string{"text/html": "text/html; charset=utf-8", "*/*": "application/json"} {
		res := get(t, h, "/", "Accept", accept)
		if res.Header.Get("Content-Type") != contentType || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept") {
			t.Errorf("Accept %q: headers %v", accept, res.Header)
		}
	}
}

var (
	inlineScript = regexp.MustCompile(`(?i)<script(\s[^>]*)?>[^<]|\son[a-z]+=|javascript:|<style|\sstyle=`)
	ownLink      = regexp.MustCompile(`(?:src|href)="([^"]*/static/[^"]*)"`)
	foreignLink  = regexp.MustCompile(`(?:src|href)="(?:https?:)?//`)
)

func TestPagesAreStrict(t *testing.T) {
	t.Parallel()
	for root, publicURL := range map[string]func(*http.Request) string{
		"":      nil,
		"/maps": func(*http.Request) string { return "https://example.org/maps" },
	} {
		h := serving(t, newSite(t, Options{Prefix: "/api", PublicURL: publicURL}, built...))
		for _, path := range pagePaths {
			res := get(t, h, path, "Accept", "text/html")
			body := text(t, res)
			csp := res.Header.Get("Content-Security-Policy")
			if res.StatusCode != http.StatusOK || !strings.Contains(csp, "default-src 'none'") || !strings.Contains(csp, "script-src 'self';") ||
				strings.Contains(csp, "unsafe") || res.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: status %d, headers %v", path, res.StatusCode, res.Header)
			}
			if m := inlineScript.FindString(body) + foreignLink.FindString(body); m != "" {
				t.Errorf("%s holds %q, which its policy blocks", path, m)
			}
			links := ownLink.FindAllStringSubmatch(body, -1)
			if len(links) < 3 {
				t.Errorf("%s loads %d files, want a style, an icon and a script at least", path, len(links))
			}
			for _, link := range links {
				below, found := strings.CutPrefix(link[1], root)
				asset := get(t, h, below)
				if !found || asset.StatusCode != http.StatusOK || !strings.Contains(asset.Header.Get("Cache-Control"), "immutable") {
					t.Errorf("%s loads %s: status %d, Cache-Control %q", path, link[1], asset.StatusCode, asset.Header.Get("Cache-Control"))
				}
			}
		}
	}
}

func TestPagesWithoutTheirScripts(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Prefix: "/api"}))
	for _, path := range pagePaths {
		res := get(t, h, path, "Accept", "text/html")
		var body struct{ Detail, Type string }
		if err := json.NewDecoder(res.Body).Decode(&body); err != nil {
			t.Fatal(err)
		}
		if res.StatusCode != http.StatusServiceUnavailable || body.Type != "unavailable" || !strings.Contains(body.Detail, "make build") ||
			res.Header.Get("Retry-After") == "" {
			t.Errorf("%s: status %d, %+v, %v", path, res.StatusCode, body, res.Header)
		}
	}
}

func FuzzPrefersHTML(f *testing.F) {
	f.Add("text/html,application/xml;q=0.9,*/*;q=0.8")
	f.Add(`text/html; q="1`)
	f.Fuzz(func(t *testing.T, accept string) {
		if prefersHTML(accept) && !strings.Contains(strings.ToLower(accept), "html") {
			t.Errorf("Accept %q gives a page although it does not name HTML", accept)
		}
	})
}
