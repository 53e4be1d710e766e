package search

import (
	"math"
	"testing"
)

func TestParseCoordinates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]float64{
		"39.1, -94.6": {-94.6, 39.1}, "39.1 -94.6": {-94.6, 39.1}, "39.1,-94.6": {-94.6, 39.1}, " +39.1 ; 94.6 ": {94.6, 39.1}, "39.1/94.6": {94.6, 39.1},
		"39°06'N 94°36'W": {-94.6, 39.1}, "39° 6′ 0″ N, 94° 36′ 0″ W": {-94.6, 39.1}, "39°06'00\"n 94°36'00\"w": {-94.6, 39.1},
		"N 39.1 W 94.6": {-94.6, 39.1}, "W94.6 N39.1": {-94.6, 39.1}, "94.6°W 39.1°N": {-94.6, 39.1}, "33°S 70°O": {-70, -33}, "0,0": {0, 0}, "90, 180": {180, 90},
	} {
		if lon, lat, ok := parseCoordinates(text); !ok || math.Abs(lon-want[0]) > 1e-9 || math.Abs(lat-want[1]) > 1e-9 {
			t.Errorf("%q is %g, %g, %v; want %v", text, lon, lat, ok, want)
		}
	}
	for _, text := range []string{"", "39.1", "91, 0", "0, 181", "39°06'N 94°36'N", "39°06'N 94.6", "-39°N 94°W", "39°61'N 94°W", "a, b", "1,2,3", "39.1, -94.6 x", "12 monkeys", "1e5, 2"} {
		if lon, lat, ok := parseCoordinates(text); ok {
			t.Errorf("%q is %g, %g; want none", text, lon, lat)
		}
	}
}

// FuzzParseCoordinates holds that what is read lies in the world.
func FuzzParseCoordinates(f *testing.F) {
	for _, s := range []string{"39.1, -94.6", "39°06'N 94°36'W", "N 1 E 1", "\xff, 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if lon, lat, ok := parseCoordinates(s); ok && !(math.Abs(lon) <= 180 && math.Abs(lat) <= 90) {
			t.Errorf("%q is %g, %g", s, lon, lat)
		}
	})
}
