package tileindex

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Precision of a record's time.
type Precision uint8

// Precisions. Tiles show a last day from PrecisionMonth on.
const (
	PrecisionTime Precision = iota
	PrecisionDay
	PrecisionMonth
	PrecisionYear
	PrecisionInterval
)

var precisions = [...]string{"time", "day", "month", "year", "interval"}

func (p Precision) String() string { return precisions[p] }

var precisionBytes = func() (b [len(precisions)][]byte) {
	for p, name := range precisions {
		b[p] = []byte(name)
	}
	return b
}()

// Bytes returns the text of String, which belongs to all callers.
func (p Precision) Bytes() []byte { return precisionBytes[p] }

// ParsePrecision reads a value of the column date_precision.
func ParsePrecision(text []byte) (Precision, bool) {
	for p, name := range precisions {
		if string(text) == name {
			return Precision(p), true
		}
	}
	return 0, false
}

// Point is a record as a tile shows it.
type Point struct {
	ID         [16]byte
	ObservedAt int64   // microseconds since 2000-01-01, as PostgreSQL counts
	Traits     *Traits // records of a State with equal traits share the pointer
	X, Y       uint32  // grid coordinates
	Taxon      int32   // key
	Count      int32
	LastDay    int32 // days since 1700-01-01
	Precision  Precision
	UTCOffset  int16 // minutes that the clock of the time was ahead of UTC; 0 for one that is not a whole quarter of an hour
}

// errPoints means that the point file is not usable. Its cause was logged.
var errPoints = errors.New("the point file is not usable")

// Points appends the matching records of windows, except those in the cells without of a level, in no particular order. The State
// has to have points. The error is that of ctx, or says that the point file failed: then read the records by SQL.
func (s Selection) Points(ctx context.Context, into []Point, level int, without []CellXY, windows ...Window) ([]Point, error) {
	r := pointReader{state: s.state, traits: map[uint32]*Traits{}, shift: GridBits - level, without: without, out: into}
	buffer := bufferPool.Get().(*[]byte)
	r.buffer = *buffer
	sc := scanner{q: s.q}
	for _, w := range windows {
		for _, p := range joinAdjacent(w.pieces()) {
			sc.scanSpan(s.state.rows.find(p.low, p.high), r.visit, func() bool { return r.failed || ctx.Err() != nil })
		}
	}
	*buffer = r.buffer
	bufferPool.Put(buffer)
	if r.failed {
		return r.out, errPoints
	}
	return r.out, ctx.Err()
}

// joinAdjacent joins pieces that follow each other.
func joinAdjacent(pieces []piece) []piece {
	out := pieces[:0]
	for _, p := range pieces {
		if n := len(out); n > 0 && out[n-1].high != math.MaxUint64 && out[n-1].high+1 == p.low {
			out[n-1].high = p.high
			continue
		}
		out = append(out, p)
	}
	return out
}

// readGap is how many unwanted rows one read may include: copying them takes as long as another system call.
const readGap = 256

// pointReader reads the point data of rows.
type pointReader struct {
	state   *State
	shift   int
	without []CellXY
	buffer  []byte
	failed  bool
	traits  map[uint32]*Traits // of facets that were read
	out     []Point

	withDetails bool
	details     []detailsRef // of out, withDetails
}

func (r *pointReader) visit(c *chunk, rows []int32) {
	if len(r.without) > 0 {
		rows = slices.DeleteFunc(rows, func(i int32) bool {
			x, y := c.place(i)
			return slices.Contains(r.without, CellXY{x >> r.shift, y >> r.shift})
		})
	}
	for len(rows) > 0 && !r.failed {
		n := 1
		for n < len(rows) && rows[n]-rows[n-1] <= readGap {
			n++
		}
		r.read(c, rows[:n])
		rows = rows[n:]
	}
}

// read appends the records of rows that lie close together.
func (r *pointReader) read(c *chunk, rows []int32) {
	begin := int(rows[0])
	var ok bool
	if r.buffer, ok = r.state.points.read(c, begin, int(rows[len(rows)-1])+1, r.buffer); !ok {
		r.failed = true
		return
	}
	codes := &r.state.codes
	for _, i := range rows {
		p, days := pointDataAt(r.buffer, int(i)-begin), c.days(i)
		precision, utcOffset := p.clock()
		x, y := c.place(i)
		r.out = append(r.out, Point{
			ID: p.id, ObservedAt: p.micros(), Traits: r.traitsOf(c.facetOf(i)), X: x, Y: y, Taxon: codes.taxa[c.taxonOf(i)],
			Count: int32(days.count()), LastDay: int32(days.last()), Precision: precision, UTCOffset: utcOffset,
		})
		if r.withDetails {
			r.details = append(r.details, p.details)
		}
	}
}

// traitsOf returns the one copy of a facet's Traits that all points share.
func (r *pointReader) traitsOf(code uint32) *Traits {
	known, ok := r.traits[code]
	if !ok {
		traits := r.state.codes.facets.traits(code)
		known = &traits
		r.traits[code] = known
	}
	return known
}
