package fetch

import (
	"fmt"
	"net"
	"net/netip"
	"syscall"
	"time"
)

const dialTimeout = 30 * time.Second

func newDialer() *net.Dialer { return &net.Dialer{Timeout: dialTimeout} }

// refusePrivate refuses a connection to an address that is not public. It is asked when the connection is opened, with the
// address that the name was resolved to, so that a name which changes its address in between does not pass.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%s is no address of the internet", address)
	}
	if !isPublic(to.Addr()) {
		return finalError{fmt.Errorf("%s is not an address of the public internet", to.Addr())}
	}
	return nil
}

// special are the networks of the IANA's registries of special-purpose addresses that package netip does not know by name, and
// those that carry an IPv4 address which a gateway would reach.
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("3fff::/20"), netip.MustParsePrefix("5f00::/16"), netip.MustParsePrefix("fec0::/10"),
}

func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, network := range special {
		if network.Contains(a) {
			return false
		}
	}
	return true
}
