package estimate_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// times returns a number repeated.
func times(n int, x int64) []int64 { return slices.Repeat([]int64{x}, n) }

// spiders are those of girdled and of logged hemlocks (Ellison et al. 2010), as the R package iNEXT has them.
func spiders() (girdled, logged []int64) {
	girdled = slices.Concat([]int64{46, 22, 17, 15, 15, 9, 8, 6, 6, 4}, times(4, 2), times(12, 1))
	logged = slices.Concat([]int64{88, 22, 16, 15, 13, 10, 8, 8, 7, 7, 7, 5, 4, 4, 4, 3, 3, 3, 3}, times(4, 2), times(14, 1))
	return girdled, logged
}

// TestRichnessOf: the figures of iNEXT's spiders (Chao et al. 2014) to the digits it prints; the others are worked out by hand.
func TestRichnessOf(t *testing.T) {
	t.Parallel()
	girdled, logged := spiders()
	for _, test := range []struct {
		name                              string
		abundances                        []int64
		specimens                         int64
		observed                          int
		shannon, simpson, chao1, coverage float64 // negative: nil
	}{
		{"girdled", girdled, 168, 26, 12.060, 7.840, 43.893, 0.9289},
		{"logged", logged, 252, 37, 14.421, 6.761, 61.403, 0.9446},
		{"no species", nil, 0, 0, -1, -1, -1, -1},
		{"species without specimens", []int64{0, 5, 0, 5}, 10, 2, 2, 2, 2, 1},
		{"one specimen", []int64{1}, 1, 1, 1, 1, -1, -1},
		{"no doubletons", []int64{1, 1, 1, 7}, 10, 4, 2.5611, 1.9231, 4 + 0.9*3, 1 - 0.3*18/20.0},
		{"singletons alone", []int64{1, 1, 1, 1}, 4, 4, 4, 4, 4 + 0.75*6, 1 - 9/11.0},
		{"as many as there can be", []int64{1e9, 1e9, 1}, 2e9 + 1, 3, 2, 2, 3, 1},
	} {
		r := estimate.RichnessOf(test.abundances)
		if r.Specimens != test.specimens || r.Observed != test.observed {
			t.Errorf("%s: %d specimens of %d species", test.name, r.Specimens, r.Observed)
		}
		for _, f := range []struct {
			what   string
			got    *float64
			want   float64
			digits float64
		}{
			{"q = 1", r.Shannon, test.shannon, 1e3}, {"q = 2", r.Simpson, test.simpson, 1e3},
			{"Chao1", r.Chao1, test.chao1, 1e3}, {"coverage", r.Coverage, test.coverage, 1e4},
		} {
			if (f.got == nil) != (f.want < 0) || f.got != nil && math.Round(*f.got*f.digits) != math.Round(f.want*f.digits) {
				t.Errorf("%s: %s is %v, want %v", test.name, f.what, text(f.got), f.want)
			}
		}
	}
}

func text(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

// TestChao2: S 225, T 50, Q1 21, Q2 19 are 236.37316 (Chao 1987, with (T-1)/T).
func TestChao2(t *testing.T) {
	t.Parallel()
	near(t, "Chao2", estimate.Chao2(slices.Concat(times(21, 1), times(19, 2), times(185, 3), times(9, 0)), 50), 225+49/50.0*441/38)
	near(t, "Chao2 without duplicates", estimate.Chao2([]int64{1, 1, 1, 4}, 5), 4+0.8*3)
	if c := estimate.Chao2([]int64{1, 1}, 1); c != nil {
		t.Errorf("one event estimates %v species", *c)
	}
}

// TestRarefied: iNEXT's spiders at half their size, to three decimals.
func TestRarefied(t *testing.T) {
	t.Parallel()
	girdled, logged := spiders()
	for _, test := range []struct {
		name       string
		abundances []int64
		size       int64
		want       float64 // negative: nil
	}{
		{"girdled", girdled, 84, 18.912},
		{"logged", logged, 126, 28.268},
		{"the whole sample", girdled, 168, 26},
		{"one specimen", girdled, 1, 1},
		{"more than the sample", girdled, 169, -1},
		{"nothing", girdled, 0, -1},
		{"of no species", nil, 1, -1},
		{"half of a billion", []int64{1e9, 1, 1}, 5e8 + 1, 2},
	} {
		got := estimate.Rarefied(test.abundances, test.size)
		if (got == nil) != (test.want < 0) || got != nil && math.Round(*got*1e3) != math.Round(test.want*1e3) {
			t.Errorf("%s: %v species, want %v", test.name, text(got), test.want)
		}
	}
}

// TestRarefiedIsExact: random samples have the sum of 1 - C(n-x, m) / C(n, m) that whole numbers give.
func TestRarefiedIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(18, 1))
	for range 200 {
		abundances, n := make([]int64, 1+rng.IntN(20)), int64(0)
		for i := range abundances {
			abundances[i] = int64(math.Exp(7 * rng.Float64()))
			n += abundances[i]
		}
		size, want := 1+rng.Int64N(n), 0.0
		all := new(big.Int).Binomial(n, size)
		for _, x := range abundances {
			missed, _ := new(big.Rat).SetFrac(new(big.Int).Binomial(n-x, size), all).Float64()
			want += 1 - missed
		}
		if got := estimate.Rarefied(abundances, size); math.Abs(*got-want) > 1e-10 {
			t.Fatalf("%d of %v: %v species, want %v", size, abundances, *got, want)
		}
	}
}

func BenchmarkRarefied(b *testing.B) {
	abundances := make([]int64, 200)
	for i := range abundances {
		abundances[i] = int64(math.Exp(float64(i) / 15)) // to 600,000
	}
	for b.Loop() {
		estimate.Rarefied(abundances, 10_000)
	}
}
