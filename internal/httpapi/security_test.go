package httpapi_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

func TestHTTPSIsKeptWhereThePublicAddressIsHTTPS(t *testing.T) {
	t.Parallel()
	for publicURL, want := range map[string]string{"https://skeeter.example": "max-age=31536000", "http://skeeter.example": "", "": ""} {
		h := newHandler(httpapi.Options{PublicURL: publicURL, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}})
		for _, target := range []string{"/things", "/nothing", "/panic"} {
			if got := do(t, h, "GET", target, "X-Forwarded-Proto", "https").Header().Get("Strict-Transport-Security"); got != want {
				t.Errorf("%s of %q: %q, want %q", target, publicURL, got, want)
			}
		}
	}
}

func TestEveryAnswerSaysWhatBrowsersMayDo(t *testing.T) {
	t.Parallel()
	for origin, embedded := range map[string]string{"https://map.example": "same-origin", "*": "cross-origin"} {
		h := newHandler(httpapi.Options{CORSOrigins: []string{origin}})
		for _, r := range [][]string{{"GET", "/things"}, {"HEAD", "/things"}, {"GET", "/things", "If-None-Match", `"v1"`}, {"GET", "/nothing"}, {"DELETE", "/things"},
			{"GET", "/broken"}, {"GET", "/panic"}, {"GET", "/away"}, {"OPTIONS", "/things"}, {"GET", "/large", "Accept-Encoding", "gzip"}} {
			header := do(t, h, r[0], r[1], r[2:]...).Header()
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Resource-Policy": embedded,
				"Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			} {
				if got := header.Values(name); len(got) != 1 || got[0] != want {
					t.Errorf("%v: %s is %q, want %q", r, name, got, want)
				}
			}
		}
	}
}

// TestRefusedOriginsAreLoggedOnce: an origin that is not configured is named once, whatever it asks; of invented ones there is an end.
func TestRefusedOriginsAreLoggedOnce(t *testing.T) {
	t.Parallel()
	named := func(setting []string, origins ...string) string {
		var out bytes.Buffer
		h := newHandler(httpapi.Options{Log: slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelWarn})), CORSOrigins: setting})
		for _, origin := range origins {
			do(t, h, "GET", "/things", "Origin", origin)
		}
		return out.String()
	}
	const other = "https://other.example"
	if got := named([]string{"https://map.example"}, other, "https://map.example", other, "http://example.com"); strings.Count(got, "\n") != 1 || !strings.Contains(got, "origin="+other+"\n") {
		t.Errorf("one origin was refused twice: %s", got) // example.com is the service's own
	}
	if got := named([]string{"*"}, other); got != "" {
		t.Errorf("all are allowed: %s", got)
	}
	var many []string
	for i := range 150 {
		many = append(many, "https://a"+strconv.Itoa(i)+".example")
	}
	if got := strings.Count(named(nil, many...), "\n"); got != 100 {
		t.Errorf("%d lines of 150 origins, want 100", got)
	}
}

// TestCORSAsConfigured asks from every kind of origin under every kind of setting.
func TestCORSAsConfigured(t *testing.T) {
	t.Parallel()
	const ours = "https://map.example"
	for _, tc := range []struct {
		name           string
		setting        []string
		origin         string
		allow          string
		credentials    bool
		variesByOrigin bool
	}{
		{"listed", []string{"http://localhost:1", ours}, ours, ours, true, true},
		{"not listed", []string{ours}, "https://evil.example", "", false, true},
		{"none listed", nil, ours, "", false, true},
		{"no origin", []string{ours}, "", "", false, true},
		{"null", []string{ours}, "null", "", false, true},
		{"another scheme", []string{ours}, "http://map.example", "", false, true},
		{"another port", []string{ours}, ours + ":8443", "", false, true},
		{"the end is ours", []string{ours}, "https://evilmap.example", "", false, true},
		{"the beginning is ours", []string{ours}, ours + ".evil.example", "", false, true},
		{"two origins", []string{ours}, ours + " https://evil.example", "", false, true},
		{"a list", []string{ours}, ours + ", https://evil.example", "", false, true},
		{"a slash", []string{ours}, ours + "/", "", false, true},
		{"a wildcard sent", []string{ours}, "*", "", false, true},
		{"everybody", []string{"*"}, "https://any.example", "*", false, false},
		{"everybody, null", []string{"*"}, "null", "*", false, false},
		{"everybody and one", []string{ours, "*"}, ours, "*", false, false},
	} {
		h := newHandler(httpapi.Options{CORSOrigins: tc.setting})
		for _, r := range [][]string{{"GET", "/things"}, {"GET", "/things", "If-None-Match", `"v1"`}, {"GET", "/nothing"}, {"DELETE", "/things"}, {"GET", "/broken"},
			{"OPTIONS", "/things", "Access-Control-Request-Method", "POST"}} {
			headers := r[2:]
			if tc.origin != "" {
				headers = append(slices.Clone(headers), "Origin", tc.origin)
			}
			w := do(t, h, r[0], r[1], headers...)
			got := w.Header()
			credentials := got.Get("Access-Control-Allow-Credentials")
			if got.Get("Access-Control-Allow-Origin") != tc.allow || (credentials == "true") != tc.credentials || credentials != "" && !tc.credentials {
				t.Errorf("%s, %v: allowed is %q, credentials %q", tc.name, r, got.Get("Access-Control-Allow-Origin"), credentials)
			}
			if slices.Contains(got.Values("Vary"), "Origin") != tc.variesByOrigin {
				t.Errorf("%s, %v: Vary %q", tc.name, r, got.Values("Vary"))
			}
			exposed := strings.Split(got.Get("Access-Control-Expose-Headers"), ", ")
			for _, name := range []string{"ETag", "Link", "Location", "OGC-NumberMatched", "X-Request-Id", "Retry-After"} {
				if slices.Contains(exposed, name) != (tc.allow != "") {
					t.Errorf("%s, %v: exposed are %q", tc.name, r, exposed)
				}
			}
			preflight := r[0] == "OPTIONS" && tc.allow != ""
			for name, want := range map[string]string{"Access-Control-Allow-Methods": "GET, HEAD, OPTIONS, POST", "Access-Control-Max-Age": "600"} {
				if value := got.Get(name); preflight && value != want || !preflight && value != "" {
					t.Errorf("%s, %v: %s is %q", tc.name, r, name, value)
				}
			}
			if preflight != strings.Contains(got.Get("Access-Control-Allow-Headers"), "Authorization") {
				t.Errorf("%s, %v: allowed headers %q", tc.name, r, got.Get("Access-Control-Allow-Headers"))
			}
		}
	}
}

// TestForwardedHeadersAreReadStrictly: only the headers of trusted proxies count, and of those only well-formed values.
func TestForwardedHeadersAreReadStrictly(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("fe80::/10")}
	const own = "http://own.example"
	for _, tc := range []struct {
		from, name string
		lines      []string
		want       string
	}{
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"public.example"}, "http://public.example"},
		{"[::ffff:10.1.2.3]:5", "X-Forwarded-Host", []string{"public.example"}, "http://public.example"},
		{"[2001:db8::7]:5", "X-Forwarded-Host", []string{"public.example:8443"}, "http://public.example:8443"},
		{"[fe80::7%eth0]:5", "X-Forwarded-Host", []string{"[2001:db8::1]:8443"}, "http://[2001:db8::1]:8443"},
		{"10.1.2.3:5", "X-Forwarded-Proto", []string{"https"}, "https://own.example"},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{"/maps/v2/"}, own + "/maps/v2"},
		// Not a trusted proxy, or no address.
		{"11.1.2.3:5", "X-Forwarded-Host", []string{"evil.example"}, own},
		{"[2001:db9::7]:5", "X-Forwarded-Proto", []string{"https"}, own},
		{"[::1]:5", "X-Forwarded-Prefix", []string{"/evil"}, own},
		{"10.1.2.3", "X-Forwarded-Host", []string{"evil.example"}, own},
		{"@", "X-Forwarded-Host", []string{"evil.example"}, own},
		{"", "X-Forwarded-Host", []string{"evil.example"}, own},
		// The nearest proxy of a chain counts, whether it appends to the line of the client or adds one.
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil.example, public.example"}, "http://public.example"},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil.example", "public.example"}, "http://public.example"},
		{"10.1.2.3:5", "X-Forwarded-Proto", []string{"gopher", "https"}, "https://own.example"},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{"//evil.example, /maps"}, own + "/maps"},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil.example,"}, own},
		// Malformed.
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil.example/path"}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{`evil.example\`}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"user@evil.example"}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil.example:port"}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"[::1"}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"[:::::]"}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil example"}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil.example'onload=x"}, own},
		{"10.1.2.3:5", "X-Forwarded-Host", []string{"evil.example%0d%0a"}, own},
		{"10.1.2.3:5", "X-Forwarded-Proto", []string{"javascript"}, own},
		{"10.1.2.3:5", "X-Forwarded-Proto", []string{"HTTPS://evil.example/"}, own},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{"//evil.example"}, own},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{`/\evil.example`}, own},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{"/a//evil.example"}, own},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{"/maps/../.."}, own},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{"/maps?x"}, own},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{`/"><script>`}, own},
		{"10.1.2.3:5", "X-Forwarded-Prefix", []string{"evil"}, own},
		{"10.1.2.3:5", "Forwarded", []string{"host=evil.example;proto=https"}, own},
		{"10.1.2.3:5", "X-Original-Host", []string{"evil.example"}, own},
	} {
		h := newHandler(httpapi.Options{TrustedProxies: proxies})
		r := httptest.NewRequest("GET", "http://own.example/things", nil)
		r.RemoteAddr = tc.from
		r.Header[tc.name] = tc.lines
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if !strings.Contains(w.Body.String(), `"base":"`+tc.want+`"`) {
			t.Errorf("%s: %q from %q: %s, want %s", tc.name, tc.lines, tc.from, w.Body, tc.want)
		}
	}
}

func TestHostsThatCouldBeMoreAreRefused(t *testing.T) {
	t.Parallel()
	for host, status := range map[string]int{"skeeter": 200, "skeeter_1.example": 200, "127.0.0.1:1": 200, "x'y": 400, "x&y": 400, "x,y": 400, "x;y": 400, "(x)": 400,
		"x:": 400, "x:123456": 400, "[::1": 400, "x\\y": 400, "x y": 400, "é.example": 400, "x/y": 400, "*": 400, "[:::::]": 400} {
		r := httptest.NewRequest("GET", "/things", nil)
		r.Host = host
		w := httptest.NewRecorder()
		newHandler(httpapi.Options{}).ServeHTTP(w, r)
		if w.Code != status {
			t.Errorf("%q: %d", host, w.Code)
		}
	}
}

// TestPagesOfOtherOriginsDoNotWrite asks CheckOrigin about every kind of page.
func TestPagesOfOtherOriginsDoNotWrite(t *testing.T) {
	t.Parallel()
	const ours, theirs, public = "https://map.example", "https://evil.example", "https://skeeter.example"
	check := func(w http.ResponseWriter, r *http.Request) error {
		if err := httpapi.CheckOrigin(r); err != nil {
			return err
		}
		return httpapi.JSON(w, http.StatusOK, nil)
	}
	for name, tc := range map[string]struct {
		setting []string
		method  string
		headers []string
		want    int
	}{
		"a program":                     {nil, "POST", nil, 200},
		"a page of the service":         {nil, "POST", []string{"Origin", public, "Sec-Fetch-Site", "same-origin"}, 200},
		"one in an older browser":       {nil, "POST", []string{"Origin", public}, 200},
		"one by the name of the server": {nil, "PUT", []string{"Origin", "http://example.com"}, 200},
		"one past a proxy":              {nil, "POST", []string{"Origin", "https://proxy.example", "Sec-Fetch-Site", "same-origin"}, 200},
		"listed":                        {[]string{ours}, "POST", []string{"Origin", ours, "Sec-Fetch-Site", "cross-site"}, 200},
		"everybody":                     {[]string{"*"}, "POST", []string{"Origin", theirs, "Sec-Fetch-Site", "cross-site"}, 200},
		"a read":                        {[]string{ours}, "GET", []string{"Origin", theirs, "Sec-Fetch-Site", "cross-site"}, 200},
		"not listed":                    {[]string{ours}, "POST", []string{"Origin", theirs, "Sec-Fetch-Site", "cross-site"}, 403},
		"not listed, an older browser":  {[]string{ours}, "PATCH", []string{"Origin", theirs}, 403},
		"a file":                        {[]string{ours}, "POST", []string{"Origin", "null"}, 403},
		"without an origin":             {[]string{ours}, "DELETE", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		"of a neighbour":                {nil, "POST", []string{"Origin", "https://blog.skeeter.example", "Sec-Fetch-Site", "same-site"}, 403},
		"the beginning is ours":         {nil, "POST", []string{"Origin", public + ".evil.example"}, 403},
		"a part of ours":                {nil, "POST", []string{"Origin", "https:"}, 403},
	} {
		h := newHandlerOf(httpapi.Options{CORSOrigins: tc.setting, PublicURL: public},
			httpapi.Route{Method: tc.method, Path: "/written", Name: "write", Handler: check})
		if w := do(t, h, tc.method, "/written", tc.headers...); w.Code != tc.want {
			t.Errorf("%s: %d %s, want %d", name, w.Code, w.Body, tc.want)
		}
	}
}

// TestPagesOfOtherOriginsReadAsNobody: the header Origin tells which pages read; a link that leads here has none.
func TestPagesOfOtherOriginsReadAsNobody(t *testing.T) {
	t.Parallel()
	const ours, theirs, public = "https://map.example", "https://evil.example", "https://skeeter.example"
	read := func(w http.ResponseWriter, r *http.Request) error {
		return httpapi.JSON(w, http.StatusOK, httpapi.IsForeign(r))
	}
	for name, tc := range map[string]struct {
		setting []string
		headers []string
		foreign bool
	}{
		"a program":                       {nil, nil, false},
		"a page of the service":           {nil, []string{"Origin", public, "Sec-Fetch-Site", "same-origin"}, false},
		"one in an older browser":         {nil, []string{"Origin", public}, false},
		"one by the name of the server":   {nil, []string{"Origin", "http://example.com"}, false},
		"one past a proxy":                {nil, []string{"Origin", "https://proxy.example", "Sec-Fetch-Site", "same-origin"}, false},
		"a link on another site":          {nil, []string{"Sec-Fetch-Site", "cross-site"}, false},
		"listed":                          {[]string{ours}, []string{"Origin", ours, "Sec-Fetch-Site", "cross-site"}, false},
		"everybody":                       {[]string{"*"}, []string{"Origin", theirs, "Sec-Fetch-Site", "cross-site"}, false},
		"not listed":                      {[]string{ours}, []string{"Origin", theirs, "Sec-Fetch-Site", "cross-site"}, true},
		"not listed, in an older browser": {[]string{ours}, []string{"Origin", theirs}, true},
		"a file":                          {[]string{ours}, []string{"Origin", "null"}, true},
		"of a neighbour":                  {nil, []string{"Origin", "https://blog.skeeter.example", "Sec-Fetch-Site", "same-site"}, true},
	} {
		h := newHandlerOf(httpapi.Options{CORSOrigins: tc.setting, PublicURL: public}, httpapi.Route{Method: "GET", Path: "/read", Name: "read", Handler: read})
		if w := do(t, h, "GET", "/read", tc.headers...); strings.TrimSpace(w.Body.String()) != strconv.FormatBool(tc.foreign) {
			t.Errorf("%s: %d %s, want %v", name, w.Code, w.Body, tc.foreign)
		}
	}
}
