package tileindex

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestDensitiesAgainstEachCell counts the cells of a zoom one by one.
func TestDensitiesAgainstEachCell(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 8))
	rows, ok := chunks(nil).changed(recordsOfYears(rng, 3*chunkRows, 2), nil, nil)
	if !ok {
		t.Fatal("no chunks")
	}
	s := &State{rows: rows, loaded: true, covers: &covers{}}
	got := s.Densities(surveillance.Filter{})
	for zoom := range MaxDensityZoom + 1 {
		cells, blocks := map[CellXY]int64{}, map[CellXY]bool{}
		var most int64
		for _, c := range rows {
			for i := range c.len() {
				shift := GridBits - cellBits - zoom
				x, y := c.place(int32(i))
				at := CellXY{x >> shift, y >> shift}
				cells[at]++
				most = max(most, cells[at])
				blocks[CellXY{at.X >> blockBits, at.Y >> blockBits}] = true
			}
		}
		if want := (Density{zoom, int64(len(cells)), int64(len(blocks)), most}); !slices.Contains(got, want) {
			t.Errorf("zoom %d: want %+v of %+v", zoom, want, got)
		}
	}
}
