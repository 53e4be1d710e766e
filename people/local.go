package people

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// forwarding are headers that a proxy adds, beside all that begin with X-Forwarded. A request with one, an empty one too, comes from elsewhere.
var forwarding = []string{
	"Forwarded", "Via", "X-Real-IP", "X-Client-IP", "X-Cluster-Client-IP", "X-Original-Forwarded-For", "X-Original-Host",
	"CF-Connecting-IP", "CF-Ray", "True-Client-IP", "Fastly-Client-IP", "Fly-Client-IP", "X-Envoy-External-Address",
}

func isForwarded(h http.Header) bool {
	for name := range h {
		if strings.HasPrefix(name, "X-Forwarded") || slices.ContainsFunc(forwarding, func(f string) bool { return strings.EqualFold(f, name) }) {
			return true
		}
	}
	return false
}

// isLocal reports whether a program on this machine sends a request, and no page of another site makes a browser send it: it comes over
// loopback, past no proxy, to a name of loopback (a page of another site that had its name resolve to loopback would send its own), and
// with no foreign Origin.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() || !isLoopbackName(r.Host) {
		return false
	}
	if isForwarded(r.Header) {
		return false
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return false
	}
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	origin, err := url.Parse(origins[0])
	return err == nil && len(origins) == 1 && origin.Scheme == "http" && strings.EqualFold(origin.Host, r.Host)
}

// isLoopbackName reports whether a host, with its port, is a name or an address of this machine alone.
func isLoopbackName(hostport string) bool {
	host := hostport
	if name, _, err := net.SplitHostPort(hostport); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.IsLoopback()
}
