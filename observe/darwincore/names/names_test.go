package names

import (
	"strings"
	"testing"
	"unicode"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Aedes aegypti":                                "Aedes aegypti",
		"Aedes aegypti (Linnaeus, 1762)":               "Aedes aegypti",
		"Aedes aegypti (Linnaeus 1762)":                "Aedes aegypti",
		"Culex pipiens L.":                             "Culex pipiens",
		"Culex pipiens L":                              "Culex pipiens",
		"Culex pipiens Linnaeus, 1758":                 "Culex pipiens",
		"Aedes (Stegomyia) albopictus (Skuse, 1894)":   "Aedes albopictus",
		"Anopheles gambiae Giles":                      "Anopheles gambiae",
		"Anopheles gambiae Giles, 1902 s.l.":           "Anopheles gambiae s.l.",
		"Culex pipiens subsp. molestus Forskål, 1775":  "Culex pipiens molestus",
		"Culex pipiens Linnaeus var. molestus Forskål": "Culex pipiens molestus",
		"Culex pipiens f. molestus":                    "Culex pipiens molestus",
		"Aedes aegypti formosus":                       "Aedes aegypti formosus",
		"Aedes sp.":                                    "Aedes sp.",
		"Aedes sp":                                     "Aedes sp.",
		"Aedes SP":                                     "Aedes sp.",
		"Aedes spp":                                    "Aedes spp.",
		"Anopheles sp. A":                              "Anopheles sp. A",
		"Culex sp. nr. pipiens":                        "Culex sp. nr. pipiens",
		"Aedes (Ochlerotatus) sp.":                     "Aedes (Ochlerotatus) sp.",
		"Aedes (Stegomyia)":                            "Aedes (Stegomyia)",
		"Aedes (Meigen, 1818)":                         "Aedes",
		"Aedes cinereus/geminus":                       "Aedes cinereus/geminus",
		"Aedes cinereus / geminus":                     "Aedes cinereus/geminus",
		"Culex pipiens/Culex torrentium":               "Culex pipiens/Culex torrentium",
		"Anopheles maculipennis s.l.":                  "Anopheles maculipennis s.l.",
		"Anopheles maculipennis sensu lato":            "Anopheles maculipennis s.l.",
		"Anopheles maculipennis s. l.":                 "Anopheles maculipennis s.l.",
		"Anopheles maculipennis Meigen, 1818 s.l.":     "Anopheles maculipennis s.l.",
		"Anopheles gambiae sensu stricto":              "Anopheles gambiae",
		"Anopheles gambiae s.s.":                       "Anopheles gambiae",
		"Anopheles gambiae complex":                    "Anopheles gambiae complex",
		"Anopheles dirus A":                            "Anopheles dirus A",
		"Culex cf. pipiens":                            "Culex cf. pipiens",
		"Culex cf pipiens Linnaeus, 1758":              "Culex cf. pipiens",
		"Culex aff. pipiens":                           "Culex aff. pipiens",
		"Culex pipiens x quinquefasciatus":             "Culex pipiens × quinquefasciatus",
		"Culex pipiens × Culex quinquefasciatus":       "Culex pipiens × Culex quinquefasciatus",
		"Culex ×incertus":                              "Culex × incertus",
		"Culicidae":                                    "Culicidae",
		"CULICIDAE":                                    "Culicidae",
		"Culicidae Meigen, 1818":                       "Culicidae",
		"Culicidae Meigen":                             "Culicidae",
		"Aedes":                                        "Aedes",
		"aedes":                                        "Aedes",
		"Aedes Meigen, 1818":                           "Aedes",
		"Anopheles Meigen":                             "Anopheles",
		"Wyeomyia Theobald":                            "Wyeomyia",
		"Sabethes Robineau-Desvoidy, 1827":             "Sabethes",
		"aedes aegypti":                                "Aedes aegypti",
		"AEDES AEGYPTI":                                "Aedes aegypti",
		"AEDES AEGYPTI LINNAEUS, 1762":                 "Aedes aegypti",
		"AEDES AEGYPTI LINNAEUS 1762":                  "Aedes aegypti",
		"Aedes Aegypti":                                "Aedes aegypti",
		"Aedes Aegypti (Linnaeus, 1762)":               "Aedes aegypti",
		"  Aedes\u00a0 aegypti\t":                      "Aedes aegypti",
		`"Aedes aegypti"`:                              "Aedes aegypti",
		"Ae. aegypti":                                  "Ae. aegypti",
		"Aedes japonicus van der Wulp":                 "Aedes japonicus",
		"Aedes vexans (Meigen) & Edwards":              "Aedes vexans",
		"Aedes hensilli Farner, 1945":                  "Aedes hensilli",
		"Aedes novo-niveus":                            "Aedes novo-niveus",
		"Uranotaenia pygmaea Theobald et al. 1901":     "Uranotaenia pygmaea",
		"Aedes vexans nipponii (Theobald, 1907)":       "Aedes vexans nipponii",
		"Anopheles ?gambiae":                           "Anopheles ?gambiae",
		"Culex bahamensis Dyar & Knab, 1906":           "Culex bahamensis",
		"×":                                            "",
		"":                                             "",
		"1234":                                         "",
		"?":                                            "",
	} {
		got, ok := Parse(in)
		if got != want || ok != (want != "") {
			t.Errorf("Parse(%q) = %q, %v; want %q", in, got, ok, want)
		}
	}
}

// FuzzParse holds that a canonical name stays as it is, has no stray blanks, and is never empty.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"Aedes (Stegomyia) albopictus (Skuse, 1894)", "Culex pipiens x quinquefasciatus", "Aedes sp", "Anopheles maculipennis sensu lato", "AEDES A/B", "x × y"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := Parse(s)
		if !ok {
			return
		}
		if got != strings.Join(strings.Fields(got), " ") {
			t.Fatalf("Parse(%q) = %q has stray blanks", s, got)
		}
		if !strings.ContainsFunc(got, unicode.IsLetter) {
			t.Fatalf("Parse(%q) = %q has no letter", s, got)
		}
		if again, _ := Parse(got); again != got {
			t.Fatalf("Parse(%q) = %q, and of that %q", s, got, again)
		}
	})
}
