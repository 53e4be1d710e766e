package contract_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }

// client checks the rules of the contract on one server.
type client struct{ *skeetertest.Client }

// paths returns a typical path of every template that has the method.
func (c client) paths(method string) map[string]string {
	out := map[string]string{}
	for template, item := range c.Document.Paths.Map() {
		if item.GetOperation(method) != nil {
			out[template] = skeetertest.TypicalPath(template)
		}
	}
	return out
}

// ofImport says whether a path is that of one import: there is none until a client begins it, as client.imports does.
func ofImport(template string) bool { return strings.Contains(template, "{import_id}") }

// TestContract checks what the document and the contract promise of every answer, on one server that all parts share.
func TestContract(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, skeetertest.BundledModel, "SKEETER_SAVE_PREDICTED_IMAGES=true")
	d.ImportFieldRecords()
	d.SavePicture(skeetertest.OwnID + ".jpg")
	c := skeetertest.NewClient(t, d.Serve())
	pgtest.Run(t, d.Connect(), skeetertest.SpeciesImage)
	testenv.Eventually(t, "the tile index is loaded, and /readyz says the same from now on", func() bool {
		return !bytes.Contains(c.Get("/readyz").Body, []byte("loading"))
	})
	c.Want(201, "POST", skeetertest.Observations, skeetertest.ObservationWith(`"id":"`+skeetertest.OwnID+`"`), "Content-Type", "application/json")
	c.Want(201, "POST", skeetertest.Areas, skeetertest.OwnArea, "Content-Type", "application/json")
	c.Want(201, "POST", skeetertest.Events, skeetertest.Event, "Content-Type", "application/json")
	c.Want(201, "POST", skeetertest.AlertRules, skeetertest.AlertRule, "Content-Type", "application/json")
	testenv.Eventually(t, "the rule raises its alert", func() bool { return c.Get(skeetertest.Alerts+"/"+skeetertest.AlertID).Status == 200 })
	c.Want(201, "POST", skeetertest.Pools, skeetertest.Pool, "Content-Type", "application/json")
	for _, part := range []struct {
		name string
		test func(client)
	}{
		{"HEAD", client.heads}, {"methods", client.methods}, {"unknown paths", client.unknownPaths}, {"trailing slash", client.slashes},
		{"compression", client.compression}, {"CORS", client.cors}, {"pages", client.pages}, {"request id", client.requestIDs},
		{"lists", client.lists}, {"languages", client.languages}, {"odd values", client.oddValues}, {"new records", client.newRecords},
		{"conditions", client.conditions}, {"pictures", client.pictures}, {"metrics", client.metrics},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(client{c.In(t)}) })
	}
}

func (c client) heads() {
	for template, path := range c.paths(http.MethodGet) {
		if ofImport(template) || ofMine(template) {
			continue
		}
		path += skeetertest.TypicalQuery(template)
		get := c.Want(200, "GET", path, "")
		head := c.Send("HEAD", path, "")
		if head.Status != 200 || len(head.Body) != 0 {
			c.T.Errorf("HEAD %s: %d, %d bytes", path, head.Status, len(head.Body))
		}
		for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Content-Language", "Vary", "Cache-Control", "Content-Disposition",
			"Content-Security-Policy"} {
			if (template == "/metrics" || template == "/api/v1/export") && name == "Content-Length" {
				continue // each request makes the metrics longer, and the export is streamed, so its length is unknown
			}
			if g, h := get.Header.Values(name), head.Header.Values(name); !slices.Equal(g, h) {
				c.T.Errorf("HEAD %s: %s is %q, that of GET %q", path, name, h, g)
			}
		}
	}
}

func (c client) methods() {
	for template, item := range c.Document.Paths.Map() {
		path, allow := skeetertest.TypicalPath(template), []string{"OPTIONS"}
		for method := range item.Operations() {
			allow = append(allow, method)
			if method == http.MethodGet {
				allow = append(allow, http.MethodHead)
			}
		}
		slices.Sort(allow)
		if a := c.Send("GET", path, "", "Host", "a%zz"); a.Status != 400 {
			c.T.Errorf("%s with a malformed Host: %d %s", path, a.Status, a.Body)
		} else {
			c.Fits(c.Document.Components.Responses["BadRequest"].Value, "GET "+path, a)
		}
		if a := c.Send("OPTIONS", path, ""); !ofMine(template) && (a.Status != 204 || a.Header.Get("Allow") != strings.Join(allow, ", ")) {
			c.T.Errorf("OPTIONS %s: %d with Allow %q, want 204 with %q", path, a.Status, a.Header.Get("Allow"), allow)
		}
		for _, method := range []string{"DELETE", "PUT", "POST", "PATCH", "GET", "TRACE", "MOSQUITO"} {
			if slices.Contains(allow, method) {
				continue
			}
			a := c.Send(method, path, "")
			if a.Status != 405 || a.Header.Get("Allow") != strings.Join(allow, ", ") {
				c.T.Errorf("%s %s: %d with Allow %q, want 405 with %q", method, path, a.Status, a.Header.Get("Allow"), allow)
			}
			c.Fits(c.Document.Components.Responses["MethodNotAllowed"].Value, method+" "+path, a)
		}
	}
}

// ofMine reports whether a path is about the account of whoever is signed in, or of a provider by which people sign in: nobody is, and there
// is none.
func ofMine(template string) bool {
	return strings.HasPrefix(template, skeetertest.API+"/me") || strings.HasPrefix(template, skeetertest.API+"/sign-in/")
}

func (c client) unknownPaths() {
	for _, path := range []string{"/nowhere", "//nowhere", "/api", "/api/v1/nowhere", "/api/v2/species", "/API/v1/species", "/api/v1/species/a/b",
		"/api/v1/observations/" + skeetertest.OwnID + "/x", "/static", "/static/", "/static/app", "/static/app/", "/static/../openapi.yaml", "/static/../../go.mod",
		"/static/%2e%2e/openapi.yaml", "/static/..%2f..%2fetc%2fpasswd", "/static//docs.css", "/static/./docs.css", "/static/docs.css%00.png",
		`/static/..\..\go.mod`, "/openapi.json/x", "/metrics/x", "/debug/pprof/"} {
		for _, method := range []string{"GET", "OPTIONS"} {
			if method == "OPTIONS" && strings.HasPrefix(path, "/static/") {
				continue // OPTIONS is answered for every path of files
			}
			a := c.Send(method, path, "")
			if a.Status != 404 || strings.TrimSpace(string(a.Body)) != `{"detail":"Not found","type":"not_found"}` {
				c.T.Errorf("%s %s: %d %.200s", method, path, a.Status, a.Body)
			}
			c.Fits(c.Document.Components.Responses["NotFound"].Value, method+" "+path, a)
		}
	}
}

func (c client) slashes() {
	for template, path := range c.paths(http.MethodGet) {
		if strings.HasSuffix(path, "/") || template == "/static/{path}" || strings.HasSuffix(template, "health") || template == "/metrics" || ofImport(template) || ofMine(template) {
			continue
		}
		var links []string
		if item := c.Document.Paths.Value(template); item.Get.Parameters.GetByInAndName("query", "limit") != nil {
			links = append(links, "limit=1")
		}
		if item := c.Document.Paths.Value(template); item.Get.Parameters.GetByInAndName("query", "offset") != nil {
			links = append(links, "offset=1") // so that there are links
		}
		query := skeetertest.TypicalQuery(template, links...)
		var plain, slashed skeetertest.Answer
		for range 3 { // what the server does by itself, such as to evaluate a rule, may come between two requests
			plain, slashed = c.Send("GET", path+query, ""), c.Want(200, "GET", path+"/"+query, "")
			if bytes.Equal(plain.Body, slashed.Body) {
				break
			}
		}
		if !bytes.Equal(plain.Body, slashed.Body) {
			c.T.Errorf("%s/ is answered with %.2000s, without the slash with %.2000s", path, slashed.Body, plain.Body)
		}
	}
	c.Want(201, "POST", skeetertest.Observations+"/", skeetertest.Observation, "Content-Type", "application/json")
}

func (c client) compression() {
	for _, path := range []string{"/openapi.json", "/openapi.yaml", skeetertest.API + "/species", skeetertest.API + "/regions?lang=ru",
		skeetertest.API + "/geo/observations", skeetertest.API + "/tiles/observations/style.json", skeetertest.Observations, skeetertest.API + "/export", skeetertest.API + "/export?format=geojsonseq", "/static/app/redoc.standalone.js"} {
		plain, small := c.Want(200, "GET", path, ""), c.Send("GET", path, "", "Accept-Encoding", "gzip")
		if plain.Header.Get("Content-Encoding") != "" || small.Header.Get("Content-Encoding") != "gzip" || len(small.Body) >= len(plain.Body) {
			c.T.Errorf("%s: Content-Encoding %q, on request %q", path, plain.Header.Get("Content-Encoding"), small.Header.Get("Content-Encoding"))
			continue
		}
		for _, a := range []skeetertest.Answer{plain, small} {
			if !strings.Contains(strings.Join(a.Header.Values("Vary"), ","), "Accept-Encoding") {
				c.T.Errorf("%s: Vary is %q", path, a.Header.Values("Vary"))
			}
		}
		r, err := gzip.NewReader(bytes.NewReader(small.Body))
		if err != nil {
			c.T.Fatal(err)
		}
		if body, err := io.ReadAll(r); err != nil || !bytes.Equal(body, plain.Body) {
			c.T.Errorf("%s: another answer when compressed (%v)", path, err)
		}
	}
	for _, path := range []string{"/livez", skeetertest.API + "/export?format=dwca", skeetertest.API + "/species/nobody"} {
		if a := c.Send("GET", path, "", "Accept-Encoding", "gzip"); a.Header.Get("Content-Encoding") != "" {
			c.T.Errorf("%s is compressed", path)
		}
	}
}

func (c client) cors() {
	const ours = "http://localhost:5173"
	for path, origin := range map[string]string{skeetertest.API + "/observations/" + skeetertest.OwnID: ours, skeetertest.Observations: "https://elsewhere.example"} {
		a := c.Send("OPTIONS", path, "", "Origin", origin, "Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "authorization,content-type,if-match")
		h := a.Header
		if a.Status != 204 || len(a.Body) > 0 {
			c.T.Errorf("preflight of %s: %d %s", path, a.Status, a.Body)
		}
		if origin != ours {
			if h.Get("Access-Control-Allow-Origin") != "" || h.Get("Access-Control-Allow-Methods") != "" {
				c.T.Errorf("%s is allowed: %v", origin, h)
			}
			continue
		}
		if h.Get("Access-Control-Allow-Origin") != ours || h.Get("Access-Control-Allow-Credentials") != "true" ||
			!strings.Contains(h.Get("Access-Control-Allow-Methods"), "PATCH") || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "If-Match") {
			c.T.Errorf("preflight of %s: %v", path, h)
		}
	}
	for path, status := range map[string]int{skeetertest.API + "/stats": 200, skeetertest.API + "/geo/traps": 400, skeetertest.API + "/diseases/gout": 404} {
		a := c.Want(status, "GET", path, "", "Origin", ours)
		if a.Header.Get("Access-Control-Allow-Origin") != ours || !strings.Contains(a.Header.Get("Access-Control-Expose-Headers"), "ETag") {
			c.T.Errorf("%s from %s: %v", path, ours, a.Header)
		}
		a = c.Want(status, "GET", path, "", "Origin", "https://elsewhere.example")
		if a.Header.Get("Access-Control-Allow-Origin") != "" || !slices.Contains(a.Header.Values("Vary"), "Origin") {
			c.T.Errorf("%s from elsewhere: %v", path, a.Header)
		}
	}
	c.Want(422, "POST", skeetertest.Observations, "{}", "Content-Type", "application/json", "Origin", ours)
	c.Want(403, "POST", skeetertest.Observations, "{}", "Content-Type", "application/json", "Origin", "https://elsewhere.example")
}

// loaded finds what a page makes the browser load.
var loaded = regexp.MustCompile(`(?:<script[^>]* src|<link[^>]* href|<img[^>]* src)="([^"]*)"`)

func (c client) pages() {
	for _, path := range []string{"/", "/docs", "/redoc"} {
		a := c.Want(200, "GET", path, "", "Accept", "text/html,*/*;q=0.8")
		csp := a.Header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || strings.Contains(csp, "http") {
			c.T.Errorf("%s: Content-Security-Policy %q", path, csp)
		}
		files := loaded.FindAllStringSubmatch(string(a.Body), -1)
		if len(files) == 0 {
			c.T.Errorf("%s loads nothing", path)
		}
		for _, file := range files {
			if file[1] == "/manifest.webmanifest" { // without a version: an installed app asks for it again
				c.Want(200, "GET", file[1], "")
				continue
			}
			if !strings.HasPrefix(file[1], "/static/") {
				c.T.Errorf("%s loads %s", path, file[1])
				continue
			}
			if f := c.Want(200, "GET", file[1], ""); !strings.Contains(f.Header.Get("Cache-Control"), "immutable") {
				c.T.Errorf("%s with its version may be kept for good, and says %q", file[1], f.Header.Get("Cache-Control"))
			}
		}
	}
	for accept, want := range map[string]string{"": "application/json", "*/*": "application/json", "application/json": "application/json"} {
		if a := c.Want(200, "GET", "/", "", "Accept", accept); a.Header.Get("Content-Type") != want {
			c.T.Errorf("/ for %q is %s", accept, a.Header.Get("Content-Type"))
		}
	}
}

func (c client) requestIDs() {
	seen := map[string]bool{}
	for sent, kept := range map[string]bool{"my-id.1": true, "0198a1b27c3d7e4f": true, "": false, "two words": false, "<b>": false, strings.Repeat("x", 65): false} {
		for _, path := range []string{skeetertest.API + "/species", skeetertest.API + "/species/nobody", "/nowhere", "/livez"} {
			got := c.Send("GET", path, "", "X-Request-Id", sent).Header.Get("X-Request-Id")
			if kept != (got == sent) || got == "" || !kept && seen[got] {
				c.T.Errorf("%s: X-Request-Id %q is answered with %q", path, sent, got)
			}
			seen[got] = true
		}
	}
}

// metrics runs last, when every route has been requested.
func (c client) metrics() {
	a := c.Want(200, "GET", "/metrics", "")
	labels := map[string]bool{}
	for _, m := range regexp.MustCompile(`skeeter_http_request_duration_seconds_bucket\{[^}]*?route="((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(string(a.Body), -1) {
		labels[regexp.MustCompile(`\{([a-z_]+):[^}]*\}`).ReplaceAllString(m[1], "{$1}")] = true
	}
	want := map[string]bool{"unmatched": true}
	for template := range c.Document.Paths.Map() {
		if template != "/" {
			template = strings.TrimRight(template, "/")
		}
		want[template] = true
	}
	if !maps.Equal(labels, want) {
		c.T.Errorf("routes of the metrics:\n%q\nwant\n%q", slices.Sorted(maps.Keys(labels)), slices.Sorted(maps.Keys(want)))
	}
	c.Want(200, "GET", "/metrics", "", "Accept", "application/openmetrics-text;version=1.0.0")
}
