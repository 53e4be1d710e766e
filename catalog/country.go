package catalog

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Country is a country with observations.
type Country struct {
	ID               string   `json:"id"`
	A2               string   `json:"iso_a2"`
	A3               string   `json:"iso_a3"`
	Name             string   `json:"name"`
	RegionID         *string  `json:"region_id"`
	RegionName       *string  `json:"region_name"`
	BBox             box      `json:"bbox"`
	Centroid         Centroid `json:"centroid"`
	SpeciesCount     int      `json:"species_count"` // distinct names observed
	ObservationCount int64    `json:"observation_count"`
}

// Centroid is a point inside a country, in degrees.
type Centroid struct {
	Lat float64 `json:"lat"`
	Lng float64 `json:"lng"`
}

// listCountries lists the countries with observations. The catalog places species in regions, not in countries.
func (c *Catalog) listCountries(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	page, code := wholeUnlessLimited(p), p.Lang()
	if err := p.Err(); err != nil {
		return err
	}

	places, err := c.places.get(r.Context(), c.store)
	if err != nil {
		return err
	}
	totals, err := c.Counter.Totals(r.Context())
	if err != nil {
		return err
	}
	names := c.Lookups.Current()
	observed := surveillance.SumBy(totals, func(cell surveillance.Count) string { return cell.CountryID })
	list := []Country{}
	for _, p := range places {
		sum, ok := observed[p.ID]
		if !ok {
			continue
		}
		country := Country{
			ID: p.ID, A2: p.A2, A3: p.A3, Name: names.Name(surveillance.KindCountry, code, p.ID), BBox: p.box,
			Centroid: Centroid{p.Lat, p.Lng}, SpeciesCount: sum.Taxa, ObservationCount: sum.Records,
		}
		if p.RegionID != "" {
			country.RegionID, country.RegionName = &p.RegionID, new(names.Name(surveillance.KindRegion, code, p.RegionID))
		}
		list = append(list, country)
	}
	sortByName(code, list, func(c Country) (string, string) { return c.Name, c.ID })

	httpapi.Localized(w, code)
	return respondResults(w, r, page, list)
}
