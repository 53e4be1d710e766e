package tileindex

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// The first bandBits of an x coordinate number its band. The gaps between 256 bands show where nothing lies.
const (
	bandBits  = 8
	BandShift = GridBits - bandBits // mercator_x shifted right by it numbers the bands
)

// Extent finds the smallest box around places, which may cross the antimeridian.
type Extent struct {
	x          [1 << bandBits]struct{ min, max uint32 } // max < min: empty
	minY, maxY uint32
	any        bool
	// Latitudes of places beyond the square of Web Mercator, whose y coordinate is that of its edge. NaN: there are none.
	south, north float64
}

// NewExtent returns an empty Extent.
func NewExtent() *Extent {
	e := &Extent{minY: math.MaxUint32, south: math.NaN(), north: math.NaN()}
	for i := range e.x {
		e.x[i].min = math.MaxUint32
	}
	return e
}

// Add adds a place by its columns mercator_x and mercator_y.
func (e *Extent) Add(mercatorX, mercatorY int32) { e.add(gridOf(mercatorX), gridOf(mercatorY)) }

func (e *Extent) add(x, y uint32) {
	band := &e.x[x>>BandShift]
	band.min, band.max = min(band.min, x), max(band.max, x)
	e.minY, e.maxY = min(e.minY, y), max(e.maxY, y)
	e.any = true
}

// AddLatitude adds the latitude of a place beyond the square of Web Mercator, after Add.
func (e *Extent) AddLatitude(latitude float64) {
	if !(e.south <= latitude) {
		e.south = latitude
	}
	if !(e.north >= latitude) {
		e.north = latitude
	}
}

func (e *Extent) merge(o *Extent) {
	for i := range e.x {
		e.x[i].min, e.x[i].max = min(e.x[i].min, o.x[i].min), max(e.x[i].max, o.x[i].max)
	}
	e.minY, e.maxY = min(e.minY, o.minY), max(e.maxY, o.maxY)
	e.any = e.any || o.any
	if !math.IsNaN(o.south) {
		e.AddLatitude(o.south)
		e.AddLatitude(o.north)
	}
}

// Box returns the smallest box that holds the places, or nil without any.
func (e *Extent) Box() *surveillance.BBox {
	if !e.any {
		return nil
	}
	first, last := -1, -1
	var gap int64 // the widest one between neighbouring bands that does not hold the antimeridian
	var west, east uint32
	for i, band := range e.x {
		if band.max < band.min {
			continue
		}
		if first < 0 {
			first = i
		} else if wide := int64(band.min) - int64(e.x[last].max); wide > gap {
			gap, west, east = wide, band.min, e.x[last].max
		}
		last = i
	}
	if around := gridSize + int64(e.x[first].min) - int64(e.x[last].max); around >= gap {
		west, east = e.x[first].min, e.x[last].max
	}
	box := &surveillance.BBox{
		West: degreesDown(longitude(float64(west))), East: degreesUp(longitude(float64(east) + 1)),
		South: degreesDown(latitude(float64(e.maxY) + 1)), North: degreesUp(latitude(float64(e.minY))),
	}
	if e.south < box.South {
		box.South = degreesDown(e.south)
	}
	if e.north > box.North {
		box.North = degreesUp(e.north)
	}
	return box
}

func longitude(x float64) float64 { return x/gridSize*360 - 180 }

func latitude(y float64) float64 {
	return math.Atan(math.Sinh(math.Pi*(1-2*y/gridSize))) * 180 / math.Pi
}

// decimals is the precision of coordinates, 7 decimals of a degree, as a factor. A box is rounded outwards.
const decimals = 1e7

func degreesDown(v float64) float64 { return math.Floor(v*decimals) / decimals }

func degreesUp(v float64) float64 { return math.Ceil(v*decimals) / decimals }

// Box returns the smallest box that holds what matches, or nil when nothing does.
func (s *State) Box(f surveillance.Filter) *surveillance.BBox {
	all := NewExtent()
	s.scanAll(s.query(f), func() (visitor, func()) {
		local := NewExtent()
		return func(c *chunk, rows []int32) {
			for _, i := range rows {
				x, y := c.place(i)
				local.add(x, y)
				if y == 0 || y == gridSize-1 {
					if beyond := s.codes.facets.beyond(c.facetOf(i)); !math.IsNaN(beyond) {
						local.AddLatitude(beyond)
					}
				}
			}
		}, func() { all.merge(local) }
	})
	return all.Box()
}
