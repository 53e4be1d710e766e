package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
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
		if got := ClientOf(r, trusted).String(); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.remote, c.hops, got, c.want)
		}
	}
}
