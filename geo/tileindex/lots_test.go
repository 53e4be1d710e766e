package tileindex

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLots finds the lot of each row: of single records, of sites, and of so many equal records that 16 bits do not number them.
func TestLots(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(12, 8))
	sites := recordsOfYears(rng, 3000, 2)
	atSites(rng, sites)
	many := append(recordsOfYears(rng, 500, 2), slices.Repeat([]record{{row: row{code: 1 << 63, taxon: 3}}}, 70_000)...)
	sortRecords(many)
	for name, records := range map[string][]record{"single": recordsOfYears(rng, 3000, 2), "sites": sites, "equal": many, "one": many[:1]} {
		l := newLots(records)
		if !l.valid() {
			t.Errorf("%s: the lots are not valid", name)
		}
		for i, r := range records {
			lot := l.of(int32(i))
			if l.first(lot) > i || l.first(lot+1) <= i || l.code(lot) != r.code || l.taxon[lot] != r.taxon {
				t.Fatalf("%s: row %d is in lot %d from %d to %d", name, i, lot, l.first(lot), l.first(lot+1))
			}
			if i > 0 && (lot == l.of(int32(i-1))) != sameLot(&records[i-1], &records[i]) {
				t.Fatalf("%s: rows %d and %d are in one lot, or not", name, i-1, i)
			}
		}
	}
}

// TestTooManyLots: a file with more lots than 16 bits count is refused.
func TestTooManyLots(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bool{1 << 10: true, 1<<16 - 1: true, 1 << 16: false} {
		l := lots{rows: 1 << 17, begin: make([]uint16, n), x: make([]uint32, n), y: make([]uint32, n)}
		for i := range l.begin {
			l.begin[i] = uint16(i)
		}
		if l.valid() != want {
			t.Errorf("%d lots: valid is %v", n, !want)
		}
	}
}
