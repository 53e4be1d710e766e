package tileindex

import (
	"math/bits"

	"github.com/skeeter-surveillance/skeeter/internal/polygon"
)

// tally counts the rows of chunks that match. One goroutine uses it.
//
// What a chunk knows of its rows decides most chunks without a look at them. A box is cut along the order of places, months and days along
// that of lists, so that few rows are tested.
type tally struct {
	scanner
	runs []run
}

// walkedRow is how many rows a scan in the order of memory tests in the time of one in the order of lists, which waits for the memory.
const walkedRow = 8

func (t *tally) count(c *chunk) int {
	q, need := t.q, t.q.testsOf(c)
	switch need {
	case tests{none: true}:
		return 0
	case tests{}:
		return c.len()
	case tests{boxed: true}:
		return q.countBoxed(&c.lots, 0, c.lots.len())
	case tests{taxa: true}:
		if c.taxa != nil {
			return sumMarked(c.taxa, c.taxonRows, q.taxa)
		}
	case tests{facets: true}:
		if c.facetRows != nil {
			return sumMarked(c.facets, c.facetRows, q.facets)
		}
	}
	if c.order != nil && (need.days || need.months) {
		t.runs = q.runsOf(c, t.runs[:0])
		if t.toTest(need)*walkedRow < c.len() {
			return t.countRuns(c, need)
		}
	}
	n := 0
	t.scanTesting(c, need, 0, c.len(), func(_ *chunk, rows []int32) { n += len(rows) })
	return n
}

// undated returns the tests that rows need whose days are certain.
func (t tests) undated() tests {
	t.days, t.months = false, false
	return t
}

// toTest returns how many rows of the runs need a test.
func (t *tally) toTest(need tests) (n int) {
	for _, r := range t.runs {
		n += r.end - r.begin
		if need.undated() == (tests{}) {
			n -= r.uncertain - r.certain
		}
	}
	return n
}

func (t *tally) countRuns(c *chunk, need tests) (n int) {
	for _, r := range t.runs {
		n += t.countRanks(c, need, r.begin, r.certain) + t.countRanks(c, need.undated(), r.certain, r.uncertain) + t.countRanks(c, need, r.uncertain, r.end)
	}
	return n
}

// countRanks counts the matching rows from a rank to before another.
func (t *tally) countRanks(c *chunk, need tests, begin, end int) (n int) {
	if need == (tests{}) {
		return end - begin
	}
	for begin < end {
		until := min(begin+blockRows, end)
		rows := t.buffer[:until-begin]
		for i, row := range c.order[begin:until] {
			rows[i] = int32(row)
		}
		n += len(t.q.keep(c, need, rows))
		begin = until
	}
	return n
}

// sumMarked sums up the rows of the codes that are marked.
func sumMarked[T uint16 | uint32](codes []T, rows []uint32, marked []bool) (n int) {
	for i, code := range codes {
		if marked[code] {
			n += int(rows[i])
		}
	}
	return n
}

// fewLots is how many lots are tested one by one rather than cut in halves.
const fewLots = 32

// countBoxed counts the rows of the lots from begin to before end that lie in the box. In Morton order they lie in a square that the first and the last tell.
func (q *query) countBoxed(l *lots, begin, end int) (n int) {
	if end-begin <= fewLots {
		for i := begin; i < end; i++ {
			if q.inBox(l.x[i], l.y[i]) {
				n += l.first(i+1) - l.first(i)
			}
		}
		return n
	}
	x, y := l.x[begin], l.y[begin]
	rest := uint32(1)<<bits.Len32((x^l.x[end-1])|(y^l.y[end-1])) - 1 // the bits in which they differ, and those below
	switch q.boxClass(x&^rest, x|rest, y&^rest, y|rest) {
	case polygon.Outside:
		return 0
	case polygon.Inside:
		return l.first(end) - l.first(begin)
	}
	middle := (begin + end) / 2
	return q.countBoxed(l, begin, middle) + q.countBoxed(l, middle, end)
}
