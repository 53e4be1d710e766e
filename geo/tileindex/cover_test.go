package tileindex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPlaceOf: the grid holds what it takes to find a place again, to the last bit.
func TestPlaceOf(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const east, north = 1_800_000_000, 850_511_287 // in 1e-7 degrees
	test := func(lon, lat int64) {
		x, y := float64(lon)/decimals, float64(lat)/decimals
		gx, gy := clamp(math.Floor(gridX(x))), clamp(math.Floor(gridY(y)))
		if gotX, gotY := placeOf(gx, gy); gotX != x || gotY != y {
			t.Fatalf("%.7f %.7f is found as %.7f %.7f", x, y, gotX, gotY)
		}
	}
	for range 2_000_000 {
		test(rng.Int64N(2*east+1)-east, rng.Int64N(2*north+1)-north)
	}
	for _, lon := range []int64{-east, -east + 1, -1, 0, 1, east - 1, east} {
		for _, lat := range []int64{-north, -north + 1, -1, 0, 1, north - 1, north} {
			test(lon, lat)
		}
	}
}
