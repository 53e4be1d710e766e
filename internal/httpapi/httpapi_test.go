package httpapi_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

var errAway = errors.New("the database is away: password=secret")

// newHandlerOf serves the routes.
func newHandlerOf(o httpapi.Options, routes ...httpapi.Route) http.Handler {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Metrics = httpapi.NewMetrics(prometheus.NewRegistry())
	o.Unavailable = func(err error) bool { return errors.Is(err, errAway) }
	o.Routes = routes
	return httpapi.New(o)
}

// newHandler serves one route for each kind of answer.
func newHandler(o httpapi.Options) http.Handler {
	answer := func(text string) httpapi.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) error {
			if representation.NotModified(w, r, `"v1"`) {
				return nil
			}
			return httpapi.JSON(w, http.StatusOK, map[string]string{"text": text, "base": httpapi.BaseURL(r)})
		}
	}
	fails := func(err error) httpapi.HandlerFunc {
		return func(http.ResponseWriter, *http.Request) error { return err }
	}
	return newHandlerOf(o, []httpapi.Route{
		{Method: http.MethodGet, Path: "/things", Name: "list", Handler: answer("list")},
		{Method: http.MethodPost, Path: "/things", Name: "create", Handler: answer("created")},
		{Method: http.MethodGet, Path: "/things/{id}", Name: "get", Handler: answer("one")},
		{Method: http.MethodGet, Path: "/large", Name: "large", Handler: answer(strings.Repeat("large ", 1000))},
		{Method: http.MethodGet, Path: "/broken", Name: "broken", Handler: fails(errors.New("select secret from vault"))},
		{Method: http.MethodGet, Path: "/away", Name: "away", Handler: fails(errAway)},
		{Method: http.MethodGet, Path: "/panic", Name: "panic", Handler: func(http.ResponseWriter, *http.Request) error { panic("secret") }},
		{Method: http.MethodGet, Path: "/refused", Name: "refused", Handler: fails(httpapi.NotFound("Thing not found"))},
		{Method: http.MethodGet, Path: "/busy", Name: "busy", Handler: fails(httpapi.Unavailable("Too many", nil))},
		{Method: http.MethodGet, Path: "/partial", Name: "partial", Handler: func(w http.ResponseWriter, r *http.Request) error {
			_, _ = w.Write(bytes.Repeat([]byte("part "), 2000))
			httpapi.Abort(r, errors.New("the rest is gone"))
			return nil
		}},
	}...)
}

func do(t *testing.T, h http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestErrorsHaveOneShape(t *testing.T) {
	t.Parallel()
	h := newHandler(httpapi.Options{})
	for _, tc := range []struct {
		method, target string
		status         int
		code           string
	}{
		{"GET", "/nothing", 404, "not_found"},
		{"GET", "/", 404, "not_found"},
		{"GET", "/things/1/2", 404, "not_found"},
		{"GET", "//things", 404, "not_found"},
		{"OPTIONS", "/nothing", 404, "not_found"},
		{"DELETE", "/things", 405, "method_not_allowed"},
		{"POST", "/things/1", 405, "method_not_allowed"},
		{"GET", "/broken", 500, "internal_error"},
		{"GET", "/panic", 500, "internal_error"},
		{"GET", "/away", 503, "unavailable"},
	} {
		w := do(t, h, tc.method, tc.target)
		var body struct{ Detail, Type string }
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != tc.status || body.Type != tc.code || body.Detail == "" {
			t.Errorf("%s %s: %d %s", tc.method, tc.target, w.Code, w.Body)
		}
		if strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s shows internals: %s", tc.target, w.Body)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s: Content-Type %q", tc.target, got)
		}
		if w.Header().Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", tc.target)
		}
		if (w.Header().Get("Retry-After") != "") != (tc.status == 503) {
			t.Errorf("%s: Retry-After %q", tc.target, w.Header().Get("Retry-After"))
		}
	}
}

func TestMethodsAndSlashes(t *testing.T) {
	t.Parallel()
	h := newHandler(httpapi.Options{})
	if w := do(t, h, "DELETE", "/things"); w.Header().Get("Allow") != "GET, HEAD, OPTIONS, POST" {
		t.Errorf("Allow: %q", w.Header().Get("Allow"))
	}
	for target, allow := range map[string]string{"/things": "GET, HEAD, OPTIONS, POST", "/things/": "GET, HEAD, OPTIONS, POST", "/things/1": "GET, HEAD, OPTIONS"} {
		if w := do(t, h, "OPTIONS", target); w.Code != 204 || w.Header().Get("Allow") != allow || w.Body.Len() > 0 {
			t.Errorf("OPTIONS %s: %d, Allow %q", target, w.Code, w.Header().Get("Allow"))
		}
	}
	for _, target := range []string{"/things", "/things/", "/things/1", "/things/1/"} {
		if w := do(t, h, "GET", target); w.Code != 200 {
			t.Errorf("GET %s: %d", target, w.Code)
		}
		if w := do(t, h, "HEAD", target); w.Code != 200 {
			t.Errorf("HEAD %s: %d", target, w.Code)
		}
	}
	if w := do(t, h, "POST", "/things/"); w.Code != 200 || !strings.Contains(w.Body.String(), "created") {
		t.Errorf("POST with a trailing slash: %d %s", w.Code, w.Body)
	}
}

func TestCompressionAndETag(t *testing.T) {
	t.Parallel()
	h := newHandler(httpapi.Options{})
	w := do(t, h, "GET", "/large", "Accept-Encoding", "gzip")
	if w.Header().Get("Content-Encoding") != "gzip" || !strings.Contains(strings.Join(w.Header().Values("Vary"), ","), "Accept-Encoding") {
		t.Fatalf("headers: %v", w.Header())
	}
	zr, err := gzip.NewReader(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := io.ReadAll(zr); err != nil || !bytes.Contains(plain, []byte("large large")) {
		t.Errorf("body: %v", err)
	}
	compressed := w.Header().Get("ETag")
	if compressed == `"v1"` {
		t.Error("compressed and plain answers share a strong ETag")
	}
	for _, etag := range []string{`"v1"`, compressed, `W/"v1"`, `"v0", "v1"`, "*"} {
		if w := do(t, h, "GET", "/large", "If-None-Match", etag); w.Code != 304 || w.Body.Len() != 0 {
			t.Errorf("If-None-Match %s: %d", etag, w.Code)
		}
	}
	if w := do(t, h, "GET", "/large", "If-None-Match", `"v2"`); w.Code != 200 {
		t.Errorf("another ETag: %d", w.Code)
	}
	if w := do(t, h, "GET", "/things", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Error("a small answer is compressed")
	}
}

func TestBaseURLTrustsOnlyItsProxies(t *testing.T) {
	t.Parallel()
	forwarded := []string{"X-Forwarded-Proto", "https", "X-Forwarded-Host", "skeeter.example"}
	plain := newHandler(httpapi.Options{})
	if w := do(t, plain, "GET", "/things", forwarded...); strings.Contains(w.Body.String(), "skeeter.example") {
		t.Errorf("an unknown client moved the base: %s", w.Body)
	}
	behind := newHandler(httpapi.Options{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}) // httptest's client
	if w := do(t, behind, "GET", "/things", forwarded...); !strings.Contains(w.Body.String(), "https://skeeter.example") {
		t.Errorf("the headers of a trusted proxy are ignored: %s", w.Body)
	}
	if w := do(t, behind, "GET", "/things", "X-Forwarded-Host", `evil.example/"><script>`); strings.Contains(w.Body.String(), "script") {
		t.Errorf("a hostile host came through: %s", w.Body)
	}
	public := newHandler(httpapi.Options{PublicURL: "https://public.example"})
	if w := do(t, public, "GET", "/things"); !strings.Contains(w.Body.String(), "https://public.example") {
		t.Errorf("the public address is not used: %s", w.Body)
	}
}

func TestMalformedHostIsRefused(t *testing.T) {
	t.Parallel()
	for host, status := range map[string]int{"skeeter.example:8080": 200, "[::1]:8080": 200, "[": 400, "a%zz": 400, "x:y:z": 400, "user@skeeter.example": 400} {
		r := httptest.NewRequest("GET", "/things", nil)
		r.Host = host
		w := httptest.NewRecorder()
		newHandler(httpapi.Options{}).ServeHTTP(w, r)
		if w.Code != status || w.Header().Get("X-Request-Id") == "" {
			t.Errorf("%s: %d %s", host, w.Code, w.Body)
		}
		w = httptest.NewRecorder()
		if newHandler(httpapi.Options{PublicURL: "https://public.example"}).ServeHTTP(w, r); w.Code != 200 {
			t.Errorf("%s beside a public address: %d", host, w.Code)
		}
	}
}

func TestParams(t *testing.T) {
	t.Parallel()
	names := fixed{surveillance.NewNames(surveillance.Collections{})}
	for query, want := range map[string]string{
		"limit=0": "limit", "limit=": "limit", "limit=abc": "limit", "limit=201": "limit", "limit=1&limit=2": "limit",
		"offset=-1": "offset", "limit=%00": "limit", "limit=1.5": "limit", "start_date=2020-02-30": "start_date", "start_date=2020-2-3": "start_date",
		"start_date=20200203": "start_date", "max_uncertainty_m=NaN": "max_uncertainty_m", "max_uncertainty_m=Inf": "max_uncertainty_m", "max_uncertainty_m=100000001": "max_uncertainty_m", "max_uncertainty_m=": "max_uncertainty_m", "max_uncertainty_m=1_0": "max_uncertainty_m", "max_uncertainty_m=0x1": "max_uncertainty_m", "limit=1_0": "limit", "limit=0x10": "limit",
	} {
		p := httpapi.Query(httptest.NewRequest("GET", "/?"+query, nil))
		p.Page(50, 200)
		_, _, err := p.Filter(t.Context(), names)
		var e *httpapi.Error
		if !errors.As(err, &e) || e.Status != 422 || len(e.Fields) != 1 || e.Fields[0].Loc[1] != want {
			t.Errorf("%s: %v", query, err)
		}
	}
	p := httpapi.Query(httptest.NewRequest("GET", "/?limit=7&offset=3&list=a,,%20b%20&list=c&start_date=2020-02-29&max_uncertainty_m=1e1", nil))
	page, list := p.Page(50, 200), p.List("list")
	f, _, err := p.Filter(t.Context(), names)
	if err != nil || page.Limit != 7 || page.Offset != 3 || f.Start == nil || *f.MaxUncertaintyM != 10 || strings.Join(list, "|") != "a|b|c" {
		t.Errorf("%v %v %v %v", page, f, list, err)
	}
	p = httpapi.Query(httptest.NewRequest("GET", "/?limit=0&a=%zz", nil))
	p.Page(50, 200)
	var e *httpapi.Error
	if !errors.As(p.Err(), &e) || e.Status != 400 {
		t.Errorf("a malformed query string: %v", p.Err())
	}
}

func TestParseObject(t *testing.T) {
	t.Parallel()
	for _, body := range []string{"", "  ", "null", "[]", "1", `"x"`, "{", `{"a":1`, `{"a":1}x`, `{"a":1,"a":2}`, `{"a":{"b":1,"b":2}}`,
		"{\"a\":\"\xff\"}", strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)} {
		var e *httpapi.Error
		if _, err := httpapi.ParseObject([]byte(body)); !errors.As(err, &e) || e.Status != 422 || e.Fields[0].Loc[0] != "body" {
			t.Errorf("%q: %v", body, err)
		}
	}
	o, err := httpapi.ParseObject([]byte(`{"name":"x","n":3.0,"half":1.5,"deep":{"odd":1},"null":null,"long":"abcdef","ctl":"a\u0000"}`))
	if err != nil {
		t.Fatal(err)
	}
	if v := o.Text("name", 10); v == nil || *v != "x" {
		t.Error("name")
	}
	if v := o.Int("n", 0, 10); v == nil || *v != 3 {
		t.Error("n: 3.0 is a whole number")
	}
	o.Int("half", 0, 10)
	o.Object("deep")
	o.Text("long", 5)
	o.Text("ctl", 5)
	o.Require("missing", "null")
	var e *httpapi.Error
	if !errors.As(o.Err(), &e) {
		t.Fatal("no error")
	}
	var got []string
	for _, f := range e.Fields {
		got = append(got, strings.Join(f.Loc, ".")+":"+f.Type)
	}
	want := "body.half:not_an_integer body.long:too_long body.ctl:invalid_text body.missing:missing body.null:missing body.deep.odd:unknown_field"
	if strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
}

func FuzzParseObject(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":"c"}],"d":null}`))
	f.Add([]byte(`{"a":1e999}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		o, err := httpapi.ParseObject(body)
		if err != nil {
			return
		}
		if !json.Valid(body) {
			t.Errorf("accepted invalid JSON %q", body)
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal(body, &members); err != nil {
			t.Errorf("%q: %v", body, err)
		}
		for name := range members {
			o.Text(name, 10)
			o.Int(name, 0, 10)
			o.Float(name, 0, 10)
			o.Object(name)
		}
		_ = o.Err()
	})
}
