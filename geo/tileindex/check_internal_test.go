package tileindex

import (
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
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
		c.spans, c.facet, c.lots.begin = slices.Clone(c.spans), slices.Clone(c.facet), slices.Clone(c.lots.begin)
		return &savedState{Taxa: make([]int32, 40), Facets: savedFacets{Count: 40}, Points: "name"}, c
	}
	saved, whole := made()
	firstDay, minX := whole.firstDay, whole.minX
	whole.firstDay, whole.minX = 1<<17, 0 // bounds are those of the rows
	if err := saved.check(whole); err != nil || whole.firstDay != firstDay || whole.minX != minX {
		t.Errorf("a chunk as it was made: %v, first day %d, want %d", err, whole.firstDay, firstDay)
	}
	for name, craft := range map[string]func(s *savedState, c *chunk){
		"taxon of a lot":     func(s *savedState, _ *chunk) { s.Taxa = s.Taxa[:30] },
		"no lots":            func(_ *savedState, c *chunk) { c.lots = lots{rows: c.len()} },
		"begin of lot 0":     func(_ *savedState, c *chunk) { c.lots.begin[0] = 1 },
		"begin of a lot":     func(_ *savedState, c *chunk) { c.lots.begin[5] = c.lots.begin[4] },
		"place of a lot":     func(_ *savedState, c *chunk) { c.lots.x[c.lots.len()-1], c.lots.y[c.lots.len()-1] = 0, 0 },
		"begin of the last":  func(_ *savedState, c *chunk) { c.lots.begin[c.lots.len()-1] = chunkRows },
		"facet of a row":     func(_ *savedState, c *chunk) { c.facet[7] = uint16(len(c.facets)) },
		"facet of the chunk": func(_ *savedState, c *chunk) { c.facets[0] = 40 },
		"span of a row":      func(_ *savedState, c *chunk) { c.span[9] = uint16(len(c.spans)) },
		"bits of a span":     func(_ *savedState, c *chunk) { c.spans[0] = c.spans[0].with(1) },
		"days of a span":     func(_ *savedState, c *chunk) { c.spans[0] |= 1 << 62 },
		"span of row 0":      func(_ *savedState, c *chunk) { c.span[0] = uint16(len(c.spans)) },
		"facet of row 0":     func(_ *savedState, c *chunk) { c.facet[0] = uint16(len(c.facets)) },
		"order":              func(_ *savedState, c *chunk) { c.order[1] = chunkRows },
		"taxon of the chunk": func(_ *savedState, c *chunk) { c.taxa[0] = 40 },
		"rows of taxa":       func(_ *savedState, c *chunk) { c.taxonRows = c.taxonRows[1:] },
		"rows of facets":     func(_ *savedState, c *chunk) { c.facetRows = c.facetRows[1:] },
		"rank of a month":    func(_ *savedState, c *chunk) { c.months.First[0] = chunkRows },
		"newest month":       func(_ *savedState, c *chunk) { c.months.Newest = len(firstDays) },
		"oldest month":       func(_ *savedState, c *chunk) { c.months.Newest = 0 },
		"a slot far away":    func(_ *savedState, c *chunk) { c.slots = &slots{numbers: []uint32{math.MaxUint32}} },
		"months":             func(_ *savedState, c *chunk) { c.months.Last = c.months.Last[1:] },
	} {
		s, c := made()
		if craft(s, c); s.check(c) == nil {
			t.Errorf("%s: a chunk with a wrong number is taken", name)
		}
	}
	low := newChunk([]record{{row: row{code: 1}}, {row: row{code: 5}}}, nil)
	high := newChunk([]record{{row: row{code: 5}}, {row: row{code: 6}}}, nil)
	if err := checkOrder(chunks{low, high}); err != nil {
		t.Errorf("chunks in their order: %v", err)
	}
	if checkOrder(chunks{high, low}) == nil {
		t.Error("a chunk that lies before the former one is taken")
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

// TestCraftedFacets writes facets to a file and reads them: as they are, and with values or numbers that are there twice or not at all.
func TestCraftedFacets(t *testing.T) {
	t.Parallel()
	dict := newDictionary()
	for i := range 300 {
		dict.facetCode(newFacet(Traits{Country: string(rune('a' + i%7)), Sex: []string{"Female", "female"}[i%2], AccuracyM: float64(i % 50)}, math.NaN(), i%3 == 0))
	}
	want := dict.snapshot()
	read := func(craft func(*savedFacets, []uint32)) (*dictionary, error) {
		path := filepath.Join(t.TempDir(), "index")
		err := snapshot.Write(path, func(w *snapshot.Writer) (any, error) {
			out := want.facets.save(w)
			numbers := []uint32{}
			for _, of := range want.facets.columns() {
				numbers = append(numbers, *of...)
			}
			craft(&out, numbers)
			out.Numbers = snapshot.Put(w, numbers)
			return &out, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var saved savedFacets
		file, err := snapshot.Open(path, &saved)
		if err != nil {
			t.Fatal(err)
		}
		d := newDictionary()
		return d, saved.restore(file, d)
	}
	got, err := read(func(*savedFacets, []uint32) {})
	if err != nil || got.codes.facets.len() != want.facets.len() {
		t.Fatalf("facets as they were written: %v, %d of %d", err, got.codes.facets.len(), want.facets.len())
	}
	for code := range uint32(want.facets.len()) {
		if got.codes.facets.traits(code) != want.facets.traits(code) {
			t.Errorf("facet %d has %v, had %v", code, got.codes.facets.traits(code), want.facets.traits(code))
		}
	}
	for name, craft := range map[string]func(*savedFacets, []uint32){
		"a value twice":    func(s *savedFacets, _ []uint32) { s.Country = append([]string{"b"}, s.Country[1:]...) },
		"a value too few":  func(s *savedFacets, _ []uint32) { s.Country = s.Country[:3] },
		"a number too big": func(_ *savedFacets, numbers []uint32) { numbers[len(numbers)-1] = 99 },
		"a facet twice": func(s *savedFacets, numbers []uint32) {
			for i := 0; i < len(numbers); i += s.Count {
				numbers[i] = numbers[i+1]
			}
		},
		"a facet too many": func(s *savedFacets, _ []uint32) { s.Count++ },
		"fewer than none":  func(s *savedFacets, _ []uint32) { s.Count = -1 },
	} {
		if _, err := read(craft); !errors.Is(err, snapshot.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
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
	s.codes.taxa = make([]int32, 70)
	dict := newDictionary()
	for i := range 40 {
		dict.facetCode(newFacet(Traits{AccuracyM: float64(i)}, math.NaN(), false))
	}
	s.codes.facets = dict.snapshot().facets
	shown := slices.Repeat([]bool{true}, 40)
	shown[3] = false
	for name, q := range map[string]*query{
		"none":    {facets: shown},
		"species": {facets: shown, taxa: append(make([]bool, 20), slices.Repeat([]bool{true}, 50)...)},
		"days":    {facets: shown, dated: true, firstDay: pgDayZero + 100, lastDay: pgDayZero + 6900},
		"months":  {facets: shown, months: 0xff, runs: (&query{months: 0xff, lastDay: maxDay}).monthRuns(out.out)},
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
