package surveillance

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

// testNames makes Names of scientific names, with synonyms (synonym -> accepted), groups (group -> members) and one disease.
func testNames(all []string, synonyms map[string]string, groups map[string][]string, vectors ...string) *Names {
	c := Collections{Spellings: map[string]int32{}, Members: map[int32][]Member{}, Vectors: map[string][]int32{}}
	for i, name := range all {
		key := int32(i + 1)
		genus, _, _ := strings.Cut(name, " ")
		id, _ := FindSlug(name, func(slug string) (string, bool) {
			other, ok := c.Spellings[slug]
			return all[max(other-1, 0)], ok
		})
		c.Taxa = append(c.Taxa, Taxon{Key: key, ID: id, ScientificName: name, Genus: genus, InCatalog: true})
		c.Spellings[id] = key
	}
	for synonym, accepted := range synonyms {
		c.Spellings[lang.Slug(synonym)] = c.Spellings[lang.Slug(accepted)]
	}
	for group, members := range groups {
		for _, member := range members {
			key := c.Spellings[lang.Slug(group)]
			c.Members[key] = append(c.Members[key], Member{lang.Slug(member), member})
		}
	}
	for _, vector := range vectors {
		c.Vectors["fever"] = append(c.Vectors["fever"], c.Spellings[lang.Slug(vector)])
	}
	return NewNames(c)
}

var (
	stored = []string{
		"Culex", "Culex pipiens", "Culex pipiens molestus", "Culex quinquefasciatus", "Culex restuans", "Culex pipiens complex",
		"Culex pipiens/restuans", "Culex pipiens/quinquefasciatus", "Culex pipiens × quinquefasciatus", "Culex molestus/pipiens", "Culex/Culiseta",
		"Culiseta", "Aedes japonicus", "Ochlerotatus japonicus japonicus", "Ochlerotatus", "Aedes scapularis", "Aedes scapularis s.l.",
		"Anopheles dirus", "Anopheles dirus complex", "Anopheles leucosphyrus group", "Anopheles latens", "Culex sp. 1", "Culicidae",
		"Culex pipiens group/restuans",
	}
	storedSynonyms = map[string]string{
		"Culex pipiens s.l.": "Culex pipiens complex", "Culex pipiens group": "Culex pipiens complex", "Ochlerotatus japonicus": "Aedes japonicus",
		"Culex molestus": "Culex pipiens",
	}
	storedGroups = map[string][]string{
		"Culex pipiens complex":        {"Culex pipiens", "Culex quinquefasciatus", "Culex australicus"},
		"Anopheles dirus complex":      {"Anopheles dirus", "Anopheles baimaii"},
		"Anopheles leucosphyrus group": {"Anopheles dirus complex", "Anopheles latens"},
	}
)

func namesOf(n *Names, keys []int32) []string {
	out := []string{}
	for _, included := range n.Included(keys) {
		out = append(out, included.Name)
	}
	return out
}

func TestNamesRollUp(t *testing.T) {
	t.Parallel()
	n := testNames(stored, storedSynonyms, storedGroups)
	for name, want := range map[string][]string{
		"culex-pipiens":    {"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus"},
		"CULEX_PIPIENS":    {"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus"},
		"Cx. pipiens":      {"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus"},
		"Culex pipiens?":   {"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus"}, // its slug is that of the name
		"Culex cf. vagans": {},
		"culex-pipiens-complex": {
			"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens complex", "Culex pipiens molestus", "Culex pipiens × quinquefasciatus",
			"Culex pipiens/quinquefasciatus", "Culex quinquefasciatus",
		},
		"culex-restuans":               {"Culex restuans"},
		"culex-pipiens-restuans":       {"Culex pipiens/restuans"},
		"aedes-japonicus":              {"Aedes japonicus", "Ochlerotatus japonicus japonicus"},
		"Ochlerotatus japonicus":       {"Aedes japonicus", "Ochlerotatus japonicus japonicus"},
		"anopheles-leucosphyrus-group": {"Anopheles dirus", "Anopheles dirus complex", "Anopheles latens", "Anopheles leucosphyrus group"},
		"Aedes scapularis s.l.":        {"Aedes scapularis", "Aedes scapularis s.l."},
		"Aedes scapularis":             {"Aedes scapularis"},
		"aedes":                        {"Aedes japonicus", "Aedes scapularis", "Aedes scapularis s.l.", "Ochlerotatus", "Ochlerotatus japonicus japonicus"},
		"Culiseta sp.":                 {"Culiseta"},
		"Anopheles baimaii":            {},
		"unheard of":                   {},
	} {
		if got := namesOf(n, n.FindTaxa(name)); !slices.Equal(got, want) {
			t.Errorf("%s includes %q, want %q", name, got, want)
		}
	}
	if got, all := namesOf(n, n.FindGenus("Culex")), namesOf(n, n.FindTaxa("culex")); !slices.Equal(got, all) || len(got) != 12 ||
		slices.Contains(got, "Culex/Culiseta") {
		t.Errorf("the genus Culex has %d: %q; as a name it has %q", len(got), got, all)
	}
	if got := n.FindGenus("culex-pipiens"); got != nil {
		t.Errorf("a species is taken for a genus: %v", got)
	}
}

// TestAListTakesWhatItLeavesOpen: an undivided name or a hybrid is in a list that has all its alternatives; exact takes the names alone,
// however they are written.
func TestAListTakesWhatItLeavesOpen(t *testing.T) {
	t.Parallel()
	n := testNames(stored, storedSynonyms, storedGroups)
	for _, test := range []struct {
		species string
		exact   bool
		want    []string
	}{
		{"culex-pipiens,Cx. restuans", false, []string{
			"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus", "Culex pipiens/restuans", "Culex restuans",
		}},
		{"culex-restuans,culex-quinquefasciatus", false, []string{"Culex quinquefasciatus", "Culex restuans"}},
		{"Culex molestus,culex-quinquefasciatus", false, []string{
			"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus", "Culex pipiens × quinquefasciatus",
			"Culex pipiens/quinquefasciatus", "Culex quinquefasciatus",
		}},
		{"culex-pipiens,unheard of", false, []string{"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus"}},
		{"Culiseta,Culex restuans", false, []string{"Culex restuans", "Culiseta"}},
		{"Culiseta,Aedes scapularis,Culicidae,Culex", false, slices.Sorted(slices.Values(append(namesOf(n, n.FindGenus("culex")),
			"Aedes scapularis", "Culex/Culiseta", "Culicidae", "Culiseta")))},
		{"culex-pipiens,culex-restuans", true, []string{"Culex pipiens", "Culex restuans"}},
		{"Cx. pipiens", true, []string{"Culex pipiens"}},
		{"Aedes (Finlaya) japonicus (Theobald, 1901)", true, []string{"Aedes japonicus"}},
		{"Ochlerotatus japonicus", true, []string{"Aedes japonicus"}},
		{"Culex cf. pipiens,Anopheles baimaii,unheard of", true, []string{}},
	} {
		c := NewCriteria()
		c.filter.Exact = test.exact
		if err := c.Set("species", test.species); err != nil {
			t.Fatal(err)
		}
		f, err := c.Resolve(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := namesOf(n, f.Taxa); !slices.Equal(got, test.want) || f.Taxa == nil {
			t.Errorf("species=%s, exact %v, is %q, want %q", test.species, test.exact, got, test.want)
		}
	}
}

func TestVectorsRollUp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		vectors, want []string
	}{
		{[]string{"Culex pipiens"}, []string{"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus"}},
		{[]string{"Culex pipiens", "Culex restuans"}, []string{
			"Culex molestus/pipiens", "Culex pipiens", "Culex pipiens molestus", "Culex pipiens/restuans", "Culex restuans",
		}},
		// A group is a vector where the catalog says so: that says nothing of its other members.
		{[]string{"Culex pipiens complex"}, []string{"Culex pipiens complex"}},
		{[]string{"Anopheles dirus complex", "Anopheles latens"}, []string{"Anopheles dirus complex", "Anopheles latens", "Anopheles leucosphyrus group"}},
		{nil, []string{}},
	} {
		n := testNames(stored, storedSynonyms, storedGroups, test.vectors...)
		if got := namesOf(n, n.FindVectors([]string{"fever"})); !slices.Equal(got, test.want) {
			t.Errorf("of %q as vectors come %q, want %q", test.vectors, got, test.want)
		}
	}
}

func TestExactNames(t *testing.T) {
	t.Parallel()
	n := testNames(stored, storedSynonyms, storedGroups, "Culex pipiens", "Culex restuans")
	for _, test := range []struct {
		parameter, value string
		want             []string
	}{
		{"species", "culex-pipiens,culex-pipiens-complex", []string{"Culex pipiens", "Culex pipiens complex"}},
		{"genus", "culex", []string{"Culex"}},
		{"disease", "fever", []string{"Culex pipiens", "Culex restuans"}},
	} {
		c := NewCriteria()
		for parameter, value := range map[string]string{test.parameter: test.value, "exact": "True"} {
			if err := c.Set(parameter, value); err != nil {
				t.Fatal(err)
			}
		}
		f, err := c.Resolve(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := namesOf(n, f.Taxa); !slices.Equal(got, test.want) || !f.NamesTaxa || len(f.Included(n)) != len(test.want) {
			t.Errorf("%s=%s is %q, want %q", test.parameter, test.value, got, test.want)
		}
	}
	if err := NewCriteria().Set("exact", "\t"); err == nil {
		t.Error("a blank exact is taken")
	}
	if err := NewCriteria().Set("exact", "perhaps"); err == nil {
		t.Error("exact=perhaps is taken")
	}
	if f := DefaultFilter(); f.Included(n) != nil {
		t.Error("a Filter without names includes some")
	}
}

func TestIdentified(t *testing.T) {
	t.Parallel()
	n := testNames([]string{"Aedes", "Culex", "Culex pipiens", "Culex pipiens molestus", "Culex pipiens/restuans", "Culex pipiens complex", "2 traps"}, nil, nil)
	for query, want := range map[string][]string{
		"true":           {"Culex pipiens", "Culex pipiens molestus"},
		" False":         {"2 traps", "Aedes", "Culex", "Culex pipiens complex", "Culex pipiens/restuans"},
		"false of Culex": {"Culex", "Culex pipiens complex", "Culex pipiens/restuans"},
		" of Culex":      {"Culex", "Culex pipiens", "Culex pipiens complex", "Culex pipiens molestus", "Culex pipiens/restuans"},
	} {
		identified, genus, _ := strings.Cut(query, " of ")
		c := NewCriteria()
		if err := errors.Join(c.Set("identified", identified), c.Set("genus", genus)); err != nil {
			t.Fatal(err)
		}
		f, err := c.Resolve(n)
		if err != nil {
			t.Fatal(err)
		}
		if got := namesOf(n, f.Taxa); !slices.Equal(got, want) || f.NamesTaxa != (genus != "") {
			t.Errorf("%q is %q, want %q", query, got, want)
		}
	}
	if err := NewCriteria().Set("identified", "perhaps"); err == nil {
		t.Error("identified=perhaps is taken")
	}
}

// TestPallensIsOne holds that both names of pallens are found by each of them and by the complex, also where both are stored.
func TestPallensIsOne(t *testing.T) {
	t.Parallel()
	n := testNames([]string{"Culex pallens", "Culex pipiens pallens", "Culex pipiens complex"}, nil,
		map[string][]string{"Culex pipiens complex": {"Culex pipiens", "Culex pallens"}})
	both := []string{"Culex pallens", "Culex pipiens pallens"}
	for name, want := range map[string][]string{
		"Culex pallens": both, "Cx. p. pallens": both, "Culex pipiens complex": {"Culex pallens", "Culex pipiens complex", "Culex pipiens pallens"},
	} {
		if got := namesOf(n, n.FindTaxa(name)); !slices.Equal(got, want) {
			t.Errorf("%s includes %q, want %q", name, got, want)
		}
	}
	if r := testNames([]string{"Culex pallens"}, nil, nil).Resolve("Culex pipiens pallens"); r.Scientific != "Culex pallens" || r.Taxon == nil {
		t.Errorf("Culex pipiens pallens is %s", tell(r))
	}
}

// TestSiblingsAreFoundByTheirNames holds that a letter that became a species is found by its name, also where it is stored from before, and
// that two letters are in the complex of both.
func TestSiblingsAreFoundByTheirNames(t *testing.T) {
	t.Parallel()
	n := testNames([]string{"Anopheles dirus B", "Anopheles dirus complex", "Anopheles culicifacies B/C", "Anopheles culicifacies complex"}, nil,
		map[string][]string{
			"Anopheles dirus complex":        {"Anopheles dirus", "Anopheles cracens"},
			"Anopheles culicifacies complex": {"Anopheles culicifacies B", "Anopheles culicifacies C"},
		})
	for name, want := range map[string][]string{
		"Anopheles cracens":              {"Anopheles dirus B"},
		"An. dirus species B":            {"Anopheles dirus B"},
		"Anopheles dirus complex":        {"Anopheles dirus B", "Anopheles dirus complex"},
		"Anopheles culicifacies complex": {"Anopheles culicifacies B/C", "Anopheles culicifacies complex"},
		"Anopheles culicifacies B":       {},
	} {
		if got := namesOf(n, n.FindTaxa(name)); !slices.Equal(got, want) {
			t.Errorf("%s includes %q, want %q", name, got, want)
		}
	}
	if !n.InCatalog("Anopheles cracens") || !n.InCatalog("Anopheles culicifacies B/C") || n.InCatalog("Anopheles") || n.InCatalog("Anopheles oreios") {
		t.Error("members of the catalog's complexes are not told from other names")
	}
}

// TestFormerGeneraStandInAedes holds that the genus Aedes has what files still call by genera that are its subgenera.
func TestFormerGeneraStandInAedes(t *testing.T) {
	t.Parallel()
	all := []string{"Ayurakitia griffithi", "Borichinda cavernicola", "Bothaella eldridgei", "Dahliana geniculata", "Downsiomyia nivea", "Tanakaius togoi"}
	n := testNames(append([]string{"Kimia imitata"}, all...), nil, nil)
	if got := namesOf(n, n.FindGenus("aedes")); !slices.Equal(got, all) {
		t.Errorf("Aedes has %q, want %q", got, all)
	}
}

// TestRollUpHoldsForRandomNames holds what includes what, for any names: a name includes itself, a species its subspecies, a group its
// members, a genus what has its name; and an undivided name belongs to what all its alternatives belong to, and to nothing else.
func TestRollUpHoldsForRandomNames(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 16))
		var all []string
		add := func(name string) {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
		var species []string
		for range 12 {
			name := []string{"Culex", "Aedes"}[random.IntN(2)] + " " + string(rune('a'+random.IntN(8))) + "us"
			if !slices.Contains(species, name) {
				species = append(species, name)
			}
			add(name)
			if random.IntN(3) == 0 {
				add(name + " minor")
			}
		}
		groups := map[string][]string{}
		for i := range 4 {
			genus := []string{"Culex", "Aedes"}[i%2]
			group := genus + " " + string(rune('x'+i/2)) + "us group"
			add(group)
			for _, member := range species {
				if strings.HasPrefix(member, genus) && random.IntN(2) == 0 {
					groups[group] = append(groups[group], member)
				}
			}
		}
		for range 10 {
			one, other := species[random.IntN(len(species))], species[random.IntN(len(species))]
			if parsed, _ := names.Parse(one + "/" + other); parsed.Rank == names.Undivided {
				add(parsed.Scientific)
			}
		}
		n := testNames(all, nil, groups)
		includes := func(name, other string) bool {
			return slices.Contains(namesOf(n, n.FindTaxa(name)), other)
		}
		for _, name := range all {
			if !includes(name, name) {
				t.Fatalf("seed %d: %s does not include itself", seed, name)
			}
			parsed, _ := names.Parse(name)
			if parsed.Genus != "" && !includes(parsed.Genus, name) {
				t.Fatalf("seed %d: its genus does not include %s", seed, name)
			}
			if parsed.Rank == names.Subspecies && !includes(binomial(name), name) {
				t.Fatalf("seed %d: its species does not include %s", seed, name)
			}
			if parsed.Rank != names.Undivided {
				continue
			}
			for _, what := range append(slices.Clone(all), "Culex", "Aedes") {
				every := !slices.ContainsFunc(parsed.Alternatives, func(a string) bool { return !includes(what, a) })
				if includes(what, name) != (every || what == name) {
					t.Fatalf("seed %d: %s includes %s: %v; all its alternatives: %v", seed, what, name, includes(what, name), every)
				}
			}
		}
		for group, members := range groups {
			for _, member := range members {
				if !includes(group, member) || includes(member, group) {
					t.Fatalf("seed %d: %s and its member %s", seed, group, member)
				}
			}
		}
	}
}

// TestNextReadsWhatChanged: names that follow others say what names say that were read alone, whether a taxon came, went, has another name or joined the
// catalog.
func TestNextReadsWhatChanged(t *testing.T) {
	t.Parallel()
	before := Collections{Taxa: []Taxon{
		{Key: 1, ID: "culex-pipiens", ScientificName: "Culex pipiens", Genus: "Culex", InCatalog: true},
		{Key: 2, ID: "culex-torrentium", ScientificName: "Culex torrentium", Genus: "Culex"},
		{Key: 3, ID: "n-n", ScientificName: "n. n.", InCatalog: true},
		{Key: 4, ID: "culiseta", ScientificName: "Culiseta", Genus: "Culiseta", Waits: true},
	}, Spellings: map[string]int32{"culex-pipiens": 1, "culex-torrentium": 2, "culiseta": 4}}
	after := Collections{Taxa: []Taxon{
		{Key: 1, ID: "culex-pipiens", ScientificName: "Culex pipiens", Genus: "Culex", InCatalog: true},
		{Key: 2, ID: "aedes-vexans", ScientificName: "Aedes vexans nipponii", Genus: "Aedes"},
		{Key: 3, ID: "n-n", ScientificName: "n. n."},
		{Key: 4, ID: "culiseta", ScientificName: "Culiseta", Genus: "Culiseta"},
		{Key: 5, ID: "aedes", ScientificName: "Aedes", Genus: "Aedes"},
	}, Spellings: map[string]int32{"culex-pipiens": 1, "aedes-vexans": 2, "culiseta": 4, "aedes": 5}}
	got, want := NewNames(before).Next(after), NewNames(after)
	for _, t1 := range after.Taxa {
		is, _ := got.Taxon(t1.Key)
		if should, _ := want.Taxon(t1.Key); is != should {
			t.Errorf("%+v, want %+v", is, should)
		}
		if a, b := namesOf(got, []int32{t1.Key}), namesOf(want, []int32{t1.Key}); !slices.Equal(a, b) {
			t.Errorf("%s includes %v, want %v", t1.ScientificName, a, b)
		}
	}
	if got.Version() != want.Version() {
		t.Error("the versions differ")
	}
}
