package tileindex

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/polygon"
)

// cover tells which rows the areas of a Filter cover. Most rows need no more than the class of their cell in a raster, whose cells are
// cells of the grid.
type cover struct {
	shape                polygon.Union
	raster               *polygon.Raster
	shift                int    // a cell is 2^shift units wide and high
	firstColumn, lastRow uint32 // of the raster in the grid; the rows of the raster begin in the south
}

// rasterSide is how many cells a raster has from west to east and from north to south at most.
const rasterSide = 512

// newCover returns the cover of a union, nil for nil.
func newCover(u polygon.Union) *cover {
	if u == nil {
		return nil
	}
	west, south, east, north := u.Bounds()
	a := &cover{shape: u}
	// A unit more on each side, for rounding.
	minX, maxX := atOrAfter(gridX(west)-1), atOrBefore(gridX(east)+1)
	minY, maxY := atOrAfter(gridY(north)-1), atOrBefore(gridY(south)+1)
	for max(maxX>>a.shift-minX>>a.shift, maxY>>a.shift-minY>>a.shift) >= rasterSide {
		a.shift++
	}
	a.firstColumn, a.lastRow = minX>>a.shift, maxY>>a.shift
	lons := make([]float64, maxX>>a.shift-a.firstColumn+2)
	for i := range lons {
		lons[i] = longitude(float64((uint64(a.firstColumn) + uint64(i)) << a.shift))
	}
	lats := make([]float64, a.lastRow-minY>>a.shift+2)
	for i := range lats {
		lats[i] = latitudeOfEdge((uint64(a.lastRow) + 1 - uint64(i)) << a.shift)
	}
	a.raster = u.Rasterize(lons, lats)
	return a
}

// latitudeOfEdge returns the latitude of the northern edge of a row of the grid. The first and the last row reach to the poles.
func latitudeOfEdge(y uint64) float64 {
	switch {
	case y == 0:
		return 90
	case y >= gridSize:
		return -90
	}
	return latitude(float64(y))
}

// placeOf returns the longitude and latitude of a place by its grid coordinates. A coordinate with 7 decimals is a whole number of
// 1e-7 degrees, and a unit of the grid is smaller: it holds one at most, the nearest to its middle. Places on the edges of the grid
// may lie beyond it: their latitude is beside the row.
func placeOf(x, y uint32) (lon, lat float64) {
	return math.Round(longitude(float64(x)+0.5)*decimals) / decimals, math.Round(latitude(float64(y)+0.5)*decimals) / decimals
}

// class returns the class of the cell of a place.
func (a *cover) class(x, y uint32) polygon.Class {
	column, row := x>>a.shift-a.firstColumn, a.lastRow-y>>a.shift // a place before the first wraps around
	if column >= uint32(a.raster.Columns) || row >= uint32(a.raster.Rows) {
		return polygon.Outside
	}
	return a.raster.At(int(column), int(row))
}

// maxCells is how many cells are looked at to find the class of a chunk.
const maxCells = 4096

// classOf returns the class that all places of a chunk have, Mixed when they may differ.
func (a *cover) classOf(c *chunk) polygon.Class {
	west, east, north, south := c.minX>>a.shift, c.maxX>>a.shift, c.minY>>a.shift, c.maxY>>a.shift
	first, last := a.firstColumn, a.firstColumn+uint32(a.raster.Columns)-1
	top := a.lastRow - uint32(a.raster.Rows) + 1
	if east < first || west > last || south < top || north > a.lastRow {
		return polygon.Outside
	}
	if west < first || east > last || north < top || south > a.lastRow || uint64(east-west+1)*uint64(south-north+1) > maxCells {
		return polygon.Mixed
	}
	class := a.raster.At(int(west-first), int(a.lastRow-north))
	for y := north; y <= south; y++ {
		for x := west; x <= east; x++ {
			if a.raster.At(int(x-first), int(a.lastRow-y)) != class {
				return polygon.Mixed
			}
		}
	}
	return class
}

// keepCovered keeps the rows that the areas cover.
func (q *query) keepCovered(c *chunk, rows []int32) []int32 {
	n := 0
	for _, i := range rows {
		rows[n] = i
		class := q.cover.class(c.x[i], c.y[i])
		if class == polygon.Inside || class == polygon.Mixed && q.covers(c, i) {
			n++
		}
	}
	return rows[:n]
}

// covers tests the place of one row.
func (q *query) covers(c *chunk, i int32) bool {
	lon, lat := placeOf(c.x[i], c.y[i])
	if beyond := q.beyond[c.facet[i]].latitude; !math.IsNaN(beyond) {
		lat = beyond
	}
	return q.cover.shape.Covers(lon, lat)
}
