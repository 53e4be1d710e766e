package hostile_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// injections are strings that harm a program which pastes text into SQL, paths, headers, pages, shells or logs, and bytes that are
// no text. marker is in some of them and must come back nowhere but in data.
const marker = "zq7x"

var injections = []string{
	"'", "''", `"`, `\'`, "';--", "' or '1'='1", "1 or 1=1", "1; drop table observations; --", "'; truncate observations; --", "') or pg_sleep(600) is null --",
	"1' union select null, usename, passwd from pg_shadow --", "$$; select pg_sleep(600); $$", "%' or observer_name like '%", "_", "%", "\\", "@species", ":name", "$1", "${jndi:ldap://x}",
	"../../../../etc/passwd", `..\..\..\windows\win.ini`, "/etc/passwd", "file:///etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "....//....//etc/passwd", "\x00", "aedes-aegypti\x00.jpg", ".", "..",
	"x\r\nX-Injected: " + marker, "x\nSet-Cookie: a=" + marker, "x\r\n\r\n<html>" + marker, "x%0d%0aX-Injected:%20" + marker, "x\u2028X-Injected: " + marker, "x\u560d\u560aX-Injected: " + marker,
	"<script>" + marker + "</script>", `"><img src=x onerror=` + marker + ">", "javascript:" + marker, "{{7*7}}", "${7*7}", "#{7*7}", "<!--#exec cmd=id-->", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
	"; id", "| id", "`id`", "$(id)", "& ping -c 9 127.0.0.1 &", "=cmd|' /C calc'!A0", "@SUM(1+1)", "%n%n%n%s%s%s",
	"\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "é\u0301\u202e\u200b", "\U0001f99f", "\ufeff", "٣", "NaN", "Infinity", "-0", "1e999", "9223372036854775808", "-9223372036854775809", "0x10", "1_000",
	"null", "undefined", "true", "[]", "{}", `{"$gt":""}`, "a[b]=c", "", " ", "\t", ",", ",,,,", strings.Repeat(",", 5000), strings.Repeat("a", 20_000), strings.Repeat("(", 5000), strings.Repeat("a,", 4000),
	"(a+)+$" + strings.Repeat("a", 60) + "!", "2024-13-45", "0000-00-00", "2024-01-01T00:00:00Z/..", "-180,-90,180,90", "POINT(1 1", "S_INTERSECTS(geom,POINT(1 1))", "species_id = 'x' or 1=1",
}

// place is one parameter of one operation.
type place struct {
	method, template, in, name string
	others                     url.Values // required parameters, with values that are fine
}

// placesOf lists every parameter of a document, and every member of the bodies.
func placesOf(doc *openapi3.T) []place {
	var out []place
	for _, template := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		item := doc.Paths.Map()[template]
		for method, op := range item.Operations() {
			others := url.Values{}
			var params []*openapi3.Parameter
			for _, ref := range slices.Concat(item.Parameters, op.Parameters) {
				params = append(params, ref.Value)
				if p := ref.Value; p.Required && p.In == "query" {
					others.Set(p.Name, "aedes-aegypti")
				}
			}
			for _, p := range params {
				out = append(out, place{method, template, p.In, p.Name, others})
			}
			// Headers that the service reads or that end up in its log, whatever the document says.
			for _, name := range []string{"Accept", "Accept-Language", "If-None-Match", "Origin", "User-Agent", "X-Request-Id", "X-Forwarded-Host", "Referer"} {
				out = append(out, place{method, template, "header", name, others})
			}
			out = append(out, place{method, template, "query", marker, others})
			for name := range membersOf(op) {
				out = append(out, place{method, template, "body", name, others})
			}
		}
	}
	return out
}

func membersOf(op *openapi3.Operation) map[string]*openapi3.SchemaRef {
	out := map[string]*openapi3.SchemaRef{}
	if op.RequestBody == nil {
		return out
	}
	for mediaType, media := range op.RequestBody.Value.Content {
		if strings.HasSuffix(mediaType, "json") && media.Schema != nil {
			for _, part := range append(media.Schema.Value.AllOf, media.Schema) {
				maps.Copy(out, part.Value.Properties)
			}
		}
	}
	return out
}

// request puts a string into a place. In a header what HTTP does not allow there is left out: TestSmuggledRequests sends such.
func (p place) request(t *testing.T, base, text string) *http.Request {
	path := p.template
	query := url.Values{}
	maps.Copy(query, p.others)
	if p.in == "path" {
		path = strings.Replace(path, "{"+p.name+"}", url.PathEscape(text), 1)
	}
	path = smallTile(skeetertest.TypicalPath(path))
	if p.in == "query" {
		query.Set(p.name, text)
	}
	var body []byte
	contentType := ""
	if p.in == "body" {
		var record map[string]any
		if err := json.Unmarshal([]byte(skeetertest.Observation), &record); err != nil {
			t.Fatal(err)
		}
		record[p.name] = text
		body, _ = json.Marshal(record)
		if !utf8.ValidString(text) { // Marshal would replace the bytes
			body = bytes.Replace(body, []byte(`\ufffd`), []byte(text), 1)
		}
		contentType = "application/json"
	}
	target := base + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	r, err := http.NewRequestWithContext(t.Context(), p.method, target, bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if p.method == http.MethodDelete {
		r.Header.Set("If-Match", `"another"`) // the record stays for the other attempts
	}
	if p.in == "header" {
		r.Header.Set(p.name, strings.Map(func(c rune) rune {
			if c < ' ' || c == 0x7f {
				return -1
			}
			return c
		}, text))
	}
	return r
}

// TestInjectionStrings puts each string into every parameter, header and member of both documents: each is data or a client
// error, never SQL, a path, a header, a page or a failure.
func TestInjectionStrings(t *testing.T) {
	s := oneToAttack(t)
	served, err := openapi3.NewLoader().LoadFromData(s.Get("/ogc/api").Body)
	if err != nil {
		t.Fatal(err)
	}
	places := placesOf(skeetertest.LoadDocument(t))
	for _, p := range placesOf(served) {
		p.template = "/ogc" + strings.TrimRight(p.template, "/")
		places = append(places, p)
	}
	before := s.Count(skeetertest.API + "/stats")
	type attempt struct {
		place
		text string
	}
	attempts := make(chan attempt)
	var sent, made atomic.Int64
	var slowest time.Duration
	var slowestOf attempt
	var lock sync.Mutex
	var workers sync.WaitGroup
	client := &http.Client{Timeout: rawLimit, Transport: &http.Transport{MaxIdleConnsPerHost: 4},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for range 4 {
		workers.Go(func() {
			for a := range attempts {
				began := time.Now()
				resp, err := client.Do(a.request(t, s.Base, a.text))
				if err != nil {
					t.Errorf("%+v with %.60q: %v", a.place, a.text, err)
					continue
				}
				var body bytes.Buffer
				if _, err := body.ReadFrom(resp.Body); err != nil {
					t.Errorf("%+v with %.60q: %v", a.place, a.text, err)
				}
				_ = resp.Body.Close()
				sent.Add(1)
				if resp.StatusCode == http.StatusCreated {
					made.Add(1)
				}
				lock.Lock()
				if took := time.Since(began); took > slowest {
					slowest, slowestOf = took, a
				}
				lock.Unlock()
				if wrong := harmed(a.place, resp, body.Bytes()); wrong != "" {
					t.Errorf("%+v with %.60q: %d, %s: %.300s", a.place, a.text, resp.StatusCode, wrong, body.Bytes())
				}
			}
		})
	}
	alike := map[string]bool{}
	for i, p := range places {
		if !testenv.Long() {
			operation := p.method + " " + ofCollection.ReplaceAllString(p.template, "")
			if p.in == "header" { // what reads one is the same for all operations
				operation = fmt.Sprint("turn ", i%40)
			}
			if alike[operation+p.in+p.name] {
				continue
			}
			alike[operation+p.in+p.name] = true
		}
		for j, text := range injections {
			if (i+j)%amounts().every == 0 {
				attempts <- attempt{p, text}
			}
		}
	}
	close(attempts)
	workers.Wait()
	client.CloseIdleConnections()
	t.Logf("%d requests with %d strings in %d places, the slowest answered in %s: %s %s, %s", sent.Load(), len(injections), len(places),
		slowest.Round(time.Millisecond), slowestOf.method, slowestOf.template, slowestOf.name)
	if after := s.Count(skeetertest.API + "/stats"); after != before+int(made.Load()) {
		t.Errorf("%d records, %d were there and %d were made", after, before, made.Load())
	}
	s.records += int(made.Load())
	s.released("injection strings")
}

// ownCookie is what the answer to a write sets.
var ownCookie = regexp.MustCompile(`^skeeter_position=[0-9A-F]+/[0-9A-F]+; Path=/; Max-Age=60; HttpOnly; SameSite=Lax$`)

func setsCookie(h http.Header) bool {
	return slices.ContainsFunc(h.Values("Set-Cookie"), func(cookie string) bool { return !ownCookie.MatchString(cookie) })
}

// ofCollection is what operations of the collections of OGC API differ in, which are otherwise the same.
var ofCollection = regexp.MustCompile(`^/ogc/collections/[a-z_]+`)

// harmed says what is wrong with an answer.
func harmed(p place, resp *http.Response, body []byte) string {
	h := resp.Header
	mediaType := h.Get("Content-Type")
	ready := strings.HasPrefix(p.template, "/readyz") || strings.HasPrefix(p.template, "/health") // 503 is one of their answers
	switch {
	case resp.StatusCode >= 500 && (!ready || resp.StatusCode != 503) && !bytes.Contains(body, []byte("model_not_configured")):
		return "it failed"
	case resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.StatusCode != 304:
		return "it redirects to " + h.Get("Location")
	case h.Get("X-Injected") != "" || setsCookie(h) && p.template != skeetertest.API+"/session": // signing out takes the cookie
		return "it took headers"
	case strings.HasPrefix(mediaType, "text/html") && bytes.Contains(body, []byte("<script>"+marker)), bytes.Contains(body, []byte("<img src=x")) && strings.Contains(mediaType, "html"):
		return "the page holds the script"
	case bytes.Contains(body, []byte("root:x:0")), bytes.Contains(body, []byte("SCRAM-SHA-256$")), bytes.Contains(body, []byte("uid=")):
		return "it shows what is not public"
	case p.template != "/metrics" && // its help speaks of such things
		(bytes.Contains(body, []byte("SQLSTATE")) || bytes.Contains(body, []byte("syntax error at or near")) || bytes.Contains(body, []byte("goroutine "))):
		return "it shows internals"
	case strings.Contains(mediaType, "json") && !strings.Contains(mediaType, "seq") && resp.Request.Method != http.MethodHead && len(body) > 0 && !json.Valid(body):
		return "it is no JSON"
	}
	return ""
}
