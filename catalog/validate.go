package catalog

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/catalog/shapes"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

var (
	ranks         = []string{string(names.Species), string(names.Complex), string(names.Group)}
	subfamilies   = []string{"Anophelinae", "Culicinae"}
	pathogenTypes = []string{"virus", "protozoan", "nematode", "bacterium"}
)

// field is a key of a file and its texts; a plain text is one.
type field struct {
	key   string
	texts []string
}

func one(key, text string) field { return field{key, []string{text}} }

// isGroup reports whether the entry is a complex or a group of species.
func (s speciesEntry) isGroup() bool { return s.Rank != string(names.Species) }

func (s speciesEntry) fields() []field {
	fields := []field{one("scientific_name", s.ScientificName), one("genus", s.Genus), {"regions", s.Regions}}
	if s.isGroup() {
		fields = append(fields, field{"members", s.Members})
	} else {
		fields = append(fields, one("authorship", s.Authorship))
	}
	if s.Subgenus != nil {
		fields = append(fields, one("subgenus", *s.Subgenus))
	}
	return fields
}

func (d diseaseEntry) fields() []field {
	var vectors []string
	for _, v := range d.Vectors {
		vectors = append(vectors, v.Species)
	}
	return []field{{"vectors", vectors}, {"regions", d.Regions}}
}

func (t speciesText) fields() []field {
	return []field{one("common_name", t.CommonName), one("description", t.Description), one("habitat", t.Habitat),
		one("distribution", t.Distribution), {"key_characteristics", t.KeyCharacteristics}, {"habitat_preferences", t.HabitatPreferences}}
}

// groupText are the texts of a complex or group: what its members have in common is told by their own.
type groupText speciesText

func (t groupText) fields() []field {
	return []field{one("common_name", t.CommonName), one("description", t.Description), one("distribution", t.Distribution)}
}

func (t diseaseText) fields() []field {
	return []field{one("name", t.Name), one("pathogen", t.Pathogen), one("description", t.Description), one("transmission", t.Transmission),
		{"symptoms", t.Symptoms}, one("treatment", t.Treatment), one("prevention", t.Prevention), one("prevalence", t.Prevalence)}
}

// validator collects the mistakes in the entries, each line with its file.
type validator struct {
	errs    []error
	regions []string                  // ids that exist
	works   map[string]referenceEntry // by key
	species map[string]speciesEntry   // by id
	cites   map[string]bool           // keys of works
	names   map[string]string         // slug of every accepted name and synonym -> species
	roles   map[string]string         // the most important one by species
}

// validate checks what the constraints of the database cannot check, and what they report in words that do not help the author of
// a file.
func (e entries) validate() error {
	v := &validator{works: e.References, species: map[string]speciesEntry{}, cites: map[string]bool{}, names: map[string]string{}, roles: map[string]string{}}
	for _, r := range shapes.Subregions() {
		v.regions = append(v.regions, r.ID)
	}
	for _, s := range e.Species {
		v.species[s.ID], v.names[s.ID] = s, s.ID
	}
	for _, d := range e.Diseases {
		v.disease(d)
	}
	for _, s := range e.Species {
		v.oneSpecies(s)
	}
	for _, key := range slices.Sorted(maps.Keys(e.References)) {
		v.reference(key, e.References[key])
	}
	return errors.Join(v.errs...)
}

func (v *validator) fail(file, format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf("%s: %s", file, fmt.Sprintf(format, args...)))
}

func (v *validator) disease(d diseaseEntry) {
	file := diseaseFolder + "/" + d.ID + ".yaml"
	v.fields(file, "", d.fields())
	v.oneOf(file, "pathogen_type", d.PathogenType, pathogenTypes)
	v.knownRegions(file, d.Regions)
	v.inhabited(file, d)
	checkTexts(v, file, d.Text)
	if slug := lang.Slug(d.Text[lang.English].Name); slug != d.ID {
		v.fail(file, "the English name %q belongs into %s.yaml", d.Text[lang.English].Name, slug)
	}
	v.vectors(file, d.Vectors)
	v.figures(file, d)
	v.statements(file, diseaseStatements, d.Sources)
}

// vectors requires of each link a species, a role and a source, and their order: that of the roles.
func (v *validator) vectors(file string, links []vectorLink) {
	before := 0
	for _, link := range links {
		if _, ok := v.species[link.Species]; !ok {
			v.fail(file, "vector %s is not in the catalog", link.Species)
		}
		v.oneOf(file, "role of "+link.Species, link.Role, roles)
		v.cited(file, "vector "+link.Species, link.Source)
		at := slices.Index(roles, link.Role)
		if at < before {
			v.fail(file, "vector %s is %s and stands behind one that is %s", link.Species, link.Role, roles[before])
		}
		before = max(before, at)
		if best, ok := v.roles[link.Species]; !ok || at < slices.Index(roles, best) {
			v.roles[link.Species] = link.Role
		}
	}
	if len(links) > 0 && links[0].Role == laboratoryOnly {
		v.fail(file, "no vector is one outside of the laboratory")
	}
}

// inhabited requires that a vector lives in each region of a disease.
func (v *validator) inhabited(file string, d diseaseEntry) {
	for _, region := range d.Regions {
		lives := slices.ContainsFunc(d.Vectors, func(link vectorLink) bool {
			return link.Role != laboratoryOnly && slices.Contains(v.species[link.Species].Regions, region)
		})
		if !lives && slices.Contains(v.regions, region) {
			v.fail(file, "no vector lives in %s", region)
		}
	}
}

// shownNumber finds the numbers of a text, with what separates their thousands.
var shownNumber = regexp.MustCompile(`\b\d+(?:[ .,]\d+)*\b`)

// figures requires a year and a source for every number in the English text on how common the disease is, and the years in the text of
// every language. The year of an event is no figure.
func (v *validator) figures(file string, d diseaseEntry) {
	left := d.Text[lang.English].Prevalence
	for _, f := range d.Figures {
		if f.Text == "" || !strings.Contains(left, f.Text) {
			v.fail(file, "figure %q does not stand in text.en.prevalence", f.Text)
			continue
		}
		left = strings.Replace(left, f.Text, "", 1)
		v.cited(file, fmt.Sprintf("figure %q", f.Text), f.Source)
		if f.Year == 0 {
			if !f.Lasting {
				v.fail(file, "figure %q has no year", f.Text)
			}
			continue
		}
		for _, code := range lang.All {
			if text, ok := d.Text[code]; ok && !strings.Contains(text.Prevalence, strconv.Itoa(f.Year)) {
				v.fail(file, "text.%s.prevalence does not say that the figure %q is of %d", code, f.Text, f.Year)
			}
		}
	}
	for _, number := range shownNumber.FindAllString(left, -1) {
		if year, err := strconv.Atoi(number); err != nil || year < firstYear || year > lastYear {
			v.fail(file, "text.en.prevalence has the number %s, and no figure says of which year and source it is", number)
		}
	}
}

// Numbers from one to the other are taken for years.
const (
	firstYear = 1800
	lastYear  = 2100
)

// cited requires that a work is known.
func (v *validator) cited(file, what, key string) {
	v.cites[key] = true
	if _, ok := v.works[key]; !ok {
		v.fail(file, "the source %q of %s is not in %s", key, what, referencesFile)
	}
}

func (v *validator) reference(key string, r referenceEntry) {
	if lang.Slug(key) != key {
		v.fail(referencesFile, "%q is no key", key)
	}
	if !v.cites[key] {
		v.fail(referencesFile, "nothing cites %s", key)
	}
	v.fields(referencesFile, key+".", []field{one("author", r.Author), one("title", r.Title)})
	switch {
	case r.DOI != "" && r.URL != "":
		v.fail(referencesFile, "%s has a doi, which is its address, and a url", key)
	case r.DOI == "" && r.URL == "" && r.In == "":
		v.fail(referencesFile, "%s has to have a doi, a url, or where it was printed", key)
	}
	if r.URL != "" && !strings.HasPrefix(r.URL, "https://") {
		v.fail(referencesFile, "%s.url is no address of the web: %q", key, r.URL)
	}
	if r.DOI != "" && !strings.HasPrefix(r.DOI, "10.") {
		v.fail(referencesFile, "%s.doi is no DOI: %q", key, r.DOI)
	}
}

func (v *validator) oneSpecies(s speciesEntry) {
	file := speciesFolder + "/" + s.ID + ".yaml"
	v.fields(file, "", s.fields())
	v.oneOf(file, "rank", s.Rank, ranks)
	v.oneOf(file, "vector_status", s.VectorStatus, surveillance.VectorStatuses)
	v.oneOf(file, "subfamily", s.Subfamily, subfamilies)
	v.knownRegions(file, s.Regions)
	if s.isGroup() {
		v.group(file, s)
		v.statements(file, groupStatements, s.Sources)
	} else {
		checkTexts(v, file, s.Text)
		v.statements(file, speciesStatements, s.Sources)
	}
	if slug := lang.Slug(s.ScientificName); slug != s.ID {
		v.fail(file, "the scientific name %q belongs into %s.yaml", s.ScientificName, slug)
	}
	if !strings.HasPrefix(s.ScientificName, s.Genus+" ") {
		v.fail(file, "genus %q does not begin the scientific name", s.Genus)
	}
	role, linked := v.roles[s.ID]
	switch want := statusOf[role]; {
	case linked && s.VectorStatus != want:
		v.fail(file, "vector_status is %s, and %s as the most important role makes it %s", s.VectorStatus, role, want)
	case !linked && s.VectorStatus != "None" && s.VectorStatus != "Unknown":
		v.fail(file, "vector_status is %s, and no disease lists it as a vector", s.VectorStatus)
	}
	for _, synonym := range s.Synonyms {
		slug := lang.Slug(synonym)
		if slug == "" {
			v.fail(file, "synonym %q is no name", synonym)
		} else if other, taken := v.names[slug]; taken {
			v.fail(file, "synonym %q is already a name of %s", synonym, other)
		}
		v.names[slug] = s.ID
	}
}

// group checks what a complex or group has in place of a species' texts: members, each by its canonical spelling and of its genus.
func (v *validator) group(file string, s speciesEntry) {
	texts := make(map[lang.Code]groupText, len(s.Text))
	for code, text := range s.Text {
		texts[code] = groupText(text)
	}
	checkTexts(v, file, texts)
	if n, _ := names.Parse(s.ScientificName); string(n.Rank) != s.Rank {
		v.fail(file, "the scientific name %q is that of a %s", s.ScientificName, n.Rank)
	}
	for _, name := range s.Members {
		n, ok := names.Parse(name)
		switch {
		case !ok || n.Scientific != name || n.Genus != s.Genus || n.Rank == names.Genus:
			v.fail(file, "member %q is no name of a species or group in the genus %s", name, s.Genus)
		case lang.Slug(name) == s.ID:
			v.fail(file, "it is a member of itself")
		case n.Rank != names.Species && v.names[lang.Slug(name)] == "":
			v.fail(file, "member %q is not in the catalog", name)
		}
	}
}

// checkTexts requires every language of the service with every key, and no other language.
func checkTexts[T interface{ fields() []field }](v *validator, file string, texts map[lang.Code]T) {
	for _, code := range lang.All {
		if text, ok := texts[code]; ok {
			v.fields(file, "text."+string(code)+".", text.fields())
		} else {
			v.fail(file, "text.%s is missing", code)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(texts)) {
		if !slices.Contains(lang.All, code) {
			v.fail(file, "text.%s: the languages are %v", code, lang.All)
		}
	}
}

// fields requires a text in every field, and no text twice.
func (v *validator) fields(file, prefix string, fields []field) {
	for _, f := range fields {
		if len(f.texts) == 0 {
			v.fail(file, "%s%s is missing", prefix, f.key)
		}
		for i, text := range f.texts {
			switch {
			case strings.TrimSpace(text) == "":
				v.fail(file, "%s%s is missing or blank", prefix, f.key)
			case slices.Contains(f.texts[:i], text):
				v.fail(file, "%s%s has %q twice", prefix, f.key, text)
			}
		}
	}
}

func (v *validator) oneOf(file, key, value string, allowed []string) {
	if !slices.Contains(allowed, value) {
		v.fail(file, "%s %q is none of %s", key, value, strings.Join(allowed, ", "))
	}
}

func (v *validator) knownRegions(file string, regions []string) {
	for _, id := range regions {
		if !slices.Contains(v.regions, id) {
			v.fail(file, "region %q is no sub-region of UN M49", id)
		}
	}
}
