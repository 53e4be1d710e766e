package estimate_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// yearly are values of consecutive years.
func yearly(values ...float64) []estimate.Point {
	points := make([]estimate.Point, len(values))
	for i, v := range values {
		points[i] = estimate.Point{Time: 2000 + float64(i), Value: v}
	}
	return points
}

// TestTrendOf: pymannkendall's original_test and seasonal_test, scipy's kendalltau for the exact p, scipy's theilslopes for gaps; the first
// is also the worked example of R's trend package.
func TestTrendOf(t *testing.T) {
	t.Parallel()
	none := math.NaN()
	for name, c := range map[string]struct {
		series              [][]estimate.Point
		s                   int
		variance, z, p      float64
		slope, lower, upper float64
	}{
		"normal": {[][]estimate.Point{yearly(12.9, 14.8, 13.2, 15.7, 13.8, 15.6, 12.9, 11.0, 17.3, 15.9, 19.0, 18.3, 20.1, 21.7)},
			54, 332.666667, 2.905837, 0.003662724, 0.5666667, 0.325, 0.8666667},
		"exact":  {[][]estimate.Point{yearly(3.1, 2.8, 4.0, 4.4, 3.9, 5.2, 5.0)}, 13, 44.333333, 1.802254, 0.069048, 0.4, -0.05, 0.6},
		"ten":    {[][]estimate.Point{yearly(3, 1, 4, 1.5, 5, 9, 2, 6, 5.3, 5.8)}, 21, 125, 1.788854, 0.0725502, 0.4, -0.1, 1.125},
		"eleven": {[][]estimate.Point{yearly(3, 1, 4, 1.5, 5, 9, 2, 6, 5.3, 5.8, 9.7)}, 31, 165, 2.335497, 0.0195175, 0.5, 0.16, 1.2},
		"ties":   {[][]estimate.Point{yearly(0, 0, 3, 1, 3, 5, 3, 8)}, 20, 60.666667, 2.439375, 0.0147127, 1, 0, 1.75},
		"gaps":   {[][]estimate.Point{{{2001, 1}, {2002, 2.5}, {2005, 4}, {2009, 10}, {2010, 9}}}, 8, 16.666667, 1.714643, 0.0833333, 0.944444, -1, 1.5},
		"seasons": {[][]estimate.Point{yearly(1.2, 2.0, 1.9, 2.6, 3.1), yearly(10.5, 9.8, 11.2, 12.0, 11.9), yearly(4.0, 4.4, 4.4, 3.9, 5.0)},
			17, 49, 2.285714, 0.022271, 0.35, 0.2, 0.6},
		"equal values": {[][]estimate.Point{yearly(2, 2, 2, 2, 2)}, 0, 0, 0, 1, 0, none, none},
		"three years":  {[][]estimate.Point{yearly(1, 2, 3)}, 3, 3.666667, 1.044466, 0.333333, 1, none, none},
		"one year":     {[][]estimate.Point{yearly(1)}, 0, 0, 0, 1, none, none, none},
		"no season":    {nil, 0, 0, 0, 1, none, none, none},
	} {
		got := estimate.TrendOf(c.series...)
		if got.S != c.s {
			t.Errorf("%s: S is %d, want %d", name, got.S, c.s)
		}
		near(t, name+": the variance", &got.Variance, c.variance)
		near(t, name+": z", &got.Z, c.z)
		near(t, name+": p", &got.P, c.p)
		nearOrNone(t, name+": the slope", got.Slope, c.slope)
		nearOrNone(t, name+": the lower bound", got.Lower, c.lower)
		nearOrNone(t, name+": the upper bound", got.Upper, c.upper)
	}
}

// TestTrendProperties: the order of the points does not show, a trend upside down is the same downwards, and time in days makes the slope
// 1/365 of that in years.
func TestTrendProperties(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(18, 5))
	for range 500 {
		years := yearly(make([]float64, 3+rng.IntN(20))...)
		for i := range years {
			years[i].Value = math.Round(10 * rng.NormFloat64())
		}
		trend := estimate.TrendOf(years)
		shuffled, fallen, days := slices.Clone(years), slices.Clone(years), slices.Clone(years)
		rng.Shuffle(len(years), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for i := range years {
			fallen[i].Value = -years[i].Value
			days[i].Time *= 365
		}
		if other := estimate.TrendOf(shuffled); !reflect.DeepEqual(other, trend) {
			t.Fatalf("%v: %+v in another order %+v", years, trend, other)
		}
		down := estimate.TrendOf(fallen)
		if down.S != -trend.S || down.Z != -trend.Z || down.P != trend.P || (down.Lower == nil) != (trend.Lower == nil) {
			t.Fatalf("%v: %+v upside down %+v", years, trend, down)
		}
		if down.Lower != nil && (*down.Lower != -*trend.Upper || *down.Upper != -*trend.Lower) {
			t.Fatalf("%v: the interval %v to %v upside down is %v to %v", years, *trend.Lower, *trend.Upper, *down.Lower, *down.Upper)
		}
		near(t, "the slope upside down", down.Slope, -*trend.Slope)
		near(t, "the slope by days", estimate.TrendOf(days).Slope, *trend.Slope/365)
	}
}

func BenchmarkTrendOf(b *testing.B) {
	rng := rand.New(rand.NewPCG(18, 5))
	for name, seasons := range map[string]int{"yearly": 1, "monthly": 12} {
		series := make([][]estimate.Point, seasons)
		for i := range series {
			for year := range 20 {
				series[i] = append(series[i], estimate.Point{Time: float64(year), Value: rng.Float64()})
			}
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				estimate.TrendOf(series...)
			}
		})
	}
}
