package catalog

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

var update = flag.Bool("update", false, "write the lists of docs/catalog.md anew")

// embedded are the entries of the embedded files.
func embedded(t *testing.T) (species map[string]speciesEntry, diseases map[string]diseaseEntry) {
	t.Helper()
	e, err := readEntries(dataFiles)
	if err != nil {
		t.Fatal(err)
	}
	species, diseases = map[string]speciesEntry{}, map[string]diseaseEntry{}
	for _, s := range e.Species {
		species[s.ID] = s
	}
	for _, d := range e.Diseases {
		diseases[d.ID] = d
	}
	return species, diseases
}

// roleOf returns the role of a species in a disease, "" for none.
func (d diseaseEntry) roleOf(species string) string {
	for _, link := range d.Vectors {
		if link.Species == species {
			return link.Role
		}
	}
	return ""
}

// TestCorrectedLinks states what a medical entomologist found wrong, and what is right.
func TestCorrectedLinks(t *testing.T) {
	t.Parallel()
	_, diseases := embedded(t)
	for _, c := range []struct{ disease, species, role string }{
		{"western-equine-encephalitis", "aedes-albifasciatus", primary}, // the outbreak of 2023 and 2024 in Argentina and Uruguay
		{"western-equine-encephalitis", "culex-tarsalis", primary},
		{"western-equine-encephalitis", "aedes-dorsalis", suspected},     // infected in nature, not needed for the virus to persist
		{"barmah-forest-virus-disease", "aedes-notoscriptus", suspected}, // transmitted it in the laboratory and lives beside people
		{"japanese-encephalitis", "culex-gelidus", secondary},            // beside Culex tritaeniorhynchus
		{"la-crosse-encephalitis", "aedes-canadensis", secondary},        // a vector in Ohio
		{"dirofilariasis", "armigeres-subalbatus", secondary},            // the one species found infected in Kuala Lumpur
		{"west-nile-fever", "culex-annulirostris", primary},              // Kunjin virus
		{"west-nile-fever", "aedes-detritus", laboratoryOnly},
		{"west-nile-fever", "aedes-detritus-complex", laboratoryOnly},
		{"lymphatic-filariasis", "culex-pipiens", primary}, // Egypt
		{"lymphatic-filariasis", "anopheles-barbirostris", primary},
		{"venezuelan-equine-encephalitis", "culex-taeniopus", primary}, // between outbreaks
		{"venezuelan-equine-encephalitis", "psorophora-columbiae", primary},
		{"usutu-virus-infection", "culex-neavei", primary},
		{"yellow-fever", "aedes-bromeliae", primary},
		{"yellow-fever", "aedes-simpsoni-complex", primary},
		{"la-crosse-encephalitis", "aedes-albopictus", suspected},
		{"la-crosse-encephalitis", "aedes-triseriatus", primary},
		{"malaria", "anopheles-balabacensis", primary}, // Plasmodium knowlesi
		{"malaria", "anopheles-leucosphyrus-group", primary},
		{"tularaemia", "aedes-cinereus", suspected},              // nobody has shown that mosquitoes transmit it
		{"oropouche-fever", "culex-quinquefasciatus", suspected}, // the main vector is a midge
		{"buruli-ulcer", "aedes-notoscriptus", suspected},        // "probably transmit"
		{"inkoo-virus-disease", "aedes-communis", primary},
		{"everglades-virus-disease", "culex-cedecei", primary},
		{"malaria", "anopheles-latens", primary}, // Plasmodium knowlesi in Sarawak
		{"malaria", "anopheles-flavirostris", primary},
		{"malaria", "anopheles-fluviatilis", primary},   // form S in the hills of Odisha
		{"malaria", "anopheles-labranchiae", secondary}, // gone from where it was the main vector
		{"malaria", "anopheles-albitarsis", suspected},  // what is known is of its siblings
		{"lymphatic-filariasis", "anopheles-punctulatus-group", primary},
		{"batai-virus-infection", "anopheles-maculipennis-complex", suspected}, // isolated from it; no work that was read calls it the main vector
		{"chikungunya", "aedes-vittatus", suspected},                           // transmits readily in the laboratory, and bites people
		{"jamestown-canyon-virus-disease", "culiseta-inornata", suspected},     // the first isolate
		{"lymphatic-filariasis", "aedes-scapularis", suspected},                // "appears to be a vector"
		{"rift-valley-fever", "culex-theileri", primary},                       // "the principal epidemic vector"
		{"malaria", "culex-pipiens", ""},
		{"dengue-fever", "culex-quinquefasciatus", ""},
		{"zika-virus-disease", "culex-quinquefasciatus", ""},
		{"malaria", "aedes-aegypti", ""},
		{"west-nile-fever", "culex-territans", ""},
	} {
		if got := diseases[c.disease].roleOf(c.species); got != c.role {
			t.Errorf("%s has the role %q in %s, want %q", c.species, got, c.disease, c.role)
		}
	}
}

// TestDominantMalariaVectors: the catalog has the 41 species and complexes that Sinka et al. (2010, 2011) call dominant, with a part in malaria.
func TestDominantMalariaVectors(t *testing.T) {
	t.Parallel()
	_, diseases := embedded(t)
	const dominant = `albimanus albitarsis-complex aquasalis darlingi freeborni marajoara nuneztovari-complex pseudopunctipennis quadrimaculatus-complex
		arabiensis funestus-group gambiae melas merus moucheti nili-complex atroparvus labranchiae messeae sacharovi sergentii superpictus
		aconitus annularis balabacensis barbirostris-complex culicifacies-complex dirus-complex farauti-complex flavirostris fluviatilis-complex koliensis lesteri
		leucosphyrus latens maculatus-group minimus-complex punctulatus sinensis stephensi subpictus-complex sundaicus-complex`
	for _, name := range strings.Fields(dominant) {
		if role := diseases["malaria"].roleOf("anopheles-" + name); role != primary && role != secondary {
			t.Errorf("anopheles-%s has the role %q in malaria", name, role)
		}
	}
}

func TestCorrectedRegions(t *testing.T) {
	t.Parallel()
	species, diseases := embedded(t)
	for id, want := range map[string][]string{
		"culex-perexiguus":               {"eastern-africa"},
		"culex-quinquefasciatus":         {"northern-africa"},
		"culex-univittatus":              {"southern-europe"}, // Portugal
		"culiseta-melanura":              {"central-america"}, // Nuevo León
		"usutu-virus-infection":          {"southern-africa", "eastern-africa", "western-africa", "middle-africa"},
		"venezuelan-equine-encephalitis": {"northern-america"}, // Texas
		"west-nile-fever":                {"australia-and-new-zealand"},
		"western-equine-encephalitis":    {"south-america"},
	} {
		regions := append(slices.Clone(species[id].Regions), diseases[id].Regions...)
		for _, region := range want {
			if !slices.Contains(regions, region) {
				t.Errorf("%s lacks %s", id, region)
			}
		}
	}
}

func TestCorrectedTexts(t *testing.T) {
	t.Parallel()
	species, diseases := embedded(t)
	for _, code := range lang.All {
		for id, want := range map[string][]string{
			"malaria":                        {"282", "610", "2024", "balabacensis"},
			"chikungunya":                    {"119", "2024"},
			"yellow-fever":                   {"109", "51", "2018", "bromeliae"},
			"la-crosse-encephalitis":         {"74", "2019", "albopictus"},
			"western-equine-encephalitis":    {"albifasciatus"},
			"venezuelan-equine-encephalitis": {"taeniopus", "1971"},
			"usutu-virus-infection":          {"neavei"},
			"west-nile-fever":                {"annulirostris"},
			"lymphatic-filariasis":           {"barbirostris", "Culex pipiens"},
		} {
			text := diseases[id].Text[code]
			for _, words := range want {
				if !strings.Contains(text.Prevalence+text.Transmission+text.Description, words) {
					t.Errorf("%s in %s does not say %s", id, code, words)
				}
			}
		}
		if text := species["aedes-notoscriptus"].Text[code].Description; !strings.Contains(text, "2024") {
			t.Errorf("Aedes notoscriptus in %s does not tell of Buruli ulcer: %s", code, text)
		}
	}
}

// TestGroupsCarryWhatTheirMembersCarry: where a disease lists a complex or group, its role is not below that of a member.
func TestGroupsCarryWhatTheirMembersCarry(t *testing.T) {
	t.Parallel()
	species, diseases := embedded(t)
	for _, d := range diseases {
		for _, link := range d.Vectors {
			for _, member := range species[link.Species].Members {
				if role := d.roleOf(lang.Slug(member)); role != "" && slices.Index(roles, role) < slices.Index(roles, link.Role) {
					t.Errorf("%s is %s in %s, and its member %s is %s", link.Species, link.Role, d.ID, member, role)
				}
			}
		}
	}
}

// TestStale: figures that are older than three years are found, and statements that nobody has compared with their source; an event that is
// over does not age.
func TestStale(t *testing.T) {
	t.Parallel()
	e := entries{Diseases: []diseaseEntry{{
		ID: "fever", Vectors: []vectorLink{{"aedes-a", laboratoryOnly, "a-1900", true}, {"aedes-b", primary, "a-1900", false}},
		Figures: []figure{{"10 cases", 2022, "a-1900", false}, {"20 cases", 2023, "a-1900", false}, {"30 cases", 1971, "a-1900", true}},
		Sources: []statementSource{{"a-1900", []string{"symptoms", "treatment"}, true}, {"b-1900", []string{"prevention"}, false}},
	}}, Species: []speciesEntry{{ID: "aedes-a", Sources: []statementSource{{"b-1900", []string{"habitat"}, true}}}}}
	s := e.stale(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	if want := []string{"fever: 10 cases (2022, a-1900)"}; !slices.Equal(s.Figures, want) {
		t.Errorf("figures %q, want %q", s.Figures, want)
	}
	if want := []string{"fever: aedes-a is laboratory only (a-1900)"}; !slices.Equal(s.Roles, want) {
		t.Errorf("unverified roles %q, want %q", s.Roles, want)
	}
	if want := []string{"fever: symptoms, treatment (a-1900)", "aedes-a: habitat (b-1900)"}; !slices.Equal(s.Statements, want) {
		t.Errorf("unverified statements %q, want %q", s.Statements, want)
	}
	ours, err := FindStale(time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil || len(ours.Figures) == 0 {
		t.Errorf("in 2031 no figure is old: %v", err)
	}
}

// TestCommonNames: no two species share a common name in a language; Portuguese ones are of one word with hyphens.
func TestCommonNames(t *testing.T) {
	t.Parallel()
	species, _ := embedded(t)
	for _, code := range lang.All {
		owner := map[string]string{}
		for _, id := range slices.Sorted(maps.Keys(species)) {
			s := species[id]
			name := s.Text[code].CommonName
			if other, taken := owner[lang.Fold(name)]; taken {
				t.Errorf("%s: %s and %s are both %q", code, other, id, name)
			}
			owner[lang.Fold(name)] = id
			own := name != s.ScientificName
			if s.Text[code].Coined && !own {
				t.Errorf("%s: the scientific name of %s is marked as coined", code, id)
			}
			if code == lang.Portuguese && own && !s.isGroup() && (strings.Contains(name, " ") || strings.ToLower(name[1:]) != name[1:]) {
				t.Errorf("%q is no Portuguese name: words are joined by hyphens, in lower case", name)
			}
		}
	}
}

// TestOneWordForEachThing: a language does not call one thing by two names.
func TestOneWordForEachThing(t *testing.T) {
	t.Parallel()
	species, diseases := embedded(t)
	avoided := map[lang.Code][]string{
		lang.Spanish:    {"Anofeles"},
		lang.Russian:    {"дуплян", "дуплист"},
		lang.French:     {"virus West Nile", "fièvre West Nile"},
		lang.Portuguese: {"bdômen", "sapal", "sapais"},
	}
	check := func(id string, code lang.Code, fields []field) {
		for _, f := range fields {
			for _, text := range f.texts {
				for _, word := range avoided[code] {
					if strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
						t.Errorf("%s: text.%s.%s has %q: %s", id, code, f.key, word, text)
					}
				}
			}
		}
	}
	for _, s := range species {
		for code, text := range s.Text {
			check(s.ID, code, text.fields())
		}
	}
	for _, d := range diseases {
		for code, text := range d.Text {
			check(d.ID, code, text.fields())
		}
	}
}
