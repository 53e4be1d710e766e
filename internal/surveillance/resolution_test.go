package surveillance

import (
	"fmt"
	"strings"
	"testing"
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

func TestEditDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"aegypti", "aegypti", 0}, {"aegypti", "egypti", 1}, {"pipiens", "pipines", 1}, {"pipiens", "papiens", 1}, {"ca", "abc", 3}, {"é", "e", 1}} {
		if got, back := editDistance(c.a, c.b), editDistance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("from %q to %q it is %d, and back %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}
