package estimate

import (
	"math"
	"slices"
)

// Point is a value at a time.
type Point struct {
	Time  float64 // in any unit, such as years; each time once in a series
	Value float64
}

// Trend is whether and how fast values rise with time.
type Trend struct {
	S        int      // pairs of values that rise less pairs that fall
	Variance float64  // of S without a trend
	Z        float64  // S by its standard deviation, with a correction for continuity; 0 without variance
	P        float64  // two-sided; 1 without variance
	Slope    *float64 // units of the value by unit of time; nil without a pair of values
	Lower    *float64 // 95 % interval of the slope; nil without variance and for so few pairs that its ranks are outside of them, as Upper
	Upper    *float64
}

// maxExact is how many values the exact distribution of S is used for.
const maxExact = 10

// TrendOf returns the test of Mann and Kendall and the slope of Theil and Sen. One series is the plain test. Several are the values of a
// season each, which are not compared with those of another: the test of Hirsch, Slack and Smith (1982) sums S and its variance, and the
// slope is the median over the pairs of all.
//
// The variance is the sum of (n(n-1)(2n+5) - sum of t(t-1)(2t+5) over groups of t equal values) / 18, and z is (S-1)/sd for S above 0 and
// (S+1)/sd below (Gilbert 1987, Statistical Methods for Environmental Pollution Monitoring, equations 16.2 and 17.1). P is exact for one
// series of up to ten values of which no two are equal, else normal. The slope is the median over the N pairs by their true distance in
// time (Sen 1968), and its interval reaches from rank round((N-C)/2) to rank round((N+C)/2)+1, where C = 1.96 sqrt(variance) (Gilbert 1987,
// 16.5). The order of the points does not show.
func TrendOf(series ...[]Point) Trend {
	var t Trend
	pairs, ties := 0, false
	for _, points := range series {
		pairs += len(points) * (len(points) - 1) / 2
	}
	slopes := make([]float64, 0, pairs)
	for _, points := range series {
		for i, a := range points {
			for _, b := range points[:i] {
				slope := (a.Value-b.Value)/(a.Time-b.Time) + 0 // never -0
				slopes = append(slopes, slope)
				switch {
				case slope > 0:
					t.S++
				case slope < 0:
					t.S--
				}
			}
		}
		variance, tied := varianceOfS(points)
		t.Variance += variance
		ties = ties || tied
	}
	t.P = 1
	if t.Variance > 0 && t.S != 0 {
		t.Z = (float64(t.S) - math.Copysign(1, float64(t.S))) / math.Sqrt(t.Variance)
		t.P = twoSided(t.Z)
	}
	if len(series) == 1 && len(series[0]) <= maxExact && !ties {
		t.P = exactP(t.S, len(series[0]))
	}
	if len(slopes) > 0 {
		t.setSlope(slopes)
	}
	return t
}

// setSlope takes the slope and its interval from the slopes of pairs.
func (t *Trend) setSlope(slopes []float64) {
	t.Slope = new(Quantile(slopes, 0.5)) // sorts them
	n, c := float64(len(slopes)), 1.96*math.Sqrt(t.Variance)
	lower, upper := int(math.Round((n-c)/2)), int(math.Round((n+c)/2))+1
	if t.Variance > 0 && upper <= len(slopes) {
		t.Lower, t.Upper = new(slopes[lower-1]), new(slopes[upper-1])
	}
}

// varianceOfS is the variance of S of one series, and whether any values are equal.
func varianceOfS(points []Point) (variance float64, ties bool) {
	values := make([]float64, len(points))
	for i, p := range points {
		values[i] = p.Value
	}
	slices.Sort(values)
	term := func(n int) int { return n * (n - 1) * (2*n + 5) }
	sum, equal := term(len(values)), 1
	for i := 1; i <= len(values); i++ {
		if i < len(values) && values[i] == values[i-1] {
			equal++
			continue
		}
		sum -= term(equal)
		ties = ties || equal > 1
		equal = 1
	}
	return float64(sum) / 18, ties
}

// exactP is the probability that S of n values in random order is as far from 0 or further: in the number of orders with each number of
// pairs that fall, the value k adds from 0 to k-1 pairs.
func exactP(s, n int) float64 {
	orders := []int{1}
	for k := 2; k <= n; k++ {
		next := make([]int, len(orders)+k-1)
		for falls, number := range orders {
			for added := range k {
				next[falls+added] += number
			}
		}
		orders = next
	}
	far, all := 0, 0
	for falls, number := range orders {
		if d := len(orders) - 1 - 2*falls; max(d, -d) >= max(s, -s) {
			far += number
		}
		all += number
	}
	return float64(far) / float64(all)
}
