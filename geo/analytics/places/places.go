// Package places says in which cell of H3, country or area a place lies, and what each of them is called and looks like. It imports
// internal/geojson, internal/jsontext, internal/lang, internal/polygon, internal/surveillance and internal/wkb.
package places

import (
	"math"
	"strings"
)

// Place is the cell, the area or the country that a result is of; all are null where everything is one place.
type Place struct {
	Cell      *string `json:"cell"` // H3 index
	AreaID    *string `json:"area_id"`
	CountryID *string `json:"country_id"`
	Name      *string `json:"name"` // of the area or the country

	outline any
}

// Geometry is the outline as a GeoJSON geometry; nil unless the Parts have outlines.
func (p Place) Geometry() any { return p.outline }

// Compare orders the places of one answer.
func (p Place) Compare(other Place) int { return strings.Compare(p.id(), other.id()) }

func (p Place) id() string {
	for _, id := range []*string{p.Cell, p.AreaID, p.CountryID} {
		if id != nil {
			return *id
		}
	}
	return ""
}

// ID is a cell, the number of an area from 1, or the letters of a country.
type ID int64

// Locator returns the parts that a place in degrees lies in; country is its code, "" for none. The list is valid until the next call. One
// goroutine uses it.
type Locator func(lon, lat float64, country string) []ID

// Parts part the world.
type Parts interface {
	Locator() Locator
	// Radius is the accuracy in metres beyond which a place belongs to no part.
	Radius() float64
	// All lists the parts that are shown though nothing is known of them.
	All() []ID
	Place(id ID) Place
}

// Measured are Parts of a known size.
type Measured interface {
	Parts
	KM2(id ID) float64
}

// Whole is everything as one place.
type Whole struct{}

// Locator is of Parts.
func (Whole) Locator() Locator {
	ids := []ID{1}
	return func(_, _ float64, _ string) []ID { return ids }
}

// Radius is of Parts.
func (Whole) Radius() float64 { return math.Inf(1) }

// All is of Parts.
func (Whole) All() []ID { return nil }

// Place is of Parts.
func (Whole) Place(ID) Place { return Place{} }

// number is a place of degrees with 7 decimals; it is never 0.
func number(lon, lat float64) uint64 {
	const decimals = 1e7
	return uint64(uint32(int32(math.Round(lon*decimals))))<<32 | uint64(uint32(int32(math.Round(lat*decimals)))^1<<31)
}

// maxPlaces is how many places a locator remembers.
const maxPlaces = 100_000

// remembering returns a locator that finds a place once, because traps are emptied again and again. One goroutine uses it.
func remembering(find func(lon, lat float64) []ID) Locator {
	found, last, ids := map[uint64][]ID{}, uint64(0), []ID(nil)
	return func(lon, lat float64, _ string) []ID {
		at := number(lon, lat)
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
