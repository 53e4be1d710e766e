package catalog

import (
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Region is a UN M49 sub-region.
type Region struct {
	ID               string `json:"id"`
	M49              string `json:"m49"`
	Name             string `json:"name"`
	BBox             *box   `json:"bbox"`
	CountryCount     int    `json:"country_count"`
	SpeciesCount     int    `json:"species_count"` // placed in the region by the catalog, or observed there
	ObservationCount int64  `json:"observation_count"`
}

func (c *Catalog) listRegions(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	page, code := wholeUnlessLimited(p), p.Lang()
	if err := p.Err(); err != nil {
		return err
	}

	rows, err := c.store.regions(r.Context())
	if err != nil {
		return err
	}
	catalogued, err := c.store.regionSpecies(r.Context())
	if err != nil {
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
	list := make([]Region, len(rows))
	for i, row := range rows {
		list[i] = newRegion(row, placesOf(places, row.ID), catalogued[row.ID], totals)
		list[i].Name = names.Name(surveillance.KindRegion, code, row.ID)
	}
	sortByName(code, list, func(r Region) (string, string) { return r.Name, r.ID })

	httpapi.Localized(w, code)
	return respondResults(w, r, page, list)
}

func placesOf(places []place, regionID string) []place {
	return slices.DeleteFunc(slices.Clone(places), func(p place) bool { return p.RegionID != regionID })
}

func newRegion(row regionRow, places []place, catalogued []int32, totals surveillance.Counts) Region {
	region := Region{ID: row.ID, M49: row.M49, BBox: boxOf(places), CountryCount: len(places)}
	countries, species := map[string]bool{}, map[int32]bool{}
	for _, p := range places {
		countries[p.ID] = true
	}
	for _, key := range catalogued {
		species[key] = true
	}
	for _, count := range totals {
		if countries[count.CountryID] {
			species[count.TaxonKey] = true
			region.ObservationCount += count.Records
		}
	}
	region.SpeciesCount = len(species)
	return region
}
