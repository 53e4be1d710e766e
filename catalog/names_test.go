package catalog_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

type resolvedNames struct {
	Count   int
	Results []catalog.ResolvedName
}

func TestResolveNames(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	written := []string{
		"Ae. egypti", "Stegomyia fasciata", "Culex pipiens/restuans?", "Anopheles gambiae s.l.", "No mosquitoes", "Culex (Culex) pipiens Linnaeus, 1758",
		"Pipiens Complex", "Anopheles maculipennis sensu lato", "CULEX QUINQUEFASCIATUS/PIPIENS", "Culex pipiens x quinquefasciatus",
	}
	list := read[resolvedNames](t, s, "/names?q="+esc(strings.Join(written, "\n")))
	if list.Count != len(written) || len(list.Results) != len(written) {
		t.Fatalf("%d names: %+v", list.Count, list.Results)
	}
	for i, want := range []struct {
		name, id, match, rank string
		sure                  bool
	}{
		{"Aedes egypti", "", "misspelling", "species", false},
		{"Aedes aegypti", "aedes-aegypti", "synonym", "species", true},
		{"Culex pipiens/restuans", "", "new", "undivided", true},
		{"Anopheles gambiae complex", "anopheles-gambiae-complex", "synonym", "complex", true},
		{"", "", "nothing", "", true},
		{"Culex pipiens", "culex-pipiens", "spelling", "species", true},
		{"Culex pipiens complex", "culex-pipiens-complex", "synonym", "complex", true},
		{"Anopheles maculipennis complex", "anopheles-maculipennis-complex", "synonym", "complex", true},
		{"Culex pipiens/quinquefasciatus", "", "new", "undivided", true},
		{"Culex pipiens × quinquefasciatus", "", "new", "hybrid", true},
	} {
		got := list.Results[i]
		if got.Written != written[i] || value(got.Name) != want.name || value(got.SpeciesID) != want.id || string(got.Match) != want.match ||
			string(got.Rank) != want.rank || got.Sure != want.sure || got.InCatalog != (want.id != "") {
			t.Errorf("%q is %+v, want %+v", written[i], got, want)
		}
	}
	if near := list.Results[0]; near.Distance != 1 || !slices.Equal(near.Candidates, []catalog.NearName{{ID: "aedes-aegypti", Name: "Aedes aegypti", Distance: 1}}) {
		t.Errorf("near to Ae. egypti is %+v", near)
	}
	if one := list.Results[2]; value(one.Qualifier) != "?" || !slices.Equal(one.Alternatives, []string{"Culex pipiens", "Culex restuans"}) {
		t.Errorf("an undivided name in doubt is %+v", one)
	}
	for _, query := range []string{"", "?q=", "?q=%0A+%0A"} {
		if a := s.get(t, "/names"+query); strings.TrimSpace(string(a.body)) != `{"count":0,"results":[]}` {
			t.Errorf("/names%s: %s", query, a.body)
		}
	}
	if a := s.get(t, "/names?q="+esc(strings.Repeat("Aedes\n", catalog.MaxNames+1))); a.status != http.StatusUnprocessableEntity {
		t.Errorf("too many names: %d", a.status)
	}
}

// A misspelling that a file brought is proposed for correction, beside the id under which it is stored.
func TestResolveStoredMisspelling(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `insert into taxa (id, scientific_name, genus) values ('culex-pipens', 'Culex pipens', 'Culex');
insert into taxon_names (slug, name, taxon_key, accepted) select id, scientific_name, key, true from taxa where not in_catalog`)
	list := read[resolvedNames](t, newServer(t, db), "/names?q=Culex+pipens")
	near := []catalog.NearName{{ID: "culex-pipiens", Name: "Culex pipiens", Distance: 1}}
	if got := list.Results[0]; got.Match != "misspelling" || got.Sure || value(got.SpeciesID) != "culex-pipens" || got.InCatalog ||
		value(got.Name) != "Culex pipens" || got.Distance != 1 || !slices.Equal(got.Candidates, near) {
		t.Errorf("Culex pipens is %+v", got)
	}
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func TestGroups(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for _, id := range []string{"culex-pipiens-complex", "Culex%20pipiens%20s.l.", "culex_pipiens_complex", "Pipiens%20complex"} {
		d := read[catalog.SpeciesDetail](t, s, "/species/"+id+"?lang=fr")
		if d.ID != "culex-pipiens-complex" || d.Rank != "complex" || d.CommonName != "Complexe Pipiens" || d.KeyCharacteristics == nil || d.Authorship != "" {
			t.Fatalf("%s is %+v", id, d)
		}
		at := slices.IndexFunc(d.Members, func(m catalog.Member) bool { return m.Name == "Culex pipiens" })
		if len(d.Members) != 5 || at < 0 || value(d.Members[at].ID) != "culex-pipiens" || !d.Members[at].InCatalog || d.Members[at].Rank != "species" {
			t.Errorf("members %+v", d.Members)
		}
		// What the group includes is counted: the three records of Culex pipiens.
		if d.ObservationCount != 3 || len(d.Included) != 3 {
			t.Errorf("%d records of %+v", d.ObservationCount, d.Included)
		}
	}
	group := read[catalog.SpeciesDetail](t, s, "/species/anopheles-leucosphyrus-group")
	if i := slices.IndexFunc(group.Members, func(m catalog.Member) bool { return m.Rank == "complex" }); i < 0 || value(group.Members[i].ID) != "anopheles-dirus-complex" {
		t.Errorf("members of a group with a complex in it: %+v", group.Members)
	}
	if d := read[catalog.SpeciesDetail](t, s, "/species/aedes-aegypti"); d.Rank != "species" || len(d.Members) != 0 || d.Members == nil || len(d.Included) == 0 {
		t.Errorf("Aedes aegypti is a %s with members %v, included %v", d.Rank, d.Members, d.Included)
	}
}
