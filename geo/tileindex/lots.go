package tileindex

import (
	"math"
	"math/bits"
	"slices"
	"sort"
)

// lots are the rows of a chunk by place and taxon: in the order of rows, those of one place and one taxon follow each other. So a chunk has
// the place and the taxon of each lot once, and a scan tests them once. Traps that are visited again and again make large lots.
type lots struct {
	x, y   []uint32
	taxon  []uint16
	begin  []uint16 // the first row of each; of many equal rows only the last lot has so many that 16 bits do not number them
	rows   int      // of all lots
	starts []uint64 // a bit for each row, which is set where a lot begins
	before []uint16 // how many lots begin before each 64 rows
}

// newLots returns the lots of rows.
func newLots(rows []record) lots {
	n := 0
	for i := range rows {
		if i == 0 || !sameLot(&rows[i-1], &rows[i]) {
			n++
		}
	}
	places, narrow := make([]uint32, 0, 2*n), make([]uint16, 0, 2*n) // one allocation for several columns: each is rounded up to whole pages
	l := lots{x: places[:0:n], y: places[n:n], taxon: narrow[:0:n], begin: narrow[n:n], rows: len(rows)}
	for i, r := range rows {
		if i == 0 || !sameLot(&rows[i-1], &rows[i]) {
			x, y := deinterleave(r.code)
			l.x, l.y, l.taxon, l.begin = append(l.x, x), append(l.y, y), append(l.taxon, r.taxon), append(l.begin, uint16(i))
		}
	}
	l.number()
	return l
}

func sameLot(a, b *record) bool { return a.code == b.code && a.taxon == b.taxon }

// number makes what finds the lot of a row.
func (l *lots) number() {
	words := (l.rows + 63) / 64
	l.starts, l.before = make([]uint64, words), make([]uint16, words)
	for _, row := range l.begin {
		l.starts[row/64] |= 1 << (row % 64)
	}
	n := 0
	for i, word := range l.starts {
		l.before[i] = uint16(n)
		n += bits.OnesCount64(word)
	}
}

func (l *lots) len() int { return len(l.taxon) }

// of returns the lot of a row.
func (l *lots) of(row int32) int {
	word := uint32(row) / 64
	return int(l.before[word]) + bits.OnesCount64(l.starts[word]<<(63-uint32(row)%64)) - 1
}

// first returns the first row of a lot, and the number of rows for the one after the last.
func (l *lots) first(lot int) int {
	if lot == len(l.begin) {
		return l.rows
	}
	return int(l.begin[lot])
}

func (l *lots) code(lot int) uint64 { return interleave(l.x[lot], l.y[lot]) }

// search returns the first row whose code is not below a code.
func (l *lots) search(code uint64) int {
	return l.first(sort.Search(l.len(), func(lot int) bool { return l.code(lot) >= code }))
}

// bounds returns the box of the places.
func (l *lots) bounds() (minX, maxX, minY, maxY uint32) {
	return slices.Min(l.x), slices.Max(l.x), slices.Min(l.y), slices.Max(l.y)
}

// bytes returns the memory that the lots take.
func (l *lots) bytes() int64 { return pages(8*l.len()) + pages(4*l.len()) + int64(10*len(l.starts)) }

// valid says whether the lots are those of so many rows, in the order of places.
func (l *lots) valid() bool {
	if len(l.begin) == 0 || len(l.begin) > math.MaxUint16 || l.begin[0] != 0 || int(l.begin[len(l.begin)-1]) >= l.rows {
		return false
	}
	for i, row := range l.begin[1:] {
		if row <= l.begin[i] || l.code(i+1) < l.code(i) {
			return false
		}
	}
	return true
}
