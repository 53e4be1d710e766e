package catalog_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
)

type countryList struct {
	Count   int
	Results []catalog.Country
	httpapiLinks
}

func TestCountries(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	list := read[countryList](t, s, "/countries")
	// France has a rejected record alone, Kenya an absence, and one record lies at sea.
	ids := mapped(list.Results, func(c catalog.Country) string { return c.ID })
	if want := []string{"aq", "bs", "br", "fj", "de"}; !slices.Equal(ids, want) || list.Count != len(want) {
		t.Errorf("count %d, countries %q, want %q by name", list.Count, ids, want)
	}
	want := s.column(t, `
		select concat_ws(' ', c.iso_a2, c.iso_a3, coalesce(c.region_id, 'none'), count(distinct o.taxon_key), count(*))
		from observations o join countries c on c.id = o.country_id where o.status <> 'rejected' group by c.id`)
	got := mapped(list.Results, func(c catalog.Country) string {
		region := "none"
		if c.RegionID != nil {
			region = *c.RegionID
		}
		return fmt.Sprintf("%s %s %s %d %d", c.A2, c.A3, region, c.SpeciesCount, c.ObservationCount)
	})
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("countries are\n%q\nin the database\n%q", got, want)
	}
}

func TestCountryPlaces(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for _, c := range read[countryList](t, s, "/countries?lang=ru").Results {
		west, south, east, north := c.BBox[0], c.BBox[1], c.BBox[2], c.BBox[3]
		inside := west <= c.Centroid.Lng && c.Centroid.Lng <= east
		if west > east {
			inside = c.Centroid.Lng >= west || c.Centroid.Lng <= east
		}
		if !inside || c.Centroid.Lat < south || c.Centroid.Lat > north {
			t.Errorf("%s: %v is outside %v", c.ID, c.Centroid, c.BBox)
		}
		for _, degrees := range append(c.BBox[:], c.Centroid.Lat, c.Centroid.Lng) {
			if math.Round(degrees*1e4)/1e4 != degrees {
				t.Errorf("%s: %v has more than four decimals", c.ID, degrees)
			}
		}
		switch c.ID {
		case "aq":
			if c.Name != "Антарктида" || c.RegionID != nil || c.RegionName != nil || west != -180 || east != 180 || south != -90 {
				t.Errorf("Antarctica: %+v", c)
			}
		case "br":
			if c.Name != "Бразилия" || c.RegionName == nil || *c.RegionName != "Южная Америка" || c.SpeciesCount != 2 || c.ObservationCount != 3 {
				t.Errorf("Brazil: %+v", c)
			}
		case "fj":
			if west < 174 || east > -178 {
				t.Errorf("Fiji goes round the globe: %v", c.BBox)
			}
		}
	}
}

func TestCountriesByName(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for code, want := range map[string][]string{
		"es": {"Alemania", "Antártida", "Bahamas", "Brasil", "Fiyi"},
		"fr": {"Allemagne", "Antarctique", "Bahamas", "Brésil", "Fidji"},
		"ru": {"Антарктида", "Багамы", "Бразилия", "Германия", "Фиджи"},
	} {
		got := mapped(read[countryList](t, s, "/countries?lang="+code).Results, func(c catalog.Country) string { return c.Name })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
