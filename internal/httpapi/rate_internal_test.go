package httpapi

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

func TestClientOf(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		remote string
		hops   []string
		want   string
	}{
		{"192.0.2.7:1234", nil, "192.0.2.7/32"},
		{"[::ffff:192.0.2.7]:1234", nil, "192.0.2.7/32"},
		{"[2001:db8:1:2:3:4:5:6]:1", nil, "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:1", nil, "fe80::/64"},
		{"192.0.2.7:1", []string{"198.51.100.1"}, "192.0.2.7/32"}, // not a trusted proxy
		{"10.1.1.1:1", []string{"198.51.100.1"}, "198.51.100.1/32"},
		{"10.1.1.1:1", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1/32"}, // the client wrote the first
		{"10.1.1.1:1", []string{"203.0.113.9", "198.51.100.1, 10.2.2.2"}, "198.51.100.1/32"},
		{"10.1.1.1:1", []string{"198.51.100.1:4711"}, "198.51.100.1/32"},
		{"10.1.1.1:1", []string{"2001:db8::1, [fd00::2]:443"}, "2001:db8::/64"},
		{"[fd00::2%eth0]:1", []string{"198.51.100.1"}, "198.51.100.1/32"}, // a trusted proxy on this link
		{"10.1.1.1:1", []string{"unknown"}, "10.1.1.1/32"},
		{"10.1.1.1:1", []string{"198.51.100.1, '; drop table"}, "10.1.1.1/32"},
		{"10.1.1.1:1", []string{""}, "10.1.1.1/32"},
		{"@", nil, "invalid Prefix"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr, r.Header["X-Forwarded-For"] = c.remote, c.hops
		if got := clientOf(r, trusted).String(); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.remote, c.hops, got, c.want)
		}
	}
}

func TestRates(t *testing.T) {
	t.Parallel()
	l := newRates(RateLimit{PerSecond: 2, Burst: 3})
	one, two := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("192.0.2.2/32")
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	taken := func(client netip.Prefix, at time.Time) (n int) {
		for l.take(client, at) == 0 {
			n++
		}
		return n
	}
	if n := taken(one, now); n != 3 {
		t.Errorf("a burst of %d", n)
	}
	if wait := l.take(one, now); wait != time.Second/2 {
		t.Errorf("wait %s", wait)
	}
	if n := taken(two, now); n != 3 {
		t.Errorf("the burst of another client: %d", n)
	}
	if n := taken(one, now.Add(time.Second)); n != 2 {
		t.Errorf("%d after a second", n)
	}
	if n := taken(one, now.Add(time.Hour)); n != 3 {
		t.Errorf("%d after an hour", n)
	}
}

func TestRatesForgetsClients(t *testing.T) {
	t.Parallel()
	l := newRates(RateLimit{PerSecond: 1, Burst: 1})
	now := time.Now()
	for i := range 3 * maxClients {
		l.take(netip.PrefixFrom(netip.AddrFrom4([4]byte{192, byte(i >> 16), byte(i >> 8), byte(i)}), 32), now)
	}
	if n := len(l.newer) + len(l.old); n > 2*maxClients {
		t.Errorf("%d clients are remembered", n)
	}
	if l.take(netip.MustParsePrefix("198.51.100.1/32"), now) != 0 {
		t.Error("a new client is refused")
	}
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	quick := func(w http.ResponseWriter, _ *http.Request) error { return JSON(w, http.StatusOK, "ok") }
	h := New(Options{
		Log: slog.New(slog.DiscardHandler), Metrics: NewMetrics(prometheus.NewRegistry()), RateLimit: RateLimit{PerSecond: 0.1, Burst: 2}, CORSOrigins: []string{"*"},
		Routes: []Route{{Method: http.MethodGet, Path: "/things", Name: "things", Handler: quick}, {Method: http.MethodGet, Path: "/livez", Name: "livez", Handler: quick}},
	})
	codes := ""
	var last *httptest.ResponseRecorder
	for _, path := range []string{"/things", "/livez", "/nothing", "/things", "/livez"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		codes += fmt.Sprint(w.Code, " ")
		if w.Code == http.StatusTooManyRequests {
			last = w
		}
	}
	if codes != "200 200 404 429 200 " {
		t.Fatal(codes)
	}
	var body struct{ Detail, Type string }
	if err := json.Unmarshal(last.Body.Bytes(), &body); err != nil || body.Type != "too_many_requests" || body.Detail == "" ||
		last.Header().Get("Retry-After") != "10" || last.Header().Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%v %s", last.Header(), last.Body)
	}
}
