package tileindex

import "math"

// collector adds rows up by cell. Rows come in Morton order, so those of a cell follow each other.
type collector struct {
	state *State
	level int
	shift int
	open  bool     // rows may still be added to cell
	cell  Cell     // the current cell, without its days
	ends  ends     // of the rows of the current cell
	seen  []int32  // records of the current cell by taxon code
	taxa  []uint16 // those of the current cell, and room for others
	known int      // number of taxa of the current cell
	// before is the number of marked rows of a block before each of them, and of all.
	before [blockRows + 1]uint16
	out    []Cell
}

func newCollector(s *State, level int) *collector {
	return &collector{state: s, level: level, shift: GridBits - level, seen: make([]int32, len(s.codes.taxa)), taxa: make([]uint16, len(s.codes.taxa)+1)}
}

// scan adds the matching rows of a span. It asks done before each chunk and stops when that is true.
func (c *collector) scan(sc *scanner, sp span, done func() bool) {
	for i, k := range sp.chunks {
		if done() {
			return
		}
		begin, end := sp.bounds(i)
		need := sc.q.testsOf(k)
		if c.holds(k) && end-begin == k.len() && sc.q.takesShown(k, need) {
			if sums := k.sums(sc.q.shown); sums != nil {
				c.addTotals(k, sums)
				continue
			}
		}
		for first, marks := range sc.blocks(k, need, begin, end) {
			c.add(sc.q, k, first, marks)
		}
	}
}

// holds says whether all rows of a chunk lie in one cell.
func (c *collector) holds(k *chunk) bool {
	return k.minX>>c.shift == k.maxX>>c.shift && k.minY>>c.shift == k.maxY>>c.shift
}

// enter makes a cell the current one. Perhaps none of its rows match.
func (c *collector) enter(x, y uint32) {
	if !c.open || c.cell.X != x || c.cell.Y != y {
		c.close()
		c.cell, c.ends, c.open = Cell{X: x, Y: y}, noEnds, true
	}
}

func (c *collector) addTotals(k *chunk, t *totals) {
	if t.records == 0 {
		return
	}
	c.enter(k.minX>>c.shift, k.minY>>c.shift)
	for i, taxon := range k.taxa {
		c.count(taxon, t.taxonRows[i])
	}
	c.cell.Records += t.records
	c.cell.Specimens += t.specimens
	c.cell.SumX += t.sumX - t.records*int64(c.cell.X)<<c.shift
	c.cell.SumY += t.sumY - t.records*int64(c.cell.Y)<<c.shift
	c.ends = c.ends.with(t.ends)
}

// count counts records of a taxon, or none. It writes every taxon and advances only after a new one, so that there is no branch for the
// processor to mispredict.
func (c *collector) count(taxon uint16, n int32) {
	before := c.seen[taxon]
	c.seen[taxon] = before + n
	c.taxa[c.known] = taxon
	c.known += int(markOf(before == 0) & markOf(n > 0))
}

// add adds the rows of a block that are marked, the first of which has a number.
func (c *collector) add(q *query, k *chunk, first int, marks []uint8) {
	last := k.lots.of(int32(first + len(marks) - 1))
	for lot := k.lots.of(int32(first)); lot <= last; {
		next := c.afterCell(&k.lots, lot, last)
		n := min(k.lots.first(next)-first, len(marks))
		c.enter(k.lots.x[lot]>>c.shift, k.lots.y[lot]>>c.shift)
		c.addRows(q, k, lot, first, marks[:n])
		lot, first, marks = next, first+n, marks[n:]
	}
}

// afterCell returns the first lot after one, up to a last one, that lies in another cell. It looks further and further ahead, and then between
// the last two looks.
func (c *collector) afterCell(l *lots, lot, last int) int {
	x, y := l.x[lot]>>c.shift, l.y[lot]>>c.shift
	in := func(i int) bool { return l.x[i]>>c.shift == x && l.y[i]>>c.shift == y }
	if in(last) {
		return last + 1
	}
	inside, step := lot, 1
	for inside+step < last && in(inside+step) {
		inside, step = inside+step, 2*step
	}
	for outside := min(inside+step, last); outside-inside > 1; {
		if middle := (inside + outside) / 2; in(middle) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside + 1
}

// addRows adds marked rows to the current cell, the first of which is of a lot.
func (c *collector) addRows(q *query, k *chunk, lot, first int, marks []uint8) {
	records, specimens := sumMarks(marks, k.span[first:], k.spans, &c.before)
	if records == 0 {
		return
	}
	c.cell.Records += records
	c.cell.Specimens += specimens
	if !c.ends.around(q.daysIn(k)) {
		c.addDays(q, k, first, marks)
	}
	mask := uint32(1)<<c.shift - 1
	var sumX, sumY int64
	for at := 0; at < len(marks); lot++ {
		until := min(k.lots.first(lot+1)-first, len(marks))
		n := int32(c.before[until] - c.before[at])
		sumX += int64(n) * int64(k.lots.x[lot]&mask)
		sumY += int64(n) * int64(k.lots.y[lot]&mask)
		c.count(k.lots.taxon[lot], n)
		at = until
	}
	c.cell.SumX += sumX
	c.cell.SumY += sumY
}

// sumMarks returns the number of marked rows and their specimens, and notes how many rows are marked before each.
//
//go:noinline
func sumMarks(marks []uint8, span []uint16, spans []packedDays, before *[blockRows + 1]uint16) (records, specimens int64) {
	span = span[:len(marks)]
	after, n := before[1:][:len(marks)], uint16(0)
	for i, m := range marks {
		n += uint16(m)
		after[i] = n
		specimens += spans[span[i]].count() & -int64(m)
	}
	return int64(n), specimens
}

// addDays adds the days of marked rows to those of the current cell. In the order of lists it looks only at the ranks of months in which a row may
// be earlier or later.
func (c *collector) addDays(q *query, k *chunk, first int, marks []uint8) {
	if k.order == nil {
		for i, m := range marks {
			e := endsOf(k.days(int32(first + i)))
			c.ends = c.ends.with(ends{e.earliest | (uint64(m) - 1), e.latest & -uint64(m)}) // nothing is earlier or later than a row without a mark
		}
		return
	}
	add := func(begin, end int) {
		for ; begin < end; begin++ {
			row := int(k.order[begin])
			if i := row - first; i >= 0 && i < len(marks) && marks[i] == 1 {
				c.ends = c.ends.with(endsOf(k.days(int32(row))))
			}
		}
	}
	least, most := q.daysIn(k)
	add(k.begin(monthOf(most)), k.end(monthOf(int(c.ends.latest>>dayBits))))
	add(k.begin(monthOf(int(c.ends.earliest>>spanBits))), k.end(monthOf(least)))
}

// close completes the current cell.
func (c *collector) close() {
	if !c.open || c.cell.Records == 0 {
		return
	}
	most := int32(0)
	for _, code := range c.taxa[:c.known] {
		n, key := c.seen[code], c.state.codes.taxa[code]
		if n > most || n == most && key < c.cell.Taxon {
			most, c.cell.Taxon = n, key
		}
		c.seen[code] = 0
	}
	c.cell.Taxa, c.known = c.known, 0
	c.cell.First, c.cell.FirstUntil, c.cell.Last, c.cell.LastFrom = c.ends.days()
	c.out = append(c.out, c.cell)
	c.open = false
}

// take returns the cells collected since the last call.
func (c *collector) take() []Cell {
	c.close()
	out := c.out
	c.out = nil
	return out
}

// ends are the days of the earliest and of the latest of some records, as Cell has them, each as one number to compare.
type ends struct {
	earliest uint64 // the first day, then the number of days after it
	latest   uint64 // the last day, then the first one
}

var noEnds = ends{earliest: math.MaxUint64}

func endsOf(d packedDays) ends {
	return ends{uint64(d >> countBits), uint64(d.last())<<dayBits | uint64(d>>dayShift)}
}

func (e ends) with(o ends) ends {
	return ends{min(e.earliest, o.earliest), max(e.latest, o.latest)}
}

// around says whether no row whose days lie between two is earlier or later.
func (e ends) around(first, last int) bool {
	return e.earliest <= uint64(first)<<spanBits && e.latest >= uint64(last)<<dayBits|uint64(last)
}

func (e ends) days() (first, firstUntil, last, lastFrom int32) {
	first, last = int32(e.earliest>>spanBits), int32(e.latest>>dayBits)
	return first, first + int32(e.earliest&spanMask), last, int32(e.latest & maxDay)
}
