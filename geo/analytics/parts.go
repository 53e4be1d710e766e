package analytics

import (
	"cmp"
	"context"
	"math"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Place is the cell, the area or the country that a result is of; all are null where everything is one place.
type Place struct {
	Cell      *string `json:"cell"` // H3 index
	AreaID    *string `json:"area_id"`
	CountryID *string `json:"country_id"`
	Name      *string `json:"name"` // of the area or the country

	outline any // GeoJSON geometry
}

func (p Place) geometry() any { return p.outline }

func (p Place) compare(other Place) int {
	return cmp.Or(compareText(p.Cell, other.Cell), compareText(p.AreaID, other.AreaID), compareText(p.CountryID, other.CountryID))
}

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
	place(id partID) Place
}

// placeQuestion is a question whose results are of places.
type placeQuestion struct {
	question
	cells      bool
	resolution int
	set        string
}

// readPlaces reads the parameters of a question about places, and refuses a request that says in several ways what these are.
func (a *Analytics) readPlaces(r *http.Request, p *httpapi.Params, want asked) (q placeQuestion, err error) {
	q.set, q.cells = p.Text("set"), p.OneOf("cells", "", cellsH3) == cellsH3 || p.Has("resolution")
	q.resolution = p.Int("resolution", defaultResolution, minResolution, maxResolution)
	if q.question, err = a.readQuestion(r, p, want); err != nil {
		return q, err
	}
	q.cells = q.cells || q.has(byCells)
	kinds := 0
	for _, asked := range []bool{q.cells, q.set != "" || q.has(byArea), q.has(byCountry)} {
		if asked {
			kinds++
		}
	}
	if kinds > 1 {
		err = invalid("conflict", "only one of cells, areas (set or by=area) and countries (by=country) may be the places")
	}
	return q, err
}

// placeParts returns the places that a question asks for; everything is one place where it does not say.
func (a *Analytics) placeParts(ctx context.Context, q *placeQuestion) (placeParts, error) {
	switch {
	case q.cells:
		return hexagons{q.resolution, q.format == formatGeoJSON}, nil
	case q.has(byCountry):
		return countries{q.names, q.lang}, nil
	case q.set == "" && !q.has(byArea):
		return whole{}, nil
	}
	return a.namedAreas(ctx, q)
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

func (c countries) place(id partID) Place {
	code := string([]byte{byte(id >> 8), byte(id)})
	return Place{CountryID: &code, Name: new(c.names.Name(surveillance.KindCountry, c.lang, code))}
}

// namedAreas are the areas of a set.
type namedAreas struct {
	*areaParts
	outlines bool
}

func (a *Analytics) namedAreas(ctx context.Context, q *placeQuestion) (namedAreas, error) {
	parts, err := a.areaParts(ctx, &q.question, q.set)
	return namedAreas{parts, q.format == formatGeoJSON}, err
}

func (n namedAreas) locator() func(lon, lat float64, country string) []partID {
	return remembering(n.locate)
}

func (n namedAreas) km2(id partID) float64 { return n.sizes[id-1] }

func (namedAreas) radius() float64 { return math.Inf(1) }

func (n namedAreas) all() (ids []partID) {
	for i := range n.areas {
		ids = append(ids, partID(i+1))
	}
	return ids
}

func (n namedAreas) place(id partID) Place {
	p := Place{AreaID: new(n.id(int32(id)))}
	if n.outlines {
		p.outline = n.outline(int32(id))
	}
	if name := n.names[id-1]; name != "" {
		p.Name = &name
	}
	return p
}

// whole is all places as one.
type whole struct{}

func (whole) locator() func(lon, lat float64, country string) []partID {
	ids := []partID{1}
	return func(_, _ float64, _ string) []partID { return ids }
}

func (whole) radius() float64 { return math.Inf(1) }

func (whole) all() []partID { return nil }

func (whole) place(partID) Place { return Place{} }
