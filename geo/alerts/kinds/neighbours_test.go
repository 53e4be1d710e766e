package kinds

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestNeighbours compares with all pairs, at the poles and the antimeridian too.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(18, 50))
	for name, at := range map[string]struct{ lon, lat, spread, km float64 }{
		"equator": {0, 0, 3, 50}, "antimeridian": {180, 10, 3, 20}, "pole": {0, 89, 1, 50}, "north": {20, 65, 3, 5}, "half the world": {0, 0, 180, 5000},
	} {
		near := newNeighbours(at.km)
		var before []vector
		for i := range 400 {
			lat := at.lat + (random.Float64()-0.5)*at.spread
			v := vectorOf(at.lon+(random.Float64()-0.5)*at.spread/math.Cos(lat*math.Pi/180), lat)
			want := false
			for _, other := range before {
				want = want || arcKM(v.chord2(other)) <= at.km
			}
			if got := near.near(v); got != want {
				t.Fatalf("%s: place %d has a neighbour: %v, want %v", name, i, got, want)
			}
			near.add(v)
			before = append(before, v)
		}
	}
	// Paris to London, 343.5 km on the sphere.
	if km := arcKM(vectorOf(2.3522, 48.8566).chord2(vectorOf(-0.1276, 51.5072))); math.Abs(km-343.5) > 0.3 {
		t.Errorf("Paris to London is %g km", km)
	}
}
