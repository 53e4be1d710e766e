package catalog

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/names"
)

//go:embed data
var dataFiles embed.FS

// Folders of the YAML files, each named by the id of its record.
const (
	speciesFolder = "data/species"
	diseaseFolder = "data/diseases"
)

// speciesEntry is one file of data/species: a species, or a complex or group of species.
type speciesEntry struct {
	ID             string                    `yaml:"-" json:"id"`
	ScientificName string                    `yaml:"scientific_name" json:"scientific_name"`
	Rank           string                    `yaml:"rank" json:"rank"` // "" in the file of a species
	Authorship     string                    `yaml:"authorship" json:"authorship"`
	Subfamily      string                    `yaml:"subfamily" json:"subfamily"`
	Genus          string                    `yaml:"genus" json:"genus"`
	Subgenus       *string                   `yaml:"subgenus" json:"subgenus"`
	VectorStatus   string                    `yaml:"vector_status" json:"vector_status"`
	Synonyms       []string                  `yaml:"synonyms" json:"-"`
	Members        []string                  `yaml:"members" json:"-"` // scientific names
	Regions        []string                  `yaml:"regions" json:"regions"`
	Text           map[lang.Code]speciesText `yaml:"text" json:"-"`
	Sources        []statementSource         `yaml:"sources" json:"sources"`
}

type speciesText struct {
	CommonName         string   `yaml:"common_name" json:"-"`
	Coined             bool     `yaml:"coined" json:"coined"` // whether the common name describes the species, and is not in use
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
	Vectors      []vectorLink              `yaml:"vectors" json:"vectors"` // the most important role first
	Regions      []string                  `yaml:"regions" json:"regions"`
	Text         map[lang.Code]diseaseText `yaml:"text" json:"-"`
	Figures      []figure                  `yaml:"figures" json:"-"` // of the texts on how common it is
	Sources      []statementSource         `yaml:"sources" json:"sources"`
}

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

// entries are the records of all files, each kind ordered by id.
type entries struct {
	Species    []speciesEntry
	Diseases   []diseaseEntry
	References map[string]referenceEntry // by key
}

// hashFiles returns a digest of the files' names and contents.
func hashFiles(files fs.FS) (string, error) {
	hash := sha256.New()
	err := eachFile(files, func(name string, raw []byte) error {
		_, err := fmt.Fprintf(hash, "%s %d\n%s", name, len(raw), raw)
		return err
	})
	return hex.EncodeToString(hash.Sum(nil)), err
}

// readEntries parses the files and checks them against each other. The error lists all mistakes, each line with its file.
func readEntries(files fs.FS) (entries, error) {
	var e entries
	var errs []error
	err := eachFile(files, func(name string, raw []byte) error {
		id, isYAML := strings.CutSuffix(path.Base(name), ".yaml")
		var err error
		switch {
		case isYAML && path.Dir(name) == speciesFolder:
			s := speciesEntry{ID: id}
			err = parseYAML(raw, &s)
			s.Rank = cmp.Or(s.Rank, string(names.Species))
			e.Species = append(e.Species, s)
		case isYAML && path.Dir(name) == diseaseFolder:
			d := diseaseEntry{ID: id}
			err = parseYAML(raw, &d)
			e.Diseases = append(e.Diseases, d)
		case name == referencesFile:
			err = parseYAML(raw, &e.References)
		default:
			err = fmt.Errorf("it is no YAML file of %s or %s, and not %s", speciesFolder, diseaseFolder, referencesFile)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		return nil
	})
	if err != nil {
		return entries{}, err
	}
	if len(errs) > 0 {
		return entries{}, errors.Join(errs...)
	}
	return e, e.validate()
}

// eachFile visits the files in the order of their names.
func eachFile(files fs.FS, visit func(name string, raw []byte) error) error {
	return fs.WalkDir(files, "data", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return visit(name, raw)
	})
}

// parseYAML reads one document. It refuses unknown and repeated keys and a second document. Its errors name the line.
func parseYAML(raw []byte, into any) error {
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	dec.KnownFields(true)
	err := dec.Decode(into)
	if errors.Is(err, io.EOF) {
		return errors.New("the file is empty")
	}
	if err != nil {
		return err
	}
	var more yaml.Node
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return fmt.Errorf("line %d: something follows the record", more.Line)
	}
	return nil
}
