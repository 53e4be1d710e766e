package places

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Countries are those of the records and events.
type Countries struct {
	Names *surveillance.Names
	Lang  lang.Code

	Outlines Outlines
	Shapes   *Areas // by the codes of the countries; nil: they have no outlines, and lie everywhere
}

func countryID(code string) ID { return ID(code[0])<<8 | ID(code[1]) }

// Locator is of Parts.
func (Countries) Locator() Locator {
	var id [1]ID
	return func(_, _ float64, country string) []ID {
		if len(country) != 2 {
			return nil
		}
		id[0] = countryID(country)
		return id[:]
	}
}

// Radius is of Parts.
func (Countries) Radius() float64 { return math.Inf(1) }

// All is of Parts.
func (c Countries) All() (ids []ID) {
	for _, code := range c.Names.Countries() {
		ids = append(ids, countryID(code))
	}
	return ids
}

// Place is of Parts.
func (c Countries) Place(id ID) Place {
	code := string([]byte{byte(id >> 8), byte(id)})
	out := Place{CountryID: &code, Name: new(c.Names.Name(surveillance.KindCountry, c.Lang, code))}
	if c.Shapes != nil {
		out.outline = c.Outlines.of(c.Shapes.wkb(code))
	}
	return out
}

// Touching is of Outlined.
func (c Countries) Touching(box *surveillance.BBox) (ids []ID) {
	if c.Shapes == nil || box == nil {
		return c.All()
	}
	for _, number := range c.Shapes.Touching(box) {
		ids = append(ids, countryID(c.Shapes.areas[number-1].ID))
	}
	return ids
}
