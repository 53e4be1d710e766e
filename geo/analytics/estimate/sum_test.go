package estimate_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// TestSumIsExact: random numbers in any order, in parts that are joined, have the sum that 200 binary digits give.
func TestSumIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 4))
	for range 200 {
		numbers, want := make([]float64, 1+rng.IntN(1000)), new(big.Float).SetPrec(200)
		for i := range numbers {
			numbers[i] = []float64{0, 0.1, 1.0 / 3, 7.5, 3_660_000, rng.Float64(), rng.ExpFloat64() * 1e6}[rng.IntN(7)]
			want.Add(want, big.NewFloat(numbers[i]))
		}
		exact, _ := want.Float64()
		var first estimate.Sum
		for order := range 3 {
			rng.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
			var parts [3]estimate.Sum
			for i, v := range numbers {
				parts[i%3].Add(v)
			}
			sum := parts[2]
			sum.Join(parts[0])
			sum.Join(parts[1])
			if order == 0 {
				first = sum
			}
			if sum != first {
				t.Fatalf("the sum of %d numbers in another order is %v, not %v", len(numbers), sum, first)
			}
		}
		if got := first.Value(); math.Abs(got-exact) > 3e-16*exact {
			t.Fatalf("the sum of %d numbers is %v, want %v", len(numbers), got, exact)
		}
	}
}
