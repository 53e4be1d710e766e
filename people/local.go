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
// with no foreign Origin or Referer, which the browser of somebody behind a proxy sends with the proxy's own name. HTTP/1.0 is what proxies
// speak that add no header (nginx and Apache as they come), and no browser.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() || !isLoopbackName(r.Host) {
		return false
	}
	if !r.ProtoAtLeast(1, 1) || isForwarded(r.Header) {
		return false
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return false
	}
	return isOwn(r, "Origin") && isOwn(r, "Referer")
}

// isOwn reports whether a header names a page of the host of a request, or is not there.
func isOwn(r *http.Request, header string) bool {
	pages := r.Header.Values(header)
	if len(pages) == 0 {
		return true
	}
	page, err := url.Parse(pages[0])
	return err == nil && len(pages) == 1 && page.Scheme == "http" && strings.EqualFold(page.Host, r.Host)
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
