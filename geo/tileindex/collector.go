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
	taxa  []uint16 // taxa of the current cell
	out   []Cell
}

func newCollector(s *State, level int) *collector {
	return &collector{state: s, level: level, shift: GridBits - level, seen: make([]int32, len(s.codes.taxa))}
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
		sc.scanTesting(k, need, begin, end, c.visit)
	}
}

// holds says whether all rows of a chunk lie in one cell.
func (c *collector) holds(k *chunk) bool {
	return k.minX>>c.shift == k.maxX>>c.shift && k.minY>>c.shift == k.maxY>>c.shift
}

// enter makes a cell the current one.
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
		if n := t.taxonRows[i]; n > 0 {
			c.count(taxon, n)
		}
	}
	c.cell.Records += t.records
	c.cell.Specimens += t.specimens
	c.cell.SumX += t.sumX - t.records*int64(c.cell.X)<<c.shift
	c.cell.SumY += t.sumY - t.records*int64(c.cell.Y)<<c.shift
	c.ends = c.ends.with(t.ends)
}

func (c *collector) count(taxon uint16, n int32) {
	if c.seen[taxon] == 0 {
		c.taxa = append(c.taxa, taxon)
	}
	c.seen[taxon] += n
}

func (c *collector) visit(k *chunk, rows []int32) {
	for len(rows) > 0 {
		x, y := k.x[rows[0]]>>c.shift, k.y[rows[0]]>>c.shift
		n := c.inCell(k, rows, x, y)
		c.enter(x, y)
		c.add(k, rows[:n])
		rows = rows[n:]
	}
}

// inCell returns how many of the first rows lie in a cell. It looks further and further ahead, and then between the last two looks.
func (c *collector) inCell(k *chunk, rows []int32, x, y uint32) int {
	in := func(i int) bool { return k.x[rows[i]]>>c.shift == x && k.y[rows[i]]>>c.shift == y }
	if in(len(rows) - 1) {
		return len(rows)
	}
	inside, step := 0, 1
	for inside+step < len(rows) && in(inside+step) {
		inside, step = inside+step, 2*step
	}
	for outside := min(inside+step, len(rows)-1); outside-inside > 1; {
		if middle := (inside + outside) / 2; in(middle) {
			inside = middle
		} else {
			outside = middle
		}
	}
	return inside + 1
}

// add adds rows to the current cell.
func (c *collector) add(k *chunk, rows []int32) {
	c.cell.Records += int64(len(rows))
	if c.ends.around(k) {
		for _, i := range rows {
			c.cell.Specimens += k.spans[k.span[i]].count()
		}
	} else {
		c.cell.Specimens += c.addDays(k, rows)
	}
	mask := uint32(1)<<c.shift - 1
	var sumX, sumY int64
	for _, i := range rows {
		sumX += int64(k.x[i] & mask)
		sumY += int64(k.y[i] & mask)
	}
	c.cell.SumX += sumX
	c.cell.SumY += sumY
	for begin := 0; begin < len(rows); { // rows of a place come by taxon
		taxon, until := k.taxon[rows[begin]], begin+1
		for until < len(rows) && k.taxon[rows[until]] == taxon {
			until++
		}
		c.count(taxon, int32(until-begin))
		begin = until
	}
}

// addDays adds the days of rows to those of the current cell, and returns their specimens.
func (c *collector) addDays(k *chunk, rows []int32) (specimens int64) {
	earliest, latest := c.ends.earliest, c.ends.latest
	for _, i := range rows {
		days := k.days(i)
		specimens += days.count()
		e := endsOf(days)
		earliest, latest = min(earliest, e.earliest), max(latest, e.latest)
	}
	c.ends = ends{earliest, latest}
	return specimens
}

// close completes the current cell.
func (c *collector) close() {
	if !c.open {
		return
	}
	most := int32(0)
	for _, code := range c.taxa {
		n, key := c.seen[code], c.state.codes.taxa[code]
		if n > most || n == most && key < c.cell.Taxon {
			most, c.cell.Taxon = n, key
		}
		c.seen[code] = 0
	}
	c.cell.Taxa = len(c.taxa)
	c.taxa = c.taxa[:0]
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

// around says whether no row of a chunk is earlier or later.
func (e ends) around(k *chunk) bool {
	return e.latest>>dayBits > uint64(k.lastDay) && e.earliest>>spanBits < uint64(k.firstDay)
}

func (e ends) days() (first, firstUntil, last, lastFrom int32) {
	first, last = int32(e.earliest>>spanBits), int32(e.latest>>dayBits)
	return first, first + int32(e.earliest&spanMask), last, int32(e.latest & maxDay)
}
