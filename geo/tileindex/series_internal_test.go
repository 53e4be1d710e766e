package tileindex

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestSeriesOfManyTaxa: with too many taxa for bits a map says which are there.
func TestSeriesOfManyTaxa(t *testing.T) {
	t.Parallel()
	const bins, taxa = 300, 1000
	few, many := newSeries(bins, taxa), newSeries(bins, taxa)
	many.taxa, many.seen = nil, map[binTaxon]bool{}
	other, otherMany := newSeries(bins, taxa), &series{records: make([]int64, bins), specimens: make([]int64, bins), seen: map[binTaxon]bool{}}
	for range 20_000 {
		bin, taxon := rand.IntN(bins), uint16(rand.IntN(taxa))
		few.addTaxon(bin, taxon)
		many.addTaxon(bin, taxon)
		bin, taxon = rand.IntN(bins), uint16(rand.IntN(taxa))
		other.addTaxon(bin, taxon)
		otherMany.addTaxon(bin, taxon)
	}
	few.merge(other)
	many.merge(otherMany)
	if !reflect.DeepEqual(few.sums(), many.sums()) {
		t.Error("bits and a map differ")
	}
	if s := newSeries(1_000_000, 65_000); s.taxa != nil || s.seen == nil {
		t.Error("bits would take too much memory")
	}
}
