package formula_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/formula"
)

// TestGuard: what is guarded begins no formula, and is found again.
func TestGuard(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"": "", "a": "a", "-": "'-", "=1+1": "'=1+1", "@x": "'@x", "\tx": "'\tx", "-1.5": "-1.5", "+3e4": "+3e4", "-1-1": "'-1-1", "+": "'+", "-e4": "'-e4",
		"'": "'", "'a": "'a", "'=1": "''=1", "''=1": "'''=1", "'-5": "''-5",
	} {
		if got := formula.Guard(cell); got != want {
			t.Errorf("%q is guarded as %q, want %q", cell, got, want)
		}
		if got := formula.Unguard(want); got != cell {
			t.Errorf("%q was %q, want %q", want, got, cell)
		}
	}
}
