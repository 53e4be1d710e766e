package places

import (
	"math"

	"github.com/uber/h3-go/v4"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// Cells are the cells of H3 (https://h3geo.org) at a resolution.
type Cells struct {
	Resolution int // MinResolution to MaxResolution
	Outlines   bool
}

// Resolutions of cells: edges of about 69 km to 200 m.
const (
	MinResolution = 3
	MaxResolution = 9
)

// Locator is of Parts.
func (c Cells) Locator() Locator {
	return remembering(func(lon, lat float64) []ID {
		return []ID{ID(h3.LatLngToCell(h3.NewLatLng(lat, lon), c.Resolution))}
	})
}

// Radius is of Parts: the mean edge of a cell.
func (c Cells) Radius() float64 { return h3.HexagonEdgeLengthAvgM(c.Resolution) }

// KM2 is of Measured.
func (Cells) KM2(id ID) float64 { return h3.CellAreaKm2(h3.Cell(id)) }

// All is of Parts.
func (Cells) All() []ID { return nil }

// Place is of Parts.
func (c Cells) Place(id ID) Place {
	cell := h3.Cell(id)
	p := Place{Cell: new(cell.String())}
	if c.Outlines {
		p.outline = Outline(cell)
	}
	return p
}

// Outline is a cell as a GeoJSON geometry. One that crosses the antimeridian is cut there, as RFC 7946 asks.
func Outline(cell h3.Cell) any {
	boundary := cell.Boundary()
	ring, crosses := make([][2]float64, 0, len(boundary)+1), false
	for _, corner := range boundary {
		ring = append(ring, [2]float64{corner.Lng, corner.Lat})
		crosses = crosses || math.Abs(corner.Lng-boundary[0].Lng) > 180
	}
	if !crosses {
		return jsontext.Object{{Name: "type", Value: "Polygon"}, {Name: "coordinates", Value: [][][2]float64{append(ring, ring[0])}}}
	}
	return jsontext.Object{{Name: "type", Value: "MultiPolygon"}, {Name: "coordinates", Value: cutAtAntimeridian(ring)}}
}

// cutAtAntimeridian returns the polygons of a ring on both sides of the antimeridian. Cells are small and convex, and none that is asked
// for holds a pole beside its corners.
func cutAtAntimeridian(ring [][2]float64) (polygons [][][][2]float64) {
	east := make([][2]float64, len(ring)) // longitudes from 0 to 360
	for i, c := range ring {
		if c[0] < 0 {
			c[0] += 360
		}
		east[i] = c
	}
	for _, side := range []struct{ sign, shift float64 }{{1, 0}, {-1, -360}} {
		var part [][2]float64
		for i, from := range east {
			to := east[(i+1)%len(east)]
			inside := func(c [2]float64) bool { return side.sign*(180-c[0]) >= 0 }
			if inside(from) {
				part = append(part, from)
			}
			if inside(from) != inside(to) {
				t := (180 - from[0]) / (to[0] - from[0])
				part = append(part, [2]float64{180, from[1] + t*(to[1]-from[1])})
			}
		}
		if len(part) < 3 {
			continue
		}
		for i := range part {
			part[i][0] += side.shift
		}
		polygons = append(polygons, [][][2]float64{append(part, part[0])})
	}
	return polygons
}
