package places

import (
	"math"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/polygon"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Area is one of Areas.
type Area struct {
	surveillance.Area
	Name string  // "" for none
	KM2  float64 // 0 where it is not known
}

// Areas are areas that may overlap.
type Areas struct {
	Outlines Outlines

	areas []Area
	near  map[int32][]int32 // numbers of the areas, from 1, whose box touches a square of one degree
}

// NewAreas returns Areas without outlines.
func NewAreas(areas []Area) *Areas {
	p := &Areas{areas: areas, near: map[int32][]int32{}}
	for i, area := range areas {
		s := area.Shape
		for lat := math.Floor(s.South); lat <= math.Floor(s.North); lat++ {
			for lon := math.Floor(s.West); lon <= math.Floor(s.East); lon++ {
				at := square(lon, lat)
				p.near[at] = append(p.near[at], int32(i+1))
			}
		}
	}
	return p
}

// square numbers the square of one degree whose south-western corner is at whole degrees.
func square(lon, lat float64) int32 { return int32(lat+90)*361 + int32(lon+180) }

// Locator is of Parts.
func (p *Areas) Locator() Locator { return remembering(p.locate) }

// locate returns the areas that a place in degrees lies in.
func (p *Areas) locate(lon, lat float64) (inside []ID) {
	for _, number := range p.near[square(math.Floor(lon), math.Floor(lat))] {
		if p.areas[number-1].Shape.Covers(lon, lat) {
			inside = append(inside, ID(number))
		}
	}
	return inside
}

// Radius is of Parts.
func (*Areas) Radius() float64 { return math.Inf(1) }

// All is of Parts.
func (p *Areas) All() (ids []ID) {
	for i := range p.areas {
		ids = append(ids, ID(i+1))
	}
	return ids
}

// Place is of Parts.
func (p *Areas) Place(id ID) Place {
	area := p.areas[id-1]
	out := Place{AreaID: &area.ID}
	if area.Name != "" {
		out.Name = &area.Name
	}
	out.outline = p.Outlines.of(area.WKB)
	return out
}

// wkb is the shape of the area of an id; nil where there is none.
func (p *Areas) wkb(id string) []byte {
	i, found := slices.BinarySearchFunc(p.areas, id, func(area Area, id string) int { return strings.Compare(area.ID, id) })
	if !found {
		return nil
	}
	return p.areas[i].WKB
}

// With returns the same areas with other outlines.
func (p *Areas) With(o Outlines) *Areas {
	out := *p
	out.Outlines = o
	return &out
}

// Touching is of Outlined: areas whose box touches another.
func (p *Areas) Touching(box *surveillance.BBox) (ids []ID) {
	for i, area := range p.areas {
		if box == nil || touches(*box, area.Shape) {
			ids = append(ids, ID(i+1))
		}
	}
	return ids
}

// touches reports whether a box touches that of a shape.
func touches(box surveillance.BBox, shape *polygon.Polygon) bool {
	if shape.North < box.South || shape.South > box.North {
		return false
	}
	if box.West > box.East {
		return shape.East >= box.West || shape.West <= box.East
	}
	return shape.East >= box.West && shape.West <= box.East
}

// KM2 is of Measured.
func (p *Areas) KM2(id ID) float64 { return p.areas[id-1].KM2 }
