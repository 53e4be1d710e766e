package surveillance

import (
	"math"
	"slices"
	"testing"
)

func TestParseBBox(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]BBox{
		"-10,-20,30,40":       {-10, -20, 30, 40},
		" -10 , -20 , 30, 40": {-10, -20, 30, 40},
		"170,-10,-170,10":     {170, -10, -170, 10}, // crosses the antimeridian
		"170,-10,190,10":      {170, -10, -170, 10},
		"-190,-10,-170,10":    {170, -10, -170, 10},
		"181,0,185,1":         {-179, 0, -175, 1},
		"-180,-90,180,90":     World,
		"-500,-90,500,90":     World,
		"0,0,360,10":          {-180, 0, 180, 10},
		"1e1,0,2e1,1":         {10, 0, 20, 1},
		"5,5,5,5":             {5, 5, 5, 5},
	} {
		if got, ok := ParseBBox(in); !ok || got != want {
			t.Errorf("%q: %v, %v, want %v", in, got, ok, want)
		}
	}
	for _, in := range []string{"", ",,,", "1,2,3", "1,2,3,4,5", "a,b,c,d", "NaN,0,1,1", "0,Inf,1,1", "0,-91,1,1", "0,0,1,91", "0,5,1,4",
		"0x1p-2,0,1,1", "1_0,0,1,1", "1,2,3,", "0,0,1,1;drop table", "1e999,0,1,1"} {
		if got, ok := ParseBBox(in); ok {
			t.Errorf("%q is taken as %v", in, got)
		}
	}
}

func FuzzParseBBox(f *testing.F) {
	f.Add("170,-10,190,10")
	f.Add("-1e300,0,1e300,1")
	f.Fuzz(func(t *testing.T, s string) {
		b, ok := ParseBBox(s)
		if !ok {
			return
		}
		for _, lon := range []float64{b.West, b.East} {
			if math.IsNaN(lon) || lon < -180 || lon > 180 {
				t.Errorf("%q: longitude %g", s, lon)
			}
		}
		if !(b.South >= -90 && b.South <= b.North && b.North <= 90) {
			t.Errorf("%q: latitudes %g to %g", s, b.South, b.North)
		}
	})
}

// TestMonthRuns compares the runs with the rule: every run of months, round the year, that lies inside the set.
func TestMonthRuns(t *testing.T) {
	t.Parallel()
	for set := Months(1); set < allMonths; set++ {
		runs := set.Runs()
		for first := range 12 {
			var run Months
			for n := range 11 {
				run |= 1 << ((first + n) % 12)
				if inside := run&^set == 0; inside != slices.Contains(runs, int16(run)) {
					t.Fatalf("set %012b, run %012b: inside %v", set, run, inside)
				}
			}
		}
	}
}
