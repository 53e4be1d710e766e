package catalog_test

import (
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestLanguageOfAnswers(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	paths := []string{"/species", "/species/aedes-aegypti", "/vector-species", "/vector-species?disease_id=malaria", "/diseases", "/diseases/malaria",
		"/diseases/malaria/vectors", "/regions", "/countries", "/filters", "/filter_options", "/filters/species", "/filters/diseases"}
	names := map[string]string{"en": "Yellow fever mosquito", "es": "Mosquito de la fiebre amarilla", "ru": "Желтолихорадочный комар",
		"fr": "Moustique de la fièvre jaune", "pt": "Mosquito-da-dengue"}
	for asked, want := range map[string]string{
		"": "en", "lang=": "en", "lang=en": "en", "lang=es": "es", "lang=ru": "ru", "lang=fr": "fr", "lang=pt": "pt", "lang=es-MX": "es",
		"lang=es_mx": "es", "lang=PT-br": "pt", "lang=xx": "en", "lang=english": "en", "lang=%00": "en", "lang=ru&lang=fr": "ru",
	} {
		if d := read[catalog.SpeciesDetail](t, s, "/species/aedes-aegypti?"+asked); d.CommonName != names[want] {
			t.Errorf("%q: common name %q, want %q", asked, d.CommonName, names[want])
		}
		for _, path := range paths {
			target := path + "?" + asked
			if path == paths[3] {
				target = path + "&" + asked
			}
			if a := s.request(t, base+target); a.status != 200 || a.header.Get("Content-Language") != want {
				t.Errorf("%s: %d in %q, want %q", target, a.status, a.header.Get("Content-Language"), want)
			}
		}
	}
}

func TestMissingTranslationFallsBack(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	_, err := db.Exec(t.Context(), `
		delete from translations where lang = 'pt' and id in ('aedes-aegypti', 'yellow-fever', 'caribbean');
		delete from translations where kind = 'region' and id = 'melanesia';
		update translations set texts = texts - 'description' where kind = 'disease' and lang = 'pt' and id = 'malaria'`)
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, db)
	d := read[catalog.SpeciesDetail](t, s, "/species/aedes-aegypti?lang=pt")
	english := read[catalog.SpeciesDetail](t, s, "/species/aedes-aegypti")
	if d.CommonName != "Yellow fever mosquito" || d.Description != english.Description || d.KeyCharacteristics[0] != english.KeyCharacteristics[0] || len(d.CommonNames) != 4 {
		t.Errorf("a species without Portuguese: %+v", d)
	}
	related := map[string]string{}
	for _, r := range append(mapped(d.RelatedDiseases, reference), d.GeographicRegions...) {
		related[r.ID] = r.Name
	}
	if related["yellow-fever"] != "Yellow fever" || related["caribbean"] != "Caribbean" || related["dengue-fever"] != "Dengue" {
		t.Errorf("names: %v", related)
	}
	malaria := read[catalog.DiseaseDetail](t, s, "/diseases/malaria?lang=pt")
	if want := read[catalog.DiseaseDetail](t, s, "/diseases/malaria").Description; malaria.Name != "Malária" || malaria.Description != want {
		t.Errorf("one text missing: %q %q", malaria.Name, malaria.Description)
	}
	for _, r := range read[regionList](t, s, "/regions?lang=es").Results {
		if r.ID == "melanesia" && r.Name != "melanesia" {
			t.Errorf("a region without any name is %q", r.Name)
		}
	}
}
