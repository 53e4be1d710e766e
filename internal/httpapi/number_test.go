package httpapi_test

import (
	"errors"
	"net/url"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// TestLimitsAreWrittenOut holds that a large limit is no power of ten, in queries and bodies.
func TestLimitsAreWrittenOut(t *testing.T) {
	t.Parallel()
	p := httpapi.NewParams(url.Values{"metres": {"2e8"}})
	p.Float("metres", 0, 1e8)
	o, err := httpapi.ParseObject([]byte(`{"metres": -1}`))
	if err != nil {
		t.Fatal(err)
	}
	o.Float("metres", -.5, 1e8)
	for err, want := range map[error]string{p.Err(): "metres must be at most 100000000", o.Err(): "metres must be between -0.5 and 100000000"} {
		if e := new(httpapi.Error); !errors.As(err, &e) || e.Detail != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]float64{"0": 0, "-12.50": -12.5, "+1": 1, "1e3": 1000, "1E-1": .1, ".5": .5, "007": 7} {
		if n, ok := httpapi.ParseNumber(s); !ok || n != want {
			t.Errorf("%s: %g, %v", s, n, ok)
		}
	}
	for _, s := range []string{"", " 1", "1 ", "1,5", "1_0", "0x10", "0X1p4", "0x1p-2", "0b1", "0o7", "NaN", "nan", "Inf", "-Infinity", "1e999", "1f", "٣"} {
		if n, ok := httpapi.ParseNumber(s); ok {
			t.Errorf("%q is read as %g", s, n)
		}
	}
}
