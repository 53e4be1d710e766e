package tileindex

import (
	"math/bits"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Density says how closely what matches lies in the cells of a zoom's tiles, from which maps know how large their symbols may be.
type Density struct {
	Zoom   int   `json:"zoom"`
	Cells  int64 `json:"cells"`  // that have a record
	Blocks int64 `json:"blocks"` // squares of 8 by 8 cells that have a record
	Most   int64 `json:"most"`   // records of a cell
}

// Levels of the grid. A tile has 2^cellBits cells a side, a block 2^blockBits.
const (
	cellBits  = 6
	blockBits = 3

	MaxDensityZoom  = 16 // of the tiles that maps ask for
	MinDensityLevel = cellBits - blockBits
	MaxDensityLevel = cellBits + MaxDensityZoom
)

// LevelCells are the cells of a level that have a record, and the most records of one.
type LevelCells struct {
	Level int   `db:"level"`
	Cells int64 `db:"cells"`
	Most  int64 `db:"most"`
}

// DensitiesOf makes the densities of the zooms of the cells of all levels, from MinDensityLevel to MaxDensityLevel.
func DensitiesOf(levels []LevelCells) []Density {
	out := make([]Density, 0, MaxDensityZoom+1)
	for zoom := range MaxDensityZoom + 1 {
		cells, blocks := levels[zoom+blockBits], levels[zoom]
		out = append(out, Density{Zoom: zoom, Cells: cells.Cells, Blocks: blocks.Cells, Most: cells.Most})
	}
	return out
}

// Densities returns the density of what matches at each zoom. It is kept with the query, because a page asks for it with each of its counts.
func (s *State) Densities(f surveillance.Filter) []Density { return s.query(f).densities() }

func (s *State) densities(q *query) []Density {
	var pieces []piece
	for y := range uint32(1) << MinDensityLevel {
		for x := range uint32(1) << MinDensityLevel {
			pieces = append(pieces, nodePiece(MinDensityLevel, x, y))
		}
	}
	found := make([]crowd, len(pieces))
	parallel(len(pieces), s.rows.len(), func() func(int) {
		sc := scanner{q: q}
		return func(i int) {
			sc.scanSpan(s.rows.find(pieces[i].low, pieces[i].high), found[i].visit, func() bool { return false })
			found[i].leave(MinDensityLevel)
		}
	})
	levels := make([]LevelCells, MaxDensityLevel-MinDensityLevel+1)
	for i := range levels {
		levels[i].Level = MinDensityLevel + i
		for p := range found {
			levels[i].Cells += found[p].cells[i]
			levels[i].Most = max(levels[i].Most, found[p].most[i])
		}
	}
	return DensitiesOf(levels)
}

// crowd counts the cells of all levels in rows that come in Morton order: those of a cell follow each other.
type crowd struct {
	rows  int64
	x, y  uint32 // of the row before
	since [MaxDensityLevel - MinDensityLevel + 1]int64
	cells [MaxDensityLevel - MinDensityLevel + 1]int64
	most  [MaxDensityLevel - MinDensityLevel + 1]int64
}

func (c *crowd) visit(k *chunk, rows []int32) {
	for _, i := range rows {
		x, y := k.place(i)
		if c.rows > 0 {
			// The highest bit that differs tells the first level at which this row is in another cell.
			c.leave(GridBits - bits.Len32((x^c.x)|(y^c.y)) + 1)
		}
		c.rows++
		c.x, c.y = x, y
	}
}

// leave completes the cells of a level and all below it.
func (c *crowd) leave(level int) {
	for i := max(level-MinDensityLevel, 0); i < len(c.since); i++ {
		if n := c.rows - c.since[i]; n > 0 {
			c.cells[i]++
			c.most[i] = max(c.most[i], n)
			c.since[i] = c.rows
		}
	}
}
