package tileindex

// blockRows is how many rows a scan tests together: the columns of a block fit into the processor's first cache.
const blockRows = 1024

// visitor receives the numbers of matching rows of a chunk, in order. The slice is valid during the call only.
type visitor func(c *chunk, rows []int32)

// scanner finds the rows that match. One goroutine uses it.
//
// What it tests of a row is a number of few different values in the chunk. So it answers the query once for each of these values.
type scanner struct {
	q      *query
	buffer [blockRows]int32
	chunk  *chunk  // of which it knows the answers
	known  tests   // for which it does
	facets []bool  // by their place in the chunk
	first  []first // by the place of spans
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
	if t.none {
		return
	}
	if end-begin > len(c.facets)/fewTests {
		s.answer(c, t)
	}
	for ; begin < end; begin += blockRows {
		until := min(begin+blockRows, end)
		rows, rest := s.buffer[:until-begin], t
		switch { // the first test makes the list of rows that others shorten
		case t.taxa:
			rows, rest.taxa = listMarked(rows, begin, c.taxon[begin:until], s.q.taxa), false
		case t.facets && !t.days && s.knows(c, t):
			rows, rest.facets = listMarked(rows, begin, c.facet[begin:until], s.facets), false
		default:
			for i := range rows {
				rows[i] = int32(begin + i)
			}
		}
		if rows = s.keep(c, rest, rows); len(rows) > 0 {
			visit(c, rows)
		}
	}
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
			s.facets = append(s.facets, s.q.facets[f])
		}
	}
	if t.days {
		s.first = s.first[:0]
		for _, span := range c.spans {
			s.first = append(s.first, s.q.firstOf(span))
		}
	}
}

// knows says whether the query is answered for the values of a chunk that tests need.
func (s *scanner) knows(c *chunk, t tests) bool {
	return s.chunk == c && (s.known.facets || !t.facets) && (s.known.days || !t.days)
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
	if until < max(low, 0) || low > lowMask {
		return never
	}
	return first{int32(low), uint32(until - low)}
}

// keep keeps the rows that match.
func (s *scanner) keep(c *chunk, t tests, rows []int32) []int32 {
	if (t.facets || t.days) && !s.knows(c, t) {
		if len(rows)*fewTests < len(c.facets)+len(c.spans) {
			return s.q.keepFew(c, t, rows)
		}
		s.answer(c, t)
	}
	q := s.q
	if t.taxa {
		rows = keepMarked(rows, c.taxon, q.taxa)
	}
	if t.days {
		rows = s.keepDays(c, rows)
	}
	if t.facets {
		rows = keepMarked(rows, c.facet, s.facets)
	}
	if t.months {
		rows = q.keepMonths(c, rows)
	}
	return q.keepPlaces(c, t, rows)
}

// keepPlaces keeps the rows whose places match.
func (q *query) keepPlaces(c *chunk, t tests, rows []int32) []int32 {
	if t.boxed {
		rows = q.keepBoxed(c, rows)
	}
	if t.covered {
		rows = q.keepCovered(c, rows)
	}
	return rows
}

// keepFew keeps the rows that match, each by its own values.
func (q *query) keepFew(c *chunk, t tests, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if (!t.taxa || q.taxa[c.taxon[i]]) && (!t.facets || q.facets[c.facetOf(i)]) && (!t.days || q.inDays(c.days(i))) && (!t.months || q.runs.hold(c.days(i))) {
			n++
		}
	}
	return q.keepPlaces(c, t, rows[:n])
}

// inDays says whether the days of a row match.
func (q *query) inDays(d packedDays) bool {
	if q.overlap {
		return d.first() <= q.lastDay && d.last() >= q.firstDay
	}
	return d.first() >= q.firstDay && d.last() <= q.lastDay
}

// The functions below write every row and advance only after a match, so that there is no branch for the processor to mispredict.

func (q *query) keepBoxed(c *chunk, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if q.inBox(c.x[i], c.y[i]) {
			n++
		}
	}
	return rows[:n]
}

// keepDays keeps the rows whose days match.
func (s *scanner) keepDays(c *chunk, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		f := s.first[c.span[i]]
		if uint32(int32(c.day[i])-f.low) <= f.width {
			n++
		}
	}
	return rows[:n]
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

// keepMonths keeps the rows all of whose months are asked for.
func (q *query) keepMonths(c *chunk, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if q.runs.hold(c.days(i)) {
			n++
		}
	}
	return rows[:n]
}

// listMarked lists the rows from begin on whose code is marked.
func listMarked(rows []int32, begin int, codes []uint16, marked []bool) []int32 {
	n := 0
	for i, code := range codes {
		rows[n] = int32(begin + i)
		if marked[code] {
			n++
		}
	}
	return rows[:n]
}

// keepMarked keeps the rows whose code is marked.
func keepMarked(rows []int32, codes []uint16, marked []bool) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if marked[codes[i]] {
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
