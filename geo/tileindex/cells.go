package tileindex

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Cell sums up the records that match in one cell of the grid.
type Cell struct {
	X, Y       uint32 // column and row among 2^level, from the north-west
	Records    int64
	Specimens  int64
	Taxa       int   // number of different taxa
	Taxon      int32 // key of the taxon with the most records; the smallest key among equals
	First      int32 // first day of the earliest record, in days since 1700-01-01
	FirstUntil int32 // last day of that record: of several that begin on that day, the one that ends first
	Last       int32 // last day of the latest record, in days since 1700-01-01
	LastFrom   int32 // first day of that record: of several that end on that day, the one that begins last
	SumX, SumY int64 // sums of the records' grid coordinates, from the cell's north-western corner
}

// Window is a rectangle of cells of one level, X0 to X1 and Y0 to Y1, both inclusive, inside the grid.
type Window struct {
	Level          int // 0 to 32: the grid has 2^Level cells on each side
	X0, Y0, X1, Y1 uint32
}

// Selection is the observations of a State that match a Filter.
type Selection struct {
	state *State
	q     *query
}

// Select returns the observations that match a Filter, to be counted by cell.
func (s *State) Select(f surveillance.Filter) Selection { return Selection{s, s.query(f)} }

// SelectOverlapping is Select of the observations of which at least one day lies within those of the Filter.
func (s *State) SelectOverlapping(f surveillance.Filter) Selection {
	return Selection{s, s.cached(f, f.Start != nil || f.End != nil)}
}

// Count returns how many observations match.
func (s Selection) Count() int64 { return s.q.count() }

// Cells returns the cells of windows in which a record matches. When ctx ends, it stops early with the error of ctx.
func (s Selection) Cells(ctx context.Context, windows ...Window) ([]Cell, error) {
	var out []Cell
	for _, w := range windows {
		pieces := w.pieces()
		spans, rows := make([]span, len(pieces)), 0
		for i, p := range pieces {
			spans[i] = s.state.rows.find(p.low, p.high)
			rows += spans[i].len()
		}
		found := make([][]Cell, len(pieces))
		parallel(len(pieces), rows, func() func(int) {
			c := newCollector(s.state, w.Level)
			sc := scanner{q: s.q}
			return func(i int) {
				c.scan(&sc, spans[i], func() bool { return ctx.Err() != nil })
				found[i] = c.take()
			}
		})
		for _, cells := range found {
			out = append(out, cells...)
		}
	}
	return out, ctx.Err()
}

// CellXY is the address of a cell of a level.
type CellXY struct{ X, Y uint32 }

// Counts returns the number of matching records of each cell of windows, without cells that have none. It stops counting a cell soon
// after limit.
func (s Selection) Counts(_ context.Context, limit int, windows ...Window) (map[CellXY]int, error) {
	out := map[CellXY]int{}
	sc := scanner{q: s.q}
	for _, w := range windows {
		for y := w.Y0; y <= w.Y1; y++ {
			for x := w.X0; x <= w.X1; x++ {
				p, n := nodePiece(w.Level, x, y), 0
				sc.scanSpan(s.state.rows.find(p.low, p.high), func(_ *chunk, rows []int32) { n += len(rows) }, func() bool { return n > limit })
				if n > 0 {
					out[CellXY{x, y}] = n
				}
			}
		}
	}
	return out, nil
}

// piece is a range of Morton codes, both ends inclusive.
type piece struct{ low, high uint64 }

// nodePiece returns the codes of a cell of a level, which is a node of a quadtree.
func nodePiece(level int, x, y uint32) piece {
	bits := 2 * (GridBits - level)
	low := interleave(x, y) << bits
	return piece{low, low + 1<<bits - 1}
}

// pieces cuts a window into quadtree nodes, in Morton order. No node is wider than a quarter of the window, so that goroutines can
// share the work.
func (w Window) pieces() (out []piece) {
	var cut func(level int, x, y uint32)
	cut = func(level int, x, y uint32) {
		shift := w.Level - level
		x0, y0 := uint64(x)<<shift, uint64(y)<<shift
		size := uint64(1) << shift
		if x0+size <= uint64(w.X0) || x0 > uint64(w.X1) || y0+size <= uint64(w.Y0) || y0 > uint64(w.Y1) {
			return
		}
		inside := x0 >= uint64(w.X0) && x0+size-1 <= uint64(w.X1) && y0 >= uint64(w.Y0) && y0+size-1 <= uint64(w.Y1)
		if inside && (shift == 0 || 4*size <= uint64(w.X1-w.X0)+1) {
			out = append(out, nodePiece(level, x, y))
			return
		}
		for i := range uint32(4) {
			cut(level+1, 2*x+i&1, 2*y+i>>1)
		}
	}
	cut(0, 0, 0)
	return out
}
