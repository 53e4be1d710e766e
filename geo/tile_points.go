package geo

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
)

// points encodes the records of a tile. Tags that several records share are encoded once and cached by their value: the tags of a
// record are a few such pieces.
type points struct {
	maker   *tileMaker
	layer   *mvt.Layer
	records []tileindex.Point
	shown   []shownPoint
	tags    []byte // encoded pieces, one after another
	taxa    map[int32]piece
	counts  map[int32]piece
	untils  map[int32]piece
	traits  map[*tileindex.Traits]piece
	every   [tileindex.PrecisionInterval + 1]piece // by precision
}

// piece is a range of points.tags.
type piece struct{ from, to int }

// shownPoint is a record in the tile or its buffer, with the values that order it.
type shownPoint struct {
	at     int64
	id     uint64 // the first 8 bytes of the id
	number int32  // index in records
	x, y   int32  // tile units
}

// pointsPool holds points to be used again: allocating their memory for each tile would take longer than filling it.
var pointsPool = sync.Pool{New: func() any {
	return &points{taxa: map[int32]piece{}, counts: map[int32]piece{}, untils: map[int32]piece{}, traits: map[*tileindex.Traits]piece{}}
}}

func (p *points) release() {
	p.maker, p.layer = nil, nil
	clear(p.records) // so that the pool does not keep a state of the index in memory
	p.records, p.shown, p.tags = p.records[:0], p.shown[:0], p.tags[:0]
	clear(p.taxa)
	clear(p.counts)
	clear(p.untils)
	clear(p.traits)
	clear(p.every[:])
	pointsPool.Put(p)
}

// addPoints adds the records of the tile and its buffer that lie in tiles which show points. The newest come last, so that they are
// drawn on top.
func (m *tileMaker) addPoints(ctx context.Context, layer *mvt.Layer, counts tileCounts) (err error) {
	p := pointsPool.Get().(*points)
	defer p.release()
	p.maker, p.layer = m, layer
	if p.records, err = m.grid.Points(ctx, p.records, m.tile.z, counts.showingCells(), m.pointWindows(counts)...); err != nil {
		return err
	}
	p.show()
	p.encode()
	return nil
}

// show finds the records that lie in the tile and its buffer, and sorts them by time and id.
func (p *points) show() {
	for i := range p.records {
		r := &p.records[i]
		x, y := p.maker.tile.position(r.X, r.Y)
		if x >= -Buffer && x < mvt.Extent+Buffer && y >= -Buffer && y < mvt.Extent+Buffer {
			p.shown = append(p.shown, shownPoint{r.ObservedAt, binary.BigEndian.Uint64(r.ID[:]), int32(i), x, y})
		}
	}
	slices.SortFunc(p.shown, func(a, b shownPoint) int {
		if a.at != b.at {
			return cmp.Compare(a.at, b.at)
		}
		if a.id != b.id {
			return cmp.Compare(a.id, b.id)
		}
		return bytes.Compare(p.records[a.number].ID[:], p.records[b.number].ID[:])
	})
}

// pointWindows returns the parts of the tile and its buffer that have points: the tile with those sides of the buffer that have
// points, or these sides alone when the tile shows cells.
func (m *tileMaker) pointWindows(counts tileCounts) (out []tileindex.Window) {
	t := m.tile
	shown := func(dx, dy int64) bool {
		n, ok := t.neighbour(dx, dy)
		return ok && counts[n.cell()] > 0 && counts.showPoints(n.cell())
	}
	side := func(dx, dy int64) int64 { // 1 when the buffer on that side has points
		for i := int64(-1); i <= 1; i++ {
			if dx != 0 && shown(dx, i) || dy != 0 && shown(i, dy) {
				return 1
			}
		}
		return 0
	}
	west, east, north, south := side(-1, 0), side(1, 0), side(0, -1), side(0, 1)
	x0, y0 := t.x<<cellLevels, t.y<<cellLevels // in cells; a buffer is one cell wide
	x1, y1 := x0+CellsASide-1, y0+CellsASide-1
	add := func(x0, y0, x1, y1 int64) { out = append(out, windows(t.z+cellLevels, x0, y0, x1, y1)...) }
	if counts[t.cell()] > 0 && counts.showPoints(t.cell()) {
		add(x0-west, y0-north, x1+east, y1+south)
		return out
	}
	if west > 0 {
		add(x0-1, y0-north, x0-1, y1+south)
	}
	if east > 0 {
		add(x1+1, y0-north, x1+1, y1+south)
	}
	if north > 0 && t.y > 0 {
		add(x0, y0-1, x1, y0-1)
	}
	if south > 0 && t.y < t.side()-1 {
		add(x0, y1+1, x1, y1+1)
	}
	return out
}
