package tileindex

import (
	"container/heap"
	"slices"
	"sort"
)

// walker walks through the rows of a chunk in the order of a search, block by block.
type walker struct {
	chunk *chunk
	tests tests
	next  int     // place in the order of the first row that was not looked at
	block int     // how many rows are looked at next
	found []int32 // matching rows, not read yet
	ahead int     // how many of them are read next
	read  []match // matching records
	key   int64   // of the next record: exact when it was read, else one that no record is before
	begun bool    // a record after the position of the search was found
}

// match is a record that matches.
type match struct {
	Point
	details detailsRef
}

// The first block of a chunk, and how many records are read ahead at most.
const (
	firstBlock = 16
	maxAhead   = 256
)

// row returns the row at a place of the walk.
func (w *walker) row(back bool, i int) int32 {
	if back {
		i = len(w.chunk.order) - 1 - i
	}
	return int32(w.chunk.order[i])
}

// day returns the day of the walk of a row.
func (x *search) day(c *chunk, row int32) int {
	day := c.days(row).first()
	if x.back {
		return day
	}
	return -day
}

// skip goes to the first place from which on rows may be of a day or later ones of the walk.
func (x *search) skip(w *walker, day int) {
	day -= dayMargin
	month := monthOf(max(day, -day))
	from, to := w.chunk.begin(month), w.chunk.end(month)
	if n := len(w.chunk.order); x.back {
		from, to = n-to, n-from
	}
	from = max(from, w.next)
	w.next = from + sort.Search(max(to-from, 0), func(i int) bool { return x.day(w.chunk, w.row(x.back, from+i)) >= day })
}

// look looks through the next block of rows. It is false when none of those left can match.
func (x *search) look(w *walker) bool {
	if w.next == len(w.chunk.order) {
		return false
	}
	day := x.day(w.chunk, w.row(x.back, w.next))
	if next := x.nextDay(day - dayMargin); next-dayMargin > day {
		if x.skip(w, next); w.next == len(w.chunk.order) {
			return false
		}
		w.block = firstBlock // the next month may have few
		day = x.day(w.chunk, w.row(x.back, w.next))
	}
	if day > x.last+dayMargin {
		return false
	}
	rows := x.scanner.buffer[:min(w.block, blockRows, len(w.chunk.order)-w.next)]
	for i := range rows {
		rows[i] = w.row(x.back, w.next+i)
	}
	w.next += len(rows)
	w.block = min(2*w.block, blockRows)
	w.found = append(w.found[:0], x.q.keep(w.chunk, w.tests, rows)...)
	x.wasted += len(rows) - walkCost*len(w.found)
	if x.from != nil && !w.begun {
		w.found = w.found[sort.Search(len(w.found), func(i int) bool { return x.isAfter(w, w.found[i]) }):]
		w.begun = len(w.found) > 0
	}
	return true
}

// isAfter says whether a row comes after the position of the search.
func (x *search) isAfter(w *walker, row int32) bool {
	if day := x.day(w.chunk, row); day >= x.first+2*dayMargin {
		return true
	}
	p := x.readRows(w, []int32{row})
	return len(p) > 0 && x.compare(p[0].Position(), *x.from) > 0
}

// start sets the first key of a walk. It is false when no record can match.
func (x *search) start(w *walker) bool {
	x.skip(w, x.nextDay(x.first))
	if w.next == len(w.chunk.order) {
		return false
	}
	w.key = x.earliest(x.day(w.chunk, w.row(x.back, w.next)))
	return true
}

// proceed sets the key of the next record, which it may look for. It is false when there is none.
func (x *search) proceed(w *walker) bool {
	if len(w.read) > 0 {
		w.key = x.keyOf(w.read[0].ObservedAt)
		return true
	}
	if len(w.found) == 0 && !x.look(w) {
		return false
	}
	switch {
	case len(w.found) > 0:
		w.key = x.earliest(x.day(w.chunk, w.found[0]))
	case w.next < len(w.chunk.order):
		w.key = x.earliest(x.day(w.chunk, w.row(x.back, w.next)))
	default:
		return false
	}
	return true
}

// readAhead reads some of the matching rows.
func (x *search) readAhead(w *walker) {
	n := min(w.ahead, len(w.found))
	w.read = x.readRows(w, w.found[:n])
	w.found = w.found[n:]
	w.ahead = min(2*w.ahead, maxAhead)
}

// readRows reads records of a chunk, given and returned in the order of the search.
func (x *search) readRows(w *walker, rows []int32) []match {
	byRow := x.byRow[:0] // a row and its place among the rows
	for i, row := range rows {
		byRow = append(byRow, uint64(row)<<32|uint64(i))
	}
	slices.Sort(byRow)
	ascending := x.scanner.buffer[:len(rows)]
	for i, key := range byRow {
		ascending[i] = int32(key >> 32)
	}
	x.byRow = byRow
	r := &x.reader
	r.out, r.details = r.out[:0], r.details[:0]
	if r.visit(w.chunk, ascending); r.failed {
		return nil
	}
	out := make([]match, len(rows))
	for i, key := range byRow {
		out[uint32(key)] = match{r.out[i], r.details[i]}
	}
	return out
}

// walkers are a heap: the first may have the next record.
type walkers struct {
	*search
	all []*walker
}

var _ heap.Interface = (*walkers)(nil)

func (h *walkers) Len() int      { return len(h.all) }
func (h *walkers) Swap(i, j int) { h.all[i], h.all[j] = h.all[j], h.all[i] }
func (h *walkers) Push(w any)    { h.all = append(h.all, w.(*walker)) }

func (h *walkers) Pop() any {
	last := len(h.all) - 1
	w := h.all[last]
	h.all = h.all[:last]
	return w
}

func (h *walkers) Less(i, j int) bool {
	a, b := h.all[i], h.all[j]
	if a.key != b.key {
		return a.key < b.key
	}
	if len(a.read) == 0 || len(b.read) == 0 {
		return len(a.read) == 0 // it may hold one that is before
	}
	return h.compare(a.read[0].Position(), b.read[0].Position()) < 0
}
