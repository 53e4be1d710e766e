package estimate

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Pools is a group of pools of one size that were tested for one pathogen.
type Pools struct {
	Size     int // specimens in each pool, 1 or more
	Pools    int // 0 or more
	Positive int // from 0 to Pools
}

// Infection is the infection rate of the specimens in pools, each a proportion from 0 to 1.
type Infection struct {
	MIR   *float64 // positive pools by specimens tested, a lower bound of the rate; nil without pools
	MLE   *float64 // maximum likelihood; nil where every pool is positive, as Firth
	Firth *float64 // bias-reduced
	Lower *float64 // 95 % interval of the rate, which holds MLE and Firth; the MIR may lie below it. The MIR where every pool is positive.
	Upper *float64 // nil where every pool is positive
	// Converged is false where a root was not found in 100 steps: MLE, Firth, Lower and Upper are nil. It can happen where all large pools are
	// positive and a few small ones negative.
	Converged bool
}

const (
	maxSteps  = 100   // of a fit
	precision = 1e-13 // of a root, relative
)

// InfectionOf returns the infection rate p of pools of different sizes, where a pool of m is positive with probability 1-(1-p)^m. Firth is
// Firth's bias-reduced estimate and the interval the skewness-corrected score interval (Hepworth 2005; Hepworth and Biggerstaff 2017,
// JABES 22), as in CDC's PooledInfRate 1.6. Where every pool is negative the estimates are 0 and the upper bound is Wilson's for as many
// single specimens, z^2/(N+z^2). Where the large pools are positive and small ones negative, the equations may have several roots: Firth is
// the smallest, and the interval reaches from the first to the last that a search in powers of 2 meets. The order of the groups, and how
// pools of a size are divided among groups, does not show.
func InfectionOf(groups []Pools) Infection {
	l := newPoolLikelihood(groups)
	if l.pools == 0 {
		return Infection{Converged: true}
	}
	mir := float64(l.positive) / l.tested
	z := distuv.UnitNormal.Quantile(level)
	switch l.positive {
	case 0:
		return Infection{&mir, new(0.0), new(0.0), new(0.0), new(z * z / (l.tested + z*z)), true}
	case l.pools:
		return Infection{MIR: &mir, Lower: &mir, Converged: true}
	}
	mle, ok1 := l.solve(func(poolTerms) float64 { return 0 })
	firth, ok2 := l.solve(func(t poolTerms) float64 { return t.bias })
	// Below 0.01/N and above 64/m the statistic has no roots: no pool would be positive, or none of the smallest size m negative.
	lower, ok3 := firstRoot(0.01/l.tested, 2, func(r float64) float64 { return l.at(r).statistic(z) - z })
	upper, ok4 := firstRoot(64/l.sizes[0].m, 0.5, func(r float64) float64 { return l.at(r).statistic(z) + z })
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return Infection{MIR: &mir}
	}
	lower = min(lower, firth) // the score interval of a few pools may begin above it
	return Infection{&mir, proportion(mle), proportion(firth), proportion(lower), proportion(upper), true}
}

func proportion(r float64) *float64 { return new(-math.Expm1(-r)) }

// poolLikelihood is the likelihood of pools as a function of r = -ln(1-p). Its score is convex in r and falls from infinity, and rates next
// to 0 and to 1 lose no digits.
type poolLikelihood struct {
	sizes           []poolSize // one of each size, ascending
	pools, positive int
	tested          float64 // specimens
	inPositive      float64 // specimens in positive pools
}

// poolSize is pools of a size m, n of them and x positive, with the products that the terms need.
type poolSize struct {
	m, n, x      float64
	xm, xmm, nmm float64
	follows      bool // the size before is m-1, and not too many such sizes go before it
}

// maxFollowing is how many sizes take their exponential from the size before, so that rounding errors stay below 1e-14.
const maxFollowing = 16

func newPoolLikelihood(groups []Pools) poolLikelihood {
	var l poolLikelihood
	for _, g := range slices.SortedFunc(slices.Values(groups), func(a, b Pools) int { return cmp.Compare(a.Size, b.Size) }) {
		l.pools += g.Pools
		l.positive += g.Positive
		l.tested += float64(g.Size * g.Pools)
		l.inPositive += float64(g.Size * g.Positive)
		switch last := len(l.sizes) - 1; {
		case g.Pools == 0:
		case last >= 0 && l.sizes[last].m == float64(g.Size):
			l.sizes[last].n += float64(g.Pools)
			l.sizes[last].x += float64(g.Positive)
		default:
			l.sizes = append(l.sizes, poolSize{m: float64(g.Size), n: float64(g.Pools), x: float64(g.Positive)})
		}
	}
	for i := range l.sizes {
		s := &l.sizes[i]
		s.xm, s.xmm, s.nmm = s.x*s.m, s.x*s.m*s.m, s.n*s.m*s.m
		s.follows = i%maxFollowing > 0 && l.sizes[i-1].m == s.m-1
	}
	return l
}

// poolTerms are the derivatives of the likelihood by r that the equations need.
type poolTerms struct {
	score       float64
	slope       float64 // of the score, downwards: the observed information
	information float64 // expected
	third       float64 // central moment of the score
	bias        float64 // information by the bias of first order that the maximum likelihood estimate of p has
}

// at returns the terms at r. With e = 1/(exp(mr)-1) they are sums over sizes m, of n pools with x positive: score xme - (n-x)m, slope
// xm^2e(1+e), information nm^2e, third moment nm^3e(e-1); the bias is the mean of (m-1)/2 weighted by the information.
func (l poolLikelihood) at(r float64) poolTerms {
	t := poolTerms{score: l.inPositive - l.tested}
	one, grown := math.Expm1(r), 0.0 // exp(r)-1 and exp(mr)-1
	for i := range l.sizes {
		s := &l.sizes[i]
		if s.follows {
			grown += one + grown*one
		} else {
			grown = math.Expm1(s.m * r)
		}
		e := 1 / grown
		information := s.nmm * e
		t.score += s.xm * e
		t.slope += s.xmm * e * (1 + e)
		t.information += information
		t.third += information * s.m * (e - 1)
		t.bias += information * (s.m - 1)
	}
	t.bias /= 2 * t.information
	return t
}

// solve returns the smallest r at which the score equals the correction, which does not rise with r and is from 0 to (m-1)/2 for the largest
// size m. It begins below that root, and Newton's steps towards the correction at hand do not pass it, because the score is convex. It is
// false after 100 steps.
func (l poolLikelihood) solve(correction func(poolTerms) float64) (float64, bool) {
	largest := l.sizes[len(l.sizes)-1].m
	r := float64(l.positive) / (l.tested - l.inPositive/2 + (largest-1)/2)
	for range maxSteps {
		t := l.at(r)
		step := (t.score - correction(t)) / t.slope
		r += step
		if math.Abs(step) <= precision*r {
			return r, true
		}
	}
	return 0, false
}

// statistic is the score divided by its standard deviation, less the correction for its skewness.
func (t poolTerms) statistic(z float64) float64 {
	sd := math.Sqrt(t.information)
	return t.score/sd - t.third/(sd*sd*sd)*(z*z-1)/6
}

// firstRoot multiplies x by the factor until f changes its sign, and returns the root between. It is false after 100 steps.
func firstRoot(x, factor float64, f func(float64) float64) (float64, bool) {
	at := f(x)
	for range maxSteps {
		next := x * factor
		after := f(next)
		if (at > 0) != (after > 0) {
			return bracketedRoot(x, next, at, after, f)
		}
		x, at = next, after
	}
	return 0, false
}

// bracketedRoot returns the root of f between a and b, above 0, by the Illinois variant of false position (Dowell and Jarratt 1971):
// where one end stays, its value is halved. It is false after 100 steps.
func bracketedRoot(a, b, fa, fb float64, f func(float64) float64) (float64, bool) {
	for range maxSteps {
		c := (a*fb - b*fa) / (fb - fa)
		fc := f(c)
		if (fc > 0) == (fb > 0) {
			fa /= 2
		} else {
			a, fa = b, fb
		}
		moved := math.Abs(c - b)
		b, fb = c, fc
		if fc == 0 || moved <= precision*c {
			return c, true
		}
	}
	return 0, false
}
