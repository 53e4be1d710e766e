package tileindex

import (
	"math"
	"runtime"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/internal/polygon"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// blockRows is how many rows a scan tests together: the columns of a block fit into the processor's first cache.
const blockRows = 1024

// query is a Filter in the codes of a State.
type query struct {
	facets                   []bool // nil: all
	taxa                     []bool // nil: all
	firstDay, lastDay        int    // inclusive
	dated                    bool
	overlap                  bool                // rows whose days overlap match too
	months                   surveillance.Months // 0: all
	boxed, crosses           bool
	west, south, east, north uint32  // grid coordinates: south is larger than north
	cover                    *cover  // nil: everywhere
	beyond                   []facet // whose latitudes the cover needs
	count                    func() int64
	densities                func() []Density
}

func (s *State) compile(f surveillance.Filter) *query {
	q := &query{months: f.Months, lastDay: math.MaxInt, facets: s.codes.matching(f), taxa: s.codes.matchingTaxa(f)}
	if f.Start != nil {
		q.firstDay, q.dated = dayOf(*f.Start), true
	}
	if f.End != nil {
		q.lastDay, q.dated = dayOf(*f.End), true
	}
	if b := f.BBox; b != nil {
		q.boxed, q.crosses = true, b.West > b.East
		q.west, q.east = atOrAfter(gridX(roundUp(b.West))), atOrBefore(gridX(roundDown(b.East)))
		q.north, q.south = atOrAfter(gridY(roundDown(b.North))), atOrBefore(gridY(roundUp(b.South)))
	}
	q.cover, q.beyond = s.covers.get(f.Areas), s.codes.facets
	q.count = sync.OnceValue(func() int64 { return s.count(q) })
	q.densities = sync.OnceValue(func() []Density { return s.densities(q) })
	return q
}

// tests are the conditions that each row of a chunk has to be tested for.
type tests struct {
	none                                       bool // no row matches
	facets, taxa, days, months, boxed, covered bool
}

// testsOf returns the tests that the bounds and lists of a chunk do not decide.
func (q *query) testsOf(c *chunk) (t tests) {
	var none bool
	if t.taxa, none = undecided(q.taxa, c.taxa); none {
		return tests{none: true}
	}
	if t.facets, none = undecided(q.facets, c.facets); none {
		return tests{none: true}
	}
	if q.dated {
		if c.firstDay > q.lastDay || c.lastDay < q.firstDay {
			return tests{none: true}
		}
		t.days = c.firstDay < q.firstDay || c.lastDay > q.lastDay
	}
	t.months = q.months != 0
	if q.boxed {
		class := q.boxClass(c.minX, c.maxX, c.minY, c.maxY)
		if class == polygon.Outside {
			return tests{none: true}
		}
		t.boxed = class == polygon.Mixed
	}
	if q.cover != nil {
		class := q.cover.classOf(c)
		if class == polygon.Outside {
			return tests{none: true}
		}
		t.covered = class == polygon.Mixed
	}
	return t
}

// undecided says whether rows have to be tested one by one (some), and whether no row can match (none).
func undecided[T uint16 | uint32](wanted []bool, codes []T) (some, none bool) {
	if wanted == nil {
		return false, false
	}
	if codes == nil {
		return true, false
	}
	n := 0
	for i, code := range codes {
		if wanted[code] {
			n++
		}
		if 0 < n && n < i+1 {
			return true, false
		}
	}
	return false, n == 0
}

// visitor receives the numbers of matching rows of a chunk, in order. The slice is valid during the call only.
type visitor func(c *chunk, rows []int32)

// scanner finds the rows that match. One goroutine uses it.
type scanner struct {
	q      *query
	buffer [blockRows]int32
}

// scan visits the matching rows of c from begin to before end, block by block.
func (s *scanner) scan(c *chunk, begin, end int, visit visitor) {
	s.scanTesting(c, s.q.testsOf(c), begin, end, visit)
}

// scanTesting is scan with tests that testsOf returned for the chunk.
func (s *scanner) scanTesting(c *chunk, t tests, begin, end int, visit visitor) {
	if t.none {
		return
	}
	rest := t
	rest.taxa, rest.facets = false, t.facets && t.taxa
	for ; begin < end; begin += blockRows {
		until := min(begin+blockRows, end)
		rows := s.buffer[:until-begin]
		switch { // the first test makes the list of rows that others shorten
		case t.taxa:
			rows = listMarked(rows, begin, c.taxon[begin:until], s.q.taxa)
		case t.facets:
			rows = listMarked(rows, begin, c.facet[begin:until], s.q.facets)
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

func (s *scanner) keep(c *chunk, t tests, rows []int32) []int32 {
	q := s.q
	if t.taxa {
		rows = keepMarked(rows, c.taxon, q.taxa)
	}
	if t.facets {
		rows = keepMarked(rows, c.facet, q.facets)
	}
	if t.boxed {
		rows = q.keepBoxed(c, rows)
	}
	if t.covered {
		rows = q.keepCovered(c, rows)
	}
	switch {
	case t.days && q.overlap:
		rows = q.keepOverlapping(c, rows)
	case t.days:
		rows = q.keepInside(c, rows)
	}
	if t.months {
		rows = q.keepMonths(c, rows)
	}
	return rows
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

// keepInside keeps the rows whose days all lie within the days of the query.
func (q *query) keepInside(c *chunk, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if w := c.days[i]; w.first() >= q.firstDay && w.last() <= q.lastDay {
			n++
		}
	}
	return rows[:n]
}

// keepOverlapping keeps the rows with at least one day within the days of the query.
func (q *query) keepOverlapping(c *chunk, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if w := c.days[i]; w.first() <= q.lastDay && w.last() >= q.firstDay {
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
		if monthsOf(c.days[i])&^q.months == 0 {
			n++
		}
	}
	return rows[:n]
}

// listMarked lists the rows from begin on whose code is marked.
func listMarked[T uint16 | uint32](rows []int32, begin int, codes []T, marked []bool) []int32 {
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
func keepMarked[T uint16 | uint32](rows []int32, codes []T, marked []bool) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		if marked[codes[i]] {
			n++
		}
	}
	return rows[:n]
}

// boxClass returns the class that all places of a rectangle have, Mixed when they may differ.
func (q *query) boxClass(minX, maxX, minY, maxY uint32) polygon.Class {
	outside, inside := maxX < q.west || minX > q.east, minX >= q.west && maxX <= q.east
	if q.crosses {
		outside, inside = minX > q.east && maxX < q.west, maxX <= q.east || minX >= q.west
	}
	switch {
	case outside || maxY < q.north || minY > q.south:
		return polygon.Outside
	case inside && minY >= q.north && maxY <= q.south:
		return polygon.Inside
	}
	return polygon.Mixed
}

func (q *query) inBox(x, y uint32) bool {
	if y < q.north || y > q.south {
		return false
	}
	if q.crosses {
		return x >= q.west || x <= q.east
	}
	return x >= q.west && x <= q.east
}

// span is a run of rows: from row begin of its first chunk to before row end of its last chunk.
type span struct {
	chunks     chunks
	begin, end int
}

// find returns the rows with codes in [low, high].
func (cs chunks) find(low, high uint64) span {
	first := cs.chunkOf(low)
	last := first
	for last < len(cs) && cs[last].head.code <= high {
		last++
	}
	if first == last {
		return span{}
	}
	sp := span{chunks: cs[first:last], begin: cs[first].search(low), end: cs[last-1].len()}
	if high < math.MaxUint64 {
		sp.end = cs[last-1].search(high + 1)
	}
	return sp
}

// chunkOf returns the index of the first chunk that may hold a code. Equal codes may lie in two chunks.
func (cs chunks) chunkOf(code uint64) int {
	return max(sort.Search(len(cs), func(i int) bool { return cs[i].head.code >= code })-1, 0)
}

func (sp span) len() int {
	n := sp.end - sp.begin
	for _, c := range sp.chunks[:max(len(sp.chunks)-1, 0)] {
		n += c.len()
	}
	return n
}

// bounds returns the rows of chunk i that belong to the span.
func (sp span) bounds(i int) (begin, end int) {
	end = sp.chunks[i].len()
	if i == 0 {
		begin = sp.begin
	}
	if i == len(sp.chunks)-1 {
		end = sp.end
	}
	return begin, end
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

// parallelRows is the number of rows for which another goroutine pays.
const parallelRows = 100_000

// parallel runs n independent steps, with more goroutines for more rows. Each goroutine calls worker once to get its step function.
func parallel(n, rows int, worker func() (step func(i int))) {
	workers := min(runtime.GOMAXPROCS(0), n, 1+rows/parallelRows)
	var next atomic.Int64
	run := func() {
		step := worker()
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			step(i)
		}
	}
	var group sync.WaitGroup
	for range workers - 1 {
		group.Go(run)
	}
	run()
	group.Wait()
}
