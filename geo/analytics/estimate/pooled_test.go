package estimate_test

import (
	"encoding/csv"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// thousandths are the MIR, the MLE, Firth's estimate and the interval, per 1,000.
type thousandths [5]float64

func holds(t *testing.T, what string, in estimate.Infection, want thousandths) {
	t.Helper()
	if !in.Converged {
		t.Errorf("%s: not converged", what)
		return
	}
	for i, got := range []*float64{in.MIR, in.MLE, in.Firth, in.Lower, in.Upper} {
		if got != nil {
			got = new(1000 * *got)
		}
		nearOrNone(t, what+": "+[]string{"the MIR", "the MLE", "Firth's estimate", "the lower bound", "the upper bound"}[i], got, want[i])
	}
}

// TestInfectionOf: figures of CDC's PooledInfRate 1.6, pooledBin with pt.method "mir", "mle" and "firth" and ci.method "skew-score". For
// the pools of 2 and 44 its interval ends at 79.3, the next root, where 2 pools of 2 would be nearly as likely as at the estimate.
func TestInfectionOf(t *testing.T) {
	t.Parallel()
	none := math.NaN()
	for name, c := range map[string]struct {
		pools []estimate.Pools
		want  thousandths
	}{
		"the largest of four":    {[]estimate.Pools{{50, 1, 1}, {25, 1, 0}, {10, 1, 0}, {5, 1, 0}}, thousandths{11.1111111, 16.0877909, 12.5791125, 0.7261606, 78.2849595}},
		"one size":               {[]estimate.Pools{{50, 20, 7}}, thousandths{7, 8.578650, 8.324920, 3.715111, 16.750707}},
		"four sizes":             {[]estimate.Pools{{100, 5, 1}, {50, 8, 1}, {25, 2, 0}, {10, 3, 0}}, thousandths{2.0408163, 2.2131384, 2.129170, 0.3860092, 7.107271}},
		"singles":                {[]estimate.Pools{{1, 10, 4}}, thousandths{400, 400, 400, 147.060677, 702.520610}},
		"several roots":          {[]estimate.Pools{{2, 2, 1}, {44, 1, 1}}, thousandths{41.666667, 292.894146, 65.167946, 24.351260, 819.490762}},
		"all negative":           {[]estimate.Pools{{50, 20, 0}}, thousandths{0, 0, 0, 0, 3.826758}},
		"all positive":           {[]estimate.Pools{{50, 3, 3}, {10, 1, 1}}, thousandths{25, none, none, 25, none}},
		"none":                   {nil, thousandths{none, none, none, none, none}},
		"a group without a pool": {[]estimate.Pools{{1000, 5, 2}, {1, 0, 0}}, thousandths{0.4, 0.5106952, 0.4519349, 0.0847092, 1.6336104}},
	} {
		holds(t, name, estimate.InfectionOf(c.pools), c.want)
	}
}

// TestInfectionOfSmallestRoot: PooledInfRate's pooledbinom.firth. A search that begins above the root would miss it.
func TestInfectionOfSmallestRoot(t *testing.T) {
	t.Parallel()
	near(t, "Firth's estimate", estimate.InfectionOf([]estimate.Pools{{1, 5, 2}, {298, 9, 9}}).Firth, 0.01601773)
	near(t, "Firth's estimate", estimate.InfectionOf([]estimate.Pools{{20, 1, 1}, {6, 1, 0}}).Firth, 0.04461997)
}

// TestInfectionOfFewLargePools: near a second root that is all but met, Newton's steps are too short for 100 of them.
func TestInfectionOfFewLargePools(t *testing.T) {
	t.Parallel()
	in := estimate.InfectionOf([]estimate.Pools{{899, 2, 2}, {7, 3, 0}, {822, 3, 3}, {140, 2, 2}})
	if in.Converged || in.Firth != nil || in.MLE != nil || in.Lower != nil || in.Upper != nil || in.MIR == nil {
		t.Errorf("100 steps were enough: %+v", in)
	}
}

// TestInfectionOfChicago: the city's tests for West Nile virus in gravid traps of 2012, with PooledInfRate 1.6.
func TestInfectionOfChicago(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA names no folder with real data: Chicago's pools are not tested")
	}
	file, err := os.Open(filepath.Join(data, "analytics", "chicago-wnv-mosquito-tests.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const year, week, trap, number, result, species = 0, 1, 5, 7, 8, 9
	var whole, week32 []estimate.Pools
	for r := csv.NewReader(file); ; {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		size, _ := strconv.Atoi(row[number])
		if row[year] != "2012" || row[trap] != "GRAVID" || size == 0 {
			continue
		}
		pool := estimate.Pools{Size: size, Pools: 1}
		if row[result] == "1" {
			pool.Positive = 1
		}
		whole = append(whole, pool)
		if row[week] == "32" && row[species] == "CULEX PIPIENS/RESTUANS" {
			week32 = append(week32, pool)
		}
	}
	if len(whole) != 2478 || len(week32) != 81 {
		t.Errorf("%d pools in the year and %d in the week", len(whole), len(week32))
	}
	holds(t, "2012", estimate.InfectionOf(whole), thousandths{12.131812, 15.203579, 15.195070, 13.826995, 16.672444})
	in := estimate.InfectionOf(week32)
	near(t, "week 32: Firth's estimate", in.Firth, 0.028294286)
	near(t, "week 32: the lower bound", in.Lower, 0.019324599)
	near(t, "week 32: the upper bound", in.Upper, 0.040924414)
	near(t, "week 32: the vector index", new(estimate.VectorIndex([]estimate.Vector{{Abundance: 19.5125, Infection: *in.Firth}})), 0.552092)
}

// randomPools are groups of any size, rate and number: half of them have positives that no rate explains.
func randomPools(rng *rand.Rand) []estimate.Pools {
	groups := make([]estimate.Pools, 1+rng.IntN(6))
	rate, most := math.Pow(1e-6, rng.Float64()), []float64{3, 8, 1000, 200_000}[rng.IntN(4)]
	for i := range groups {
		size, pools := 1+int(math.Pow(1000, rng.Float64())), 1+int(math.Pow(most, rng.Float64()))
		positive := rng.IntN(pools + 1)
		if rng.IntN(2) == 0 {
			positive = int(math.Round(float64(pools) * -math.Expm1(float64(size)*math.Log1p(-rate*0.999))))
		}
		groups[i] = estimate.Pools{Size: min(size, 1000), Pools: pools, Positive: positive}
	}
	return groups
}

// TestInfectionProperties: whatever the pools are, the numbers are in order and between 0 and 1, do not depend on how the pools are grouped, do
// not fall where a pool more is positive, and are surer for ten times as many pools.
func TestInfectionProperties(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(18, 1))
	for range 3000 {
		groups := randomPools(rng)
		in := estimate.InfectionOf(groups)
		if in.Upper == nil {
			continue
		}
		last := 0.0
		for _, v := range []float64{*in.Lower, *in.Firth, *in.MLE, *in.Upper, 1} {
			if !(v >= last*(1-1e-9)) {
				t.Fatalf("%v: %v after %v", groups, v, last)
			}
			last = v
		}
		i := rng.IntN(len(groups))
		g := groups[i]
		part := estimate.Pools{Size: g.Size, Pools: g.Pools / 2, Positive: min(g.Positive, g.Pools/2)}
		split := slices.Clone(groups)
		split[i] = estimate.Pools{Size: g.Size, Pools: g.Pools - part.Pools, Positive: g.Positive - part.Positive}
		split = slices.Insert(split, 0, part)
		if other := estimate.InfectionOf(split); *other.Firth != *in.Firth || *other.MLE != *in.MLE || *other.Lower != *in.Lower || *other.Upper != *in.Upper {
			t.Fatalf("%v and %v differ: %v and %v", groups, split, *in.Firth, *other.Firth)
		}
		tenfold := slices.Clone(groups)
		for j := range tenfold {
			tenfold[j].Pools *= 10
			tenfold[j].Positive *= 10
		}
		if ten := estimate.InfectionOf(tenfold); ten.Upper != nil && (math.Abs(*ten.MLE / *in.MLE - 1) > 1e-9 || *ten.Upper > *in.Upper) {
			t.Fatalf("%v: ten times as many pools move the MLE from %v to %v, the upper bound from %v to %v", groups, *in.MLE, *ten.MLE, *in.Upper, *ten.Upper)
		}
		if g.Positive == g.Pools {
			continue
		}
		more := slices.Clone(groups)
		more[i].Positive++
		if other := estimate.InfectionOf(more); other.Upper != nil {
			for j, v := range []float64{*other.Firth - *in.Firth, *other.MLE - *in.MLE, *other.Lower - *in.Lower, *other.Upper - *in.Upper} {
				if v < -1e-9**in.Upper {
					t.Errorf("%v: with a positive pool of %d more, number %d falls by %v", groups, g.Size, j, -v)
				}
			}
		}
	}
}

func BenchmarkInfectionOf(b *testing.B) {
	var groups []estimate.Pools
	for size := 1; size <= 50; size++ {
		groups = append(groups, estimate.Pools{Size: size, Pools: 50, Positive: size / 8})
	}
	for b.Loop() {
		estimate.InfectionOf(groups)
	}
}
