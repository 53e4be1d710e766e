package tileindex

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCraftedNumbers changes what refers to something to what is not there: the checksums of a file may be right.
func TestCraftedNumbers(t *testing.T) {
	t.Parallel()
	made := func() (*savedState, *chunk) {
		cs, ok := chunks(nil).changed(recordsOfYears(rand.New(rand.NewPCG(2, 2)), chunkRows, 3), nil, newPointFile(t))
		if !ok || len(cs) != 1 {
			t.Fatal("no chunk")
		}
		c := cs[0]
		c.spans, c.facet = slices.Clone(c.spans), slices.Clone(c.facet)
		return &savedState{Taxa: make([]int32, 40), Facets: make([]savedFacet, 40), Points: "name"}, c
	}
	saved, whole := made()
	firstDay, minX := whole.firstDay, whole.minX
	whole.firstDay, whole.minX = 1<<17, 0 // bounds are those of the rows
	if err := saved.check(whole); err != nil || whole.firstDay != firstDay || whole.minX != minX {
		t.Errorf("a chunk as it was made: %v, first day %d, want %d", err, whole.firstDay, firstDay)
	}
	for name, craft := range map[string]func(s *savedState, c *chunk){
		"taxon of a row":     func(s *savedState, _ *chunk) { s.Taxa = s.Taxa[:30] },
		"facet of a row":     func(_ *savedState, c *chunk) { c.facet[7] = uint16(len(c.facets)) },
		"facet of the chunk": func(_ *savedState, c *chunk) { c.facets[0] = 40 },
		"span of a row":      func(_ *savedState, c *chunk) { c.span[9] = uint16(len(c.spans)) },
		"bits of a span":     func(_ *savedState, c *chunk) { c.spans[0] = c.spans[0].with(1) },
		"order":              func(_ *savedState, c *chunk) { c.order[1] = chunkRows },
		"taxon of the chunk": func(_ *savedState, c *chunk) { c.taxa[0] = 40 },
		"rows of taxa":       func(_ *savedState, c *chunk) { c.taxonRows = c.taxonRows[1:] },
		"rows of facets":     func(_ *savedState, c *chunk) { c.facetRows = c.facetRows[1:] },
		"rank of a month":    func(_ *savedState, c *chunk) { c.months.First[0] = chunkRows },
		"newest month":       func(_ *savedState, c *chunk) { c.months.Newest = len(firstDays) },
		"oldest month":       func(_ *savedState, c *chunk) { c.months.Newest = 0 },
		"months":             func(_ *savedState, c *chunk) { c.months.Last = c.months.Last[1:] },
	} {
		s, c := made()
		if craft(s, c); s.check(c) == nil {
			t.Errorf("%s: a chunk with a wrong number is taken", name)
		}
	}
	for name, craft := range map[string]func(s *savedState){
		"a way out of the folder": func(s *savedState) { s.Points = "../x" },
		"no name":                 func(s *savedState) { s.Points = "" },
		"negative bytes":          func(s *savedState) { s.DetailsBytes = -1 },
		"a block behind the end":  func(s *savedState) { s.DetailsWritten = []detailsBlock{{Begin: 9}} },
	} {
		s, _ := made()
		if craft(s); s.checkName() == nil {
			t.Errorf("%s: the snapshot is taken", name)
		}
	}
}

// BenchmarkWorld sums up the tile of the world of records at sites of traps, by kind of filter.
func BenchmarkWorld(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 3))
	var all []record
	for range 10_000 {
		x, y := rng.Uint32()&0x3fff_ffff, rng.Uint32()&0x3fff_ffff
		for range 100 {
			first := pgDayZero + rng.IntN(7000)
			days, _ := packDays(first, first+max(0, rng.IntN(200)-180), 1+rng.Int32N(60))
			all = append(all, record{row: row{code: interleave(x, y), days: days, facet: rng.Uint32N(40), taxon: uint16(rng.UintN(9) + uint(x%60))}})
		}
	}
	sortRecords(all)
	out := builder{}
	out.add(all...)
	out.flush()
	s := &State{rows: out.out, loaded: true}
	s.codes.taxa, s.codes.facets = make([]int32, 70), make([]facet, 40)
	shown := slices.Repeat([]bool{true}, 40)
	shown[3] = false
	for name, q := range map[string]*query{
		"none":    {facets: shown},
		"species": {facets: shown, taxa: append(make([]bool, 20), slices.Repeat([]bool{true}, 50)...)},
		"days":    {facets: shown, dated: true, firstDay: pgDayZero + 100, lastDay: pgDayZero + 6900},
		"months":  {facets: shown, months: 0xff, runs: newMonthRuns(0xff, out.out)},
		"sex":     {facets: append(slices.Repeat([]bool{true}, 20), make([]bool, 20)...)},
	} {
		q.shown = shown
		if !q.dated {
			q.lastDay = maxDay
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := (Selection{s, q}).Cells(b.Context(), Window{Level: 6, X1: 63, Y1: 63}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(all)), "ns/row")
		})
	}
}
