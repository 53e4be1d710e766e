package analytics

import (
	"context"
	"math"

	"github.com/uber/h3-go/v4"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// partID is a cell, the number of an area, or the letters of a country.
type partID int64

// placeParts parts the world into cells, areas or countries.
type placeParts interface {
	// locator returns a function that finds the parts of a place. One goroutine uses it.
	locator() func(lon, lat float64, country string) []partID
	// radius is the accuracy in metres beyond which a place belongs to no part.
	radius() float64
	// all lists the parts that are shown though nothing is known of them.
	all() []partID
	// name says which part a result is of.
	name(p *Presence, id partID)
}

// Values of cells, and the resolutions of H3 that it takes: edges of about 69 km to 200 m.
const (
	cellsH3           = "h3"
	minResolution     = 3
	maxResolution     = 9
	defaultResolution = 5
)

func (a *Analytics) placeParts(ctx context.Context, q *presenceQuestion) (placeParts, error) {
	switch {
	case q.cells:
		return hexagons{q.resolution, q.format == formatGeoJSON}, nil
	case q.has(byCountry) || q.set == "" && q.filter.Areas == nil:
		return countries{q.names, q.lang}, nil
	}
	parts, err := a.areaParts(ctx, &q.question, q.set)
	return namedAreas{parts, q.format == formatGeoJSON}, err
}

// hexagons are the cells of H3 at a resolution.
type hexagons struct {
	resolution int
	outlines   bool
}

func (h hexagons) locator() func(lon, lat float64, country string) []partID {
	return remembering(func(lon, lat float64) []partID {
		return []partID{partID(h3.LatLngToCell(h3.NewLatLng(lat, lon), h.resolution))}
	})
}

// maxPlaces is how many places a locator remembers.
const maxPlaces = 100_000

// remembering returns a locator that finds a place once, because traps are emptied again and again. One goroutine uses it.
func remembering(find func(lon, lat float64) []partID) func(lon, lat float64, country string) []partID {
	type place struct{ lon, lat float64 }
	found, last, ids := map[place][]partID{}, place{math.NaN(), 0}, []partID(nil)
	return func(lon, lat float64, _ string) []partID {
		at := place{lon, lat}
		if at == last {
			return ids
		}
		known, ok := found[at]
		if !ok {
			if len(found) == maxPlaces {
				clear(found)
			}
			known = find(lon, lat)
			found[at] = known
		}
		last, ids = at, known
		return ids
	}
}

func (h hexagons) radius() float64 { return h3.HexagonEdgeLengthAvgM(h.resolution) }

func (h hexagons) all() []partID { return nil }

func (h hexagons) name(p *Presence, id partID) {
	cell := h3.Cell(id)
	p.Cell = new(cell.String())
	if h.outlines {
		p.outline = outline(cell)
	}
}

// outline is a cell as a GeoJSON geometry. One that crosses the antimeridian is cut there, as RFC 7946 asks.
func outline(cell h3.Cell) any {
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

// countries are those of the records and events.
type countries struct {
	names *surveillance.Names
	lang  lang.Code
}

func countryID(code string) partID { return partID(code[0])<<8 | partID(code[1]) }

func (countries) locator() func(lon, lat float64, country string) []partID {
	var id [1]partID
	return func(_, _ float64, country string) []partID {
		if len(country) != 2 {
			return nil
		}
		id[0] = countryID(country)
		return id[:]
	}
}

func (countries) radius() float64 { return math.Inf(1) }

func (c countries) all() (ids []partID) {
	for _, code := range c.names.Countries() {
		ids = append(ids, countryID(code))
	}
	return ids
}

func (c countries) name(p *Presence, id partID) {
	code := string([]byte{byte(id >> 8), byte(id)})
	p.CountryID, p.Name = &code, new(c.names.Name(surveillance.KindCountry, c.lang, code))
}

// namedAreas are the areas of a set.
type namedAreas struct {
	*areaParts
	outlines bool
}

func (n namedAreas) locator() func(lon, lat float64, country string) []partID {
	return remembering(n.locate)
}

func (namedAreas) radius() float64 { return math.Inf(1) }

func (n namedAreas) all() (ids []partID) {
	for i := range n.areas {
		ids = append(ids, partID(i+1))
	}
	return ids
}

func (n namedAreas) name(p *Presence, id partID) {
	p.AreaID = new(n.id(int32(id)))
	if n.outlines {
		p.outline = n.outline(int32(id))
	}
	if name := n.names[id-1]; name != "" {
		p.Name = &name
	}
}
