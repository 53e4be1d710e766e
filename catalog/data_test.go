package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Numbers of records: a file that is lost or not embedded fails a test.
const (
	speciesInCatalog  = 179
	diseasesInCatalog = 39
)

func TestEmbeddedFilesAreValid(t *testing.T) {
	t.Parallel()
	e, err := readEntries(dataFiles)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Species) != speciesInCatalog || len(e.Diseases) != diseasesInCatalog {
		t.Errorf("%d species and %d diseases, want %d and %d", len(e.Species), len(e.Diseases), speciesInCatalog, diseasesInCatalog)
	}
	statuses := map[string]int{}
	for _, s := range e.Species {
		statuses[s.VectorStatus]++
	}
	for _, status := range surveillance.VectorStatuses {
		if statuses[status] == 0 {
			t.Errorf("no species has the vector_status %s", status)
		}
	}
}

// Old trinomens, and numbers and letters of siblings, that are good species today belong to those.
func TestOldNamesBelongToGoodSpecies(t *testing.T) {
	t.Parallel()
	e, err := readEntries(dataFiles)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, s := range e.Species {
		for _, synonym := range s.Synonyms {
			found[synonym] = s.ScientificName
		}
	}
	for old, want := range map[string]string{
		"Culex pipiens quinquefasciatus": "Culex quinquefasciatus", "Culex pipiens fatigans": "Culex quinquefasciatus",
		"Anopheles maculipennis atroparvus": "Anopheles atroparvus", "Anopheles maculipennis sacharovi": "Anopheles sacharovi",
		"Anopheles maculipennis freeborni": "Anopheles freeborni", "Anopheles hyrcanus sinensis": "Anopheles sinensis",
		"Anopheles gambiae melas": "Anopheles melas", "Anopheles farauti 1": "Anopheles farauti", "Anopheles dirus A": "Anopheles dirus",
		"Anopheles minimus A": "Anopheles minimus", "Anopheles gambiae merus": "Anopheles merus", "Anopheles maculipennis labranchiae": "Anopheles labranchiae",
		"Anopheles maculipennis messeae": "Anopheles messeae", "Anopheles minimus flavirostris": "Anopheles flavirostris",
		"Anopheles anthropophagus": "Anopheles lesteri", "Anopheles lesteri anthropophagus": "Anopheles lesteri", "Anopheles albitarsis C": "Anopheles marajoara",
		"Anopheles leucosphyrus A": "Anopheles latens", "Anopheles sergenti": "Anopheles sergentii",
	} {
		// Only what names.Parse makes of a text is looked up.
		if n, _ := names.Parse(old); found[n.Scientific] != want {
			t.Errorf("%s is a synonym of %q, want %q", old, found[n.Scientific], want)
		}
	}
}

// TestParseKeepsTheNamesOfTheCatalog holds that names.Parse takes no name of the catalog, and no letter or number of a sibling that it
// knows, for something else.
func TestParseKeepsTheNamesOfTheCatalog(t *testing.T) {
	t.Parallel()
	e, err := readEntries(dataFiles)
	if err != nil {
		t.Fatal(err)
	}
	owner, groups := map[string]string{}, map[string][]string{}
	for _, s := range e.Species {
		for _, name := range append(s.Synonyms, s.ScientificName) {
			owner[lang.Slug(name)] = s.ScientificName
		}
		for _, member := range s.Members {
			groups[member] = append(groups[member], s.ScientificName)
		}
	}
	for _, s := range e.Species {
		for _, name := range append(s.Synonyms, s.ScientificName) {
			n, _ := names.Parse(name)
			if got, ok := owner[lang.Slug(n.Scientific)]; ok && got != s.ScientificName {
				t.Errorf("%s is a name of %s, and parsed as %s one of %s", name, s.ScientificName, n.Scientific, got)
			}
		}
	}
	for sibling, want := range map[string]string{
		"Anopheles farauti 2": "Anopheles farauti complex", "Anopheles farauti 3": "Anopheles farauti complex", "Anopheles farauti 4": "Anopheles farauti complex",
		"Anopheles farauti 5": "Anopheles farauti complex", "Anopheles farauti 6": "Anopheles farauti complex", "Anopheles farauti 7": "Anopheles farauti complex",
		"Anopheles farauti 8": "Anopheles farauti complex", "Anopheles dirus B": "Anopheles dirus complex", "Anopheles dirus C": "Anopheles dirus complex",
		"Anopheles dirus D": "Anopheles dirus complex", "Anopheles dirus E": "Anopheles dirus complex", "Anopheles dirus F": "Anopheles dirus complex",
		"Anopheles minimus C": "Anopheles minimus complex", "Anopheles minimus E": "Anopheles minimus complex",
	} {
		if n, _ := names.Parse(sibling); !slices.Contains(groups[n.Scientific], want) {
			t.Errorf("%s, parsed as %s, is in %v, want %s", sibling, n.Scientific, groups[n.Scientific], want)
		}
	}
}

// Readers of the YAML overlook Cyrillic letters in a Latin text, and a text left in English. Names of species and pathogens may be
// Latin everywhere.
func TestTextsAreInTheirAlphabet(t *testing.T) {
	t.Parallel()
	e, err := readEntries(dataFiles)
	if err != nil {
		t.Fatal(err)
	}
	check := func(file string, code lang.Code, fields []field) {
		for _, f := range fields {
			for _, text := range f.texts {
				cyrillic := strings.ContainsFunc(text, func(r rune) bool { return r >= 'А' && r <= 'я' || r == 'ё' || r == 'Ё' })
				if cyrillic && code != lang.Russian || !cyrillic && code == lang.Russian && f.key != "common_name" && f.key != "pathogen" {
					t.Errorf("%s: text.%s.%s is in the wrong alphabet: %q", file, code, f.key, text)
				}
			}
		}
	}
	for _, s := range e.Species {
		for code, text := range s.Text {
			if s.isGroup() {
				check(s.ID, code, groupText(text).fields())
			} else {
				check(s.ID, code, text.fields())
			}
		}
	}
	for _, d := range e.Diseases {
		for code, text := range d.Text {
			check(d.ID, code, text.fields())
		}
	}
}

// speciesFile and diseaseFile are small valid files; old and new replace one text in them.
func speciesFile(old, new string) []byte {
	return replaced(`scientific_name: Aedes minor
authorship: (Author, 1900)
subfamily: Culicinae
genus: Aedes
subgenus: Stegomyia
vector_status: High
synonyms: [Stegomyia minor]
regions: [western-africa]
text:
`+texts("common_name: A", "description: B", "habitat: C", "distribution: D", "key_characteristics: [E, F]", "habitat_preferences: [G, H]")+
		speciesSources, old, new)
}

// The works of speciesFile and diseaseFile.
const (
	speciesSources = "sources: [{source: author-1900, statements: [name, regions, description]}, {source: author-1900, statements: [habitat, key_characteristics], unverified: true}]\n"
	diseaseSources = "sources: [{source: author-1900, statements: [pathogen, regions, description, transmission, symptoms, treatment, prevention, prevalence]}]\n"
)

func diseaseFile(old, new string) []byte {
	return replaced(`pathogen_type: virus
vectors: [{species: aedes-minor, role: primary, source: author-1900}]
regions: [western-africa]
figures: [{text: 12 cases, year: 2020, source: author-1900}]
text:
`+texts("name: Minor fever", "pathogen: A", "description: B", "transmission: C", "symptoms: [D, E]", "treatment: F", "prevention: G", "prevalence: 12 cases in 2020")+
		diseaseSources, old, new)
}

// worksFile has the one work that diseaseFile cites.
func worksFile(old, new string) []byte {
	return replaced("author-1900:\n  author: Author A.\n  year: 1900\n  title: Mosquitoes\n  doi: 10.1/x\n", old, new)
}

func replaced(text, old, new string) []byte { return []byte(strings.Replace(text, old, new, 1)) }

func texts(keys ...string) string {
	var b strings.Builder
	for _, code := range lang.All {
		fmt.Fprintf(&b, "  %s:\n    %s\n", code, strings.Join(keys, "\n    "))
	}
	return b.String()
}

func TestReadEntries(t *testing.T) {
	t.Parallel()
	const (
		species = "data/species/aedes-minor.yaml"
		disease = "data/diseases/minor-fever.yaml"
		works   = "data/references.yaml"
		link    = "{species: aedes-minor, role: primary, source: author-1900}"
	)
	files := func(changed string, content []byte) fstest.MapFS {
		all := fstest.MapFS{species: {Data: speciesFile("", "")}, disease: {Data: diseaseFile("", "")}, works: {Data: worksFile("", "")}}
		if changed != "" {
			all[changed] = &fstest.MapFile{Data: content}
		}
		return all
	}
	e, err := readEntries(files("", nil))
	if err != nil {
		t.Fatalf("valid files: %v", err)
	}
	if s := e.Species[0].Sources; len(s) != 2 || s[0].Unverified || !s[1].Unverified || !slices.Equal(s[1].Statements, []string{"habitat", "key_characteristics"}) {
		t.Errorf("read the sources %+v", s)
	}
	if s := e.Species[0]; s.ID != "aedes-minor" || *s.Subgenus != "Stegomyia" || s.Text[lang.Russian].KeyCharacteristics[1] != "F" || e.Diseases[0].ID != "minor-fever" {
		t.Errorf("read %+v", e)
	}
	if e, err := readEntries(files(species, speciesFile("subgenus: Stegomyia\n", ""))); err != nil || e.Species[0].Subgenus != nil {
		t.Errorf("a species without subgenus: %v", err)
	}

	for name, c := range map[string]struct {
		file    string
		content []byte
		want    string
	}{
		"unknown key":             {species, speciesFile("genus:", "gnus:"), "line 4: field gnus not found"},
		"key given twice":         {species, speciesFile("genus: Aedes\n", "genus: Aedes\ngenus: Aedes\n"), "line 5: mapping key \"genus\" already defined"},
		"a list for a text":       {species, speciesFile("genus: Aedes", "genus: [Aedes]"), "line 4: cannot unmarshal"},
		"no YAML":                 {species, []byte("\tx"), "yaml:"},
		"empty":                   {species, nil, "the file is empty"},
		"two records":             {species, append(speciesFile("", ""), "---\ngenus: Culex\n"...), "something follows the record"},
		"other name":              {species, speciesFile("Aedes minor", "Aedes major"), `"Aedes major" belongs into aedes-major.yaml`},
		"other genus":             {species, speciesFile("genus: Aedes", "genus: Culex"), `genus "Culex" does not begin`},
		"unknown status":          {species, speciesFile("High", "Severe"), `vector_status "Severe" is none of`},
		"status against roles":    {species, speciesFile("High", "None"), "vector_status is None, and primary as the most important role makes it High"},
		"unknown subfamily":       {species, speciesFile("Culicinae", "Culicidae"), `subfamily "Culicidae" is none of`},
		"no authorship":           {species, speciesFile("(Author, 1900)", `" "`), "authorship is missing or blank"},
		"blank subgenus":          {species, speciesFile("subgenus: Stegomyia", `subgenus: ""`), "subgenus is missing or blank"},
		"unknown region":          {species, speciesFile("[western-africa]", "[africa]"), `region "africa" is no sub-region`},
		"no region":               {species, speciesFile("[western-africa]", "[]"), "regions is missing"},
		"a region twice":          {species, speciesFile("[western-africa]", "[western-africa, western-africa]"), `regions has "western-africa" twice`},
		"no sources":              {species, speciesFile(speciesSources, "sources: []"), "sources of name is missing"},
		"a list of words":         {species, speciesFile(speciesSources, "sources: [One, Two]"), "cannot unmarshal"},
		"statement unsourced":     {species, speciesFile("habitat, key_characteristics]", "key_characteristics]"), "sources of habitat is missing"},
		"nothing of a disease":    {disease, diseaseFile("symptoms, treatment, ", "treatment, "), "sources of symptoms is missing"},
		"unknown statement":       {species, speciesFile("habitat, key_", "habits, key_"), `statement of author-1900 "habits" is none of name, regions, description, habitat, key_characteristics`},
		"statement of a disease":  {species, speciesFile("[name,", "[name, symptoms,"), `statement of author-1900 "symptoms" is none of`},
		"statement twice":         {species, speciesFile("[habitat,", "[habitat, name,"), `sources of name has "author-1900" twice`},
		"source of nothing":       {species, speciesFile("[name, regions, description]", "[]"), "the source author-1900 holds no statement"},
		"unknown work of a text":  {species, speciesFile("{source: author-1900", "{source: author-1901"), `the source "author-1901" of name, regions, description is not in data/references.yaml`},
		"own name as synonym":     {species, speciesFile("[Stegomyia minor]", "[aedes_minor]"), `synonym "aedes_minor" is already a name of aedes-minor`},
		"a synonym twice":         {species, speciesFile("[Stegomyia minor]", "[Culex x, CULEX-X]"), `synonym "CULEX-X" is already a name`},
		"no name as synonym":      {species, speciesFile("[Stegomyia minor]", `["?"]`), `synonym "?" is no name`},
		"language missing":        {species, speciesFile("  ru:", "  de:"), "text.ru is missing"},
		"another language":        {species, speciesFile("  ru:", "  de:"), "text.de: the languages are"},
		"text missing":            {species, speciesFile("    habitat: C\n", ""), "text.en.habitat is missing"},
		"list missing":            {species, speciesFile("key_characteristics: [E, F]", "key_characteristics: []"), "text.en.key_characteristics is missing"},
		"blank item":              {species, speciesFile("[E, F]", `[E, " "]`), "text.en.key_characteristics is missing or blank"},
		"unknown rank":            {species, speciesFile("authorship:", "rank: genus\nauthorship:"), `rank "genus" is none of`},
		"not what its name says":  {species, speciesFile("authorship:", "rank: complex\nauthorship:"), "is that of a species"},
		"no members":              {species, speciesFile("authorship:", "rank: complex\nauthorship:"), "members is missing"},
		"member of itself":        {species, speciesFile("authorship:", "rank: group\nmembers: [Aedes minor]\nauthorship:"), "it is a member of itself"},
		"member by no name":       {species, speciesFile("authorship:", "rank: group\nmembers: [Culex minor]\nauthorship:"), `member "Culex minor" is no name of a species or group in the genus Aedes`},
		"unknown group in it":     {species, speciesFile("authorship:", "rank: group\nmembers: [Aedes major complex]\nauthorship:"), `member "Aedes major complex" is not in the catalog`},
		"disease of another name": {disease, diseaseFile("Minor fever", "Minor"), `"Minor" belongs into minor.yaml`},
		"unknown pathogen type":   {disease, diseaseFile("virus", "prion"), `pathogen_type "prion" is none of`},
		"unknown vector":          {disease, diseaseFile("species: aedes-minor", "species: aedes-major"), "vector aedes-major is not in the catalog"},
		"no vectors":              {disease, diseaseFile("["+link+"]", "[]"), "vectors is missing"},
		"vector of nothing":       {disease, diseaseFile("["+link+"]", "[]"), "vector_status is High, and no disease lists it"},
		"a vector twice":          {disease, diseaseFile("["+link+"]", "["+link+", "+link+"]"), `vectors has "aedes-minor" twice`},
		"unknown role":            {disease, diseaseFile("primary", "main"), `role of aedes-minor "main" is none of primary, secondary, suspected, laboratory_only`},
		"laboratory alone":        {disease, diseaseFile("primary", "laboratory_only"), "no vector is one outside of the laboratory"},
		"roles out of order":      {disease, diseaseFile(link, "{species: aedes-major, role: suspected, source: author-1900}, "+link), "vector aedes-minor is primary and stands behind one that is suspected"},
		"unknown source":          {disease, diseaseFile("source: author-1900}]", "source: author-1901}]"), `the source "author-1901" of vector aedes-minor is not in data/references.yaml`},
		"region without vector":   {disease, diseaseFile("[western-africa]", "[western-africa, caribbean]"), "no vector lives in caribbean"},
		"number without year":     {disease, diseaseFile("prevalence: 12 cases in 2020", "prevalence: 12 cases in 2020 and 4 500 deaths"), "has the number 4 500, and no figure says"},
		"figure that is nowhere":  {disease, diseaseFile("text: 12 cases", "text: 13 cases"), `figure "13 cases" does not stand in text.en.prevalence`},
		"figure of another year":  {disease, diseaseFile("year: 2020", "year: 2021"), `text.pt.prevalence does not say that the figure "12 cases" is of 2021`},
		"figure without year":     {disease, diseaseFile("year: 2020, ", ""), `figure "12 cases" has no year`},
		"figure without source":   {disease, diseaseFile("2020, source: author-1900", "2020, source: x"), `the source "x" of figure "12 cases"`},
		"work without title":      {works, worksFile("Mosquitoes", `" "`), "author-1900.title is missing or blank"},
		"work that is nowhere":    {works, worksFile("  doi: 10.1/x\n", ""), "author-1900 has to have a doi, a url, or where it was printed"},
		"work with two addresses": {works, worksFile("doi:", "url: https://x.org\n  doi:"), "author-1900 has a doi, which is its address, and a url"},
		"no DOI":                  {works, worksFile("10.1/x", "doi.org/10.1/x"), "author-1900.doi is no DOI"},
		"no address of the web":   {works, worksFile("doi: 10.1/x", "url: ftp://x.org"), "author-1900.url is no address of the web"},
		"work that nobody cites":  {works, append(worksFile("", ""), "other-2000: {author: A, title: B, doi: 10.1/y}\n"...), "nothing cites other-2000"},
		"no key":                  {works, append(worksFile("", ""), "Other 2000: {author: A, title: B, doi: 10.1/y}\n"...), `"Other 2000" is no key`},
		"no symptoms":             {disease, diseaseFile("symptoms: [D, E]", "symptoms:"), "text.en.symptoms is missing"},
		"another folder":          {"data/genera/aedes.yaml", speciesFile("", ""), "data/genera/aedes.yaml: it is no YAML file of"},
		"another kind of file":    {"data/species/notes.txt", []byte("x"), "data/species/notes.txt: it is no YAML file of"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := readEntries(files(c.file, c.content))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if err != nil && !strings.Contains(err.Error(), "data/") {
				t.Errorf("the error names no file: %v", err)
			}
		})
	}

	_, err = readEntries(fstest.MapFS{species: {Data: speciesFile("genus: Aedes", "genus: Culex")}, disease: {Data: diseaseFile("virus", "prion")}, works: {Data: worksFile("", "")}})
	if err == nil || strings.Count(err.Error(), "data/") != 2 {
		t.Errorf("not everything that is wrong is reported: %v", err)
	}
}

func TestHashFollowsTheFiles(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for name, files := range map[string]fstest.MapFS{
		"one":        {"data/species/a.yaml": {Data: []byte("x")}},
		"other text": {"data/species/a.yaml": {Data: []byte("y")}},
		"other name": {"data/species/b.yaml": {Data: []byte("x")}},
		"two":        {"data/species/a.yaml": {Data: []byte("x")}, "data/species/b.yaml": {}},
		"text moved": {"data/species/a.yaml": {}, "data/species/b.yaml": {Data: []byte("x")}},
	} {
		hash, err := hashFiles(files)
		if err != nil || hash == "" {
			t.Fatalf("%s: %q %v", name, hash, err)
		}
		if other, taken := seen[hash]; taken {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		seen[hash] = name
		if again, err := hashFiles(files); again != hash || err != nil {
			t.Errorf("%s: the hash is not stable", name)
		}
	}
}

func FuzzReadEntries(f *testing.F) {
	f.Add(speciesFile("", ""))
	f.Add(speciesFile("genus: Aedes", "genus: &a [*a]"))
	f.Add([]byte("a: &a [x]\nb: [*a, *a, *a]\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := readEntries(fstest.MapFS{
			"data/species/aedes-minor.yaml": {Data: raw}, "data/diseases/minor-fever.yaml": {Data: diseaseFile("", "")},
			"data/references.yaml": {Data: worksFile("", "")},
		})
		if err != nil {
			if !strings.Contains(err.Error(), "data/") {
				t.Errorf("the error names no file: %v", err)
			}
			return
		}
		if s := e.Species[0]; lang.Slug(s.ScientificName) != "aedes-minor" || len(s.Text) != len(lang.All) || s.VectorStatus != "High" {
			t.Errorf("accepted %+v", s)
		}
	})
}

// TestPathogensCauseDiseasesOfTheCatalog: a pathogen that pools are tested for names a disease that there is, and every disease has one.
func TestPathogensCauseDiseasesOfTheCatalog(t *testing.T) {
	t.Parallel()
	e, err := readEntries(dataFiles)
	if err != nil {
		t.Fatal(err)
	}
	var diseases []string
	for _, d := range e.Diseases {
		diseases = append(diseases, d.ID)
	}
	slices.Sort(diseases)
	if named := surveillance.PathogenDiseases(); !slices.Equal(named, diseases) {
		t.Errorf("pathogens cause %v, the catalog has %v", named, diseases)
	}
}
