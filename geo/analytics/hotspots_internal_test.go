package analytics

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/uber/h3-go/v4"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
)

// TestNoSpotsWithoutPattern: 400 cells of negative binomial catches (mean 20, size 0.5, as clumped as trap catches are) in ten trap-nights each.
func TestNoSpotsWithoutPattern(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(18, 8))
	const runs, mean, size = 200, 20.0, 0.5
	rate := distuv.Gamma{Alpha: size, Beta: size / mean, Src: rng}
	shown := 0
	for run := range runs {
		cells := patch(400)
		for _, h := range cells {
			catch := distuv.Poisson{Lambda: rate.Rand(), Src: rng}.Rand()
			h.x = math.Log1p(catch / 10)
		}
		if n := compareCells(cells, 1+run%maxRing); n != len(cells) {
			t.Fatalf("%d cells take part", n)
		}
		for _, h := range cells {
			if *h.Class != classNone {
				shown++
				break
			}
		}
	}
	if shown > runs/10 {
		t.Errorf("%d of %d runs show a hot or cold spot", shown, runs)
	}
	t.Logf("%d of %d runs show a hot or cold spot", shown, runs)
}

// patch returns some cells around a place.
func patch(n int) []*Hotspot {
	cells := []*Hotspot{}
	for _, cell := range h3.LatLngToCell(h3.NewLatLng(41.9, -87.7), 7).GridDisk(12)[:n] {
		cells = append(cells, newHotspot(places.ID(cell), 0))
	}
	return cells
}

// TestCellsWithoutClass: why a cell has no z, and what the others are compared with.
func TestCellsWithoutClass(t *testing.T) {
	t.Parallel()
	alone := newHotspot(places.ID(h3.LatLngToCell(h3.NewLatLng(0, 0), 7)), 100)
	little := patch(1)[0]
	little.x, little.Reason = 1e9, new(reasonLittleEffort)
	cells := append(patch(60)[1:], alone, little)
	for i, h := range cells[:59] {
		h.x = float64(i % 7)
	}
	if n := compareCells(cells, 1); n != 60 || *alone.Reason != reasonNoNeighbour || little.Z != nil || *little.Reason != reasonLittleEffort {
		t.Errorf("%d take part; alone %+v, with little effort %+v", n, alone, little)
	}
	same := patch(60)
	compareCells(same, 1)
	if *same[0].Reason != reasonAllEqual || same[0].Class != nil {
		t.Errorf("cells of one value: %+v", same[0])
	}
	few := patch(7)
	few[3].x = 1
	compareCells(few, 2)
	if *few[0].Reason != reasonAllAround {
		t.Errorf("cells that are all neighbours: %+v", few[0])
	}
}
