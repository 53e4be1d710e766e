package httpapi

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clientBits of an IPv6 address are one client: a line gets a network of that size, and may use all of its addresses.
const clientBits = 64

// clientOf returns the network that a request comes from: an IPv4 address, or the /64 of an IPv6 address. Behind trusted proxies
// that is the last address of X-Forwarded-For that is not one of theirs; what stands before it anybody may have written.
func clientOf(r *http.Request, trusted []netip.Prefix) netip.Prefix {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Prefix{}
	}
	addr = addr.Unmap()
	isTrusted := func(a netip.Addr) bool {
		return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(addr); i-- {
		before, ok := parseHop(hops[i])
		if !ok {
			break // the proxy that wrote this is as near as we know
		}
		addr = before
	}
	bits := addr.BitLen()
	if addr.Is6() {
		bits = clientBits
	}
	prefix, err := addr.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}

// parseHop reads an item of X-Forwarded-For: an address, which some proxies write with a port.
func parseHop(item string) (netip.Addr, bool) {
	item = strings.TrimSpace(item)
	if addr, err := netip.ParseAddr(item); err == nil {
		return addr.Unmap(), true
	}
	at, err := netip.ParseAddrPort(item)
	return at.Addr().Unmap(), err == nil
}
