package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/catalog"
)

// TestEveryStatementHasASource: what a page says of a species, a group or a disease names the works that it rests on, and which of them
// nobody has looked into.
func TestEveryStatementHasASource(t *testing.T) {
	t.Parallel()
	s := sharedServer(t)
	for target, want := range map[string][]string{
		"/species/aedes-hensilli":            {"name", "regions", "description", "habitat", "key_characteristics"},
		"/species/anopheles-gambiae-complex": {"name", "members", "regions", "description"},
		"/diseases/batai-virus-infection":    {"pathogen", "regions", "description", "transmission", "symptoms", "treatment", "prevention", "prevalence"},
	} {
		var sources []catalog.StatementSource
		if strings.HasPrefix(target, "/species") {
			sources = read[catalog.SpeciesDetail](t, s, target).Sources
		} else {
			sources = read[catalog.DiseaseDetail](t, s, target).Sources
		}
		var held []string
		for _, from := range sources {
			if from.ID == "" || from.Citation == "" || len(from.Statements) == 0 {
				t.Errorf("%s has the source %+v", target, from)
			}
			held = append(held, from.Statements...)
		}
		for _, statement := range want {
			if !slices.Contains(held, statement) {
				t.Errorf("%s names no source of %s", target, statement)
			}
		}
	}
	var hensilli []string
	for _, from := range read[catalog.SpeciesDetail](t, s, "/species/aedes-hensilli?lang=pt").Sources {
		if from.ID == "savage-1998" && !from.Unverified {
			hensilli = append(hensilli, *from.URL+" "+strings.Join(from.Statements, " "))
		}
		if from.ID == "wilkerson-2021" && (from.URL != nil || !from.Unverified) {
			t.Errorf("the book, which nobody has looked into, is %+v", from)
		}
	}
	if want := []string{"https://doi.org/10.4269/ajtmh.1998.58.519 regions description"}; !slices.Equal(hensilli, want) {
		t.Errorf("the dengue of Yap rests on %q, want %q", hensilli, want)
	}
}
