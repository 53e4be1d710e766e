package tileindex

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomRows are rows at few places, so that many are equal.
func randomRows(rng *rand.Rand, n int) []row {
	rows := make([]row, n)
	for i := range rows {
		when, _ := packFact(110_000+rng.IntN(3), 110_005, 1+rng.Int32N(2))
		rows[i] = row{
			code: interleave(uint32(rng.IntN(300))<<20, uint32(rng.IntN(3))<<30), when: when,
			facet: rng.Uint32N(3), taxon: uint16(rng.UintN(4)),
		}
	}
	return rows
}

// TestChangesAgainstASortedList applies random changes to chunks and to a plain list.
func TestChangesAgainstASortedList(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	var cs chunks
	var want []row
	for round := range 60 {
		added := randomRows(rng, rng.IntN(1+chunkRows*(1+round%3)))
		var removed []row
		for range rng.IntN(1 + len(want)/(1+rng.IntN(4))) {
			i := rng.IntN(len(want))
			removed = append(removed, want[i])
			want[i] = want[len(want)-1]
			want = want[:len(want)-1]
		}
		want = append(want, added...)
		pair := randomRows(rng, 3) // what comes and goes in one change
		added, removed = append(added, pair...), append(removed, pair...)
		sortRows(want)
		sortRows(added)
		sortRows(removed)
		next, ok := cs.changed(added, removed)
		if !ok {
			t.Fatalf("round %d: rows were not found", round)
		}
		var got []row
		for _, c := range next {
			if c.head != c.at(0) || c.len() == 0 {
				t.Fatalf("round %d: a chunk of %d rows does not know its first", round, c.len())
			}
			for i := range c.len() {
				r := c.at(i)
				if c.minX > c.x[i] || c.maxX < c.x[i] || c.minY > c.y[i] || c.maxY < c.y[i] || c.firstDay > r.when.first() ||
					c.lastDay < r.when.last() || !slices.Contains(c.taxa, r.taxon) || !slices.Contains(c.facets, r.facet) {
					t.Fatalf("round %d: a chunk does not know row %v", round, r)
				}
				got = append(got, r)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("round %d: %d rows, want %d", round, len(got), len(want))
		}
		cs = next
	}
	if _, ok := cs.changed(nil, []row{{code: 1}}); ok {
		t.Error("a row that is not there was removed")
	}
}

// TestMemoryOfARow holds the bound of 24 bytes, freshly loaded and after changes.
func TestMemoryOfARow(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 6))
	rows := make([]row, 1_000_000)
	for i := range rows {
		rows[i] = row{code: rng.Uint64(), taxon: uint16(rng.UintN(100)), facet: rng.Uint32N(30_000)}
	}
	sortRows(rows)
	var b builder
	b.add(rows...)
	b.flush()
	cs := b.out
	for round := range 20 {
		if n, bytes := cs.len(), cs.bytes(); float64(bytes) > 24*float64(n) {
			t.Errorf("round %d: %d rows take %d bytes, %.1f each", round, n, bytes, float64(bytes)/float64(n))
		}
		added := make([]row, 5000)
		for i := range added {
			added[i] = row{code: rng.Uint64()}
		}
		sortRows(added)
		var ok bool
		if cs, ok = cs.changed(added, nil); !ok {
			t.Fatal("rows were not found")
		}
	}
}
