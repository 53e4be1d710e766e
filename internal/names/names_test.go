package names

import (
	"strings"
	"testing"
	"unicode"
)

// TestSpell holds what the hashes of imported records rest on.
func TestSpell(t *testing.T) {
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
		if got := Spell(in); got != want {
			t.Errorf("Spell(%q) = %q; want %q", in, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		written, want string // want is rank, name and, in brackets, the qualifier
	}{
		{"Aedes aegypti (Linnaeus, 1762)", "species Aedes aegypti"},
		{"Aedes (Stegomyia) albopictus (Skuse, 1894)", "species Aedes albopictus"},
		{"AEDES AEGYPTI LINNAEUS 1762", "species Aedes aegypti"},
		{"Aedes Aegypti", "species Aedes aegypti"},
		{"Culex pipiens?", "species Culex pipiens [?]"},
		{"Culex pipiens ?", "species Culex pipiens [?]"},
		{"Culex pipiens (?)", "species Culex pipiens [?]"},
		{"Culex ?pipiens", "species Culex pipiens [?]"},
		{"?Culex pipiens Linnaeus, 1758", "species Culex pipiens [?]"},
		{"CULEX PIPIENS?", "species Culex pipiens [?]"},
		{"Culex sp.?", "genus Culex [?]"},
		{"Culex cf. pipiens", "species Culex pipiens [cf.]"},
		{"Culex cf pipiens Linnaeus, 1758", "species Culex pipiens [cf.]"},
		{"cf. Culex pipiens", "species Culex pipiens [cf.]"},
		{"Culex aff. pipiens", "species Culex pipiens [aff.]"},
		{"Culex nr. pipiens", "species Culex pipiens [nr.]"},
		{"Culex near pipiens", "species Culex pipiens [nr.]"},
		{"Culex sp. nr. pipiens", "species Culex pipiens [sp. nr.]"},
		{"Culex sp. aff. pipiens", "species Culex pipiens [sp. aff.]"},
		{"Culex prob. pipiens", "species Culex pipiens [prob.]"},
		{"Possibly Culex pipiens", "species Culex pipiens [poss.]"},
		{"Culex pipiens (probably)", "species Culex pipiens [prob.]"},
		{"Culex cf. pipiens?", "species Culex pipiens [cf. ?]"},
		{"Anopheles cf. gambiae s.l.", "group Anopheles gambiae s.l. [cf.]"},

		{"Culex pipiens/restuans", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Culex restuans / pipiens", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"CULEX PIPIENS/RESTUANS", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"CULEX PIPIENS AND RESTUANS", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Culex pipiens and restuans", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Culex pipiens or restuans", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Culex pipiens or Culex restuans", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Cx. pipiens/Cx. restuans", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Culex pipiens/restuans?", "undivided Culex pipiens/restuans [?]: Culex pipiens, Culex restuans"},
		{"Culex pipiens or possibly restuans", "undivided Culex pipiens/restuans [poss.]: Culex pipiens, Culex restuans"},
		{"Culex pipiens/restuans/salinarius", "undivided Culex pipiens/restuans/salinarius: Culex pipiens, Culex restuans, Culex salinarius"},
		{"Culex pipiens/Culex torrentium", "undivided Culex pipiens/torrentium: Culex pipiens, Culex torrentium"},
		{"Aedes cinereus / geminus", "undivided Aedes cinereus/geminus: Aedes cinereus, Aedes geminus"},
		{"Aedes albopictus/Culex pipiens", "undivided Aedes albopictus/Culex pipiens: Aedes albopictus, Culex pipiens"},
		{"AEDES ALBOPICTUS/CULEX PIPIENS", "undivided Aedes albopictus/Culex pipiens: Aedes albopictus, Culex pipiens"},
		{"Culex pipiens pipiens/molestus", "undivided Culex pipiens molestus/pipiens: Culex pipiens molestus, Culex pipiens pipiens"},
		{"Anopheles gambiae s.l./funestus", "undivided Anopheles funestus/Anopheles gambiae s.l.: Anopheles funestus, Anopheles gambiae s.l."},
		{"Aedes/Culex", "undivided Aedes/Culex: Aedes, Culex"},
		{"Culex pipiens/pipiens", "species Culex pipiens"},
		{"Culex bahamensis Dyar & Knab, 1906", "species Culex bahamensis"},
		{"Aedes vexans (Meigen) & Edwards", "species Aedes vexans"},
		{"Uranotaenia pygmaea Theobald et al. 1901", "species Uranotaenia pygmaea"},
		{"Aedes japonicus van der Wulp and de Meijere", "species Aedes japonicus"},

		{"Culex pipiens x quinquefasciatus", "hybrid Culex pipiens × quinquefasciatus: Culex pipiens, Culex quinquefasciatus"},
		{"Culex pipiens × Culex quinquefasciatus", "hybrid Culex pipiens × quinquefasciatus: Culex pipiens, Culex quinquefasciatus"},
		{"CULEX PIPIENS X QUINQUEFASCIATUS", "hybrid Culex pipiens × quinquefasciatus: Culex pipiens, Culex quinquefasciatus"},
		{"Culex ×incertus", "hybrid Culex × incertus"},

		{"Culex pipiens complex", "complex Culex pipiens complex"},
		{"CULEX PIPIENS COMPLEX", "complex Culex pipiens complex"},
		{"Anopheles gambiae species complex", "complex Anopheles gambiae complex"},
		{"Gambiae Complex", "complex Gambiae complex"},
		{"Anopheles maculipennis Meigen, 1818 s.l.", "group Anopheles maculipennis s.l."},
		{"Anopheles maculipennis sensu lato", "group Anopheles maculipennis s.l."},
		{"Anopheles maculipennis s. l.", "group Anopheles maculipennis s.l."},
		{"Anopheles gambiae (s.l.)", "group Anopheles gambiae s.l."},
		{"An. gambiae sl", "group Anopheles gambiae s.l."},
		{"Culex pipiens agg.", "group Culex pipiens s.l."},
		{"Anopheles hyrcanus grp", "group Anopheles hyrcanus group"},
		{"Anopheles funestus subgroup", "group Anopheles funestus subgroup"},
		{"Anopheles gambiae s.s.", "species Anopheles gambiae"},
		{"Anopheles gambiae sensu stricto Giles", "species Anopheles gambiae"},
		{"Anopheles gambiae ss", "species Anopheles gambiae"},

		{"UNSPECIFIED CULEX", "genus Culex"},
		{"Unidentified Aedes sp.", "genus Aedes"},
		{"Culex sp.", "genus Culex"},
		{"Culex sp", "genus Culex"},
		{"CULEX SPP", "genus Culex"},
		{"Culex species", "genus Culex"},
		{"Culex sp. (damaged)", "genus Culex"},
		{"Aedes (not identified to species)", "genus Aedes"},
		{"Culex (Melanoconion) sp.", "subgenus Culex (Melanoconion)"},
		{"Aedes (Stegomyia)", "subgenus Aedes (Stegomyia)"},
		{"Anopheles sp. A", "species Anopheles sp. A"},
		{"Anopheles dirus A", "species Anopheles dirus A"},
		{"Anopheles culicifacies E", "species Anopheles culicifacies E"},
		{"Culex pipiens L", "species Culex pipiens"},
		{"aedes", "genus Aedes"},
		{"Anopheles Meigen", "genus Anopheles"},
		{"Culicidae", "family Culicidae"},
		{"Culicidae sp.", "family Culicidae"},
		{"Unknown Culicidae", "family Culicidae"},
		{"Anophelinae", "subfamily Anophelinae"},
		{"Aedini", "tribe Aedini"},

		{"Ae. albopictus", "species Aedes albopictus"},
		{"Ae albopictus", "species Aedes albopictus"},
		{"AE. ALBOPICTUS", "species Aedes albopictus"},
		{"Cs inornata", "species Culiseta inornata"},
		{"An. (Cellia) gambiae", "species Anopheles gambiae"},
		{"Oc. caspius", "species Ochlerotatus caspius"},
		{"Cq. perturbans (Walker)", "species Coquillettidia perturbans"},
		{"Cx.", "genus Culex"},
		{"Cx. sp.", "genus Culex"},
		{"Och. japonicus", "species Ochlerotatus japonicus"},
		{"Km. imitata", "species Kimia imitata"},
		{"Ki. imitata", "species Ki. imitata"},
		{"Bc. cavernicola", "species Borichinda cavernicola"},
		{"Bo. eldridgei", "species Bothaella eldridgei"},
		{"Da. geniculata", "species Dahliana geniculata"},
		{"Ta. togoi", "species Tanakaius togoi"},
		{"Do. nivea", "species Downsiomyia nivea"},
		{"A. aegypti", "species A. aegypti"},
		{"Xx. aegypti", "species Xx. aegypti"},

		{"Culex pipiens subsp. molestus Forskål, 1775", "form Culex pipiens molestus"},
		{"Culex pipiens f. molestus", "form Culex pipiens molestus"},
		{"Culex pipiens biotype molestus", "form Culex pipiens molestus"},
		{"Aedes aegypti formosus", "subspecies Aedes aegypti formosus"},
		{"Aedes canadensis canadensis", "subspecies Aedes canadensis canadensis"},
		{"Aedes novo-niveus", "species Aedes novo-niveus"},

		{"Culex molestus", "form Culex pipiens molestus"},
		{"Cx. molestus", "form Culex pipiens molestus"},
		{"Culex pallens", "species Culex pallens"},
		{"Culex pipiens pallens", "species Culex pallens"},
		{"Cx. p. pallens", "species Culex pallens"},

		{"An. gambiae M form", "species Anopheles coluzzii"},
		{"Anopheles gambiae (M form)", "species Anopheles coluzzii"},
		{"Anopheles gambiae M-form", "species Anopheles coluzzii"},
		{"Anopheles gambiae molecular form M", "species Anopheles coluzzii"},
		{"Anopheles gambiae s.s. M form", "species Anopheles coluzzii"},
		{"An. gambiae Mopti", "species Anopheles coluzzii"},
		{"An. gambiae S form", "species Anopheles gambiae"},
		{"An. gambiae Savanna", "species Anopheles gambiae"},
		{"An. gambiae Savanna form", "species Anopheles gambiae"},
		{"An. gambiae M/S", "undivided Anopheles coluzzii/gambiae: Anopheles coluzzii, Anopheles gambiae"},
		{"An. gambiae M/S forms", "undivided Anopheles coluzzii/gambiae: Anopheles coluzzii, Anopheles gambiae"},
		{"An. gambiae M/S hybrid", "hybrid Anopheles coluzzii × gambiae: Anopheles coluzzii, Anopheles gambiae"},

		{"Anopheles farauti 4", "species Anopheles farauti 4"},
		{"Anopheles farauti No. 4", "species Anopheles farauti 4"},
		{"An. farauti no 4", "species Anopheles farauti 4"},
		{"An. culicifacies species B", "species Anopheles culicifacies B"},
		{"Anopheles culicifacies sp. B", "species Anopheles culicifacies B"},
		{"Anopheles culicifacies type C", "species Anopheles culicifacies C"},
		{"Anopheles culicifacies sibling species B", "species Anopheles culicifacies B"},

		{"Anopheles farauti s.s.", "species Anopheles farauti"},
		{"Anopheles farauti 1", "species Anopheles farauti 1"},
		{"An. farauti No. 2", "species Anopheles hinesorum"},
		{"Anopheles farauti 3", "species Anopheles torresiensis"},
		{"Anopheles farauti 5", "species Anopheles farauti 5"},
		{"Anopheles farauti 6", "species Anopheles oreios"},
		{"Anopheles farauti no. 7", "species Anopheles irenicus"},
		{"Anopheles farauti 8", "species Anopheles farauti 8"},
		{"Anopheles dirus B", "species Anopheles cracens"},
		{"An. dirus species C", "species Anopheles scanloni"},
		{"Anopheles dirus D", "species Anopheles baimaii"},
		{"Anopheles dirus E", "species Anopheles elegans"},
		{"Anopheles dirus F", "species Anopheles nemophilous"},
		{"An. minimus C", "species Anopheles harrisoni"},
		{"An. minimus species E", "species Anopheles yaeyamaensis"},
		{"An. minimus A/C", "undivided Anopheles harrisoni/Anopheles minimus A: Anopheles harrisoni, Anopheles minimus A"},

		{"Aedes japonicus japonicus/koreicus", "undivided Aedes japonicus japonicus/Aedes koreicus: Aedes japonicus japonicus, Aedes koreicus"},
		{"Aedes vexans minor/Aedes vexans major", "undivided Aedes vexans major/Aedes vexans minor: Aedes vexans major, Aedes vexans minor"},
		{"Aedes/Ochlerotatus spp.", "genus Aedes"},
		{"Aedes Stegomyia spp.", "subgenus Aedes (Stegomyia)"},
		{"Aedes Stegomyia albopictus", "species Aedes albopictus"},

		{"Culex pipiens, Linnaeus, 1758", "species Culex pipiens"},
		{"Aedes aegypti, (Linnaeus, 1762)", "species Aedes aegypti"},
		{"Culex pipiens, Culex restuans", "unknown"},
		{"Ae.albopictus", "species Aedes albopictus"},
		{"Cx.pipiens/Cx.restuans", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Ochlerotatus j. japonicus", "subspecies Ochlerotatus japonicus japonicus"},
		{"Culex p. quinquefasciatus", "subspecies Culex pipiens quinquefasciatus"},
		{"Culex pipiens-restuans group", "undivided Culex pipiens/restuans: Culex pipiens, Culex restuans"},
		{"Ochlerotatus atlanticus-tormentor-infirmatus", "undivided Ochlerotatus atlanticus/infirmatus/tormentor: Ochlerotatus atlanticus, Ochlerotatus infirmatus, Ochlerotatus tormentor"},
		{"Anopheles annulipes-group", "group Anopheles annulipes group"},
		{"Anopheles funestus-like", "species Anopheles funestus-like"},
		{"Culex pipiens/quinquefasciatus hybrid", "hybrid Culex pipiens × quinquefasciatus: Culex pipiens, Culex quinquefasciatus"},
		{"Culex pipiens x quinquefasciatus hybrids", "hybrid Culex pipiens × quinquefasciatus: Culex pipiens, Culex quinquefasciatus"},
		{"Culex pipiens hybrid", "hybrid Culex pipiens hybrid"},

		{"Ae albopictus female", "species Aedes albopictus"},
		{"Culex males", "genus Culex"},
		{"Aedes larvae", "genus Aedes"},
		{"Aedes (male)", "genus Aedes"},
		{"Aedes vexans - larvae", "species Aedes vexans"},
		{"Aedes vexans - not confirmed", "species Aedes vexans [?]"},
		{"Aedes vexans (to be confirmed)", "species Aedes vexans [?]"},
		{"An. gambiae and An. funestus", "unknown"},
		{"An. gambiae & An. funestus", "unknown"},
		{"An. gambiae + An. funestus", "unknown"},
		{"An. gambiae et An. funestus", "unknown"},
		{"An. gambiae und An. funestus", "unknown"},
		{"An. gambiae y An. funestus", "unknown"},
		{"An. gambiae e An. funestus", "unknown"},
		{"Aedes and Culex", "unknown"},
		{"Aedes y Culex", "unknown"},

		{"male Culex", "genus Culex"},
		{"Culex pipiens (female)", "species Culex pipiens"},
		{"Culex pipiens 2 females", "species Culex pipiens"},
		{"2 Culex pipiens", "species Culex pipiens"},
		{"2 Culex pipiens, 3 Aedes vexans", "unknown"},
		{"12 specimens", "unknown"},
		{"Aedes vexans 3", "species Aedes vexans"},
		{"damaged Culex", "genus Culex"},
		{"Culex spp", "genus Culex"},
		{"Culex sp. 3", "species Culex sp. 3"},
		{"Culex pipiens L.", "species Culex pipiens"},
		{"Culex pipiens Linnaeus, 1758", "species Culex pipiens"},
		{"Aedes (Stg.) albopictus", "species Aedes albopictus"},
		{"Ae. (Oc.) japonicus japonicus", "subspecies Aedes japonicus japonicus"},
		{"Oc. triseriatus", "species Ochlerotatus triseriatus"},
		{"Cx pipiens f. molestus", "form Culex pipiens molestus"},
		{"Cx. pip.", "species Culex pip."},
		{"pipiens", "pipiens"},
		{"culicifacies B/C", "culicifacies B/C"},
		{"culicifacies species B", "culicifacies species B"},
		{"culux pipiens", "species Culux pipiens"},
		{"Anopheles culicifacies B/C", "undivided Anopheles culicifacies B/C: Anopheles culicifacies B, Anopheles culicifacies C"},

		{"Culex not pipiens", "genus Culex"},
		{"Culex non-pipiens", "genus Culex"},
		{"Culex no identificado", "genus Culex"},
		{"Culex fasciatus non Fabricius", "species Culex fasciatus"},
		{"non-pipiens", "unknown"},
		{"Non-Culex", "unknown"},
		{"sin identificar", "unknown"},
		{"Not Culex pipiens", "nothing of species Culex pipiens"},
		{"Aedes No", "nothing of genus Aedes"},
		{"Culex - no", "nothing of genus Culex"},
		{"sin Aedes aegypti", "nothing of species Aedes aegypti"},
		{"pas d'Aedes", "nothing of genus Aedes"},
		{"нет Aedes", "nothing of genus Aedes"},
		{"trap negative for Aedes", "nothing of genus Aedes"},
		{"ovitrap neg for Ae. aegypti", "nothing of species Aedes aegypti"},
		{"trap positive for Aedes", "genus Aedes"},
		{"Ae. aegypti: not present", "nothing of species Aedes aegypti"},
		{"Aedes Yes", "genus Aedes"},
		{"Culex positive", "genus Culex"},
		{"Anopheles negative for Plasmodium", "genus Anopheles"},
		{"Culex pipiens WNV negative", "species Culex pipiens"},
		{"Culex pipiens (WNV positive)", "species Culex pipiens"},

		{"Empty trap", "nothing"},
		{"negative", "nothing"},
		{"sin mosquitos", "nothing"},
		{"ningún mosquito", "nothing"},
		{"trampa vacía", "nothing"},
		{"pas de moustique", "nothing"},
		{"aucun moustique capturé", "nothing"},
		{"sem mosquitos", "nothing"},
		{"armadilha vazia", "nothing"},
		{"нет комаров", "nothing"},
		{"комары не обнаружены", "nothing"},
		{"not present", "nothing"},
		{"Total", "unknown"},
		{"Grand Total", "unknown"},
		{"Total Culex", "unknown"},
		{"All species", "unknown"},
		{"Aedes aegypti (all stages)", "species Aedes aegypti"},
		{"females", "unknown"},
		{"Mosquito", "unknown"},
		{"moustiques", "unknown"},
		{"Asian tiger mosquito", "unknown"},
		{"Yellow fever mosquito", "unknown"},
		{"by-catch", "unknown"},
		{"trap not set", "unknown"},
		{"no sample", "unknown"},
		{"positive", "unknown"},
		{"n/a", "unknown"},
		{"#N/A", "unknown"},

		{"No mosquitoes", "nothing"},
		{"No Captures", "nothing"},
		{"None", "nothing"},
		{"NONE", "nothing"},
		{"no mosquitos caught", "nothing"},
		{"not detected", "nothing"},
		{"not found", "nothing"},
		{"Aedes aegypti (negative)", "nothing of species Aedes aegypti"},
		{"Aedes (Stegomyia) aegypti (negative)", "nothing of species Aedes aegypti"},
		{"Aedes aegypti - none", "nothing of species Aedes aegypti"},
		{"Aedes aegypti absent", "nothing of species Aedes aegypti"},
		{"AEDES AEGYPTI ABSENT", "nothing of species Aedes aegypti"},
		{"Ae. aegypti: not found", "nothing of species Aedes aegypti"},
		{"Aedes aegypti not detected", "nothing of species Aedes aegypti"},
		{"no Aedes aegypti", "nothing of species Aedes aegypti"},
		{"No Culex sp.", "nothing of genus Culex"},
		{"Aedes aegypti 0", "nothing of species Aedes aegypti"},
		{"None (Aedes aegypti)", "nothing of species Aedes aegypti"},
		{"Absent: Aedes (Stegomyia) aegypti", "nothing of species Aedes aegypti"},
		{"not Aedes aegypti", "nothing of species Aedes aegypti"},
		{"no mosquitoes of Aedes", "unknown"},
		{"Zero Aedes", "nothing of genus Aedes"},
		{"Aedes aegypti, female", "species Aedes aegypti"},
		{"Aedes male/female", "genus Aedes"},
		{"trap negative", "nothing"},
		{"No data", "unknown"},
		{"ND", "unknown"},
		{"Missing", "unknown"},
		{"Trap failure", "unknown"},
		{"not sampled", "unknown"},
		{"blank", "unknown"},
		{"rain", "unknown"},
		{"Male", "unknown"},
		{"female", "unknown"},
		{"Pupae", "unknown"},
		{"too damaged to identify", "unknown"},
		{"Culex too damaged to identify", "genus Culex"},
		{"No ID", "unknown"},
		{"no idea", "unknown"},
		{"N/A", "unknown"},
		{"NA", "unknown"},
		{"null", "unknown"},
		{"0 Aedes", "nothing of genus Aedes"},
		{"tiger mosquito", "unknown"},
		{"Aedes mosquitoes", "genus Aedes"},
		{"unknown", "unknown"},
		{"Incertae sedis", "unknown"},
		{"unidentified mosquitoes", "unknown"},
		{"Unknown sp.", "unknown"},
		{"?", ""},
		{"1234", ""},
		{"", ""},
	} {
		n, ok := Parse(test.written)
		if got := tell(n); got != test.want || ok != (n.Scientific != "") {
			t.Errorf("Parse(%q) is %q, %v; want %q", test.written, got, ok, test.want)
		}
	}
}

// tell writes a name in one line.
func tell(n Name) string {
	switch {
	case n.Sought != "":
		sought, _ := Parse(n.Sought)
		return "nothing of " + tell(sought)
	case n.Nothing:
		return "nothing"
	case n.Unknown:
		return "unknown"
	}
	told := strings.TrimSpace(string(n.Rank) + " " + n.Scientific)
	if n.Qualifier != "" {
		told += " [" + n.Qualifier + "]"
	}
	if n.Alternatives != nil {
		told += ": " + strings.Join(n.Alternatives, ", ")
	}
	return told
}

func TestParseAbsence(t *testing.T) {
	t.Parallel()
	for _, written := range []string{
		"Aedes albopictus no detectado", "Aedes albopictus no detectada", "Aedes albopictus no encontrado", "Aedes albopictus (no encontrada)",
		"Aedes albopictus no se encontró", "Aedes albopictus non trouvé", "Aedes albopictus non détecté", "Aedes albopictus pas trouvée",
		"Aedes albopictus não detectado", "Aedes albopictus não encontrado", "Aedes albopictus nao encontrada", "Aedes albopictus не обнаружен",
		"Aedes albopictus не обнаружено", "Aedes albopictus: не обнаружены", "Aedes albopictus nicht gefunden", "Aedes albopictus niet gevonden",
		"AEDES ALBOPICTUS NO DETECTADO", "Aedes albopictus not found in the trap", "Aedes albopictus, not found", "Aedes albopictus was not detected",
		"kein Aedes albopictus", "keine Aedes albopictus", "geen Aedes albopictus", "Keine Ae. albopictus", "Aedes albopictus: keine",
		"Aedes albopictus ninguno", "Aedes albopictus - geen", "Aedes albopictus x0", "Aedes albopictus x 0", "Aedes albopictus ×0", "Aedes albopictus 0",
		"Aedes albopictus: 0", "Aedes albopictus (0)", "Aedes albopictus (n=0)", "Aedes albopictus (n = 0)", "0 Ae. albopictus", "0 Aedes albopictus",
		"0x Aedes albopictus", "0 x Aedes albopictus", "00 Aedes albopictus", "Zero Aedes albopictus", "0: Aedes albopictus", "Aedes albopictus: 0 (none)",
	} {
		n, _ := Parse(written)
		if got := tell(n); got != "nothing of species Aedes albopictus" {
			t.Errorf("Parse(%q) is %q, sought %q", written, got, n.Sought)
		}
	}
	for written, want := range map[string]string{
		"keine": "nothing", "geen": "nothing", "Keine Stechmücken": "nothing", "geen muggen gevonden": "nothing", "no detectada": "nothing",
		"Aedes albopictus n.d.": "unknown", "Aedes albopictus (n. d.)": "unknown", "Aedes albopictus ND": "unknown", "Aedes: n.d.": "unknown",
		"0 mosquitoes": "nothing", "0 foo": "unknown", "0 0 Aedes": "unknown", "keine Ahnung": "unknown", "Culex no identificado": "genus Culex", "Aedes vexans no. 3": "species Aedes vexans",
		"Culex (no species)": "genus Culex", "Culex pipiens 10": "species Culex pipiens",
	} {
		n, _ := Parse(written)
		if got := tell(n); got != want {
			t.Errorf("Parse(%q) is %q; want %q", written, got, want)
		}
	}
}

func TestParseDoubt(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Aedes albopictus suspected": "?", "suspected Aedes albopictus": "?", "Suspected: Aedes albopictus": "?", "Aedes albopictus (suspected)": "?",
		"Aedes albopictus, suspected": "?", "AEDES ALBOPICTUS SUSPECTED": "?", "suspected Ae. albopictus (Skuse, 1894)": "?",
		"Aedes albopictus possible": "poss.", "Aedes albopictus probable": "prob.", "Aedes albopictus posible": "poss.", "Posible Ae. albopictus": "poss.",
		"Aedes albopictus probablement": "prob.", "Aedes albopictus [probablement]": "prob.", "Aedes albopictus provável": "prob.",
		"Aedes albopictus вероятно": "prob.", "вероятно Aedes albopictus": "prob.", "Aedes albopictus or similar": "?", "Aedes albopictus or other": "?",
		"Aedes albopictus (or another species)": "?", "Aedes albopictus o similar": "?", "Aedes albopictus no confirmado": "?",
		"Aedes albopictus or unknown": "?", "Aedes albopictus не подтверждено": "?",
	} {
		n, _ := Parse(written)
		if n.Scientific != "Aedes albopictus" || n.Qualifier != want || n.Rank != Species {
			t.Errorf("Parse(%q) is %q; want Aedes albopictus [%s]", written, tell(n), want)
		}
	}
}

func TestParseTwoNames(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Aedes albopictus, Culex pipiens":               "unknown",
		"Aedes albopictus; Culex pipiens":               "unknown",
		"Aedes albopictus;Culex pipiens":                "unknown",
		"Aedes albopictus (2), Culex pipiens (5)":       "unknown",
		"Aedes albopictus (2) Culex pipiens (5)":        "unknown",
		"Aedes albopictus 2; Culex pipiens 0":           "unknown",
		"0 Aedes albopictus, 5 Culex pipiens":           "unknown",
		"Ae. albopictus | Cx. pipiens":                  "unknown",
		"Ae albopictus, Cx pipiens":                     "unknown",
		"Aedes albopictus\nCulex pipiens":               "unknown",
		"Aedes albopictus Culex pipiens":                "unknown",
		"Aedes sp. Culex sp.":                           "unknown",
		"AEDES ALBOPICTUS, CULEX PIPIENS":               "unknown",
		"AEDES ALBOPICTUS\r\nCULEX PIPIENS":             "unknown",
		"aedes albopictus, culex pipiens":               "unknown",
		"Aedes, Culex":                                  "unknown",
		"Aedes albopictus; Ochlerotatus caspius":        "unknown",
		"Aedes albopictus (Skuse, 1894), Culex pipiens": "unknown",

		"Aedes albopictus (Skuse, 1894)":                 "species Aedes albopictus",
		"Aedes albopictus, (Skuse, 1894)":                "species Aedes albopictus",
		"Culex pipiens Linnaeus, 1758":                   "species Culex pipiens",
		"Anopheles maculipennis Meigen, 1818, s.l.":      "group Anopheles maculipennis s.l.",
		"Anopheles sinensis Li, Ma & Wu, 1990":           "species Anopheles sinensis",
		"Anopheles sinensis Ma in Lu, 1990":              "species Anopheles sinensis",
		"Aedes Aedes cinereus":                           "genus Aedes",
		"Culex cf. Culex pipiens":                        "genus Culex [cf.]",
		"Aedes albopictus or Culex pipiens":              "undivided Aedes albopictus/Culex pipiens: Aedes albopictus, Culex pipiens",
		"Aedes albopictus = Stegomyia albopicta":         "species Aedes albopictus",
		"Aedes albopictus (Diptera, Culicidae)":          "species Aedes albopictus",
		"Culex pipiens, female":                          "species Culex pipiens",
		"Anopheles culicifacies Giles, 1901, sensu lato": "group Anopheles culicifacies s.l.",
	} {
		n, _ := Parse(written)
		if got := tell(n); got != want {
			t.Errorf("Parse(%q) is %q; want %q", written, got, want)
		}
	}
}

func TestGenusOfName(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Cx. pipiens?": "Culex", "Culex pipiens/restuans": "Culex", "Aedes/Culex": "", "Culicidae": "", "Culex pipiens x quinquefasciatus": "Culex",
		"Anopheles gambiae s.l.": "Anopheles", "Aedes (Stegomyia) sp.": "Aedes",
	} {
		if n, _ := Parse(written); n.Genus != want {
			t.Errorf("the genus of %q is %q, want %q", written, n.Genus, want)
		}
	}
}

// FuzzParse holds that a canonical name stays as it is, has no stray blanks, and is never empty, and the same of spellings and
// alternatives.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"Aedes (Stegomyia) albopictus (Skuse, 1894)", "Culex pipiens x quinquefasciatus", "Aedes sp", "Anopheles maculipennis sensu lato", "AEDES A/B",
		"x × y", "Culex sp. nr. pipiens?", "unknown Cx. pipiens/restuans", "No mosquitoes", "Aedes/Culex s.l.",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if spelled := Spell(s); spelled != "" {
			checkCanonical(t, s, spelled)
			if again := Spell(spelled); again != spelled {
				t.Fatalf("Spell(%q) = %q, and of that %q", s, spelled, again)
			}
		}
		n, ok := Parse(s)
		if !ok {
			if n.Scientific != "" {
				t.Fatalf("Parse(%q) = %q without ok", s, n.Scientific)
			}
			return
		}
		checkCanonical(t, s, n.Scientific)
		if again, _ := Parse(n.Scientific); again.Scientific != n.Scientific {
			t.Fatalf("Parse(%q) = %q, and of that %q", s, n.Scientific, again.Scientific)
		}
		for _, alternative := range n.Alternatives {
			checkCanonical(t, s, alternative)
		}
	})
}

func checkCanonical(t *testing.T, s, got string) {
	t.Helper()
	if got != strings.Join(strings.Fields(got), " ") {
		t.Fatalf("of %q: %q has stray blanks", s, got)
	}
	if !strings.ContainsFunc(got, unicode.IsLetter) {
		t.Fatalf("of %q: %q has no letter", s, got)
	}
}
