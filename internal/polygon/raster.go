package polygon

import "sort"

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
	cells         []Class // row by row
}

// margin is how far from an edge, in degrees, a cell has to be for one class. It is more than rounding moves a point or an edge.
const margin = 1e-7

// Rasterize classifies the cells between neighbouring longitudes and between neighbouring latitudes, which both ascend.
func (u Union) Rasterize(lons, lats []float64) *Raster {
	r := &Raster{Columns: len(lons) - 1, Rows: len(lats) - 1}
	r.cells = make([]Class, r.Columns*r.Rows)
	for _, p := range u {
		r.add(p, lons, lats)
	}
	return r
}

// At returns the class of a cell.
func (r *Raster) At(column, row int) Class { return r.cells[row*r.Columns+column] }

// cellsOf returns the first and the last of the cells between bounds that a span touches.
func cellsOf(bounds []float64, low, high float64) (first, last int) {
	first = max(sort.SearchFloat64s(bounds, low-margin)-1, 0)
	last = min(sort.Search(len(bounds), func(i int) bool { return bounds[i] > high+margin })-1, len(bounds)-2)
	return first, last
}

// add adds the cells of one polygon.
func (r *Raster) add(p *Polygon, lons, lats []float64) {
	west, east := cellsOf(lons, p.West, p.East)
	south, north := cellsOf(lats, p.South, p.North)
	width := east - west + 1
	if width <= 0 || north < south {
		return
	}
	window := make([]Class, width*(north-south+1))
	for i := range p.edges {
		p.edges[i].mark(lons, lats, func(row, first, last int) {
			line := window[(row-south)*width : (row-south+1)*width]
			for column := max(first, west); column <= min(last, east); column++ {
				line[column-west] = Mixed
			}
		})
	}
	for row := south; row <= north; row++ {
		line := window[(row-south)*width : (row-south+1)*width]
		p.fill(line, lons[west:east+2], (lats[row]+lats[row+1])/2)
		for i, class := range line {
			if to := &r.cells[row*r.Columns+west+i]; class == Inside || class == Mixed && *to == Outside {
				*to = class
			}
		}
	}
}

// mark visits the cells that an edge is near, row by row.
func (e *edge) mark(lons, lats []float64, visit func(row, first, last int)) {
	low, high := e, &edge{x1: e.x2, y1: e.y2}
	if e.y1 > e.y2 {
		low, high = high, low
	}
	at := func(lat float64) float64 { // the longitude where the edge is nearest to a latitude
		switch {
		case lat <= low.y1:
			return low.x1
		case lat >= high.y1:
			return high.x1
		}
		return low.x1 + (high.x1-low.x1)*((lat-low.y1)/(high.y1-low.y1))
	}
	south, north := cellsOf(lats, low.y1, high.y1)
	for row := south; row <= north; row++ {
		a, b := at(lats[row]-margin), at(lats[row+1]+margin)
		first, last := cellsOf(lons, min(a, b), max(a, b))
		visit(row, first, last)
	}
}

// fill sets the class of the cells of a line that no edge is near. Neighbours among them have the same class.
func (p *Polygon) fill(line []Class, lons []float64, lat float64) {
	for i := range line {
		switch {
		case line[i] == Mixed:
		case i > 0 && line[i-1] != Mixed:
			line[i] = line[i-1]
		case p.Covers((lons[i]+lons[i+1])/2, lat):
			line[i] = Inside
		}
	}
}
