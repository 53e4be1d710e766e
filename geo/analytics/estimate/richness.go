package estimate

import (
	"math"
)

// Richness is how many species a sample holds, and how many it missed.
type Richness struct {
	Specimens int64
	Observed  int      // species, the Hill number of order 0
	Shannon   *float64 // Hill number of order 1, in species: exp(-sum p ln p); nil without specimens
	Simpson   *float64 // Hill number of order 2, in species: 1 / sum p^2; nil without specimens
	Chao1     *float64 // least number of species, seen or not; nil for fewer than two specimens
	Coverage  *float64 // share of the specimens of the place that belong to species of the sample, 0 to 1; nil for fewer than two specimens
}

// RichnessOf returns the richness of a sample from the specimens of each of its species; species without any do not count. The Hill numbers are
// those of the sample itself, not of what it would become with more effort (Hill 1973). Chao1 is S + (n-1)/n f1^2 / (2 f2), or
// S + (n-1)/n f1 (f1-1) / 2 without doubletons (Chao 1984). Coverage is 1 - f1/n ((n-1) f1) / ((n-1) f1 + 2 f2), or, without
// doubletons, 1 - f1/n ((n-1)(f1-1)) / ((n-1)(f1-1) + 2) (Chao and Jost 2012). Both are as in the R package iNEXT (Chao et al. 2014).
func RichnessOf(abundances []int64) Richness {
	r := Richness{Specimens: total(abundances)}
	n := float64(r.Specimens)
	var entropy, squares Sum
	for _, x := range abundances {
		if x <= 0 {
			continue
		}
		r.Observed++
		p := float64(x) / n
		entropy.Add(-p * math.Log(p))
		squares.Add(p * p)
	}
	if r.Specimens > 0 {
		r.Shannon, r.Simpson = new(math.Exp(entropy.Value())), new(1/squares.Value())
	}
	if r.Specimens > 1 {
		unseen := unseenSpecies(abundances, n)
		r.Chao1, r.Coverage = new(float64(r.Observed)+unseen), new(1.0)
		if singletons := float64(number(abundances, 1)); singletons > 0 {
			*r.Coverage -= singletons * unseen / (n*unseen + singletons)
		}
	}
	return r
}

// Chao2 returns the least number of species, seen or not, from the number of events that found each species:
// S + (T-1)/T Q1^2 / (2 Q2), or S + (T-1)/T Q1 (Q1-1) / 2 without duplicates (Chao 1987). It is nil for fewer than two events.
func Chao2(incidences []int64, events int64) *float64 {
	if events < 2 {
		return nil
	}
	observed := 0
	for _, x := range incidences {
		if x > 0 {
			observed++
		}
	}
	return new(float64(observed) + unseenSpecies(incidences, float64(events)))
}

// Rarefied returns how many species a random part of the sample of a size in specimens is expected to hold: the sum over species of
// 1 - C(n-x, m) / C(n, m) (Hurlbert 1971). It is nil for a size below 1 and one above the specimens of the sample.
func Rarefied(abundances []int64, size int64) *float64 {
	n := total(abundances)
	if size < 1 || size > n {
		return nil
	}
	var species Sum
	for _, x := range abundances {
		if x > 0 {
			species.Add(1 - missed(float64(n), float64(x), float64(size)))
		}
	}
	return new(species.Value())
}

// missed is the probability that m of n specimens hold none of x: C(n-x, m) / C(n, m), which is the same with x and m exchanged.
// A product of at most some root of 40 n factors neither overflows nor cancels digits, as factorials and their logarithms do.
func missed(n, x, m float64) float64 {
	const negligible = 1e-18
	p := 1.0
	for j := 0.0; j < min(x, m) && p > negligible; j++ {
		p *= 1 - max(x, m)/(n-j)
	}
	return max(p, 0)
}

// unseenSpecies is Chao's lower bound of the species that n specimens, or events, missed.
func unseenSpecies(found []int64, n float64) float64 {
	once, twice := float64(number(found, 1)), float64(number(found, 2))
	if twice == 0 {
		return (n - 1) / n * once * (once - 1) / 2
	}
	return (n - 1) / n * once * once / (2 * twice)
}

// number is how many species were found a number of times.
func number(found []int64, times int64) int {
	n := 0
	for _, x := range found {
		if x == times {
			n++
		}
	}
	return n
}

func total(found []int64) int64 {
	var sum int64
	for _, x := range found {
		sum += max(x, 0)
	}
	return sum
}
