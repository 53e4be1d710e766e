package tileindex

import (
	"math/rand/v2"
	"testing"
)

// cellsOfEachRow adds rows up by cell one by one.
func (s *State) cellsOfEachRow(q *query, level int) map[CellXY]*Cell {
	cells, byTaxon, ofCell := map[CellXY]*Cell{}, map[CellXY]map[int32]int{}, map[CellXY]ends{}
	shift := GridBits - level
	for _, c := range s.rows {
		for i := range c.len() {
			if !q.matches(c, i) {
				continue
			}
			r := c.at(i)
			x, y := deinterleave(r.code)
			at := CellXY{x >> shift, y >> shift}
			if cells[at] == nil {
				cells[at], byTaxon[at], ofCell[at] = &Cell{X: at.X, Y: at.Y}, map[int32]int{}, noEnds
			}
			cell := cells[at]
			cell.Records++
			cell.Specimens += r.days.count()
			cell.SumX += int64(x) - int64(at.X)<<shift
			cell.SumY += int64(y) - int64(at.Y)<<shift
			byTaxon[at][s.codes.taxa[r.taxon]]++
			ofCell[at] = ofCell[at].with(endsOf(r.days))
		}
	}
	for at, cell := range cells {
		cell.Taxa = len(byTaxon[at])
		most := 0
		for key, n := range byTaxon[at] {
			if n > most || n == most && key < cell.Taxon {
				most, cell.Taxon = n, key
			}
		}
		cell.First, cell.FirstUntil, cell.Last, cell.LastFrom = ofCell[at].days()
	}
	return cells
}

// atSites moves records to few places, as of traps that are visited again and again.
func atSites(rng *rand.Rand, records []record) {
	sites := make([]uint64, 1+len(records)/150)
	for i := range sites {
		sites[i] = rng.Uint64()
	}
	for i := range records {
		records[i].code = sites[rng.IntN(len(sites))]
		records[i].days, _ = packDays(records[i].days.first(), records[i].days.last(), 1+rng.Int32N(50))
	}
	sortRecords(records)
}

// TestCellsAgainstEachRow adds up by random queries and row by row, while records come, change and go.
func TestCellsAgainstEachRow(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]*pointFile{"rows alone": nil, "with a point file": newPointFile(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(12, 7))
			s := &State{loaded: true}
			for key := range int32(40) {
				s.codes.taxa = append(s.codes.taxa, 100-key)
			}
			shown := randomMarks(rng, 40)
			var all []record
			found := 0
			for round := range 12 {
				added := recordsOfYears(rng, rng.IntN(2*chunkRows)+500, 1+5*(round%3))
				if round%2 == 0 {
					atSites(rng, added)
				}
				for i := range added {
					added[i].id[15] = byte(round)
				}
				var removed []record
				for range min(len(all), rng.IntN(2000)) {
					i := rng.IntN(len(all))
					removed = append(removed, all[i])
					if all[i].facet = rng.Uint32N(40); rng.IntN(2) == 0 { // an update
						added = append(added, all[i])
					}
					all[i] = all[len(all)-1]
					all = all[:len(all)-1]
				}
				sortRecords(added)
				sortRecords(removed)
				all = append(all, added...)
				var ok bool
				if s.rows, ok = s.rows.changed(added, removed, file); !ok {
					t.Fatal("records were not found")
				}
				for range 40 {
					q := randomQuery(rng, 12)
					if q.shown = shown; rng.IntN(4) == 0 {
						q.facets = shown
					}
					q.runs = q.monthRuns(s.rows)
					level := rng.IntN(9)
					side := uint32(1)<<level - 1
					got, err := (Selection{s, q}).Cells(t.Context(), Window{Level: level, X1: side, Y1: side})
					if err != nil {
						t.Fatal(err)
					}
					want := s.cellsOfEachRow(q, level)
					q.runs.days = nil // too long for a message
					for _, cell := range got {
						if w := want[CellXY{cell.X, cell.Y}]; w == nil || cell != *w {
							t.Fatalf("level %d of %+v:\n%+v, want\n%+v", level, *q, cell, w)
						}
					}
					if len(got) != len(want) {
						t.Fatalf("level %d of %+v: %d cells, want %d", level, *q, len(got), len(want))
					}
					found += len(got)
				}
			}
			if found < 20_000 {
				t.Errorf("only %d cells were compared", found)
			}
		})
	}
}
