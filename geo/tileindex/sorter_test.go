package tileindex

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSorter holds it to sortRecords, among records that have much in common.
func TestSorter(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	var s sorter
	for _, n := range []int{0, 1, 2, 1000, 50_000, 300} { // the memory is taken again
		records := randomRecords(rng, n)
		for i := range records { // half of them differ only in what the key does not hold
			if i > 0 && rng.IntN(2) == 0 {
				records[i] = records[rng.IntN(i)]
				records[i].id[15] ^= byte(rng.UintN(256))
				records[i].days ^= packedDays(rng.Uint64N(8))
				records[i].time ^= rng.Uint64N(2)
			}
		}
		want := slices.Clone(records)
		sortRecords(want)
		if got := s.sort(records); !slices.Equal(got, want) {
			t.Errorf("%d records are not in order", n)
		}
	}
}
