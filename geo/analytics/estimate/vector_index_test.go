package estimate_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// TestVectorIndex: the example of CDC's guidelines, and Table 2 of Johnson et al. 2010 (Emerging Infectious Diseases 16).
func TestVectorIndex(t *testing.T) {
	t.Parallel()
	tarsalis := estimate.Vector{Abundance: 442.0 / 6, Infection: *estimate.InfectionOf([]estimate.Pools{{50, 6, 1}}).MIR}
	pipiens := estimate.Vector{Abundance: 233.0 / 6, Infection: *estimate.InfectionOf([]estimate.Pools{{50, 5, 1}}).MIR}
	for _, c := range []struct {
		vectors []estimate.Vector
		want    float64
	}{
		{nil, 0},
		{[]estimate.Vector{tarsalis}, 0.245556},
		{[]estimate.Vector{pipiens}, 0.155333},
		{[]estimate.Vector{tarsalis, pipiens}, 0.400889},
		{[]estimate.Vector{{1643.0, 7.0 / 1000}}, 11.501},
	} {
		near(t, "the vector index", new(estimate.VectorIndex(c.vectors)), c.want)
	}
}
