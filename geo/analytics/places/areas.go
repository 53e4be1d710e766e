package places

import (
	"encoding/json"
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
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
	Outlines bool

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
	if p.Outlines {
		out.outline = outline(area.WKB)
	}
	return out
}

// KM2 is of Measured.
func (p *Areas) KM2(id ID) float64 { return p.areas[id-1].KM2 }

// outline is an area as a GeoJSON geometry.
func outline(wkb []byte) any {
	outline, err := geojson.Coordinates{Decimals: geojson.DegreeDecimals}.AppendGeometry(nil, wkb)
	if err != nil {
		return nil // it was parsed before
	}
	return json.RawMessage(outline)
}
