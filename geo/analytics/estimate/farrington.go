package estimate

import (
	"math"
	"sort"
	"time"

	"gonum.org/v1/gonum/mathext"
)

// Week is one of a series of consecutive weeks.
type Week struct {
	Specimens int64
	Effort    float64 // 0 for a week without effort, which is missing
}

// Excess is what the specimens of a week are compared with.
type Excess struct {
	Expected *float64 // specimens at the effort of the week
	Upper    *float64 // specimens; more are an excess
	Trend    *float64 // growth of the logarithm of the rate in a week; nil where the fit has none
	Alarm    bool
	Reason   string // why there is no upper limit, or why an excess is no alarm; else empty
}

// Reasons of an Excess.
const (
	ReasonNoEffort     = "no_effort"          // in the week
	ReasonFewYears     = "fewer_than_3_years" // with effort in their windows
	ReasonNoFit        = "no_convergence"     // in 100 steps, or to numbers above a billion
	ReasonFewSpecimens = "fewer_than_5_specimens_in_4_weeks"
)

const (
	halfWindow    = 3           // weeks before and after the same week of an earlier year
	periods       = 10          // of a year: the window, and nine between two windows
	window        = periods - 1 // the period of the window, after the others
	pastWeeks     = 26          // before the week itself that are no reference
	minYears      = 3           // with effort in their windows
	maxResidual   = 2.58        // of a reference week with full weight
	tail          = 0.05        // above the upper limit
	recentWeeks   = 4           // with the week itself
	minSpecimens  = 5           // in the recent weeks
	fitSteps      = 100         // of a regression, at most
	tolerance     = 1e-8        // of the deviance of a fit, relative
	maxExpected   = 1e9         // specimens
	maxDispersion = 1e9
)

// SameWeeks returns how many weeks before the week of a day the same weeks of so many earlier years are, the latest year first.
func SameWeeks(day time.Time, years int) []int {
	lags := make([]int, years)
	for i := range lags {
		lags[i] = int(math.Round(day.Sub(day.AddDate(-i-1, 0, 0)).Hours() / (24 * 7)))
	}
	return lags
}

// Farrington compares the specimens of weeks[now] with those of the same weeks of earlier years, which are lags weeks before: ascending and
// about a year apart, as SameWeeks has them. Lags that reach before the series are left out; three years must have effort in their windows.
//
// It is farringtonFlexible of the R package surveillance (Farrington et al. 1996; Noufaily et al. 2013, Statistics in Medicine 32:1206)
// with w = 3, noPeriods = 10, pastWeeksNotIncluded = 26, weightsThreshold = 2.58, pThresholdTrend = 1, nbPlugin, alpha = 0.05 and the logarithm
// of the effort as offset: the limit is the 95 % quantile of a negative binomial distribution whose mean and dispersion
// come from a quasi-Poisson regression on the trend and the period of the year, fitted a second time with less weight on earlier excesses.
// The trend is left out where it leads to a larger rate than any reference week had.
//
// It differs where effort varies. The extrapolated trend is compared with rates, not counts, so that the fit does not depend on the tested week,
// and the expected count is in proportion to the effort of that week. A week with more effort than every reference week is tested at the largest
// effort of those, its specimens in proportion, because the dispersion is not known beyond it. Twice the effort with twice the specimens
// therefore raises no alarm where none was and the effort was at least that large, unless only ReasonFewSpecimens held it back. Below, a
// rate between the expected one and the limit may become an alarm: the same raised rate from more effort is stronger evidence.
// A missing week does not keep the recent weeks from having enough specimens.
func Farrington(weeks []Week, now int, lags []int) Excess {
	week := weeks[now]
	if !(week.Effort > 0) {
		return Excess{Reason: ReasonNoEffort}
	}
	r := referenceOf(weeks, now, lags)
	if r.years < minYears {
		return Excess{Reason: ReasonFewYears}
	}
	trend := true
	curve, ok := r.robust(trend)
	if !ok || curve.rate(now) > r.maxRate {
		trend = false
		curve, ok = r.robust(trend)
	}
	expected := curve.rate(now) * week.Effort
	if !ok || !(expected < maxExpected) || curve.dispersion > maxDispersion {
		return Excess{Reason: ReasonNoFit}
	}
	part := min(1, r.maxEffort/week.Effort)
	e := Excess{Expected: &expected, Upper: new(math.Floor(upperLimit(expected*part, curve.dispersion) / part))}
	if trend {
		e.Trend = &curve.slope
	}
	e.Alarm = float64(week.Specimens) > *e.Upper
	if e.Alarm && recent(weeks[:now+1]) < minSpecimens {
		e.Alarm, e.Reason = false, ReasonFewSpecimens
	}
	return e
}

// recent is the sum of the specimens of the last weeks.
func recent(weeks []Week) int64 {
	var sum int64
	for _, w := range weeks[max(0, len(weeks)-recentWeeks):] {
		if w.Effort > 0 {
			sum += w.Specimens
		}
	}
	return sum
}

// upperLimit is the 95 % quantile of the negative binomial distribution of a mean and of a variance that is larger by the dispersion, and of the
// Poisson distribution where the dispersion is 1, or so near it that their limits are the same.
func upperLimit(mean, dispersion float64) float64 {
	if mean <= tail {
		return 0 // no more than the mean is above 0
	}
	const poisson = 1 + 1e-6
	above := func(k int) float64 {
		if dispersion <= poisson {
			return mathext.GammaIncReg(float64(k+1), mean)
		}
		return mathext.RegIncBeta(float64(k+1), mean/(dispersion-1), (dispersion-1)/dispersion)
	}
	end := int(mean) + 8
	for above(end) > tail {
		end *= 2
	}
	return float64(sort.Search(end, func(k int) bool { return above(k) <= tail }))
}
