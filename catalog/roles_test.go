package catalog_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
)

// TestRolesOfADisease: a disease names everything that has a part in it, the main vectors first, with the work that says so. What
// transmitted in the laboratory alone is no vector.
func TestRolesOfADisease(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	roles := []string{"primary", "secondary", "suspected", "laboratory_only"}
	d := read[catalog.DiseaseDetail](t, s, "/diseases/west-nile-fever")
	byRole := map[string][]string{}
	for i, v := range d.VectorSpecies {
		byRole[v.Role] = append(byRole[v.Role], v.ID)
		if i > 0 && slices.Index(roles, v.Role) < slices.Index(roles, d.VectorSpecies[i-1].Role) {
			t.Errorf("%s is %s, behind one that is %s", v.ID, v.Role, d.VectorSpecies[i-1].Role)
		}
		if v.Source.ID == "" || v.Source.Citation == "" || v.Source.URL == nil || !strings.HasPrefix(*v.Source.URL, "https://") {
			t.Errorf("%s has the source %+v", v.ID, v.Source)
		}
	}
	for _, role := range roles {
		got := mapped(read[[]catalog.Species](t, s, "/diseases/west-nile-fever/vectors?role="+role), speciesID)
		if slices.Sort(byRole[role]); len(got) == 0 || !slices.Equal(got, byRole[role]) {
			t.Errorf("role=%s lists %q, the disease %q", role, got, byRole[role])
		}
	}
	if !slices.Contains(byRole["laboratory_only"], "aedes-detritus") || slices.Contains(d.Vectors, "Aedes detritus") {
		t.Errorf("Aedes detritus, which transmitted in the laboratory: %q, vectors %q", byRole["laboratory_only"], d.Vectors)
	}
	if all := read[[]catalog.Species](t, s, "/diseases/west-nile-fever/vectors"); len(all) != len(d.Vectors) || len(all) != len(d.VectorSpecies)-len(byRole["laboratory_only"]) {
		t.Errorf("%d vectors, %d names, %d with a role", len(all), len(d.Vectors), len(d.VectorSpecies))
	}
}

// TestRoleFilters: lists take one or more roles, in any disease or in the one that is asked for.
func TestRoleFilters(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	all := read[speciesList](t, s, "/species?limit=200").Species
	for _, asked := range []string{"primary", "suspected", "laboratory_only", "secondary,laboratory_only", "primary,secondary,suspected,laboratory_only"} {
		var want []string
		for _, species := range all {
			if slices.ContainsFunc(species.Roles, func(role string) bool { return slices.Contains(strings.Split(asked, ","), role) }) {
				want = append(want, species.ID)
			}
		}
		list := read[speciesList](t, s, "/species?limit=200&role="+asked)
		if got := mapped(list.Species, speciesID); len(got) == 0 || list.Count != len(got) || !slices.Equal(got, want) {
			t.Errorf("role=%s: count %d, %q, want %q", asked, list.Count, got, want)
		}
		if got := mapped(read[[]catalog.Species](t, s, "/vector-species?role="+asked), speciesID); !slices.Equal(got, want) {
			t.Errorf("vectors with role=%s: %q, want %q", asked, got, want)
		}
	}
	// Culex pipiens is a main vector of West Nile virus, and not of Sindbis virus.
	for target, want := range map[string]string{
		"/vector-species?disease_id=sindbis-fever&role=secondary":             "[secondary]",
		"/vector-species?disease_id=west-nile-fever&role=primary":             "[primary]",
		"/diseases/sindbis-fever/vectors?role=primary":                        "",
		"/diseases/mayaro-fever/vectors?role=laboratory_only&role=suspected":  "",
		"/species?search=culex+pipiens&role=suspected,secondary&limit=200":    "[primary secondary]",
		"/vector-species?disease_id=nothing-but-vectors-of+it&role=suspected": "404",
	} {
		if want == "404" {
			s.wantNotFound(t, target, "Disease not found")
			continue
		}
		var list []catalog.Species
		if strings.HasPrefix(target, "/species") {
			list = read[speciesList](t, s, target).Species
		} else {
			list = read[[]catalog.Species](t, s, target)
		}
		got := ""
		for _, species := range list {
			if species.ID == "culex-pipiens" {
				got = "[" + strings.Join(species.Roles, " ") + "]"
			}
		}
		if got != want {
			t.Errorf("%s: Culex pipiens has the roles %q, want %q", target, got, want)
		}
	}
	for _, target := range []string{"/species?role=main", "/vector-species?role=primary,x", "/diseases/malaria/vectors?role=High"} {
		if answer := s.get(t, target); answer.status != http.StatusUnprocessableEntity || !strings.Contains(string(answer.body), "role must be of primary, secondary, suspected, laboratory_only") {
			t.Errorf("%s: %d %s", target, answer.status, answer.body)
		}
	}
}

// TestDiseasesOfASpecies: those that it is most important for come first.
func TestDiseasesOfASpecies(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	d := read[catalog.SpeciesDetail](t, s, "/species/aedes-albopictus?lang=es")
	got := mapped(d.RelatedDiseases, func(d catalog.RelatedDisease) string { return d.Role + " " + d.ID })
	want := []string{
		"primary chikungunya", "secondary dengue-fever", "secondary dirofilariasis", "secondary zika-virus-disease", "suspected la-crosse-encephalitis",
	}
	if !slices.Equal(got, want) || !slices.Equal(d.Roles, []string{"primary", "secondary", "suspected"}) {
		t.Errorf("%q, roles %q, want %q", got, d.Roles, want)
	}
	if d := read[catalog.SpeciesDetail](t, s, "/species/aedes-detritus"); d.VectorStatus != "Unknown" || len(d.RelatedDiseases) != 1 || d.RelatedDiseases[0].Source.ID != "blagrove-2016" || d.RelatedDiseases[0].Source.Unverified {
		t.Errorf("Aedes detritus is %s with %+v", d.VectorStatus, d.RelatedDiseases)
	}
	if d := read[catalog.SpeciesDetail](t, s, "/species/toxorhynchites-rutilus"); len(d.RelatedDiseases) != 0 || len(d.Roles) != 0 {
		t.Errorf("a mosquito that does not bite has %v", d.RelatedDiseases)
	}
}
