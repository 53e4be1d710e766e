package polygon

import (
	"bytes"
	"math"
	"sort"
)

// Class says where the points of a cell lie.
type Class uint8

// Classes of cells.
const (
	Outside Class = iota
	Inside
	Mixed // an edge is near: each point has to be tested
)

// Raster classifies the cells of a grid: most points need no more than the class of their cell.
type Raster struct {
	Columns, Rows int
	cells         []byte // a Class each, row by row
	grid          Grid
}

// Grid says where the cells of a Raster lie.
type Grid struct {
	West, Width float64 // of the first column, and of each, in degrees
	Columns     int
	Latitudes   []float64 // borders of the rows, ascending
}

// margin is how far from an edge, in degrees, a cell has to be for one class. It is more than rounding moves a point or an edge.
const margin = 1e-7

// Rasterize classifies the cells of a grid.
func (u Union) Rasterize(g Grid) *Raster {
	r := &Raster{Columns: g.Columns, Rows: len(g.Latitudes) - 1, grid: g}
	r.cells = make([]byte, r.Columns*r.Rows)
	for _, p := range u {
		r.add(p)
	}
	return r
}

// At returns the class of a cell.
func (r *Raster) At(column, row int) Class { return Class(r.cells[row*r.Columns+column]) }

// columns returns the first and the last column that a span touches.
func (g *Grid) columns(west, east float64) (first, last int) {
	return max(int(math.Floor((west-margin-g.West)/g.Width)), 0), min(int(math.Floor((east+margin-g.West)/g.Width)), g.Columns-1)
}

// row returns the first row that what begins at a latitude touches.
func (g *Grid) row(south float64) int {
	return max(sort.SearchFloat64s(g.Latitudes, south-margin)-1, 0)
}

// add adds the cells of one polygon.
func (r *Raster) add(p *Polygon) {
	west, east := r.grid.columns(p.West, p.East)
	south, north := r.grid.row(p.South), min(sort.SearchFloat64s(r.grid.Latitudes, p.North+margin), r.Rows)-1
	width := east - west + 1
	if width <= 0 || north < south {
		return
	}
	window := make([]byte, width*(north-south+1))
	for i := range p.edges {
		r.grid.mark(&p.edges[i], func(row, first, last int) {
			line := window[(row-south)*width : (row-south+1)*width]
			for column := max(first, west); column <= min(last, east); column++ { // rounding may lead beyond
				line[column-west] = byte(Mixed)
			}
		})
	}
	for row := south; row <= north; row++ {
		p.join(r.cells[row*r.Columns+west:], window[(row-south)*width:(row-south+1)*width],
			r.grid.West+float64(west)*r.grid.Width, r.grid.Width, (r.grid.Latitudes[row]+r.grid.Latitudes[row+1])/2)
	}
}

// mark visits the cells that an edge is near, row by row.
func (g *Grid) mark(e *edge, visit func(row, first, last int)) {
	x1, y1, x2, y2 := e.x1, e.y1, e.x2, e.y2
	if y1 > y2 {
		x1, y1, x2, y2 = x2, y2, x1, y1
	}
	at := func(lat float64) float64 { // the longitude where the edge is nearest to a latitude
		switch {
		case lat <= y1:
			return x1
		case lat >= y2:
			return x2
		}
		return x1 + (x2-x1)*((lat-y1)/(y2-y1))
	}
	for row := g.row(y1); row < len(g.Latitudes)-1 && g.Latitudes[row] < y2+margin; row++ {
		a, b := at(g.Latitudes[row]-margin), at(g.Latitudes[row+1]+margin)
		first, last := g.columns(min(a, b), max(a, b))
		visit(row, first, last)
	}
}

// join adds a line, in which the cells near an edge are Mixed, to the cells of the raster. The cells between two of those have one class.
func (p *Polygon) join(cells, line []byte, west, width, lat float64) {
	for i := 0; i < len(line); {
		if line[i] == byte(Mixed) {
			if cells[i] == byte(Outside) {
				cells[i] = byte(Mixed)
			}
			i++
			continue
		}
		end := len(line)
		if n := bytes.IndexByte(line[i:], byte(Mixed)); n >= 0 {
			end = i + n
		}
		if p.Covers(west+(float64(i)+0.5)*width, lat) {
			for j := range cells[i:end] {
				cells[i+j] = byte(Inside)
			}
		}
		i = end
	}
}
