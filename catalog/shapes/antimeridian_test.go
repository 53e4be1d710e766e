package shapes

import (
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

func TestSplitAntimeridian(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		polygon orb.Polygon
		parts   int
		area    float64 // square degrees
		inside  []orb.Point
		outside []orb.Point
	}{
		{
			name:    "far from it",
			polygon: orb.Polygon{{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}}},
			parts:   1, area: 81,
			inside: []orb.Point{{4, 4}}, outside: []orb.Point{{-179, 4}},
		},
		{
			name:    "across it, clockwise",
			polygon: orb.Polygon{{{170, 0}, {170, 10}, {-170, 10}, {-170, 0}, {170, 0}}},
			parts:   2, area: 200,
			inside: []orb.Point{{179, 5}, {-179, 5}}, outside: []orb.Point{{0, 5}, {165, 5}, {-165, 5}},
		},
		{
			name:    "across it with vertices on it",
			polygon: orb.Polygon{{{-180, 0}, {-170, 0}, {-170, 10}, {-180, 10}, {175, 10}, {175, 0}, {180, 0}, {-180, 0}}},
			parts:   2, area: 150,
			inside: []orb.Point{{179, 5}, {-175, 5}}, outside: []orb.Point{{0, 5}},
		},
		{
			name:    "up to it, written on the other side",
			polygon: orb.Polygon{{{170, 0}, {-180, 0}, {-180, 10}, {170, 10}, {170, 0}}},
			parts:   1, area: 100,
			inside: []orb.Point{{175, 5}}, outside: []orb.Point{{0, 5}, {-175, 5}},
		},
		{
			name: "twice across it, like a U",
			polygon: orb.Polygon{{
				{170, 0}, {-170, 0}, {-170, 3}, {175, 3}, {175, 6}, {-170, 6}, {-170, 9}, {170, 9}, {170, 0},
			}},
			parts: 3, area: 135,
			inside:  []orb.Point{{172, 4}, {-175, 1}, {-175, 8}},
			outside: []orb.Point{{-175, 4}, {178, 4}},
		},
		{
			name: "a hole on either side",
			polygon: orb.Polygon{
				{{160, 0}, {-160, 0}, {-160, 10}, {160, 10}, {160, 0}},
				{{165, 4}, {170, 4}, {170, 6}, {165, 6}, {165, 4}},
				{{-170, 4}, {-165, 4}, {-165, 6}, {-170, 6}, {-170, 4}},
			},
			parts: 2, area: 380,
			inside:  []orb.Point{{175, 5}, {-175, 5}},
			outside: []orb.Point{{167, 5}, {-167, 5}},
		},
		{
			name: "a hole across it",
			polygon: orb.Polygon{
				{{160, 0}, {-160, 0}, {-160, 10}, {160, 10}, {160, 0}},
				{{175, 4}, {-175, 4}, {-175, 6}, {175, 6}, {175, 4}},
			},
			parts: 2, area: 380,
			inside:  []orb.Point{{170, 5}, {-170, 5}, {179, 1}},
			outside: []orb.Point{{179, 5}, {-179, 5}},
		},
		{
			name:    "around the south pole",
			polygon: orb.Polygon{{{-90, -80}, {0, -80}, {90, -80}, {170, -80}, {-170, -80}, {-90, -80}}},
			parts:   1, area: 3600,
			inside: []orb.Point{{0, -89}, {179.9, -81}, {-179.9, -81}}, outside: []orb.Point{{0, 0}, {10, -79}},
		},
		{
			name:    "around the north pole, the other way",
			polygon: orb.Polygon{{{90, 80}, {0, 80}, {-90, 80}, {-180, 80}, {90, 80}}},
			parts:   1, area: 3600,
			inside: []orb.Point{{0, 89}, {179.9, 81}}, outside: []orb.Point{{0, 0}, {10, 79}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			parts, err := splitAntimeridian(test.polygon)
			if err != nil {
				t.Fatal(err)
			}
			if len(parts) != test.parts {
				t.Errorf("%d parts, want %d: %v", len(parts), test.parts, parts)
			}
			if area := planar.Area(parts); math.Abs(area-test.area) > 1e-6 {
				t.Errorf("area %g, want %g: %v", area, test.area, parts)
			}
			for _, p := range test.inside {
				if !planar.MultiPolygonContains(parts, p) {
					t.Errorf("%v lies outside of %v", p, parts)
				}
			}
			for _, p := range test.outside {
				if planar.MultiPolygonContains(parts, p) {
					t.Errorf("%v lies inside of %v", p, parts)
				}
			}
			for _, part := range parts {
				for i, ring := range part {
					checkRing(t, test.name, ring, i == 0)
				}
			}
		})
	}
}

func TestPolygonThatCannotBeSplitIsAnError(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		polygon orb.Polygon
		want    string
	}{
		{"empty", orb.Polygon{{}}, "it is empty"},
		{
			"around a pole and three times across",
			orb.Polygon{{
				{-90, -80}, {0, -80}, {90, -80}, {170, -80}, {-170, -80},
				{-170, -75}, {170, -75}, {170, -70}, {-170, -70}, {-90, -80},
			}},
			"more than once",
		},
		{
			"a hole outside",
			orb.Polygon{
				{{170, 0}, {-170, 0}, {-170, 10}, {170, 10}, {170, 0}},
				{{100, 2}, {100, 4}, {105, 4}, {100, 2}},
			},
			"reaches out of its exterior",
		},
		{
			"a ring that crosses itself where it is cut",
			orb.Polygon{{{170, 0}, {-170, 10}, {-170, 0}, {170, 14}, {170, 0}}},
			"crosses itself",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			parts, err := splitAntimeridian(test.polygon)
			if err == nil {
				t.Fatalf("no error, but %v", parts)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %q, without %q", err, test.want)
			}
		})
	}
}

// FuzzSplitAntimeridian draws rings of any form on a grid of 10 by 10 degrees, where
// many positions lie on the antimeridian and on the poles.
func FuzzSplitAntimeridian(f *testing.F) {
	f.Add([]byte{1, 9, 35, 9, 35, 12, 1, 12}, []byte{})
	f.Add([]byte{0, 9, 36, 9, 1, 9, 35, 12}, []byte{0, 10, 36, 11, 1, 10})
	f.Add([]byte{9, 1, 18, 1, 27, 1, 35, 1, 1, 1}, []byte{})
	f.Add([]byte("o\xab\x80\x00\x00\x00\xacb"), []byte("))))))))")) // a hole of one place, again and again
	f.Fuzz(func(t *testing.T, exterior, hole []byte) {
		polygon := orb.Polygon{gridRing(exterior)}
		if len(hole) > 0 {
			polygon = append(polygon, gridRing(hole))
		}
		parts, err := splitAntimeridian(polygon)
		if err != nil {
			return
		}
		for _, part := range parts {
			for _, ring := range part {
				for _, p := range ring {
					if !(math.Abs(p[0]) <= 180 && math.Abs(p[1]) <= 90) {
						t.Errorf("position %v is not on the globe", p)
					}
				}
			}
		}
	})
}

func gridRing(grid []byte) orb.Ring {
	var ring orb.Ring
	for i := 0; i+1 < len(grid); i += 2 {
		ring = append(ring, orb.Point{float64(grid[i]%37)*10 - 180, float64(grid[i+1]%19)*10 - 90})
	}
	if len(ring) > 0 {
		ring = append(ring, ring[0])
	}
	return ring
}
