package catalog_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
)

type regionList struct {
	Count   int
	Results []catalog.Region
	httpapiLinks
}

func TestRegions(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	list := read[regionList](t, s, "/regions")
	if list.Count != 22 || len(list.Results) != 22 || list.Next != nil || list.Previous != nil {
		t.Errorf("count %d, %d regions, next %v", list.Count, len(list.Results), list.Next)
	}
	want := s.column(t, `
		select concat_ws(' ', r.id, r.m49, (select count(*) from countries c where c.region_id = r.id),
		       (select count(*) from (select taxon_key from species_regions join species using (taxon_key) where region_id = r.id and rank = 'species' union
		                              select taxon_key from observations where region_id = r.id and status <> 'rejected') t),
		       (select count(*) from observations o where o.region_id = r.id and status <> 'rejected'))
		from regions r`)
	got := mapped(list.Results, func(r catalog.Region) string {
		return fmt.Sprintf("%s %s %d %d %d", r.ID, r.M49, r.CountryCount, r.SpeciesCount, r.ObservationCount)
	})
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("regions are\n%q\nin the database\n%q", got, want)
	}
	south := list.Results[slices.IndexFunc(list.Results, func(r catalog.Region) bool { return r.ID == "south-america" })]
	if south.M49 != "005" || south.Name != "South America" || south.ObservationCount != 3 {
		t.Errorf("South America: %+v", south)
	}
}

func TestRegionNamesAndOrder(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for code, want := range map[string][2]string{
		"en": {"Australasia", "Western Europe"},
		"ru": {"Австралазия", "Южная Европа"},
	} {
		list := read[regionList](t, s, "/regions?lang="+code)
		if first, last := list.Results[0].Name, list.Results[21].Name; first != want[0] || last != want[1] {
			t.Errorf("%s: from %q to %q, want %q", code, first, last, want)
		}
	}
	for _, r := range read[regionList](t, s, "/regions?lang=fr").Results {
		if r.ID == "western-africa" && r.Name != "Afrique occidentale" {
			t.Errorf("French: %q", r.Name)
		}
	}
}

// TestRegionBoxes: no box goes the long way round the globe.
func TestRegionBoxes(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	want := map[string][4]float64{ // degrees, each within 3
		"eastern-europe":            {12, 41, -169, 82},
		"melanesia":                 {141, -22.7, -178, -0.8},
		"polynesia":                 {176, -25, -124, -8},
		"micronesia":                {131, -11.5, -75, 28}, // the outlying islands of the United States reach to Navassa
		"australia-and-new-zealand": {73, -55, -176, -9},
		"northern-america":          {172, 18.9, -11, 83.6},
		"western-africa":            {-25, -40, 16, 27},       // with Saint Helena and Gough Island
		"south-america":             {-110, -59.5, 3.5, 15.9}, // from Easter Island to Bouvet Island
		"eastern-asia":              {73.5, 10.4, 154, 53.6},
	}
	for _, r := range read[regionList](t, s, "/regions").Results {
		if r.BBox == nil {
			t.Errorf("%s has no box", r.ID)
			continue
		}
		got := *r.BBox
		if got[1] >= got[3] || got[0] == -180 && got[2] == 180 {
			t.Errorf("%s: %v", r.ID, got)
		}
		box, known := want[r.ID]
		for i, near := range box {
			if diff := got[i] - near; known && (diff > 3 || diff < -3) {
				t.Errorf("%s: %v, want about %v", r.ID, got, box)
				break
			}
		}
	}
}
