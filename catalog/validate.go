package catalog

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/catalog/shapes"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// isVector reports whether a species with this vector_status has to be a vector of a disease.
func isVector(status string) bool { return status != "None" && status != "Unknown" }

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
	fields := []field{one("scientific_name", s.ScientificName), one("genus", s.Genus), {"regions", s.Regions}, {"sources", s.Sources}}
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
	return []field{{"vectors", d.Vectors}, {"regions", d.Regions}, {"sources", d.Sources}}
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
	regions []string          // ids that exist
	status  map[string]string // vector_status by species
	names   map[string]string // slug of every accepted name and synonym -> species
	vectors map[string]bool   // species that are vectors of a disease
}

// validate checks what the constraints of the database cannot check, and what they report in words that do not help the author of
// a file.
func (e entries) validate() error {
	v := &validator{status: map[string]string{}, names: map[string]string{}, vectors: map[string]bool{}}
	for _, r := range shapes.Subregions() {
		v.regions = append(v.regions, r.ID)
	}
	for _, s := range e.Species {
		v.status[s.ID], v.names[s.ID] = s.VectorStatus, s.ID
	}
	for _, d := range e.Diseases {
		v.disease(d)
	}
	for _, s := range e.Species {
		v.species(s)
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
	checkTexts(v, file, d.Text)
	if slug := lang.Slug(d.Text[lang.English].Name); slug != d.ID {
		v.fail(file, "the English name %q belongs into %s.yaml", d.Text[lang.English].Name, slug)
	}
	for _, vector := range d.Vectors {
		v.vectors[vector] = true
		if status, ok := v.status[vector]; !ok {
			v.fail(file, "vector %s is not in the catalog", vector)
		} else if !isVector(status) {
			v.fail(file, "vector %s has the vector_status %s", vector, status)
		}
	}
}

func (v *validator) species(s speciesEntry) {
	file := speciesFolder + "/" + s.ID + ".yaml"
	v.fields(file, "", s.fields())
	v.oneOf(file, "rank", s.Rank, ranks)
	v.oneOf(file, "vector_status", s.VectorStatus, surveillance.VectorStatuses)
	v.oneOf(file, "subfamily", s.Subfamily, subfamilies)
	v.knownRegions(file, s.Regions)
	if s.isGroup() {
		v.group(file, s)
	} else {
		checkTexts(v, file, s.Text)
	}
	if slug := lang.Slug(s.ScientificName); slug != s.ID {
		v.fail(file, "the scientific name %q belongs into %s.yaml", s.ScientificName, slug)
	}
	if !strings.HasPrefix(s.ScientificName, s.Genus+" ") {
		v.fail(file, "genus %q does not begin the scientific name", s.Genus)
	}
	if isVector(s.VectorStatus) && !v.vectors[s.ID] {
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
