package tileindex

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Precision of a record's time.
type Precision uint8

// Precisions. Those from PrecisionMonth on have a last day that is shown.
const (
	PrecisionTime Precision = iota
	PrecisionDay
	PrecisionMonth
	PrecisionYear
	PrecisionInterval
)

var precisions = [...]string{"time", "day", "month", "year", "interval"}

func (p Precision) String() string { return precisions[p] }

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
	ObservedAt int64   // microseconds from 2000-01-01, as PostgreSQL counts
	Traits     *Traits // the same for all records of a State that share them
	X, Y       uint32  // of the grid
	Taxon      int32   // key
	Count      int32
	LastDay    int32 // from 1700-01-01
	Precision  Precision
}

// errPoints means that the file of the points failed. The log says why.
var errPoints = errors.New("the file of the points does not work")

// Points appends the records of windows that match, without those in some cells of a level, in no particular order. The State
// must have points. The error is that of ctx, or the file has failed; then SQL reads the points.
func (s Selection) Points(ctx context.Context, into []Point, level int, without []CellXY, windows ...Window) ([]Point, error) {
	r := pointReader{state: s.state, shift: gridBits - level, without: without, out: into}
	buffer := buffers.Get().(*[]byte)
	r.buffer = *buffer
	sc := scanner{q: s.q}
	for _, w := range windows {
		for _, p := range joined(w.pieces()) {
			sc.scanSpan(s.state.rows.find(p.low, p.high), r.visit, func() bool { return r.failed || ctx.Err() != nil })
		}
	}
	*buffer = r.buffer
	buffers.Put(buffer)
	if r.failed {
		return r.out, errPoints
	}
	return r.out, ctx.Err()
}

// joined makes one piece of those that follow each other.
func joined(pieces []piece) []piece {
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

// readGap is how many unwanted rows are read rather than to begin another read, which takes as long.
const readGap = 256

// pointReader reads the records of rows.
type pointReader struct {
	state   *State
	shift   int
	without []CellXY
	buffer  []byte
	failed  bool
	out     []Point
}

func (r *pointReader) visit(c *chunk, rows []int32) {
	if len(r.without) > 0 {
		rows = slices.DeleteFunc(rows, func(i int32) bool {
			return slices.Contains(r.without, CellXY{c.x[i] >> r.shift, c.y[i] >> r.shift})
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

// read takes rows that stand close together.
func (r *pointReader) read(c *chunk, rows []int32) {
	begin := int(rows[0])
	var ok bool
	if r.buffer, ok = r.state.points.read(c, begin, int(rows[len(rows)-1])+1, r.buffer); !ok {
		r.failed = true
		return
	}
	codes := &r.state.codes
	for _, i := range rows {
		p, when := particularsAt(r.buffer, int(i)-begin), c.when[i]
		r.out = append(r.out, Point{
			ID: p.id, ObservedAt: p.micros(), Traits: &codes.facets[c.facet[i]].Traits, X: c.x[i], Y: c.y[i], Taxon: codes.taxa[c.taxon[i]],
			Count: int32(when.count()), LastDay: int32(when.last()), Precision: p.precision(),
		})
	}
}
