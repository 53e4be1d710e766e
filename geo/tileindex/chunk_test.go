package tileindex

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// randomRecords are records at few places, so that many rows are equal.
func randomRecords(rng *rand.Rand, n int) []record {
	records := make([]record, n)
	for i := range records {
		days, _ := packDays(110_000+rng.IntN(3), 110_005, 1+rng.Int32N(2))
		records[i].row = row{
			code: interleave(uint32(rng.IntN(300))<<20, uint32(rng.IntN(3))<<30), days: days,
			facet: rng.Uint32N(3), taxon: uint16(rng.UintN(4)),
		}
		var id [16]byte
		binary.BigEndian.PutUint64(id[8:], rng.Uint64())
		records[i].pointData = newPointData(id, rng.Int64N(1e15)-5e14, Precision(rng.IntN(len(precisions))), int16(rng.IntN(3))*60)
	}
	return records
}

func newPointFile(t *testing.T) *pointFile {
	t.Helper()
	folder, err := openFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file, err := folder.newPoints(func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestChangesAgainstASortedList applies random changes to chunks, with a point file and without, and to a plain list.
func TestChangesAgainstASortedList(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]*pointFile{"rows alone": nil, "with a point file": newPointFile(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testChanges(t, file)
		})
	}
}

func testChanges(t *testing.T, file *pointFile) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 5))
	var cs chunks
	var want []record
	for round := range 60 {
		added := randomRecords(rng, rng.IntN(1+chunkRows*(1+round%3)))
		var removed []record
		for range rng.IntN(1 + len(want)/(1+rng.IntN(4))) {
			i := rng.IntN(len(want))
			removed = append(removed, want[i])
			want[i] = want[len(want)-1]
			want = want[:len(want)-1]
		}
		want = append(want, added...)
		pair := randomRecords(rng, 3) // what comes and goes in one change
		added, removed = append(added, pair...), append(removed, pair...)
		if file == nil {
			want = withoutPointData(want)
		}
		sortRecords(want)
		sortRecords(added)
		sortRecords(removed)
		next, ok := cs.changed(added, removed, file)
		if !ok {
			t.Fatalf("round %d: records were not found", round)
		}
		var got []record
		for _, c := range next {
			if c.head != c.at(0) || c.len() == 0 || (c.slots == nil) != (file == nil) {
				t.Fatalf("round %d: a chunk of %d rows with slots %v does not know its first", round, c.len(), c.slots)
			}
			taxonRows, facetRows := uint32(0), uint32(0)
			for i := range c.taxonRows {
				taxonRows += c.taxonRows[i]
			}
			for i := range c.facetRows {
				facetRows += c.facetRows[i]
			}
			if int(taxonRows) != c.len() || int(facetRows) != c.len() {
				t.Fatalf("round %d: a chunk of %d rows has %d by taxon and %d by facet", round, c.len(), taxonRows, facetRows)
			}
			for i := range c.len() {
				r := c.at(i)
				x, y := c.place(int32(i))
				if c.minX > x || c.maxX < x || c.minY > y || c.maxY < y || c.firstDay > r.days.first() ||
					c.lastDay < r.days.last() || !slices.Contains(c.taxa, r.taxon) || !slices.Contains(c.facets, r.facet) {
					t.Fatalf("round %d: a chunk does not know row %v", round, r)
				}
			}
			if got, ok = file.records(c, got); !ok {
				t.Fatalf("round %d: the file was not read", round)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("round %d: %d records, want %d", round, len(got), len(want))
		}
		cs = next
	}
	if _, ok := cs.changed(nil, []record{{row: row{code: 1}}}, file); ok {
		t.Error("a record that is not there was removed")
	}
	if file != nil {
		other := want[0]
		other.id[0]++
		if _, ok := cs.changed(nil, []record{other}, file); ok {
			t.Error("a record was removed by the id of another")
		}
	}
}

// TestMemoryOfARow holds the bound of 25 bytes, freshly loaded and after changes.
func TestMemoryOfARow(t *testing.T) {
	t.Parallel()
	rng, rows := rand.New(rand.NewPCG(6, 6)), 200_000
	if testenv.Long() {
		rows = 1_000_000
	}
	records := make([]record, rows)
	for i := range records {
		records[i].row = row{code: rng.Uint64(), taxon: uint16(rng.UintN(100)), facet: rng.Uint32N(30_000)}
	}
	sortRecords(records)
	file := newPointFile(t)
	b := builder{file: file}
	b.add(records...)
	b.flush()
	cs := b.out
	for round := range 20 {
		if n, bytes := cs.len(), cs.bytes(); float64(bytes) > 25*float64(n) {
			t.Errorf("round %d: %d rows take %d bytes, %.1f each", round, n, bytes, float64(bytes)/float64(n))
		}
		added := make([]record, rows/200)
		for i := range added {
			added[i].row = row{code: rng.Uint64()}
		}
		sortRecords(added)
		var ok bool
		if cs, ok = cs.changed(added, nil, file); !ok {
			t.Fatal("records were not found")
		}
	}
}
