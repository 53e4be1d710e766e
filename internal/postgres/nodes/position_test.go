package nodes

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestPosition: positions are read as PostgreSQL writes them.
func TestPosition(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Position{"0/0": 0, "16/B374D848": 0x16B374D848, "FFFFFFFF/FFFFFFFF": 1<<64 - 1, "0/1": 1} {
		got, err := ParsePosition(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%s: %d %s, %v", text, got, got, err)
		}
	}
	for _, text := range []string{"", "/", "1", "1/", "/1", "1/1/1", "-1/1", "g/1", "100000000/0", "0/100000000", " 0/1", "0x1/1"} {
		if p, err := ParsePosition(text); err == nil {
			t.Errorf("%q is read as %s", text, p)
		}
	}
}

// TestLag: a replica is as late as the first sighting of the primary that it has not reached.
func TestLag(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		n := &Nodes{maxLag: time.Minute}
		if lag := n.lagOf(5); lag != 0 {
			t.Errorf("without a sighting: %s", lag)
		}
		for _, s := range []sighting{{now.Add(-9 * time.Second), 10}, {now.Add(-6 * time.Second), 20}, {now.Add(-3 * time.Second), 20}, {now, 30}} {
			n.note(s)
		}
		for p, want := range map[Position]time.Duration{5: 9 * time.Second, 10: 6 * time.Second, 20: 0, 30: 0} {
			if got := n.lagOf(p); got != want {
				t.Errorf("at %s the lag is %s, want %s", p, got, want)
			}
		}
		n.note(sighting{now, 15}) // a failover that lost something
		if lag := n.lagOf(16); lag != 0 {
			t.Errorf("after a failover: %s", lag)
		}
	})
}

// TestLagOfHours: what is kept of a primary that is written to for hours is bounded, and the lag of a replica that stands still is known to a hundredth.
func TestLagOfHours(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const looks = 20_000
		now := time.Now()
		n := &Nodes{maxLag: time.Second}
		for i := range looks {
			n.note(sighting{now.Add(time.Duration(i-looks) * every), Position(i + 1)})
		}
		if len(n.history) > 1000 {
			t.Errorf("%d sightings are kept", len(n.history))
		}
		for _, p := range []Position{0, 1, 777, looks / 2, looks - 1000, looks - 3, looks} {
			want := time.Duration(looks-p) * every
			if got := n.lagOf(p); p < looks && (got > want+time.Second || got < want-want/50-time.Second) || p == looks && got != 0 {
				t.Errorf("at %s the lag is %s, want %s", p, got, want)
			}
		}
	})
}
