package tileindex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestBoxesAreTheSmallest compares boxes with every box that begins at one of the places and goes east.
func TestBoxesAreTheSmallest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		lons := make([]float64, 1+rng.IntN(6))
		extent := NewExtent()
		for i := range lons {
			// Half of the places stand about the antimeridian, where boxes cross it.
			lons[i] = 360*rng.Float64() - 180
			if rng.IntN(2) == 0 {
				lons[i] = math.Remainder(180+20*rng.NormFloat64(), 360)
			}
			extent.add(uint32(gridX(lons[i])), uint32(gridY(float64(i))))
		}
		smallest := 360.0
		for _, west := range lons {
			span := 0.0
			for _, lon := range lons {
				span = max(span, eastOf(west, lon))
			}
			smallest = min(smallest, span)
		}
		b := extent.Box()
		// A box never splits the places of one band, so it may be wider by two bands.
		if span := eastOf(b.West, b.East); span < smallest-1e-6 || span > smallest+2*360/256 {
			t.Fatalf("places at %v: the box %v spans %v degrees, the smallest %v", lons, b, span, smallest)
		}
		for _, lon := range lons {
			if eastOf(b.West, lon) > eastOf(b.West, b.East)+1e-6 {
				t.Fatalf("places at %v: the box %v leaves one out", lons, b)
			}
		}
		if b.South > 0 || b.South < -1e-6 || math.Abs(b.North-float64(len(lons)-1)) > 1e-6 {
			t.Fatalf("places from 0 to %d degrees north: %v", len(lons)-1, b)
		}
	}
}

// eastOf is how many degrees b lies east of a.
func eastOf(a, b float64) float64 { return math.Mod(b-a+720, 360) }

func TestNoPlacesNoBox(t *testing.T) {
	t.Parallel()
	if b := NewExtent().Box(); b != nil {
		t.Errorf("nothing has the box %v", b)
	}
}
