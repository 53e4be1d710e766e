package geo

import (
	"strconv"

	"github.com/paulmach/orb/maptile"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
)

// MaxZoom is the deepest zoom of a tile.
const MaxZoom = 22

// tile is the address of a tile: x from the west, y from the north, both from 0 to 2^z-1.
type tile struct {
	z    int
	x, y int64
}

// parseTile reads an address. ok is false for anything but whole numbers in plain decimal form within the range of the zoom.
func parseTile(z, x, y string) (t tile, ok bool) {
	var n [3]int64
	for i, s := range []string{z, x, y} {
		v, err := strconv.ParseInt(s, 10, 64)
		if err != nil || strconv.FormatInt(v, 10) != s {
			return tile{}, false
		}
		n[i] = v
	}
	if n[0] < 0 || n[0] > MaxZoom {
		return tile{}, false
	}
	t = tile{z: int(n[0]), x: n[1], y: n[2]}
	return t, t.x >= 0 && t.x < t.side() && t.y >= 0 && t.y < t.side()
}

func (t tile) side() int64 { return 1 << t.z }

// shift is how many low bits of a grid coordinate give the place within the tile.
func (t tile) shift() int { return tileindex.GridBits - t.z }

// neighbour returns a tile next to this one, across the antimeridian too. ok is false beyond the poles.
func (t tile) neighbour(dx, dy int64) (n tile, ok bool) {
	n = tile{t.z, (t.x + dx + t.side()) % t.side(), t.y + dy}
	return n, n.y >= 0 && n.y < n.side()
}

func (t tile) cell() tileindex.CellXY { return tileindex.CellXY{X: uint32(t.x), Y: uint32(t.y)} }

// position returns the place of grid coordinates in the tile, in tile units, by the shorter way around the world. The zoom is 1 or
// deeper.
func (t tile) position(x, y uint32) (px, py int32) {
	const world = int64(1) << tileindex.GridBits
	dx := int64(x) - t.x<<t.shift()
	if dx >= world/2 {
		dx -= world
	} else if dx < -world/2 {
		dx += world
	}
	dy := int64(y) - t.y<<t.shift()
	return t.units(dx), t.units(dy)
}

// units converts a distance in the grid into tile units, rounded down.
func (t tile) units(distance int64) int32 { return int32(distance * mvt.Extent >> t.shift()) }

// windows returns the cells of a level from x0 to x1 and y0 to y1 as windows inside the grid. The range may cross the antimeridian
// and extend beyond the poles.
func windows(level int, x0, y0, x1, y1 int64) []tileindex.Window {
	side := int64(1) << level
	w := tileindex.Window{Level: level, Y0: uint32(max(y0, 0)), X1: uint32(side - 1), Y1: uint32(min(y1, side-1))}
	if x1-x0+1 >= side {
		return []tileindex.Window{w}
	}
	west, east := uint32((x0+side)%side), uint32((x1+side)%side)
	if west <= east {
		w.X0, w.X1 = west, east
		return []tileindex.Window{w}
	}
	far := w
	far.X0, w.X1 = west, east
	return []tileindex.Window{far, w}
}

// envelopeSlack widens an envelope, in degrees, so that rounding loses no record. The grid coordinates decide exactly.
const envelopeSlack = 1e-6

// windowArgs sets the parameters of sql/fragment/grid_window.sql.
func windowArgs(args map[string]any, w tileindex.Window) {
	shift := tileindex.GridBits - w.Level
	first := func(n uint32) int32 { return int32(int64(n)<<shift - 1<<(tileindex.GridBits-1)) }
	last := func(n uint32) int32 { return int32((int64(n)+1)<<shift - 1 - 1<<(tileindex.GridBits-1)) }
	args["first_x"], args["last_x"], args["first_y"], args["last_y"] = first(w.X0), last(w.X1), first(w.Y0), last(w.Y1)
	args["window_west"], args["window_south"], args["window_east"], args["window_north"] = nil, nil, nil, nil
	side := uint32(1)<<w.Level - 1
	if w.X0 == 0 && w.Y0 == 0 && w.X1 == side && w.Y1 == side {
		return
	}
	north, south := 90.0, -90.0 // the edge of the square holds the places beyond it
	northWest := maptile.New(w.X0, w.Y0, maptile.Zoom(w.Level)).Bound()
	southEast := maptile.New(w.X1, w.Y1, maptile.Zoom(w.Level)).Bound()
	if w.Y0 > 0 {
		north = northWest.Top() + envelopeSlack
	}
	if w.Y1 < side {
		south = southEast.Bottom() - envelopeSlack
	}
	args["window_west"], args["window_east"] = northWest.Left()-envelopeSlack, southEast.Right()+envelopeSlack
	args["window_south"], args["window_north"] = south, north
}
