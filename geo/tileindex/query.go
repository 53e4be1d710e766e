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

// query is a Filter in the codes of a State.
type query struct {
	facets                   []bool // nil: all
	shown                    []bool // the facets that a Filter takes by default
	taxa                     []bool // nil: all
	firstDay, lastDay        int    // inclusive
	dated                    bool
	overlap                  bool                // rows whose days overlap match too
	months                   surveillance.Months // 0: all
	runs                     monthRuns
	boxed, crosses           bool
	west, south, east, north uint32      // grid coordinates: south is larger than north
	cover                    *cover      // nil: everywhere
	beyond                   *attributes // whose latitudes the cover needs
	count                    func() int64
	densities                func() []Density
}

const allMonths surveillance.Months = 1<<12 - 1

func (s *State) compile(f surveillance.Filter, overlap bool) *query {
	q := &query{months: f.Months, lastDay: math.MaxInt, overlap: overlap, facets: s.codes.facets.matching(f), taxa: s.codes.matchingTaxa(f)}
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
	if q.months == allMonths {
		q.months = 0
	}
	q.shown = s.codes.facets.shown
	if q.months != 0 {
		q.runs = q.monthRuns(s.rows)
	}
	q.cover, q.beyond = s.covers.get(f.Areas), &s.codes.facets
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
		t.days = !q.runsOfDays() && (c.firstDay < q.firstDay || c.lastDay > q.lastDay)
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

// daysIn returns days between which the rows of a chunk lie that match, some of which do.
func (q *query) daysIn(c *chunk) (first, last int) {
	first, last = c.firstDay, c.lastDay
	if !q.overlap {
		first, last = max(first, q.firstDay), min(last, q.lastDay)
	}
	for !q.wantsMonth(monthOf(first)) {
		first = firstDays[monthOf(first)+1]
	}
	for !q.wantsMonth(monthOf(last)) {
		last = firstDays[monthOf(last)] - 1
	}
	return first, last
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
	sp := span{chunks: cs[first:last], begin: cs[first].lots.search(low), end: cs[last-1].len()}
	if high < math.MaxUint64 {
		sp.end = cs[last-1].lots.search(high + 1)
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
