package estimate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
)

// TestGetisOrd: the example of PySAL's esda.G_Local, transform "B" and star True.
func TestGetisOrd(t *testing.T) {
	t.Parallel()
	points := [][2]float64{{10, 10}, {20, 10}, {40, 10}, {15, 20}, {30, 20}, {30, 30}}
	neighbours := make([][]int, len(points))
	for i, a := range points {
		for j, b := range points {
			if math.Hypot(a[0]-b[0], a[1]-b[1]) <= 15 {
				neighbours[i] = append(neighbours[i], j)
			}
		}
	}
	spots := estimate.GetisOrd([]float64{2, 3, 3.2, 5, 8, 7}, neighbours)
	for i, want := range []struct{ z, p float64 }{
		{-1.39727626, 0.16233051}, {-0.28917762, 0.77244546}, {0.65064964, 0.51527268},
		{-0.28917762, 0.77244546}, {1.23452088, 0.21700887}, {2.02424331, 0.04294512},
	} {
		near(t, "z", spots[i].Z, want.z)
		near(t, "p", spots[i].P, want.p)
	}
}

// TestGetisOrdNotDefined: equal values, a cell alone and a cell that neighbours every cell have no z.
func TestGetisOrdNotDefined(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		values     []float64
		neighbours [][]int
		defined    []bool
	}{
		"no cell":         {nil, nil, nil},
		"one cell":        {[]float64{3}, [][]int{{0}}, []bool{false}},
		"equal values":    {[]float64{0.1, 0.1, 0.1}, [][]int{{0, 1}, {1, 0}, {2, 1}}, []bool{false, false, false}},
		"without another": {[]float64{1, 2, 3}, [][]int{{0}, {1, 2}, {2, 1}}, []bool{false, true, true}},
		"all neighbours":  {[]float64{1, 2, 3}, [][]int{{0, 1}, {0, 1, 2}, {2, 1}}, []bool{true, false, true}},
	} {
		for i, spot := range estimate.GetisOrd(c.values, c.neighbours) {
			if (spot.Z != nil) != c.defined[i] || (spot.P != nil) != c.defined[i] {
				t.Errorf("%s: cell %d has z %v and p %v", name, i, show(spot.Z), show(spot.P))
			}
		}
	}
}

// TestBenjaminiHochberg: the example of their paper, where four of fifteen are rejected at 0.05.
func TestBenjaminiHochberg(t *testing.T) {
	t.Parallel()
	p := []float64{.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1}
	want := []float64{.0015, .003, .0095, .035625, .0603, .063857, .063857, .0645, .0765, .486, .581182, .714875, .753231, .813214, 1}
	order := rand.New(rand.NewPCG(18, 2)).Perm(len(p))
	shuffled := make([]float64, len(p))
	for i, j := range order {
		shuffled[i] = p[j]
	}
	for i, q := range estimate.BenjaminiHochberg(shuffled) {
		near(t, "q", &q, want[order[i]])
	}
	for _, q := range estimate.BenjaminiHochberg([]float64{0.5, 0.01, 0.5, 0.5}) {
		if q != 0.04 && q != 0.5 {
			t.Errorf("equal p have the q %v", q)
		}
	}
	if q := estimate.BenjaminiHochberg(nil); len(q) != 0 {
		t.Errorf("no p have the q %v", q)
	}
}

// hexagons are the disks of radius ring in a rhombus of side x side hexagons, each with its own cell.
func hexagons(side, ring int) [][]int {
	disks := make([][]int, side*side)
	for i := range disks {
		for dx := -ring; dx <= ring; dx++ {
			for dy := max(-ring, -dx-ring); dy <= min(ring, -dx+ring); dy++ {
				if x, y := i%side+dx, i/side+dy; x >= 0 && x < side && y >= 0 && y < side {
					disks[i] = append(disks[i], y*side+x)
				}
			}
		}
	}
	return disks
}

// TestGetisOrdWithoutPattern: of 200 maps of 400 cells with negative binomial catches at most 10 % show a hot or cold spot, where
// 5 % are expected; with a cluster in one corner nearly all do.
func TestGetisOrdWithoutPattern(t *testing.T) {
	t.Parallel()
	const side, maps = 20, 200
	source := rand.NewPCG(18, 3)
	gamma := distuv.Gamma{Alpha: 0.5, Beta: 0.5 / 10, Src: source} // mean 10, dispersion 0.5
	for _, ring := range []int{1, 2, 3} {
		disks, shown := hexagons(side, ring), map[float64]int{}
		for _, cluster := range []float64{1, 20} {
			for range maps {
				values := make([]float64, side*side)
				for i := range values {
					lambda := gamma.Rand()
					if i%side < 4 && i/side < 4 {
						lambda *= cluster
					}
					values[i] = math.Log1p(distuv.Poisson{Lambda: lambda, Src: source}.Rand())
				}
				var p []float64
				for _, spot := range estimate.GetisOrd(values, disks) {
					p = append(p, *spot.P)
				}
				for _, q := range estimate.BenjaminiHochberg(p) {
					if q <= 0.05 {
						shown[cluster]++
						break
					}
				}
			}
		}
		if shown[1] > maps/10 || shown[20] < maps*9/10 {
			t.Errorf("ring %d: %d of %d maps without a pattern show one, and %d of those with one", ring, shown[1], maps, shown[20])
		}
	}
}

// BenchmarkGetisOrd: 10,000 cells with disks of 37.
func BenchmarkGetisOrd(b *testing.B) {
	disks := hexagons(100, 3)
	values, rng := make([]float64, len(disks)), rand.New(rand.NewPCG(18, 4))
	for i := range values {
		values[i] = math.Log1p(rng.ExpFloat64())
	}
	for b.Loop() {
		p := make([]float64, 0, len(disks))
		for _, spot := range estimate.GetisOrd(values, disks) {
			p = append(p, *spot.P)
		}
		estimate.BenjaminiHochberg(p)
	}
}
