package tileindex

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestListOrder(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{1, 2, 1000} {
		records := randomRecords(rng, n)
		for i := range records[:n/2] { // some share a time
			records[i].time = records[n-1].time
		}
		order := listOrder(records)
		for i := 1; i < n; i++ {
			a, b := records[order[i-1]], records[order[i]]
			if a.micros() < b.micros() || a.micros() == b.micros() && slices.Compare(a.id[:], b.id[:]) >= 0 {
				t.Fatalf("record %d of %d does not come before the next", i, n)
			}
		}
		slices.SortFunc(order, cmp.Compare[uint16])
		for i, row := range order {
			if int(row) != i {
				t.Fatalf("row %d is missing", i)
			}
		}
	}
	if listOrder(make([]record, maxOrdered+1)) != nil {
		t.Error("more rows than 16 bits can number have an order")
	}
}

func BenchmarkListOrder(b *testing.B) {
	records := randomRecords(rand.New(rand.NewPCG(8, 8)), chunkRows)
	for b.Loop() {
		listOrder(records)
	}
}
