package surveillance

import (
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// TestDividedNamesAreNoSynonyms holds that neither an undivided name nor a hybrid means the synonym with the same slug, nor each other, whether they
// are stored or not.
func TestDividedNamesAreNoSynonyms(t *testing.T) {
	t.Parallel()
	catalogued := []string{"Culex pipiens", "Culex quinquefasciatus", "Culex restuans", "Culex pipiens complex"}
	synonyms := map[string]string{"Culex pipiens quinquefasciatus": "Culex quinquefasciatus"}
	groups := map[string][]string{"Culex pipiens complex": {"Culex pipiens", "Culex quinquefasciatus"}}
	undivided, hybrid := "Culex pipiens/quinquefasciatus", "Culex pipiens × quinquefasciatus"
	before := testNames(catalogued, synonyms, groups)
	after := before
	for _, name := range []string{undivided, hybrid} { // one after the other, as creates store them
		taxa := append(after.Taxa(), Taxon{Key: int32(len(after.taxa) + 1), ID: after.ID(name, nil), ScientificName: name, Genus: "Culex"})
		c := Collections{Spellings: map[string]int32{"culex-pipiens-quinquefasciatus": 2}, Taxa: taxa, Members: map[int32][]Member{}}
		for _, taxon := range taxa {
			c.Spellings[taxon.ID] = taxon.Key
		}
		for _, member := range groups["Culex pipiens complex"] {
			key := c.Spellings["culex-pipiens-complex"]
			c.Members[key] = append(c.Members[key], Member{lang.Slug(member), member})
		}
		after = NewNames(c)
	}
	for written, want := range map[string]string{
		"Culex pipiens/quinquefasciatus":       undivided,
		"Culex quinquefasciatus/pipiens":       undivided,
		"CULEX PIPIENS/QUINQUEFASCIATUS":       undivided,
		"Cx. pipiens / quinquefasciatus":       undivided,
		"Culex pipiens or quinquefasciatus":    undivided,
		"Culex pipiens and quinquefasciatus":   undivided,
		"Culex pipiens & quinquefasciatus":     undivided,
		"Culex pipiens + quinquefasciatus":     undivided,
		"Culex pipiens/Culex quinquefasciatus": undivided,
		"Culex pipiens x quinquefasciatus":     hybrid,
		"Culex pipiens X quinquefasciatus":     hybrid,
		"CULEX PIPIENS X QUINQUEFASCIATUS":     hybrid,
		"Culex pipiens × quinquefasciatus":     hybrid,
		"Culex pipiens quinquefasciatus":       "Culex quinquefasciatus",
		"culex-pipiens-quinquefasciatus":       "Culex quinquefasciatus",
		"Culex (Culex) quinquefasciatus":       "Culex quinquefasciatus",
		"CULEX_PIPIENS_QUINQUEFASCIATUS":       "Culex quinquefasciatus",
	} {
		divided := want == undivided || want == hybrid
		r := before.Resolve(written)
		if r.Scientific != want || !r.Sure || (r.Taxon == nil) != divided || divided && r.Match != MatchNew {
			t.Errorf("%q is %s", written, tell(r))
		}
		if found := before.FindTaxa(written); divided && len(found) > 0 {
			t.Errorf("%q includes %q", written, namesOf(before, found))
		}
		if r := after.Resolve(written); r.Taxon == nil || r.Scientific != want || divided && r.Match == MatchSynonym {
			t.Errorf("%q, once it is stored, is %s", written, tell(r))
		}
		if got := namesOf(after, after.FindTaxa(written)); !slices.Equal(got, []string{want}) {
			t.Errorf("%q, once it is stored, includes %q", written, got)
		}
	}
	for id, want := range map[string][]string{
		"culex-pipiens-or-quinquefasciatus": {undivided},
		"culex-pipiens-x-quinquefasciatus":  {hybrid},
		"culex-pipiens-complex":             {"Culex pipiens", "Culex pipiens complex", hybrid, undivided, "Culex quinquefasciatus"},
		"culex-pipiens":                     {"Culex pipiens"},
	} {
		if got := namesOf(after, after.FindTaxa(id)); !slices.Equal(got, want) {
			t.Errorf("%s includes %q, want %q", id, got, want)
		}
	}
}

// TestStoredIDsStay holds that names which an earlier release stored under the plain slug are found by it, and that others with that slug are not
// taken for them.
func TestStoredIDsStay(t *testing.T) {
	t.Parallel()
	for stored, free := range map[string]map[string]string{
		"Culex pipiens/restuans":   {"Culex pipiens × restuans": "culex-pipiens-x-restuans", "Culex pipiens restuans": "culex-pipiens-restuans-ssp"},
		"Culex pipiens × restuans": {"Culex pipiens/restuans": "culex-pipiens-or-restuans", "Culex pipiens restuans": "culex-pipiens-restuans-ssp"},
		"Culex pipiens restuans":   {"Culex pipiens/restuans": "culex-pipiens-or-restuans", "Culex pipiens × restuans": "culex-pipiens-x-restuans"},
	} {
		const id = "culex-pipiens-restuans"
		n := NewNames(Collections{Taxa: []Taxon{{Key: 1, ID: id, ScientificName: stored, Genus: "Culex"}}, Spellings: map[string]int32{id: 1}})
		for _, text := range []string{stored, strings.ToUpper(stored), id, "Culex_pipiens_restuans"} {
			if got := namesOf(n, n.FindTaxa(text)); !slices.Equal(got, []string{stored}) || n.ID(text, nil) != id {
				t.Errorf("%q, stored as %s, finds %q and %s", text, id, got, n.ID(text, nil))
			}
		}
		for other, want := range free {
			if got := n.ID(other, nil); got != want || n.FindTaxa(other) != nil || n.Resolve(other).Taxon != nil {
				t.Errorf("beside %s, %s has the id %s and finds %q", stored, other, got, namesOf(n, n.FindTaxa(other)))
			}
		}
	}
}

// TestNewIDs holds the ids of names of which none is stored, as one file brings them.
func TestNewIDs(t *testing.T) {
	t.Parallel()
	n, added := NewNames(Collections{}), map[string]string{}
	for _, test := range []struct{ name, want string }{
		{"Culex pipiens/restuans", "culex-pipiens-restuans"},
		{"Culex pipiens × restuans", "culex-pipiens-x-restuans"},
		{"Culex pipiens restuans", "culex-pipiens-restuans-ssp"},
		{"Culex pipiens/restuans", "culex-pipiens-restuans"},
		{"Culex pipiens restuans", "culex-pipiens-restuans-ssp"},
		{"Culex/Culiseta", "culex-culiseta"},
		{"Culex pipiens", "culex-pipiens"},
		{"", ""},
		{strings.Repeat("a/", 150), lang.Slug(strings.Repeat("a/", 150))}, // in words it is too long for a slug
	} {
		got := n.ID(test.name, added)
		if got != test.want {
			t.Errorf("%q has the id %s, want %s", test.name, got, test.want)
		}
		added[got] = test.name
	}
}

func TestMissingAsksForSlugsThatAreNotKnown(t *testing.T) {
	t.Parallel()
	n := testNames([]string{"Culex quinquefasciatus"}, map[string]string{"Culex pipiens quinquefasciatus": "Culex quinquefasciatus"}, nil)
	c := NewCriteria()
	if err := c.Set("species", "Culex pipiens/quinquefasciatus"); err != nil {
		t.Fatal(err)
	}
	if species, _ := c.Missing(n); !slices.Equal(species, []string{"culex-pipiens-or-quinquefasciatus"}) {
		t.Errorf("it asks for %q", species)
	}
}

// FuzzFindSlug holds that a name which is stored under the id that it gets is found again by that id and by itself.
func FuzzFindSlug(f *testing.F) {
	for _, name := range []string{"Culex pipiens/restuans", "Culex pipiens x restuans", "Culex pipiens & restuans", "Aedes/Ochlerotatus", "× /", "a+b"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, ok := names.Parse(text)
		id := NewNames(Collections{}).ID(parsed.Scientific, nil)
		if !ok || id == "" {
			return
		}
		n := NewNames(Collections{Taxa: []Taxon{{Key: 1, ID: id, ScientificName: parsed.Scientific}}, Spellings: map[string]int32{id: 1}})
		for _, spelled := range []string{id, parsed.Scientific} {
			if _, found := n.FindTaxon(spelled); !found {
				t.Errorf("%q has the id %q, and %q does not find it", text, id, spelled)
			}
		}
	})
}
