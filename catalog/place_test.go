package catalog

import (
	"math"
	"testing"
)

func TestCover(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wests, easts []float64
		west, east   float64
	}{
		"one stretch":                      {[]float64{10}, []float64{20}, 10, 20},
		"a point":                          {[]float64{10}, []float64{10}, 10, 10},
		"neighbours, in any order":         {[]float64{20, 10}, []float64{30, 20}, 10, 30},
		"one in the other":                 {[]float64{0, 10}, []float64{50, 20}, 0, 50},
		"short gap inside":                 {[]float64{-10, 20}, []float64{0, 30}, -10, 30},
		"gap of half the globe":            {[]float64{-90, 90}, []float64{-90, 90}, -90, 90},
		"across the antimeridian":          {[]float64{-180, 170}, []float64{-170, 180}, 170, -170},
		"islands on both sides":            {[]float64{-175, 160, 170}, []float64{-170, 165, 175}, 160, -170},
		"Russia":                           {[]float64{27, -180, 19}, []float64{180, -169, 23}, 19, -169},
		"up to the antimeridian":           {[]float64{170}, []float64{180}, 170, 180},
		"from the antimeridian":            {[]float64{-180}, []float64{-170}, -180, -170},
		"the globe":                        {[]float64{-180}, []float64{180}, -180, 180},
		"the globe in halves":              {[]float64{0, -180}, []float64{180, 0}, -180, 180},
		"the globe, overlapping":           {[]float64{-180, -90, 80}, []float64{-80, 90, 180}, -180, 180},
		"long before short, then the rest": {[]float64{-100, -90, 100}, []float64{50, -80, 120}, -100, 120},
	} {
		if west, east := cover(c.wests, c.easts); west != c.west || east != c.east {
			t.Errorf("%s: %g to %g, want %g to %g", name, west, east, c.west, c.east)
		}
	}
}

// FuzzCover: the interval contains both ends of each part and is never longer than the globe.
func FuzzCover(f *testing.F) {
	f.Add(10.0, 5.0, 170.0, 20.0, -30.0, 0.0)
	f.Add(-180.0, 360.0, 0.0, 0.0, 179.0, 1.0)
	f.Fuzz(func(t *testing.T, w1, l1, w2, l2, w3, l3 float64) {
		var wests, easts []float64
		for _, part := range [][2]float64{{w1, l1}, {w2, l2}, {w3, l3}} {
			if !(part[0] >= -180 && part[0] <= 180 && part[1] >= 0) { // NaN too
				continue
			}
			wests, easts = append(wests, part[0]), append(easts, math.Min(part[0]+part[1], 180))
		}
		if len(wests) == 0 {
			return
		}
		west, east := cover(wests, easts)
		holds := func(lng float64) bool {
			if west <= east {
				return west <= lng && lng <= east
			}
			return lng >= west || lng <= east
		}
		for i := range wests {
			if !holds(wests[i]) || !holds(easts[i]) || !holds((wests[i]+easts[i])/2) {
				t.Errorf("%g to %g does not hold %g to %g of %v %v", west, east, wests[i], easts[i], wests, easts)
			}
		}
	})
}

func TestBoxOf(t *testing.T) {
	t.Parallel()
	fiji, papua, tonga := place{box: box{176.8, -21.7, -178.2, -12.4}}, place{box: box{140.8, -11.6, 156, -0.8}}, place{box: box{-176.2, -22.4, -173.7, -15.5}}
	for name, c := range map[string]struct {
		places []place
		want   *box
	}{
		"none":              {nil, nil},
		"one":               {[]place{papua}, &papua.box},
		"one in two parts":  {[]place{fiji}, &fiji.box},
		"west of it":        {[]place{papua, fiji}, &box{140.8, -21.7, -178.2, -0.8}},
		"on both sides":     {[]place{papua, tonga}, &box{140.8, -22.4, -173.7, -0.8}},
		"in whatever order": {[]place{tonga, fiji, papua}, &box{140.8, -22.4, -173.7, -0.8}},
	} {
		got := boxOf(c.places)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
