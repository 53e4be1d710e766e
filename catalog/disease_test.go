package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/skeeter-surveillance/skeeter/catalog"
)

type diseaseList struct {
	Count    int
	Diseases []catalog.Disease
	httpapiLinks
}

func TestDiseaseList(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for _, code := range []string{"en", "es", "ru", "fr", "pt"} {
		list := read[diseaseList](t, s, "/diseases?lang="+code)
		names := mapped(list.Diseases, func(d catalog.Disease) string { return d.Name })
		want := s.column(t, `select name from translations where kind = 'disease' and lang = $1`, code)
		collate.New(language.Make(code)).SortStrings(want)
		if len(want) == 0 || !slices.Equal(names, want) || list.Count != len(want) {
			t.Errorf("%s: count %d, %q, want %q", code, list.Count, names, want)
		}
	}
}

func TestDiseaseSearch(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	find := func(search, code string) []string {
		list := read[diseaseList](t, s, "/diseases?limit=200&lang="+code+"&search="+esc(search))
		return mapped(list.Diseases, func(d catalog.Disease) string { return d.ID })
	}
	for search, want := range map[string][]string{
		"yellow fever":               {"yellow-fever"},
		"ЖЕЛТАЯ ЛИХОРАДКА":           {"yellow-fever"},
		"жёлтая лихорадка":           {"yellow-fever"},
		"fievre  jaune":              {"yellow-fever"},
		"o'nyong":                    {"o-nyong-nyong-fever"},
		"O’NYONG":                    {"o-nyong-nyong-fever"},
		"multiply first in the live": {"malaria"}, // in the description
		"paludisme":                  {"malaria"},
		"fièvre d’ilheus":            {"ilheus-fever"},
	} {
		for _, code := range []string{"en", "ru"} {
			if got := find(search, code); !slices.Equal(got, want) {
				t.Errorf("%q finds %q, want %q", search, got, want)
			}
		}
	}
	for _, text := range []string{"%", "_", `\`, `"`, "'"} {
		want := s.column(t, `select distinct id from translations where kind = 'disease'
			and strpos(replace(name || e'\n' || (texts ->> 'description'), '’', ''''), $1) > 0`, text)
		got := find(text, "en")
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	for _, search := range []string{"yellow%fever", "yellow_fever", "' or 1=1 --", "Artemisinin", "zzz"} {
		if got := find(search, "en"); len(got) != 0 {
			t.Errorf("%q finds %q", search, got)
		}
	}
}

func TestDiseaseDetail(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	want := s.get(t, "/diseases/o-nyong-nyong-fever?lang=fr").body
	for _, id := range []string{"o_nyong_nyong_fever", "O'nyong-nyong%20fever", "O-NYONG-NYONG-FEVER", "o-nyong-nyong-fever/"} {
		if got := s.get(t, "/diseases/"+id+"?lang=fr").body; string(got) != string(want) {
			t.Errorf("%s: %s", id, got)
		}
	}
	d := read[catalog.DiseaseDetail](t, s, "/diseases/malaria?lang=ru")
	if d.ID != "malaria" || d.Name != "Малярия" || d.PathogenType != "protozoan" || len(d.Symptoms) < 3 || d.Vectors[0] != "Anopheles gambiae" ||
		d.VectorSpecies[0].ID != "anopheles-gambiae" || d.VectorSpecies[0].VectorStatus == "" || !slices.Contains(d.Regions, "Западная Африка") {
		t.Errorf("malaria is %+v", d)
	}
	for _, text := range []string{d.Description, d.Transmission, d.Treatment, d.Prevention, d.Prevalence, d.Symptoms[0], d.Regions[0]} {
		if !strings.ContainsAny(text, "абвгдежзийклмнопрстуфхцчшщъыьэюя") {
			t.Errorf("%q is not Russian", text)
		}
	}
	for _, id := range []string{"nothing", "!!!", "aedes-aegypti", "'", "%25", "_", "%00"} {
		s.wantNotFound(t, "/diseases/"+id, "Disease not found")
	}
}
