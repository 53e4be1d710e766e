package geo

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/skeeter-surveillance/skeeter/geo/mvt"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
)

// points gathers the records of a tile. What several of them have alike is encoded once and kept by its value: the tags of a
// record are a few pieces put together.
type points struct {
	maker   *tileMaker
	layer   *mvt.Layer
	records []tileindex.Point
	shown   []shownPoint
	tags    []byte // the pieces
	taxa    map[int32]piece
	counts  map[int32]piece
	untils  map[int32]piece
	traits  map[*tileindex.Traits]piece
	every   [tileindex.PrecisionInterval + 1]piece // of each precision
}

// piece is a part of points.tags.
type piece struct{ from, to int }

// shownPoint is a record that the tile shows, with what it is ordered by.
type shownPoint struct {
	at     int64
	id     uint64 // its first bytes
	number int32  // in records
	x, y   int32  // tile units
}

// spare keeps what tiles were made with: new memory for each would cost more than filling it.
var spare = sync.Pool{New: func() any {
	return &points{taxa: map[int32]piece{}, counts: map[int32]piece{}, untils: map[int32]piece{}, traits: map[*tileindex.Traits]piece{}}
}}

// release gives p back.
func (p *points) release() {
	p.maker, p.layer = nil, nil
	clear(p.records) // they point into a state of the index
	p.records, p.shown, p.tags = p.records[:0], p.shown[:0], p.tags[:0]
	clear(p.taxa)
	clear(p.counts)
	clear(p.untils)
	clear(p.traits)
	clear(p.every[:])
	spare.Put(p)
}

// addPoints adds the records of the tile and its buffer, where the tile that they lie in shows its records: the newest last,
// so that they are drawn on top.
func (m *tileMaker) addPoints(ctx context.Context, layer *mvt.Layer, k kinds) (err error) {
	p := spare.Get().(*points)
	defer p.release()
	p.maker, p.layer = m, layer
	var without []tileindex.CellXY
	for at := range k {
		if !k.points(at) {
			without = append(without, at)
		}
	}
	if p.records, err = m.grid.Points(ctx, p.records, m.tile.z, without, m.pointWindows(k)...); err != nil {
		return err
	}
	p.show()
	p.encode()
	return nil
}

// show finds the records that lie in the tile and its buffer, and brings them into order.
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

// bufferLevels: a tile has 2^bufferLevels buffers a side.
const bufferLevels = cellLevels

// pointWindows are the parts of the tile and its buffer that have records to show: the tile itself with those sides that
// have some, or, when the tile shows cells, those sides alone.
func (m *tileMaker) pointWindows(k kinds) (out []tileindex.Window) {
	t := m.tile
	shown := func(dx, dy int64) bool {
		n, ok := t.neighbour(dx, dy)
		return ok && k[n.cell()] > 0 && k.points(n.cell())
	}
	side := func(dx, dy int64) int64 { // 1 when that side's buffer has records to show
		for i := int64(-1); i <= 1; i++ {
			if dx != 0 && shown(dx, i) || dy != 0 && shown(i, dy) {
				return 1
			}
		}
		return 0
	}
	west, east, north, south := side(-1, 0), side(1, 0), side(0, -1), side(0, 1)
	x0, y0 := t.x<<bufferLevels, t.y<<bufferLevels
	x1, y1 := x0+CellsASide-1, y0+CellsASide-1
	add := func(x0, y0, x1, y1 int64) { out = append(out, windows(t.z+bufferLevels, x0, y0, x1, y1)...) }
	if k[t.cell()] > 0 && k.points(t.cell()) {
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
