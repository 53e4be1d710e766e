package representation_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

func TestAcceptsEncoding(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"gzip, deflate, br, zstd": true, "BR": true, "br;q=0.5": true, " br ; q=1.0 ": true, "gzip;q=1.0, br;q=0.001": true,
		"": false, "br;q=0": false, "br;q=0.000": false, "br;q=many": false, "brotli": false, "*": false, ",;,": false,
	} {
		if got := representation.AcceptsEncoding([]string{header}, "br"); got != want {
			t.Errorf("%q: %t, want %t", header, got, want)
		}
	}
	for header, want := range map[string]float64{"gzip": 1, "*": 1, "*;q=0.2": 0.2, "*, gzip;q=0": 0, "zstd, gzip;Q = 0.3 ": 0.3, "gzip;q=2": 0, "gzip;q=NaN": 0, "gzip;level=1": 1} {
		if got := representation.EncodingWeight([]string{header}, "gzip"); got != want {
			t.Errorf("%q: gzip has the weight %g, want %g", header, got, want)
		}
	}
	if !representation.AcceptsEncoding([]string{"gzip", "br"}, "br") {
		t.Error("the second line is not read")
	}
}

func FuzzAcceptsEncoding(f *testing.F) {
	for _, s := range []string{"gzip, br;q=0.5", "br;q=0", "BR ; Q=1", "brr", "*", "br;q=NaN", ",,br"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if representation.AcceptsEncoding([]string{line}, "br") && !strings.Contains(strings.ToLower(line), "br") {
			t.Errorf("%q", line)
		}
		if representation.AcceptsEncoding([]string{line, "gzip"}, "zstd") && !strings.Contains(strings.ToLower(line), "zstd") {
			t.Errorf("%q", line)
		}
	})
}
