package tileindex

import (
	"math"
	"sync"

	"github.com/skeeter-surveillance/skeeter/internal/polygon"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// cover tells which rows the areas of a Filter cover. Most rows need no more than the class of their cell in a raster, whose cells are
// cells of the grid.
type cover struct {
	shape                polygon.Union
	raster               *polygon.Raster
	shift                int    // a cell is 2^shift units wide and high
	firstColumn, lastRow uint32 // of the raster in the grid; the rows of the raster begin in the south
}

// covers keeps the covers of the areas that were asked for last, for all filters and while the records change.
type covers struct {
	mu       sync.Mutex
	byKey    map[string]func() *cover
	vertices int
}

// maxCoverVertices bounds the vertices of the areas that are kept, and maxQueries their number. One more forgets them all.
const maxCoverVertices = 500_000

// get returns the cover of areas, nil for nil. It is made once for all that ask at the same time.
func (c *covers) get(areas surveillance.Areas) *cover {
	if areas == nil {
		return nil
	}
	key := areas.Key()
	c.mu.Lock()
	one, ok := c.byKey[key]
	if !ok {
		one = sync.OnceValue(func() *cover { return newCover(areas.Union()) })
		n := areas.Vertices()
		if c.vertices += n; c.byKey == nil || len(c.byKey) >= maxQueries || c.vertices > maxCoverVertices {
			c.byKey, c.vertices = map[string]func() *cover{}, n
		}
		c.byKey[key] = one
	}
	c.mu.Unlock()
	return one()
}

// A raster has more cells from west to east, and from north to south, where there are more vertices.
const (
	minSide, maxSide = 64, 1024
	sideOfVertices   = 8 // times the square root of the vertices
)

// newCover returns the cover of a union.
func newCover(u polygon.Union) *cover {
	west, south, east, north := u.Bounds()
	vertices := 0
	for _, p := range u {
		vertices += p.Vertices()
	}
	side := uint32(max(minSide, min(maxSide, sideOfVertices*math.Sqrt(float64(vertices)))))
	c := &cover{shape: u}
	// A unit more on each side, for rounding.
	minX, maxX := atOrAfter(gridX(west)-1), atOrBefore(gridX(east)+1)
	minY, maxY := atOrAfter(gridY(north)-1), atOrBefore(gridY(south)+1)
	for max(maxX>>c.shift-minX>>c.shift, maxY>>c.shift-minY>>c.shift) >= side {
		c.shift++
	}
	c.firstColumn, c.lastRow = minX>>c.shift, maxY>>c.shift
	g := polygon.Grid{
		West: longitude(float64(c.firstColumn << c.shift)), Width: 360 * float64(uint64(1)<<c.shift) / gridSize,
		Columns: int(maxX>>c.shift-c.firstColumn) + 1, Latitudes: make([]float64, c.lastRow-minY>>c.shift+2),
	}
	for i := range g.Latitudes {
		g.Latitudes[i] = latitudeOfEdge((uint64(c.lastRow) + 1 - uint64(i)) << c.shift)
	}
	c.raster = u.Rasterize(g)
	return c
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
func (c *cover) class(x, y uint32) polygon.Class {
	column, row := x>>c.shift-c.firstColumn, c.lastRow-y>>c.shift // a place before the first wraps around
	if column >= uint32(c.raster.Columns) || row >= uint32(c.raster.Rows) {
		return polygon.Outside
	}
	return c.raster.At(int(column), int(row))
}

// maxCells is how many cells are looked at to find the class of a chunk.
const maxCells = 4096

// classOf returns the class that all places of a chunk have, Mixed when they may differ.
func (c *cover) classOf(k *chunk) polygon.Class {
	west, east, north, south := k.minX>>c.shift, k.maxX>>c.shift, k.minY>>c.shift, k.maxY>>c.shift
	first, last := c.firstColumn, c.firstColumn+uint32(c.raster.Columns)-1
	top := c.lastRow - uint32(c.raster.Rows) + 1
	if east < first || west > last || south < top || north > c.lastRow {
		return polygon.Outside
	}
	if west < first || east > last || north < top || south > c.lastRow || uint64(east-west+1)*uint64(south-north+1) > maxCells {
		return polygon.Mixed
	}
	class := c.raster.At(int(west-first), int(c.lastRow-north))
	for y := north; y <= south; y++ {
		for x := west; x <= east; x++ {
			if c.raster.At(int(x-first), int(c.lastRow-y)) != class {
				return polygon.Mixed
			}
		}
	}
	return class
}

// markCovered takes the marks of rows that the areas do not cover.
func (q *query) markCovered(c *chunk, begin int, marks []uint8) {
	for i := range marks {
		if marks[i] == 1 {
			marks[i] = markOf(q.covers(c, int32(begin+i)))
		}
	}
}

// covers says whether the areas cover a row.
func (q *query) covers(c *chunk, i int32) bool {
	x, y := c.place(i)
	if class := q.cover.class(x, y); class != polygon.Mixed {
		return class == polygon.Inside
	}
	lon, lat := placeOf(x, y)
	if beyond := q.beyond.beyond(c.facetOf(i)); !math.IsNaN(beyond) {
		lat = beyond
	}
	return q.cover.shape.Covers(lon, lat)
}
