// Package estimate has the formulas of the analytics: a ratio of sums with its standard error and interval, the Williams mean, quantiles, the
// infection rate of pools, hot spots, trends, richness, the excess over earlier years. A number that is not known is nil; no answer is NaN or
// infinite. It imports gonum's stat/distuv and mathext for the distributions and nothing of the project.
package estimate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Site is what all events of a site sum up to.
type Site struct {
	Catch  float64 // specimens
	Effort float64 // above 0
}

// Ratio is specimens per unit of effort.
type Ratio struct {
	Value float64  // sum of the catch by sum of the effort
	SE    *float64 // standard error; nil for fewer than MinSites sites, and without any catch
	Lower *float64 // 95 % interval, as Upper; nil for fewer than MinSites sites with a catch
	Upper *float64
}

// MinSites is how many sites a standard error needs.
const MinSites = 5

const level = 0.975 // of a two-sided interval of 95 %

// RatioOf returns the ratio of sums over sites, with the standard error of the ratio estimator: sqrt(n/(n-1) sum (y - A x)^2) / sum x
// (Cochran 1977, Sampling Techniques, equation 6.13 without the finite population correction), and the interval A exp(+-t(0.975, n-1)
// se/A), which has no bound below 0. Without any catch the interval reaches from 0 to 3.6889 by the effort, the exact one of a Poisson
// distribution (Garwood 1936). Sites are the sampling units, because nights of one site are not independent. The order of the sites does not show in
// the last digit. It panics without effort.
func RatioOf(sites []Site) Ratio {
	var catch, effort Sum
	for _, s := range sites {
		catch.Add(s.Catch)
		effort.Add(s.Effort)
	}
	y, x := catch.Value(), effort.Value()
	if x <= 0 {
		panic("a ratio without effort")
	}
	r := Ratio{Value: y / x}
	if y == 0 {
		r.Lower, r.Upper = new(0.0), new(distuv.ChiSquared{K: 2}.Quantile(level)/2/x)
	}
	n := float64(len(sites))
	if n < MinSites || y == 0 {
		return r
	}
	se := math.Sqrt(n/(n-1)) * residuals(sites, r.Value) / x
	factor := math.Exp(distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(level) * se / r.Value)
	r.SE, r.Lower, r.Upper = &se, new(r.Value/factor), new(r.Value*factor)
	return r
}

// residuals is the root of the sum of the squares of y - A x.
func residuals(sites []Site, ratio float64) float64 {
	return norm(len(sites), func(i int) float64 { return sites[i].Catch - ratio*sites[i].Effort })
}

// Williams is the Williams mean of catches, exp(mean ln(c + 1)) - 1 (Williams 1937), from the sum of ln(c + 1) over events, to nine decimals.
func Williams(sumOfLogs float64, events int) float64 {
	return math.Round(math.Expm1(sumOfLogs/float64(events))*1e9) / 1e9
}

// Absence is the confidence that a taxon which one unit of effort finds with a probability is absent after effort that did not find it:
// 1 - (1-p)^effort (McArdle 1990). It is never 1.
func Absence(probability, effort float64) float64 {
	return min(-math.Expm1(effort*math.Log1p(-probability)), maxConfidence)
}

// maxConfidence is the largest confidence: nothing is certainly absent.
const maxConfidence = 1 - 1e-9

// Quantile returns the quantile of values, which it sorts, by linear interpolation (Hyndman and Fan 1996, type 7). It panics without values.
func Quantile(values []float64, p float64) float64 {
	slices.Sort(values)
	at := p * float64(len(values)-1)
	below := int(at)
	if below+1 >= len(values) {
		return values[below]
	}
	return values[below] + (at-float64(below))*(values[below+1]-values[below])
}
