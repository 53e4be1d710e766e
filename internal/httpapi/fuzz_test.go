package httpapi

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzQuery reads every kind of parameter from any query string: accepted values are within their limits and valid text, the
// error names the others.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{
		"v=1", "v=-1&v=2", "v=1e3", "v=2024-02-29", "v=a,b,,c", "v=%00", "v=%ff", "%zz", "a;b", "v=true", "v=+1", "v=0x1", "v=9223372036854775808", "v=NaN",
		"limit=1&offset=2&lang=pt_BR",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		r := &http.Request{URL: &url.URL{RawQuery: query}}
		p := Query(r)
		n := p.Int("v", 5, 1, 9)
		x := p.Float("v", -2, 2)
		list := p.List("v")
		text := p.Text("v")
		one := p.OneOf("v", "a", "a", "b")
		page := p.Page(50, 200)
		switch {
		case n < 1 || n > 9, x != nil && !(*x >= -2 && *x <= 2), one != "a" && one != "b":
			t.Errorf("%q: %d %v %q", query, n, x, one)
		case page.Limit < 1 || page.Limit > 200 || page.Offset < 0 || page.Offset > MaxOffset:
			t.Errorf("%q: %+v", query, page)
		case p.Err() == nil && (!utf8.ValidString(text) || strings.ContainsRune(text, 0) || len(text) > MaxParam):
			t.Errorf("%q: text %q", query, text)
		}
		for _, item := range list {
			if item == "" || strings.TrimSpace(item) != item || strings.Contains(item, ",") || !utf8.ValidString(item) {
				t.Errorf("%q: item %q", query, item)
			}
		}
		var e *Error
		if err := p.Err(); err != nil && (!errors.As(err, &e) || e.Status != 400 && e.Status != 422 || e.Status == 422 && len(e.Fields) == 0) {
			t.Errorf("%q: %#v", query, err)
		}
	})
}

// FuzzForwarded: whatever a trusted proxy sends, the base of links is an address of http or https with a host and a plain path,
// or the request is refused.
func FuzzForwarded(f *testing.F) {
	f.Add("example.org", "https", "maps.example", "/prefix")
	f.Add("[::1]:80", "ftp", "a, b", "//elsewhere")
	f.Add("a b", "https, http", "x@y", "/a\r\nb")
	trusted := []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} // httptest's client
	f.Fuzz(func(t *testing.T, host, proto, forwardedHost, prefix string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = host
		r.Header = http.Header{"X-Forwarded-Proto": {proto}, "X-Forwarded-Host": {forwardedHost}, "X-Forwarded-Prefix": {prefix}}
		w := httptest.NewRecorder()
		base := ""
		withBaseURL("", trusted, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { base = BaseURL(r) })).ServeHTTP(w, r)
		if base == "" {
			if w.Code != 400 {
				t.Errorf("%q %q %q %q: %d", host, proto, forwardedHost, prefix, w.Code)
			}
			return
		}
		u, err := url.Parse(base)
		if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "http" && u.Scheme != "https" ||
			strings.HasSuffix(base, "/") || strings.ContainsAny(base, " \r\n\"<>\\") {
			t.Errorf("%q %q %q %q: %q (%v)", host, proto, forwardedHost, prefix, base, err)
		}
	})
}

// FuzzRequestID: an id is a plain token, because it goes into headers, logs and queries.
func FuzzRequestID(f *testing.F) {
	for _, s := range []string{"my-id.1", "", "a b", "a\r\nX: y", "';--", strings.Repeat("x", 65)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		r := &http.Request{Header: http.Header{"X-Request-Id": {sent}}}
		id := requestID(r)
		if id == "" || len(id) > maxRequestID || strings.Trim(id, "-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			t.Errorf("%q becomes %q", sent, id)
		}
	})
}

// FuzzAcceptsEncoding: no coding is accepted that the header does not name.
// FuzzParseUUID holds that an id has one spelling in the database, and that its path finds it again.
func FuzzParseUUID(f *testing.F) {
	for _, s := range []string{"6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11", "{6f1c1f8e-52a4-4a32-8f0a-0a3d5a3c1a11}", "6F1C1F8E52A44A328F0A0A3D5A3C1A11", "urn:uuid:x", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		id, ok := ParseUUID(s)
		if again, same := ParseUUID(id.String()); ok && (!same || again != id || len(s) < 32) {
			t.Errorf("%q is %s, and that %s", s, id, again)
		}
	})
}
