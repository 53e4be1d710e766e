package surveillance

import "testing"

func TestParseNumber(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]float64{"0": 0, "-12.50": -12.5, "+1": 1, "1e3": 1000, "1E-1": .1, ".5": .5, "007": 7} {
		if n, ok := ParseNumber(s); !ok || n != want {
			t.Errorf("%s: %g, %v", s, n, ok)
		}
	}
	for _, s := range []string{"", " 1", "1 ", "1,5", "1_0", "0x10", "0X1p4", "0x1p-2", "0b1", "0o7", "NaN", "nan", "Inf", "-Infinity", "1e999", "1f", "٣"} {
		if n, ok := ParseNumber(s); ok {
			t.Errorf("%q is read as %g", s, n)
		}
	}
}
