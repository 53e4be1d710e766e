package tileindex

import (
	"iter"
	"slices"
)

// blockRows is how many rows a scan tests together: the columns of a block fit into the processor's first cache.
const blockRows = 1024

// visitor receives the numbers of matching rows of a chunk, in order. The slice is valid during the call only.
type visitor func(c *chunk, rows []int32)

// scanner finds the rows that match. One goroutine uses it.
//
// Places and taxa are tested by lot. What it tests of a row is a number of few different values in the chunk. So it answers the query once for
// each of these values, and marks the rows column by column, without a branch that the processor could mispredict.
type scanner struct {
	q      *query
	marks  [blockRows]uint8 // of the rows of a block: 1 for those that match
	buffer [blockRows]int32
	chunk  *chunk  // of which it knows the answers
	known  tests   // for which it does
	facets []uint8 // by their place in the chunk: 1 for those that match
	first  []first // by the place of spans, and so are stays
	stays  []stay
}

// first says which first days the rows have that match: the low bits are width after low at most.
type first struct {
	low   int32
	width uint32
}

// never is what no low bits are.
var never = first{low: 1 << lowBits}

// scan visits the matching rows of c from begin to before end, block by block.
func (s *scanner) scan(c *chunk, begin, end int, visit visitor) {
	s.scanTesting(c, s.q.testsOf(c), begin, end, visit)
}

// scanTesting is scan with tests that testsOf returned for the chunk.
func (s *scanner) scanTesting(c *chunk, t tests, begin, end int, visit visitor) {
	for first, marks := range s.blocks(c, t, begin, end) {
		if rows := s.list(first, marks); len(rows) > 0 {
			visit(c, rows)
		}
	}
}

// list returns the numbers of the rows that are marked, the first of which has a number.
func (s *scanner) list(first int, marks []uint8) []int32 {
	n, rows := 0, s.buffer[:len(marks)]
	for i, mark := range marks {
		rows[n] = int32(first + i)
		n += int(mark)
	}
	return rows[:n]
}

// blocks returns the first row of each block of rows from begin to before end of which some may match, and marks those that do. The marks are
// valid until the next block.
func (s *scanner) blocks(c *chunk, t tests, begin, end int) iter.Seq2[int, []uint8] {
	return func(yield func(int, []uint8) bool) {
		if t.none {
			return
		}
		if end-begin > len(c.facets)/fewTests {
			s.answer(c, t)
		}
		for begin < end {
			until := min(begin+blockRows, end)
			if t.taxa || t.boxed {
				begin, until = s.markLots(c, t, begin, end)
			} else {
				copy(s.marks[:], allMarked[:])
			}
			if marks := s.marks[:until-begin]; len(marks) > 0 {
				s.mark(c, t, begin, marks)
				if !yield(begin, marks) {
					return
				}
			}
			begin = until
		}
	}
}

// allMarked are the marks of a block before any test.
var allMarked = [blockRows]uint8(slices.Repeat([]uint8{1}, blockRows))

// maxGap is how many rows whose lots do not match a block may have between others: testing them takes as long as another block.
const maxGap = 16

// markLots marks the rows of the next block whose lots match, from begin to before end. It returns the first row of the block and the one after
// the last; end for both when no lot matches.
func (s *scanner) markLots(c *chunk, t tests, begin, end int) (from, until int) {
	lot := c.lots.of(int32(begin))
	for begin < end && s.q.markLot(c, t, lot) == 0 {
		lot++
		begin = c.lots.first(lot)
	}
	from = min(begin, end)
	n, marked, rows := 0, 0, min(end-from, blockRows)
	for n < rows && n-marked <= maxGap {
		m := s.q.markLot(c, t, lot)
		lot++
		for next := min(c.lots.first(lot)-from, rows); n < next; n++ {
			s.marks[n] = m
		}
		marked += (n - marked) * int(m) // a branch would be mispredicted
	}
	return from, from + marked
}

// markLot is 1 for a lot that matches.
func (q *query) markLot(c *chunk, t tests, lot int) (m uint8) {
	m = 1
	if t.taxa {
		m = markOf(q.taxa[c.lots.taxon[lot]])
	}
	if t.boxed {
		m &= markOf(q.inBox(c.lots.x[lot], c.lots.y[lot]))
	}
	return m
}

// fewTests is how many values of a chunk are answered for in the time that one row takes whose own values are looked up.
const fewTests = 4

// answer answers the query for the values of a chunk.
func (s *scanner) answer(c *chunk, t tests) {
	if s.knows(c, t) {
		return
	}
	s.chunk, s.known = c, t
	if t.facets {
		s.facets = s.facets[:0]
		for _, f := range c.facets {
			s.facets = append(s.facets, markOf(s.q.facets[f]))
		}
	}
	if t.days {
		s.first = s.first[:0]
		for _, span := range c.spans {
			s.first = append(s.first, s.q.firstOf(span))
		}
	}
	if t.months {
		s.stays = s.stays[:0]
		for _, span := range c.spans {
			s.stays = append(s.stays, s.q.runs.stayOf(span))
		}
	}
}

// knows says whether the query is answered for the values of a chunk that tests need.
func (s *scanner) knows(c *chunk, t tests) bool {
	same := s.chunk == c
	return (!t.facets || same && s.known.facets) && (!t.days || same && s.known.days) && (!t.months || same && s.known.months)
}

// markOf is 1 for what matches.
func markOf(matches bool) (m uint8) {
	if matches {
		m = 1
	}
	return m
}

// firstOf returns the first days that rows of a span have that match by their days.
func (q *query) firstOf(span packedDays) first {
	high, length := span.first(), span.last()-span.first()
	low, until := q.firstDay-high, min(q.lastDay, maxDay+spanMask)-high
	if q.overlap {
		low -= length
	} else {
		until -= length
	}
	if until < low {
		return never
	}
	return first{int32(low), uint32(until - low)}
}

// mark takes the marks of rows of a block that do not match, but for their lots.
func (s *scanner) mark(c *chunk, t tests, begin int, marks []uint8) {
	if !s.knows(c, t) {
		if len(marks)*fewTests < len(c.facets)+len(c.spans) {
			t.taxa, t.boxed = false, false
			for i := range marks {
				marks[i] &= markOf(s.q.takes(c, t, int32(begin+i)))
			}
			return
		}
		s.answer(c, t)
	}
	end := begin + len(marks)
	if t.facets {
		markFacets(marks, c.facet[begin:end], s.facets)
	}
	if t.days {
		markDays(marks, c.day[begin:end], c.span[begin:end], s.first)
	}
	if t.months {
		markRuns(marks, c.day[begin:end], c.span[begin:end], s.stays, s.q.runs.days)
	}
	if t.covered {
		s.q.markCovered(c, begin, marks)
	}
}

// The functions that take marks are not inlined, and have what they read in variables of their own: so all of it stays in registers. That makes
// them up to twice as fast.

// markFacets takes the marks of rows whose facets do not match.
//
//go:noinline
func markFacets(marks []uint8, facet []uint16, of []uint8) {
	marks = marks[:len(facet)]
	for i, f := range facet {
		marks[i] &= of[f]
	}
}

// markDays takes the marks of rows whose days do not match.
//
//go:noinline
func markDays(marks []uint8, day, span []uint16, of []first) {
	day, span = day[:len(marks)], span[:len(marks)]
	for i := range marks {
		f := of[span[i]]
		marks[i] &= markOf(uint32(int32(day[i])-f.low) <= f.width)
	}
}

// takes says whether a row matches, by its own values.
func (q *query) takes(c *chunk, t tests, i int32) bool {
	return (!t.taxa && !t.boxed || q.markLot(c, t, c.lots.of(i)) == 1) && (!t.facets || q.facets[c.facetOf(i)]) && (!t.days || q.inDays(c.days(i))) &&
		(!t.months || q.runs.hold(c.days(i))) && (!t.covered || q.covers(c, i))
}

// keep keeps the rows that match, which come in any order.
func (q *query) keep(c *chunk, t tests, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if q.takes(c, t, i) {
			n++
		}
	}
	return rows[:n]
}

// inDays says whether the days of a row match.
func (q *query) inDays(d packedDays) bool {
	if q.overlap {
		return d.first() <= q.lastDay && d.last() >= q.firstDay
	}
	return d.first() >= q.firstDay && d.last() <= q.lastDay
}

// keepInside keeps the rows whose days all lie within the days of the query.
func (q *query) keepInside(c *chunk, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if w := c.days(i); w.first() >= q.firstDay && w.last() <= q.lastDay {
			n++
		}
	}
	return rows[:n]
}

// scanSpan visits the matching rows of a span in order. It asks done before each chunk and stops when that is true.
func (s *scanner) scanSpan(sp span, visit visitor, done func() bool) {
	for i, c := range sp.chunks {
		if done() {
			return
		}
		begin, end := sp.bounds(i)
		s.scan(c, begin, end, visit)
	}
}
