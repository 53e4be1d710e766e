package limits

import (
	"net/netip"
	"testing"
	"time"
)

func TestRates(t *testing.T) {
	t.Parallel()
	l := NewRates[netip.Prefix](Rate{PerSecond: 2, Burst: 3})
	one, two := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("192.0.2.2/32")
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	taken := func(client netip.Prefix, at time.Time) (n int) {
		for l.Take(client, at) == 0 {
			n++
		}
		return n
	}
	if n := taken(one, now); n != 3 {
		t.Errorf("a burst of %d", n)
	}
	if wait := l.Take(one, now); wait != time.Second/2 {
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

// TestOthersResetNoLimit: a client whose generation is full of others keeps its limit until a second one is full of them.
func TestOthersResetNoLimit(t *testing.T) {
	t.Parallel()
	l := NewRates[int](Rate{PerSecond: 1, Burst: 1})
	now := time.Now()
	for client := range maxClients + 1 {
		l.Take(client, now)
	}
	if len(l.newer) != 1 {
		t.Fatalf("the newer generation holds %d clients", len(l.newer))
	}
	if wait := l.Take(0, now); wait != time.Second {
		t.Errorf("beside %d others a client that used its burst waits %s", maxClients, wait)
	}
}

func TestRatesForgetsClients(t *testing.T) {
	t.Parallel()
	l := NewRates[netip.Prefix](Rate{PerSecond: 1, Burst: 1})
	now := time.Now()
	for i := range 3 * maxClients {
		l.Take(netip.PrefixFrom(netip.AddrFrom4([4]byte{192, byte(i >> 16), byte(i >> 8), byte(i)}), 32), now)
	}
	if n := len(l.newer) + len(l.old); n > 2*maxClients {
		t.Errorf("%d clients are remembered", n)
	}
	if l.Take(netip.MustParsePrefix("198.51.100.1/32"), now) != 0 {
		t.Error("a new client is refused")
	}
}
