package surveillance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	n := testNames([]string{
		"Aedes aegypti", "Aedes albopictus", "Aedes japonicus", "Aedes detritus", "Aedes detritus complex", "Aedes cinereus", "Culex pipiens",
		"Culex restuans", "Culex pipiens complex", "Culex pipiens/restuans", "Anopheles gambiae", "Anopheles gambiae complex", "Culex",
		"Anopheles vexans", "Aedes vexans",
	}, map[string]string{
		"Stegomyia fasciata": "Aedes aegypti", "Ochlerotatus japonicus": "Aedes japonicus", "Ochlerotatus detritus": "Aedes detritus",
		"Aedes detritus s.l.": "Aedes detritus complex", "Culex pipiens s.l.": "Culex pipiens complex", "Anopheles gambiae s.l.": "Anopheles gambiae complex",
	}, nil)
	for written, want := range map[string]string{
		"Aedes aegypti (Linnaeus, 1762)":    "spelling Aedes aegypti, stored",
		"Aedes (Stegomyia) aegypti":         "spelling Aedes aegypti, stored",
		"AEDES AEGYPTI":                     "capitals Aedes aegypti, stored",
		"aedes aegypti":                     "capitals Aedes aegypti, stored",
		"Ae. aegypti":                       "abbreviation Aedes aegypti, stored",
		"Ae aegypti":                        "abbreviation Aedes aegypti, stored",
		"A. aegypti":                        "abbreviation Aedes aegypti, stored",
		"A. vexans":                         "abbreviation A. vexans, not sure: Aedes vexans 0, Anopheles vexans 0",
		"Stegomyia fasciata":                "synonym Aedes aegypti, stored",
		"St. fasciata":                      "synonym Aedes aegypti, stored",
		"Ochlerotatus japonicus japonicus":  "synonym Aedes japonicus japonicus",
		"Ochlerotatus detritus s.l.":        "synonym Aedes detritus complex, stored",
		"Ochlerotatus detritus/japonicus":   "synonym Aedes detritus/japonicus",
		"Anopheles gambiae sensu lato":      "synonym Anopheles gambiae complex, stored",
		"Aedes japonica":                    "spelling Aedes japonicus, stored",
		"Aedes albopicta?":                  "spelling Aedes albopictus, stored [?]",
		"Culex cf. pipiens":                 "spelling Culex pipiens, stored [cf.]",
		"CULEX PIPIENS/RESTUANS":            "capitals Culex pipiens/restuans, stored",
		"Culex restuans or pipiens":         "spelling Culex pipiens/restuans, stored",
		"UNSPECIFIED CULEX":                 "capitals Culex, stored",
		"Aedes egypti":                      "misspelling Aedes egypti, not sure: Aedes aegypti 1",
		"Aedes aegipty":                     "misspelling Aedes aegipty, not sure: Aedes aegypti 2",
		"Aedse aegypti":                     "misspelling Aedse aegypti, not sure: Aedes aegypti 1",
		"Aedes aegypti":                     "exact Aedes aegypti, stored",
		"Culex pipines":                     "misspelling Culex pipines, not sure: Culex pipiens 1",
		"Culex aegypti":                     "new Culex aegypti",
		"Culex bahamensis Dyar & Knab 1906": "new Culex bahamensis",
		"No mosquitoes":                     "nothing",
		"unidentified":                      "unknown",
		"Aedes aegypti (negative)":          "nothing",
		"NA":                                "unknown",
		"N/A":                               "unknown",
		"null":                              "unknown",
		"1234":                              "none, not sure",
	} {
		r := n.NewResolver().Resolve(written)
		if got := tell(r); got != want {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
}

// TestResolveBelievesTheCatalogAlone holds that a name which a file brought is proposed for correction like one that is not stored.
func TestResolveBelievesTheCatalogAlone(t *testing.T) {
	t.Parallel()
	c := Collections{Spellings: map[string]int32{}}
	for i, name := range []string{
		"Aedes albopictus", "Aedes japonicus", "Culex pipiens", "Culiseta annulata", "Anopheles annulatus", // in the catalog
		"Aedes albopcitus", "Culex pipens", "Aedes japonica", "Aedes japonicus yaeyamensis", "Culex vagans",
	} {
		c.Taxa = append(c.Taxa, Taxon{Key: int32(i + 1), ID: lang.Slug(name), ScientificName: name, InCatalog: i < 5})
		c.Spellings[lang.Slug(name)] = int32(i + 1)
	}
	n := NewNames(c)
	for written, want := range map[string]string{
		"Culex pipens":                "misspelling Culex pipens, stored, not sure: Culex pipiens 1",
		"CULEX PIPENS":                "misspelling Culex pipens, stored, not sure: Culex pipiens 1",
		"Culex cf. pipens":            "misspelling Culex pipens, stored [cf.], not sure: Culex pipiens 1",
		"Aedes albopcitus":            "misspelling Aedes albopcitus, stored, not sure: Aedes albopictus 1",
		"Aedes japonica":              "misspelling Aedes japonica, stored, not sure: Aedes japonicus 2",
		"Aedes japonicus yaeyamensis": "exact Aedes japonicus yaeyamensis, stored",
		"Aedes japonicus amamiensis":  "new Aedes japonicus amamiensis",
		"Culex vagans":                "exact Culex vagans, stored",
		"2 Culex pipiens":             "spelling Culex pipiens, stored",
		"Culex pipiens":               "exact Culex pipiens, stored",
		"Culex pip.":                  "abbreviation Culex pip., not sure: Culex pipiens 0",
		"Culex tig.":                  "abbreviation Culex tig., not sure",
		"pipiens":                     "abbreviation pipiens, not sure: Culex pipiens 0",
		"annulata":                    "abbreviation annulata, not sure: Culiseta annulata 0",
		"A. alb.":                     "abbreviation A. alb., not sure: Aedes albopictus 0",
	} {
		if got := tell(n.Resolve(written)); got != want {
			t.Errorf("%q is %q, want %q", written, got, want)
		}
	}
}

func tell(r Resolution) string {
	told := strings.TrimSpace(string(r.Match) + " " + r.Scientific)
	if r.Taxon != nil {
		told += ", stored"
	}
	if r.Name.Qualifier != "" {
		told += " [" + r.Name.Qualifier + "]"
	}
	if !r.Sure {
		told += ", not sure"
	}
	for i, c := range r.Candidates {
		told += []string{": ", ", "}[min(i, 1)] + fmt.Sprintf("%s %d", c.Taxon.ScientificName, c.Distance)
	}
	return told
}
