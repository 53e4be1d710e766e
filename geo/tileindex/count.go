package tileindex

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/filter"
	"github.com/skeeter-surveillance/skeeter/internal/tally"
)

// Count returns how many observations match. ok is false until the index is loaded.
func (x *Index) Count(f filter.Filter) (n int64, ok bool) {
	if !x.Ready() {
		return 0, false
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	x.scan(x.compile(f), func(rows []int32) { n += int64(len(rows)) })
	return n, true
}

// Stats adds up what matches. ok is false until the index is loaded.
func (x *Index) Stats(f filter.Filter) (s tally.Stats, ok bool) {
	if !x.Ready() {
		return tally.Stats{}, false
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	sums := x.newSums()
	q := x.compile(f)
	x.scan(q, sums.add)
	s = sums.stats()
	if q.dated && q.firstDay <= q.lastDay { // nothing is partly in a range that ends before it begins
		s.PartlyInRange = x.partly(q)
	}
	return s, true
}

// partly counts the records that the dates left out although their interval overlaps them.
func (x *Index) partly(q query) (n int64) {
	undated := q
	undated.dated = false
	x.scan(undated, func(rows []int32) {
		for _, i := range rows {
			w := x.cols.when[i]
			first, last := w.first(), w.last()
			if first <= q.lastDay && last >= q.firstDay && (first < q.firstDay || last > q.lastDay) {
				n++
			}
		}
	})
	return n
}

// Totals returns the sums of all records that are shown by default. ok is false until the index is loaded.
func (x *Index) Totals() (t tally.Totals, ok bool) {
	if !x.Ready() {
		return tally.Totals{}, false
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	sums := x.newSums()
	x.scan(x.compile(filter.All()), sums.add)
	return tally.Totals{Cells: sums.cells()}, true
}

// sums collects rows by taxon and place (country and source together).
type sums struct {
	x      *Index
	place  []uint32 // of each facet: an index into places
	places []place
	cell   []sum // taxon * len(places) + place
	months []int64
}

type place struct {
	country string
	source  int32
}

type sum struct {
	records, specimens int64
	first, last        int
}

func (x *Index) newSums() *sums {
	s := &sums{x: x, place: make([]uint32, len(x.dict.facets)), months: make([]int64, int(monthOfDay[len(monthOfDay)-1])+1)}
	codes := map[place]uint32{}
	for i, f := range x.dict.facets {
		p := place{f.country, f.source}
		code, ok := codes[p]
		if !ok {
			code = uint32(len(s.places))
			codes[p] = code
			s.places = append(s.places, p)
		}
		s.place[i] = code
	}
	s.cell = make([]sum, len(x.dict.taxa)*len(s.places))
	return s
}

func (s *sums) add(rows []int32) {
	c := &s.x.cols
	for _, i := range rows {
		w := c.when[i]
		first, last := w.first(), w.last()
		cell := &s.cell[int(c.taxon[i])*len(s.places)+int(s.place[c.facet[i]])]
		if cell.records == 0 || first < cell.first {
			cell.first = first
		}
		cell.last = max(cell.last, last)
		cell.records++
		cell.specimens += w.count()
		if month := monthOfDay[first]; month == monthOfDay[last] {
			s.months[month]++
		}
	}
}

func (s *sums) cells() []tally.Cell {
	var out []tally.Cell
	for i, c := range s.cell {
		if c.records == 0 {
			continue
		}
		p := s.places[i%len(s.places)]
		out = append(out, tally.Cell{
			TaxonKey: s.x.dict.taxa[i/len(s.places)], CountryID: p.country, DataSourceKey: p.source,
			Records: c.records, Specimens: c.specimens, First: dateOf(c.first), Last: dateOf(c.last),
		})
	}
	return out
}

func (s *sums) stats() tally.Stats {
	out := tally.Stats{Cells: s.cells()}
	for i, n := range s.months {
		if n > 0 {
			out.Months = append(out.Months, tally.Month{Month: fmt.Sprintf("%04d-%02d", dayZero.Year()+i/12, i%12+1), Records: n})
		}
	}
	return out
}
