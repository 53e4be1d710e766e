package tilecache

import (
	"strings"
	"testing"
)

func TestAccepted(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]Encoding{
		"": Identity, "gzip": Gzip, "zstd": Zstd, "gzip, deflate, br, zstd": Zstd, "GZIP;q=0.5, zstd;q=0.2": Gzip, "*": Gzip, "br": Identity,
		"gzip;q=0": Identity, "zstd;q=0, gzip": Gzip, "identity": Identity, "gzip;q=x": Gzip, "gzip;Q = 0.3 , zstd ; q=0.4": Zstd, ",,;": Identity,
	} {
		if got := Accepted(header); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

func FuzzAccepted(f *testing.F) {
	for _, s := range []string{"", "gzip", "zstd;q=0.5,gzip;q=1", "*;q=0", ";;,,", "gzip;q=nan"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		if e := Accepted(header); e != Identity && !strings.Contains(strings.ToLower(header), string(e)) && !strings.Contains(header, "*") {
			t.Fatalf("%q: %q", header, e)
		}
	})
}
