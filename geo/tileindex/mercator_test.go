package tileindex

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestBordersBetweenPlaces: a box holds a place on its border, and not the place beside a border that has more decimals than places have.
func TestBordersBetweenPlaces(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	for range 20_000 {
		lon, lat := rng.IntN(3_600_000_001)-1_800_000_000, rng.IntN(1_700_000_001)-850_000_000
		x := clamp(math.Floor(gridX(float64(lon) / degreeUnit)))
		y := clamp(math.Floor(gridY(float64(lat) / degreeUnit)))
		within := func(west, south, east, north float64) bool {
			box := surveillance.BBox{West: west, South: south, East: east, North: north}
			return new(State).compile(surveillance.Filter{BBox: &box}, false).inBox(x, y)
		}
		at := func(units int, beside float64) float64 { return (float64(units) + beside) / degreeUnit }
		if !within(at(lon, 0), at(lat, 0), at(lon, 0), at(lat, 0)) {
			t.Fatalf("%d, %d is not in the box that it is", lon, lat)
		}
		beside := rng.Float64()*0.9 + 0.05
		if within(at(lon, beside), -90, 180, 90) || within(-180, -90, at(lon, -beside), 90) || within(-180, at(lat, beside), 180, 90) || within(-180, -90, 180, at(lat, -beside)) {
			t.Fatalf("%d, %d is in a box that ends %v units beside it", lon, lat, beside)
		}
	}
}
