package main_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// speaker asks one real server with headers of its own choice, and holds every answer against the document.
type speaker struct {
	*contract
	s *server
}

// in is the speaker of a subtest.
func (p speaker) in(t *testing.T) speaker {
	s, c := *p.s, *p.contract
	s.t, c.t = t, t
	return speaker{&c, &s}
}

// say sends a request whose answer has to be in the document. Headers are given as name, value, name, value.
func (p speaker) say(method, target, body string, headers ...string) answer {
	p.t.Helper()
	a := p.send(method, target, body, headers...)
	if method != http.MethodHead {
		p.check(method, target, a)
	}
	return a
}

// send sends a request as it is: no redirect is followed, nothing is compressed unless asked for, no path is cleaned.
func (p speaker) send(method, target, body string, headers ...string) answer {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.s.base+target, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		p.t.Fatalf("%s %s: %v", method, target, err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatalf("%s %s: %v", method, target, err)
	}
	return answer{resp.StatusCode, resp.Header, raw}
}

// want sends a request and holds the status of its answer.
func (p speaker) want(status int, method, target, body string, headers ...string) answer {
	p.t.Helper()
	a := p.say(method, target, body, headers...)
	if a.status != status {
		p.t.Errorf("%s %.200s %v: %d, want %d: %.300s", method, target, headers, a.status, status, a.body)
	}
	return a
}

// typical values of the path variables; each path with them is answered with 200.
var typical = strings.NewReplacer("{species_id}", "aedes-aegypti", "{disease_id}", "malaria", "{layer_type}", "observations",
	"{filter_type}", "countries", "{observation_id}", ownID, "{path}", "docs.css", "{name}", ownID+".jpg",
	"{z}", "0", "{x}", "0", "{y}", "0")

const (
	apiBase = "/api/v1"
	ownID   = "6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11"
)

// paths returns a typical path of every template that has the method.
func (c *contract) paths(method string) map[string]string {
	out := map[string]string{}
	for template, item := range c.doc.Paths.Map() {
		if item.GetOperation(method) != nil {
			out[template] = typical.Replace(template)
		}
	}
	return out
}

// TestContract holds what the document and the contract promise of every answer, on one server that all parts share.
func TestContract(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_SAVE_PREDICTED_IMAGES=true")
	h.ok("import", h.file("field.csv", fieldRecords), "--dataset", "Field work")
	h.savedPicture(ownID + ".jpg")
	p := speaker{loadContract(t), h.serve()}
	eventually(t, "the tile index is loaded, and /readyz says the same from now on", func() bool {
		return !bytes.Contains(p.s.get("/readyz").body, []byte("loading"))
	})
	p.want(201, "POST", apiBase+"/observations", `{"id":"`+ownID+`",`+observation[1:], "Content-Type", "application/json")
	for _, part := range []struct {
		name string
		test func(speaker)
	}{
		{"HEAD", speaker.heads}, {"methods", speaker.methods}, {"unknown paths", speaker.unknownPaths}, {"trailing slash", speaker.slashes},
		{"compression", speaker.compression}, {"CORS", speaker.cors}, {"pages", speaker.pages}, {"request id", speaker.requestIDs},
		{"lists", speaker.lists}, {"languages", speaker.languages}, {"odd values", speaker.oddValues}, {"new records", speaker.newRecords},
		{"conditions", speaker.conditions}, {"pictures", speaker.pictures}, {"metrics", speaker.metrics},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(p.in(t)) })
	}
}

func (p speaker) heads() {
	for template, path := range p.paths(http.MethodGet) {
		get := p.want(200, "GET", path, "")
		head := p.send("HEAD", path, "")
		if head.status != 200 || len(head.body) != 0 {
			p.t.Errorf("HEAD %s: %d, %d bytes", path, head.status, len(head.body))
		}
		for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Content-Language", "Vary", "Cache-Control", "Content-Disposition",
			"Content-Security-Policy"} {
			if (template == "/metrics" || template == "/api/v1/export") && name == "Content-Length" {
				continue // every request makes the one longer, and the other is streamed: nobody counts it for a HEAD
			}
			if g, h := get.header.Values(name), head.header.Values(name); !slices.Equal(g, h) {
				p.t.Errorf("HEAD %s: %s is %q, that of GET %q", path, name, h, g)
			}
		}
	}
}

func (p speaker) methods() {
	for template, item := range p.doc.Paths.Map() {
		path, allow := typical.Replace(template), []string{"OPTIONS"}
		for method := range item.Operations() {
			allow = append(allow, method)
			if method == http.MethodGet {
				allow = append(allow, http.MethodHead)
			}
		}
		slices.Sort(allow)
		if a := p.send("GET", path, "", "Host", "a%zz"); a.status != 400 {
			p.t.Errorf("%s with a malformed Host: %d %s", path, a.status, a.body)
		} else {
			p.fits(p.doc.Components.Responses["BadRequest"].Value, "GET "+path, a)
		}
		if a := p.send("OPTIONS", path, ""); a.status != 204 || a.header.Get("Allow") != strings.Join(allow, ", ") {
			p.t.Errorf("OPTIONS %s: %d with Allow %q, want 204 with %q", path, a.status, a.header.Get("Allow"), allow)
		}
		for _, method := range []string{"DELETE", "PUT", "POST", "PATCH", "GET", "TRACE", "MOSQUITO"} {
			if slices.Contains(allow, method) {
				continue
			}
			a := p.send(method, path, "")
			if a.status != 405 || a.header.Get("Allow") != strings.Join(allow, ", ") {
				p.t.Errorf("%s %s: %d with Allow %q, want 405 with %q", method, path, a.status, a.header.Get("Allow"), allow)
			}
			p.fits(p.doc.Components.Responses["MethodNotAllowed"].Value, method+" "+path, a)
		}
	}
}

func (p speaker) unknownPaths() {
	for _, path := range []string{"/nowhere", "//nowhere", "/api", "/api/v1/nowhere", "/api/v2/species", "/API/v1/species", "/api/v1/species/a/b",
		"/api/v1/observations/" + ownID + "/x", "/static", "/static/", "/static/app", "/static/app/", "/static/../openapi.yaml", "/static/../../go.mod",
		"/static/%2e%2e/openapi.yaml", "/static/..%2f..%2fetc%2fpasswd", "/static//docs.css", "/static/./docs.css", "/static/docs.css%00.png",
		`/static/..\..\go.mod`, "/openapi.json/x", "/metrics/x", "/debug/pprof/"} {
		for _, method := range []string{"GET", "OPTIONS"} {
			if method == "OPTIONS" && strings.HasPrefix(path, "/static/") {
				continue // what may be asked of a file is asked of all of them
			}
			a := p.send(method, path, "")
			if a.status != 404 || strings.TrimSpace(string(a.body)) != `{"detail":"Not found","type":"not_found"}` {
				p.t.Errorf("%s %s: %d %.200s", method, path, a.status, a.body)
			}
			p.fits(p.doc.Components.Responses["NotFound"].Value, method+" "+path, a)
		}
	}
}

func (p speaker) slashes() {
	for template, path := range p.paths(http.MethodGet) {
		if strings.HasSuffix(path, "/") || template == "/static/{path}" || strings.HasSuffix(template, "health") || template == "/metrics" {
			continue
		}
		query := ""
		if item := p.doc.Paths.Value(template); item.Get.Parameters.GetByInAndName("query", "limit") != nil {
			query = "?limit=1&offset=1" // so that there are links
		}
		plain, slashed := p.send("GET", path+query, ""), p.want(200, "GET", path+"/"+query, "")
		if !bytes.Equal(plain.body, slashed.body) {
			p.t.Errorf("%s/ is answered with %.300s, without the slash with %.300s", path, slashed.body, plain.body)
		}
	}
	p.want(201, "POST", apiBase+"/observations/", observation, "Content-Type", "application/json")
}

func (p speaker) compression() {
	for _, path := range []string{"/openapi.json", "/openapi.yaml", apiBase + "/species", apiBase + "/regions?lang=ru",
		apiBase + "/geo/observations", apiBase + "/tiles/observations/style.json", apiBase + "/observations", apiBase + "/export", apiBase + "/export?format=geojsonseq", "/static/app/redoc.standalone.js"} {
		plain, small := p.want(200, "GET", path, ""), p.send("GET", path, "", "Accept-Encoding", "gzip")
		if plain.header.Get("Content-Encoding") != "" || small.header.Get("Content-Encoding") != "gzip" || len(small.body) >= len(plain.body) {
			p.t.Errorf("%s: Content-Encoding %q, on request %q", path, plain.header.Get("Content-Encoding"), small.header.Get("Content-Encoding"))
			continue
		}
		for _, a := range []answer{plain, small} {
			if !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Accept-Encoding") {
				p.t.Errorf("%s: Vary is %q", path, a.header.Values("Vary"))
			}
		}
		r, err := gzip.NewReader(bytes.NewReader(small.body))
		if err != nil {
			p.t.Fatal(err)
		}
		if body, err := io.ReadAll(r); err != nil || !bytes.Equal(body, plain.body) {
			p.t.Errorf("%s: another answer when compressed (%v)", path, err)
		}
	}
	for _, path := range []string{"/livez", apiBase + "/export?format=dwca", apiBase + "/species/nobody"} {
		if a := p.send("GET", path, "", "Accept-Encoding", "gzip"); a.header.Get("Content-Encoding") != "" {
			p.t.Errorf("%s is compressed", path)
		}
	}
}

func (p speaker) cors() {
	const ours = "http://localhost:5173"
	for path, origin := range map[string]string{apiBase + "/observations/" + ownID: ours, apiBase + "/observations": "https://elsewhere.example"} {
		a := p.send("OPTIONS", path, "", "Origin", origin, "Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "authorization,content-type,if-match")
		h := a.header
		if a.status != 204 || len(a.body) > 0 {
			p.t.Errorf("preflight of %s: %d %s", path, a.status, a.body)
		}
		if origin != ours {
			if h.Get("Access-Control-Allow-Origin") != "" || h.Get("Access-Control-Allow-Methods") != "" {
				p.t.Errorf("%s is allowed: %v", origin, h)
			}
			continue
		}
		if h.Get("Access-Control-Allow-Origin") != ours || h.Get("Access-Control-Allow-Credentials") != "true" ||
			!strings.Contains(h.Get("Access-Control-Allow-Methods"), "PATCH") || !strings.Contains(h.Get("Access-Control-Allow-Headers"), "If-Match") {
			p.t.Errorf("preflight of %s: %v", path, h)
		}
	}
	for path, status := range map[string]int{apiBase + "/stats": 200, apiBase + "/geo/traps": 400, apiBase + "/diseases/gout": 404} {
		a := p.want(status, "GET", path, "", "Origin", ours)
		if a.header.Get("Access-Control-Allow-Origin") != ours || !strings.Contains(a.header.Get("Access-Control-Expose-Headers"), "ETag") {
			p.t.Errorf("%s from %s: %v", path, ours, a.header)
		}
		a = p.want(status, "GET", path, "", "Origin", "https://elsewhere.example")
		if a.header.Get("Access-Control-Allow-Origin") != "" || !slices.Contains(a.header.Values("Vary"), "Origin") {
			p.t.Errorf("%s from elsewhere: %v", path, a.header)
		}
	}
}

// loaded finds what a page makes the browser load.
var loaded = regexp.MustCompile(`(?:<script[^>]* src|<link[^>]* href|<img[^>]* src)="([^"]*)"`)

func (p speaker) pages() {
	for _, path := range []string{"/", "/docs", "/redoc"} {
		a := p.want(200, "GET", path, "", "Accept", "text/html,*/*;q=0.8")
		csp := a.header.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || strings.Contains(csp, "http") {
			p.t.Errorf("%s: Content-Security-Policy %q", path, csp)
		}
		files := loaded.FindAllStringSubmatch(string(a.body), -1)
		if len(files) == 0 {
			p.t.Errorf("%s loads nothing", path)
		}
		for _, file := range files {
			if !strings.HasPrefix(file[1], "/static/") {
				p.t.Errorf("%s loads %s", path, file[1])
				continue
			}
			if f := p.want(200, "GET", file[1], ""); !strings.Contains(f.header.Get("Cache-Control"), "immutable") {
				p.t.Errorf("%s with its version may be kept for good, and says %q", file[1], f.header.Get("Cache-Control"))
			}
		}
	}
	for accept, want := range map[string]string{"": "application/json", "*/*": "application/json", "application/json": "application/json"} {
		if a := p.want(200, "GET", "/", "", "Accept", accept); a.header.Get("Content-Type") != want {
			p.t.Errorf("/ for %q is %s", accept, a.header.Get("Content-Type"))
		}
	}
}

func (p speaker) requestIDs() {
	seen := map[string]bool{}
	for sent, kept := range map[string]bool{"my-id.1": true, "0198a1b27c3d7e4f": true, "": false, "two words": false, "<b>": false, strings.Repeat("x", 65): false} {
		for _, path := range []string{apiBase + "/species", apiBase + "/species/nobody", "/nowhere", "/livez"} {
			got := p.send("GET", path, "", "X-Request-Id", sent).header.Get("X-Request-Id")
			if kept != (got == sent) || got == "" || !kept && seen[got] {
				p.t.Errorf("%s: X-Request-Id %q is answered with %q", path, sent, got)
			}
			seen[got] = true
		}
	}
}

// metrics come last: every request before them has left its route.
func (p speaker) metrics() {
	a := p.want(200, "GET", "/metrics", "")
	labels := map[string]bool{}
	for _, m := range regexp.MustCompile(`skeeter_http_request_duration_seconds_bucket\{[^}]*?route="((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(string(a.body), -1) {
		labels[regexp.MustCompile(`\{([a-z_]+):[^}]*\}`).ReplaceAllString(m[1], "{$1}")] = true
	}
	want := map[string]bool{"unmatched": true}
	for template := range p.doc.Paths.Map() {
		if template != "/" {
			template = strings.TrimRight(template, "/")
		}
		want[template] = true
	}
	if !maps.Equal(labels, want) {
		p.t.Errorf("routes of the metrics:\n%q\nwant\n%q", slices.Sorted(maps.Keys(labels)), slices.Sorted(maps.Keys(want)))
	}
	p.want(200, "GET", "/metrics", "", "Accept", "application/openmetrics-text;version=1.0.0")
}
