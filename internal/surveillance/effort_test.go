package surveillance_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestTrapNights(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		traps  *int
		nights float64
		want   float64
		ok     bool
	}{
		"traps and nights": {new(3), 2.5, 7.5, true}, "nights alone": {nil, 4, 4, true}, "no nights": {new(3), 0, 0, false},
		"a moment": {new(1), 1e-7, 0, false}, "moments of many": {new(4), 2.5e-7, 1e-6, true},
	} {
		if got, ok := surveillance.TrapNights(c.traps, c.nights); got != c.want || ok != c.ok {
			t.Errorf("%s: %g, %t", name, got, ok)
		}
	}
}
