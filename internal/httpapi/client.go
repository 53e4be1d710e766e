package httpapi

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clientBits is the length of the IPv6 prefix that counts as one client: a subscriber gets a /64 and may use all of its
// addresses.
const clientBits = 64

// ClientOf returns the network that a request comes from: an IPv4 address, or the /64 of an IPv6 address. Behind trusted
// proxies that is the last address of X-Forwarded-For which is not a proxy's; the client may have written the ones before it.
func ClientOf(r *http.Request, trusted []netip.Prefix) netip.Prefix {
	addr := remoteAddr(r)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isTrusted(addr, trusted); i-- {
		before, ok := parseHop(hops[i])
		if !ok {
			break // the address of the proxy that wrote this item is the best that is known
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

// remoteAddr returns the address of the other end of the connection, the zero Addr when it is none.
func remoteAddr(r *http.Request) netip.Addr {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

func isTrusted(addr netip.Addr, trusted []netip.Prefix) bool {
	return slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(addr.WithZone("")) })
}

// parseHop reads an item of X-Forwarded-For: an address, to which some proxies add the port.
func parseHop(item string) (netip.Addr, bool) {
	item = strings.TrimSpace(item)
	if addr, err := netip.ParseAddr(item); err == nil {
		return addr.Unmap(), true
	}
	at, err := netip.ParseAddrPort(item)
	return at.Addr().Unmap(), err == nil
}
