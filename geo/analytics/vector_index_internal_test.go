package analytics

import (
	"math"
	"testing"
)

// TestVectorIndexOfPositivePools: where every pool of a vector is positive its rate has no estimate, and the index is no number without it.
func TestVectorIndexOfPositivePools(t *testing.T) {
	t.Parallel()
	of := func(positive, negative Infection) VectorIndex {
		v := vectors{
			abundance: map[string]float64{"culex-pipiens": 10, "culex-restuans": 2},
			infection: map[string]Infection{"culex-pipiens": positive, "culex-restuans": negative},
		}
		return v.sum()
	}
	allPositive, some := Infection{Positive: 1, MIR: new(20.0)}, Infection{Estimate: new(5.0)}
	if got := of(allPositive, some); got.Value != nil || got.AtLeast == nil || math.Abs(*got.AtLeast-0.21) > 1e-12 || len(got.Terms) != 1 || got.LeftOut[0].Reason != reasonNoEstimate {
		t.Errorf("one vector is all positive: %+v", got)
	}
	if got := of(Infection{}, some); got.Value == nil || *got.Value != 2*0.005 || got.AtLeast != nil {
		t.Errorf("one vector has no result: %+v", got)
	}
}
