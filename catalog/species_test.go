package catalog_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
)

type speciesList struct {
	Count   int
	Species []catalog.Species
	httpapiLinks
}

func speciesID(s catalog.Species) string { return s.ID }

func reference(d catalog.RelatedDisease) catalog.Reference { return d.Reference }

func TestSpeciesList(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	list := read[speciesList](t, s, "/species?limit=200")
	want := s.column(t, `select scientific_name from taxa where in_catalog order by scientific_name collate "C"`)
	if got := mapped(list.Species, func(s catalog.Species) string { return s.ScientificName }); !slices.Equal(got, want) || list.Count != len(want) {
		t.Errorf("count %d, species %q, want those of the catalog by name, %q", list.Count, got, want)
	}
	if page := read[speciesList](t, s, "/species"); page.Count != list.Count || len(page.Species) != 50 || page.Next == nil {
		t.Errorf("by default: count %d, %d species, next %v", page.Count, len(page.Species), page.Next)
	}
}

func TestSpeciesSearch(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	find := func(search string) []string {
		list := read[speciesList](t, s, "/species?limit=200&search="+esc(search))
		if list.Count != len(list.Species) {
			t.Errorf("%q: count %d of %d", search, list.Count, len(list.Species))
		}
		return mapped(list.Species, speciesID)
	}
	for search, want := range map[string][]string{
		"aedes aegypti":        {"aedes-aegypti"},
		" AEDES\tAegypti ":     {"aedes-aegypti"},
		"stegomyia fasciata":   {"aedes-aegypti"},
		"Culex molestus":       {"culex-pipiens"},
		"Asian tiger":          {"aedes-albopictus"},
		"азиатский тигровый":   {"aedes-albopictus"},
		"ТИГРОВЫЙ":             {"aedes-albopictus", "aedes-polynesiensis"},
		"tigre asiatico":       {"aedes-albopictus"},
		"tigre asiático":       {"aedes-albopictus"},
		"tigre asia\u0301tico": {"aedes-albopictus"},
		"Mosquito-da-dengue":   {"aedes-aegypti"},
		"fievre jaune":         {"aedes-aegypti"},
		"Черный комар приморских": {"aedes-taeniorhynchus"},
		"Чёрный комар приморских": {"aedes-taeniorhynchus"},
		"de l'encephalite japon":  {"culex-tritaeniorhynchus"},
		"de l’encéphalite japon":  {"culex-tritaeniorhynchus"},
	} {
		if got := find(search); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", search, got, want)
		}
	}
	for _, search := range []string{"%", "_", `\`, `"`, "aedes%aegypti", "aedes_aegypti", "' or 1=1 --", "$1", "@lang", "aegypti stegomyia", "bahamensis", "zzz"} {
		if got := find(search); len(got) != 0 {
			t.Errorf("%q finds %q", search, got)
		}
	}
	apostrophe := s.column(t, `select distinct id from translations where kind = 'species' and name ~ '[''’]' order by 1`)
	if got := find("'"); len(got) == 0 || !slices.Equal(got, apostrophe) || !slices.Equal(got, find("’")) {
		t.Errorf("an apostrophe finds %q, want %q", got, apostrophe)
	}
	if all := find(""); len(all) < 80 || !slices.Equal(find("  "), all) {
		t.Error("a blank search does not list everything")
	}
	a := s.get(t, "/species?search=zzz")
	if want := `{"count":0,"species":[],"next":null,"previous":null}`; strings.TrimSpace(string(a.body)) != want {
		t.Errorf("nothing found is %s", a.body)
	}
}

func TestSpeciesDetail(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	want := s.get(t, "/species/aedes-aegypti").body
	for _, id := range []string{"aedes_aegypti", "Aedes%20aegypti", "AEDES%20AEGYPTI", "Aedes-Aegypti", "aedes-aegypti/", "Stegomyia%20fasciata",
		"stegomyia_fasciata", "stegomyia-fasciata"} {
		if got := s.get(t, "/species/"+id).body; string(got) != string(want) {
			t.Errorf("%s is not Aedes aegypti: %.200s", id, got)
		}
	}
	d := read[catalog.SpeciesDetail](t, s, "/species/aedes-aegypti?lang=es")
	if d.ID != "aedes-aegypti" || d.ScientificName != "Aedes aegypti" || d.CommonName != "Mosquito de la fiebre amarilla" || d.Genus != "Aedes" ||
		d.Family != "Culicidae" || d.Subfamily != "Culicinae" || d.Subgenus == nil || *d.Subgenus != "Stegomyia" || d.VectorStatus != "High" ||
		len(d.CommonNames) != 5 || d.CommonNames["ru"] != "Желтолихорадочный комар" || !slices.Contains(d.Synonyms, "Stegomyia fasciata") {
		t.Errorf("Aedes aegypti is %+v", d)
	}
	if !slices.Contains(d.GeographicRegions, catalog.Reference{ID: "south-america", Name: "Sudamérica"}) {
		t.Errorf("regions %v", d.GeographicRegions)
	}
	if !slices.Contains(mapped(d.RelatedDiseases, reference), catalog.Reference{ID: "yellow-fever", Name: "Fiebre amarilla"}) {
		t.Errorf("diseases %v", d.RelatedDiseases)
	}
	for _, link := range []string{d.Links.Observations, d.Links.GeoJSON} {
		u, err := url.Parse(link)
		if err != nil || u.Host != "example.com" || !strings.HasPrefix(u.Path, base+"/") || u.Query().Get("species") != d.ID {
			t.Errorf("link %q", link)
		}
	}
}

func TestSpeciesCountsItsRecords(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for id, want := range map[string]string{
		"aedes-aegypti":    "2 2020-01-05 2021-06-30 day month", // the rejected record of 2018 is left out; June 2021 ends on the 30th
		"aedes-albopictus": "2 2021-07-01 2021-07-02 day day",   // one of them at sea
		"culex-pipiens":    "3 2020-07-02 2020-07-04 day day",
	} {
		d := read[catalog.SpeciesDetail](t, s, "/species/"+id)
		got := s.column(t, `select concat_ws(' ', count(*), min(observed_at)::date, max(last_day), 'day', (array_agg(case date_precision when 'time' then 'day' else date_precision end order by last_day desc, observed_at desc))[1]) from observations o join taxa t on t.key = o.taxon_key
			where t.id = $1 and status <> 'rejected'`, id)
		if d.FirstObserved == nil || d.LastObserved == nil {
			t.Fatalf("%s was never observed", id)
		}
		if got[0] != want || d.ObservationCount != int64(want[0]-'0') || *d.FirstObserved+" "+*d.LastObserved+" "+*d.FirstPrecision+" "+*d.LastPrecision != want[2:] {
			t.Errorf("%s: %d %s %s, want %s, in the database %s", id, d.ObservationCount, *d.FirstObserved, *d.LastObserved, want, got)
		}
	}
	if d := read[catalog.SpeciesDetail](t, s, "/species/anopheles-gambiae"); d.ObservationCount != 0 || d.FirstObserved != nil || d.LastObserved != nil || d.FirstPrecision != nil || d.LastPrecision != nil {
		t.Errorf("without records: %d %v %v", d.ObservationCount, d.FirstObserved, d.LastObserved)
	}
}

func TestSpeciesNotFound(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for _, id := range []string{"aedes-nobody", "culex-bahamensis", "!!!", "%20", "aedes", "'", "%25", "%00", "dengue-fever", strings.Repeat("a", 5000)} {
		s.wantNotFound(t, "/species/"+id, "Species not found")
	}
}

func TestVectorSpecies(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	all := read[[]catalog.Species](t, s, "/vector-species?lang=ru")
	var want []catalog.Species
	for _, species := range read[speciesList](t, s, "/species?limit=200&lang=ru").Species {
		if species.VectorStatus != "None" && species.VectorStatus != "Unknown" {
			want = append(want, species)
		}
	}
	if len(want) == 0 || !reflect.DeepEqual(all, want) {
		t.Errorf("vectors are %q", mapped(all, speciesID))
	}
	if got := read[[]catalog.Species](t, s, "/vector-species?disease_id=&lang=ru"); !reflect.DeepEqual(got, all) {
		t.Errorf("an empty disease_id lists %d of %d", len(got), len(all))
	}

	dengue := read[[]catalog.Species](t, s, "/diseases/dengue-fever/vectors?lang=ru")
	if len(dengue) < 2 || dengue[0].ID != "aedes-aegypti" || dengue[0].CommonName != "Желтолихорадочный комар" {
		t.Errorf("vectors of dengue: %+v", dengue)
	}
	for _, id := range []string{"dengue-fever", "dengue_fever", "Dengue+Fever", "DENGUE-FEVER"} {
		if got := read[[]catalog.Species](t, s, "/vector-species?lang=ru&disease_id="+id); !reflect.DeepEqual(got, dengue) {
			t.Errorf("%s: %q", id, mapped(got, speciesID))
		}
	}
	for _, id := range []string{"nothing", "!!!", "%20", "'", "%25", "_", "aedes-aegypti", "dengue"} {
		s.wantNotFound(t, "/vector-species?disease_id="+id, "Disease not found")
		s.wantNotFound(t, "/diseases/"+id+"/vectors", "Disease not found")
	}
}

// TestSpeciesAndDiseasesNameEachOther reads every record of both, in languages by turns.
func TestSpeciesAndDiseasesNameEachOther(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	languages := []string{"en", "es", "ru", "fr", "pt"}
	type link struct {
		species, disease, role, source string
	}
	written := func(s catalog.Source) string {
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	inNature := func(d catalog.RelatedDisease) bool { return d.Role != "laboratory_only" }
	fromSpecies, fromDiseases := map[link]bool{}, map[link]bool{}
	for i, item := range read[speciesList](t, s, "/species?limit=200").Species {
		d := read[catalog.SpeciesDetail](t, s, "/species/"+item.ID+"?lang="+languages[i%5])
		if vector := d.VectorStatus != "None" && d.VectorStatus != "Unknown"; vector != slices.ContainsFunc(d.RelatedDiseases, inNature) {
			t.Errorf("%s is a vector: %v, of %v", d.ID, vector, d.RelatedDiseases)
		}
		for _, disease := range d.RelatedDiseases {
			fromSpecies[link{d.ID, disease.ID, disease.Role, written(disease.Source)}] = true
		}
	}
	for i, item := range read[diseaseList](t, s, "/diseases?limit=200").Diseases {
		d := read[catalog.DiseaseDetail](t, s, "/diseases/"+item.ID+"?lang="+languages[i%5])
		vectors := read[[]catalog.Species](t, s, "/diseases/"+item.ID+"/vectors")
		names := mapped(vectors, func(s catalog.Species) string { return s.ScientificName })
		var ids []string
		for _, v := range d.VectorSpecies {
			if fromDiseases[link{v.ID, d.ID, v.Role, written(v.Source)}] = true; v.Role != "laboratory_only" {
				ids = append(ids, v.ID)
			}
		}
		if !slices.IsSorted(names) {
			t.Errorf("%s: /vectors is not by scientific name: %q", d.ID, names)
		}
		// The record names the main vectors first.
		sortedIDs := slices.Sorted(slices.Values(ids))
		if !slices.Equal(d.Vectors, item.Vectors) || !slices.Equal(names, slices.Sorted(slices.Values(d.Vectors))) || !slices.Equal(sortedIDs, mapped(vectors, speciesID)) {
			t.Errorf("%s: vectors %q, %q, %q, %q", d.ID, names, d.Vectors, item.Vectors, ids)
		}
	}
	if len(fromSpecies) == 0 || len(fromSpecies) != len(fromDiseases) {
		t.Errorf("%d links from species, %d from diseases", len(fromSpecies), len(fromDiseases))
	}
	for l := range fromSpecies {
		if !fromDiseases[l] {
			t.Errorf("%s does not name %s", l.disease, l.species)
		}
	}
}
