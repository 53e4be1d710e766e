package tileindex

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// stripBits of a place's column choose its strip: 256 strips around the world tell where nothing is.
const (
	stripBits  = 8
	StripShift = gridBits - stripBits // a column shifted right by it is the number of its strip
)

// Strips gather places, to find the smallest box that holds them on a round world.
type Strips struct {
	x          [1 << stripBits]struct{ min, max uint32 } // max < min: empty
	minY, maxY uint32
	any        bool
	// Of places beyond the square of Web Mercator, whose rows are those of its edge. NaN: there are none.
	south, north float64
}

// NewStrips returns empty ones.
func NewStrips() *Strips {
	s := &Strips{minY: math.MaxUint32, south: math.NaN(), north: math.NaN()}
	for i := range s.x {
		s.x[i].min = math.MaxUint32
	}
	return s
}

// Add takes a place: the columns mercator_x and mercator_y.
func (s *Strips) Add(mercatorX, mercatorY int32) { s.add(gridOf(mercatorX), gridOf(mercatorY)) }

func (s *Strips) add(x, y uint32) {
	strip := &s.x[x>>StripShift]
	strip.min, strip.max = min(strip.min, x), max(strip.max, x)
	s.minY, s.maxY = min(s.minY, y), max(s.maxY, y)
	s.any = true
}

// AddBeyond takes the latitude of a place beyond the square, after its columns.
func (s *Strips) AddBeyond(latitude float64) {
	if !(s.south <= latitude) {
		s.south = latitude
	}
	if !(s.north >= latitude) {
		s.north = latitude
	}
}

func (s *Strips) merge(o *Strips) {
	for i := range s.x {
		s.x[i].min, s.x[i].max = min(s.x[i].min, o.x[i].min), max(s.x[i].max, o.x[i].max)
	}
	s.minY, s.maxY = min(s.minY, o.minY), max(s.maxY, o.maxY)
	s.any = s.any || o.any
	if !math.IsNaN(o.south) {
		s.AddBeyond(o.south)
		s.AddBeyond(o.north)
	}
}

// Box returns the smallest box that holds the places, nil without any.
func (s *Strips) Box() *surveillance.BBox {
	if !s.any {
		return nil
	}
	first, last := -1, -1
	var gap int64 // the widest between neighbours that does not hold the antimeridian
	var west, east uint32
	for i, strip := range s.x {
		if strip.max < strip.min {
			continue
		}
		if first < 0 {
			first = i
		} else if wide := int64(strip.min) - int64(s.x[last].max); wide > gap {
			gap, west, east = wide, strip.min, s.x[last].max
		}
		last = i
	}
	if around := gridSize + int64(s.x[first].min) - int64(s.x[last].max); around >= gap {
		west, east = s.x[first].min, s.x[last].max
	}
	box := &surveillance.BBox{
		West: degreesDown(longitude(float64(west))), East: degreesUp(longitude(float64(east) + 1)),
		South: degreesDown(latitude(float64(s.maxY) + 1)), North: degreesUp(latitude(float64(s.minY))),
	}
	if s.south < box.South {
		box.South = degreesDown(s.south)
	}
	if s.north > box.North {
		box.North = degreesUp(s.north)
	}
	return box
}

func longitude(x float64) float64 { return x/gridSize*360 - 180 }

func latitude(y float64) float64 {
	return math.Atan(math.Sinh(math.Pi*(1-2*y/gridSize))) * 180 / math.Pi
}

// decimals of degrees that records say, as a factor; a box is rounded outwards.
const decimals = 1e7

func degreesDown(v float64) float64 { return math.Floor(v*decimals) / decimals }

func degreesUp(v float64) float64 { return math.Ceil(v*decimals) / decimals }

// Box returns the smallest box that holds what matches, nil when nothing does.
func (s *State) Box(f surveillance.Filter) *surveillance.BBox {
	all := NewStrips()
	s.scanAll(s.query(f), func() (visitor, func()) {
		mine := NewStrips()
		return func(c *chunk, rows []int32) {
			for _, i := range rows {
				mine.add(c.x[i], c.y[i])
				if y := c.y[i]; y == 0 || y == gridSize-1 {
					if beyond := s.codes.facets[c.facet[i]].latitude; !math.IsNaN(beyond) {
						mine.AddBeyond(beyond)
					}
				}
			}
		}, func() { all.merge(mine) }
	})
	return all.Box()
}
