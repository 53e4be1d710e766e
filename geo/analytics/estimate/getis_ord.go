package estimate

import (
	"cmp"
	"math"
	"slices"
)

// Spot is how a cell with its neighbours differs from all cells.
type Spot struct {
	Z *float64 // above 0 where the values are larger; nil where it is not defined
	P *float64 // two-sided, from the normal distribution; nil as Z
}

// GetisOrd returns Gi* of every cell (Ord and Getis 1995, equation 14, with weights of 0 and 1): for a cell with k neighbours, itself
// among them, z = (sum of their values - k m) / (s sqrt((n k - k^2) / (n-1))), where m is the mean and s the standard deviation, with
// divisor n, of the values of all n cells. Values are from 0 to below 2^64; neighbours are the indexes of values, each once. It is not
// defined where all values are equal, for a cell with no neighbour but itself, and for one that has every cell as its neighbour. The order
// of the cells and of the neighbours does not show.
func GetisOrd(values []float64, neighbours [][]int) []Spot {
	spots := make([]Spot, len(values))
	if len(values) == 0 || slices.Min(values) == slices.Max(values) {
		return spots
	}
	var sum Sum
	for _, v := range values {
		sum.Add(v)
	}
	n := float64(len(values))
	mean := sum.Value() / n
	sd := norm(len(values), func(i int) float64 { return values[i] - mean }) / math.Sqrt(n)
	for i, cells := range neighbours {
		if len(cells) < 2 || len(cells) == len(values) {
			continue
		}
		var local Sum
		for _, j := range cells {
			local.Add(values[j])
		}
		k := float64(len(cells))
		z := (local.Value() - k*mean) / (sd * math.Sqrt(k*(n-k)/(n-1)))
		spots[i] = Spot{&z, new(twoSided(z))}
	}
	return spots
}

// twoSided is the probability that a standard normal variable is at least as far from 0 as z.
func twoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// BenjaminiHochberg returns for each p value its q value, the smallest false discovery rate at which it is rejected among all of them
// (Benjamini and Hochberg 1995): with n values and i the rank of p, the smallest n p / i of those that are not less, at most 1.
func BenjaminiHochberg(p []float64) []float64 {
	descending := make([]int, len(p))
	for i := range descending {
		descending[i] = i
	}
	slices.SortFunc(descending, func(i, j int) int { return cmp.Compare(p[j], p[i]) })
	q, least := make([]float64, len(p)), 1.0
	for above, i := range descending {
		least = min(least, p[i]*float64(len(p))/float64(len(p)-above))
		q[i] = least
	}
	return q
}
