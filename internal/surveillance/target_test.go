package surveillance_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func targetNames() *surveillance.Names {
	taxa := []surveillance.Taxon{
		{Key: 1, ID: "culex-pipiens", ScientificName: "Culex pipiens", Genus: "Culex", InCatalog: true},
		{Key: 2, ID: "culex-restuans", ScientificName: "Culex restuans", Genus: "Culex"},
		{Key: 3, ID: "aedes-aegypti", ScientificName: "Aedes aegypti", Genus: "Aedes", InCatalog: true},
		{Key: 4, ID: "culex-pipiens-restuans", ScientificName: "Culex pipiens/restuans", Genus: "Culex"},
	}
	spellings := map[string]int32{"stegomyia-aegypti": 3}
	for _, t := range taxa {
		spellings[t.ID] = t.Key
	}
	return surveillance.NewNames(surveillance.Collections{Taxa: taxa, Spellings: spellings})
}

// TestTargetedBy: an event targets what a Filter asks for if its targets include all of it.
func TestTargetedBy(t *testing.T) {
	t.Parallel()
	names := targetNames()
	for _, c := range []struct {
		targets, species []string
		want             bool
	}{
		{nil, nil, true},
		{[]string{"Culex pipiens"}, nil, true},
		{nil, []string{"culex-pipiens"}, true},
		{[]string{"culicidae"}, []string{"aedes-aegypti"}, true},
		{[]string{"Culex"}, []string{"culex-pipiens"}, true},
		{[]string{"Culex"}, []string{"aedes-aegypti"}, false},
		{[]string{"Culex pipiens"}, []string{"culex"}, false},
		{[]string{"Culex pipiens", "Culex restuans"}, []string{"culex"}, true},
		{[]string{"Stegomyia aegypti", "Culex"}, []string{"aedes-aegypti", "culex-restuans"}, true},
		{[]string{"Mosquito novus"}, []string{"aedes-aegypti"}, false},
	} {
		f, err := surveillance.DefaultFilter().WithSpecies(c.species, names)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.TargetedBy(c.targets, names); got != c.want {
			t.Errorf("an event that looks for %v, asked for %v: %t", c.targets, c.species, got)
		}
	}
}

func TestNarrowed(t *testing.T) {
	t.Parallel()
	names := targetNames()
	for _, c := range []struct {
		targets, species []string
		exact            bool
		want             string // "" where names cannot say it
	}{
		{nil, []string{"culex-pipiens"}, false, "Culex pipiens"},
		{nil, []string{"aedes-aegypti", "culex-pipiens"}, false, "Aedes aegypti, Culex pipiens"},
		{[]string{"Culex"}, []string{"aedes-aegypti", "culex-pipiens"}, false, "Culex pipiens"},
		{[]string{"Culex pipiens"}, []string{"culex"}, false, "Culex pipiens"},
		{[]string{"Culex"}, []string{"aedes-aegypti"}, false, ""},
		{nil, []string{"culex-pipiens"}, true, ""},
	} {
		f := surveillance.DefaultFilter()
		f.Exact = c.exact
		f, err := f.WithSpecies(c.species, names)
		if err != nil {
			t.Fatal(err)
		}
		narrowed, ok := f.Narrowed(c.targets, names)
		if got := strings.Join(narrowed, ", "); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("targets %v of an event, asked for %v: %q, %t, want %q", c.targets, c.species, got, ok, c.want)
		}
	}
}

func TestTargetName(t *testing.T) {
	t.Parallel()
	names := targetNames()
	for written, want := range map[string]string{
		"culex_pipiens": "Culex pipiens", "Stegomyia aegypti": "Aedes aegypti", "CULEX": "Culex", "culicidae": "Culicidae", " Mosquito novus ": "",
	} {
		name, ok := names.TargetName(written)
		if ok != (want != "") || ok && name != want || !ok && name != "Mosquito novus" {
			t.Errorf("%q: %q, %t, want %q", written, name, ok, want)
		}
	}
}

func TestUnderstands(t *testing.T) {
	t.Parallel()
	names := targetNames()
	for target, want := range map[string]bool{
		"Culex": true, "culicidae": true, "Aedes koreicus": true, "Anopheles gambiae complex": true, "Stegomyia aegypti": true,
		"vectors": false, "Tiger mosquito": false, "invasive Aedes": false, "Phlebotomus": false,
	} {
		if got := names.Understands([]string{"Culex pipiens", target}); got != want {
			t.Errorf("%q: %t", target, got)
		}
	}
	if !names.Understands(nil) {
		t.Error("all mosquitoes are not understood")
	}
}
