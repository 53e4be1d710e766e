package catalog

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

//go:embed data
var dataFiles embed.FS

// speciesEntry is one file of data/species.
type speciesEntry struct {
	ID             string                    `yaml:"-" json:"id"`
	ScientificName string                    `yaml:"scientific_name" json:"scientific_name"`
	Authorship     string                    `yaml:"authorship" json:"authorship"`
	Subfamily      string                    `yaml:"subfamily" json:"subfamily"`
	Genus          string                    `yaml:"genus" json:"genus"`
	Subgenus       *string                   `yaml:"subgenus" json:"subgenus"`
	VectorStatus   string                    `yaml:"vector_status" json:"vector_status"`
	Synonyms       []string                  `yaml:"synonyms" json:"synonyms"`
	Regions        []string                  `yaml:"regions" json:"regions"`
	Text           map[lang.Code]speciesText `yaml:"text" json:"-"`
	Sources        []string                  `yaml:"sources" json:"sources"`
}

// speciesText is what a species has in one language.
type speciesText struct {
	CommonName         string   `yaml:"common_name" json:"-"`
	Description        string   `yaml:"description" json:"description"`
	Habitat            string   `yaml:"habitat" json:"habitat"`
	Distribution       string   `yaml:"distribution" json:"distribution"`
	KeyCharacteristics []string `yaml:"key_characteristics" json:"key_characteristics"`
	HabitatPreferences []string `yaml:"habitat_preferences" json:"habitat_preferences"`
}

// diseaseEntry is one file of data/diseases.
type diseaseEntry struct {
	ID           string                    `yaml:"-" json:"id"`
	PathogenType string                    `yaml:"pathogen_type" json:"pathogen_type"`
	Vectors      []string                  `yaml:"vectors" json:"vectors"`
	Regions      []string                  `yaml:"regions" json:"regions"`
	Text         map[lang.Code]diseaseText `yaml:"text" json:"-"`
	Sources      []string                  `yaml:"sources" json:"sources"`
}

// diseaseText is what a disease has in one language.
type diseaseText struct {
	Name         string   `yaml:"name" json:"-"`
	Pathogen     string   `yaml:"pathogen" json:"pathogen"`
	Description  string   `yaml:"description" json:"description"`
	Transmission string   `yaml:"transmission" json:"transmission"`
	Symptoms     []string `yaml:"symptoms" json:"symptoms"`
	Treatment    string   `yaml:"treatment" json:"treatment"`
	Prevention   string   `yaml:"prevention" json:"prevention"`
	Prevalence   string   `yaml:"prevalence" json:"prevalence"`
}

// entries is the whole catalog as its files have it.
type entries struct {
	Species  []speciesEntry
	Diseases []diseaseEntry
	Hash     string // of the files
}

// readEntries parses the embedded files.
func readEntries() (entries, error) {
	var e entries
	hash := sha256.New()
	err := fs.WalkDir(dataFiles, "data", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := dataFiles.ReadFile(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(hash, "%s %d\n", name, len(raw))
		hash.Write(raw)
		id := strings.TrimSuffix(path.Base(name), ".yaml")
		switch path.Base(path.Dir(name)) {
		case "species":
			s, err := parseYAML[speciesEntry](name, raw)
			s.ID = id
			e.Species = append(e.Species, s)
			return err
		case "diseases":
			d, err := parseYAML[diseaseEntry](name, raw)
			d.ID = id
			e.Diseases = append(e.Diseases, d)
			return err
		default:
			return fmt.Errorf("%s: the catalog has only species and diseases", name)
		}
	})
	e.Hash = hex.EncodeToString(hash.Sum(nil))
	return e, err
}

func parseYAML[T any](name string, raw []byte) (T, error) {
	var v T
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	dec.KnownFields(true)
	if err := dec.Decode(&v); err != nil {
		return v, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

// vectorStatuses are the values of vector_status; the last two mean no vector.
var vectorStatuses = []string{"High", "Moderate", "Low", "None", "Unknown"}

func isVector(status string) bool { return status != "None" && status != "Unknown" }

// validate checks everything that the database's constraints cannot say in a way that a contributor understands. regions
// are the ids that exist.
func (e entries) validate(regions []string) error {
	var errs []error
	fail := func(file, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s.yaml: %s", file, fmt.Sprintf(format, args...)))
	}
	status, carries, names := map[string]string{}, map[string]bool{}, map[string]string{}
	for _, s := range e.Species {
		status[s.ID] = s.VectorStatus
		names[s.ID] = s.ID
	}
	checkRegions := func(id string, list []string) {
		for _, r := range list {
			if !slices.Contains(regions, r) {
				fail(id, "unknown region %q", r)
			}
		}
	}
	for _, d := range e.Diseases {
		if slug := lang.Slug(d.Text[lang.English].Name); slug != d.ID {
			fail(d.ID, "the English name makes the id %q", slug)
		}
		for _, v := range d.Vectors {
			carries[v] = true
			if st, ok := status[v]; !ok || !isVector(st) {
				fail(d.ID, "vector %s has the vector_status %q", v, st)
			}
		}
		checkRegions(d.ID, d.Regions)
		for _, c := range lang.All {
			t := d.Text[c]
			if slices.Contains([]string{t.Name, t.Pathogen, t.Description, t.Transmission, t.Treatment, t.Prevention, t.Prevalence}, "") || len(t.Symptoms) == 0 {
				fail(d.ID, "language %s is incomplete", c)
			}
		}
		if len(d.Sources) == 0 || len(d.Vectors) == 0 || len(d.Regions) == 0 {
			fail(d.ID, "it needs sources, vectors and regions")
		}
	}
	for _, s := range e.Species {
		if slug := lang.Slug(s.ScientificName); slug != s.ID {
			fail(s.ID, "the scientific name makes the id %q", slug)
		}
		if !strings.HasPrefix(s.ScientificName, s.Genus+" ") {
			fail(s.ID, "genus %q does not begin the scientific name", s.Genus)
		}
		if !slices.Contains(vectorStatuses, s.VectorStatus) {
			fail(s.ID, "vector_status %q is none of %q", s.VectorStatus, vectorStatuses)
		}
		if isVector(s.VectorStatus) != carries[s.ID] {
			fail(s.ID, "vector_status is %s, and the diseases list it as a vector: %v", s.VectorStatus, carries[s.ID])
		}
		for _, synonym := range s.Synonyms {
			slug := lang.Slug(synonym)
			if other, taken := names[slug]; taken {
				fail(s.ID, "synonym %q is a name of %s", synonym, other)
			}
			names[slug] = s.ID
		}
		checkRegions(s.ID, s.Regions)
		for _, c := range lang.All {
			t := s.Text[c]
			if slices.Contains([]string{t.CommonName, t.Description, t.Habitat, t.Distribution}, "") || len(t.KeyCharacteristics) == 0 || len(t.HabitatPreferences) == 0 {
				fail(s.ID, "language %s is incomplete", c)
			}
		}
		if len(s.Sources) == 0 || len(s.Regions) == 0 || s.Authorship == "" || s.Subfamily == "" {
			fail(s.ID, "it needs sources, regions, authorship and subfamily")
		}
	}
	return errors.Join(errs...)
}
