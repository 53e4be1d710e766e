package estimate_test

import (
	"math"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

func near(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || !(math.Abs(*got-want) <= 1e-6) {
		t.Errorf("%s is %v, want %v", what, show(got), want)
	}
}

// nearOrNone is near, where NaN stands for nil.
func nearOrNone(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got != nil || !math.IsNaN(want) {
		near(t, what, got, want)
	}
}

func show(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

// TestRatioOf: five sites worked out by hand with R's qt(0.975, 4) = 2.776445.
func TestRatioOf(t *testing.T) {
	t.Parallel()
	sites := []estimate.Site{{12, 4}, {0, 4}, {7, 2}, {30, 5}, {1, 3}}
	r := estimate.RatioOf(sites)
	near(t, "the ratio", &r.Value, 2.777778)
	near(t, "its standard error", r.SE, 1.302418)
	near(t, "the lower bound", r.Lower, 0.755677)
	near(t, "the upper bound", r.Upper, 10.210783)

	if r := estimate.RatioOf(sites[:4]); r.SE != nil || r.Lower != nil || r.Upper != nil {
		t.Errorf("four sites have the standard error %v and bounds", *r.SE)
	}
}

// TestNoCatch: the upper bound for no event in 16 units is qchisq(0.975, 2) / 2 / 16 (Garwood 1936).
func TestNoCatch(t *testing.T) {
	t.Parallel()
	r := estimate.RatioOf([]estimate.Site{{0, 10}, {0, 6}})
	near(t, "the ratio", &r.Value, 0)
	near(t, "the lower bound", r.Lower, 0)
	near(t, "the upper bound", r.Upper, 0.230555)
	if r := estimate.RatioOf(make5(estimate.Site{Effort: 1})); r.SE != nil || r.Upper == nil {
		t.Errorf("five sites without a catch: %+v", r)
	}
}

func make5(s estimate.Site) []estimate.Site { return []estimate.Site{s, s, s, s, s} }

func TestWilliams(t *testing.T) {
	t.Parallel()
	sum := 0.0
	for _, c := range []float64{0, 3, 10, 250} {
		sum += math.Log1p(c)
	}
	near(t, "the Williams mean", new(estimate.Williams(sum, 4)), 9.251363)
}

func TestAbsence(t *testing.T) {
	t.Parallel()
	near(t, "p = 0.1 in 30 trap-nights", new(estimate.Absence(0.1, 30)), 0.957609)
	if c := estimate.Absence(0.1, 1e6); c >= 1 {
		t.Errorf("a million trap-nights make sure: %v", c)
	}
}

// TestQuantile: R's quantile(c(1, 2, 4, 8), type = 7).
func TestQuantile(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]float64{0: 1, 0.25: 1.75, 0.5: 3, 0.75: 5, 1: 8} {
		near(t, "the quantile", new(estimate.Quantile([]float64{8, 1, 4, 2}, p)), want)
	}
	near(t, "the median of one", new(estimate.Quantile([]float64{5}, 0.5)), 5)
}
