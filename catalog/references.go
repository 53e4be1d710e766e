package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// referencesFile holds the works that links and figures cite by a short key.
const referencesFile = "data/references.yaml"

// referenceEntry is a work of referencesFile.
type referenceEntry struct {
	Author string `yaml:"author"`
	Year   int    `yaml:"year"` // 0 for a page that is kept up to date, or a work that does not say
	Title  string `yaml:"title"`
	In     string `yaml:"in"` // journal, volume and pages, or publisher
	DOI    string `yaml:"doi"`
	URL    string `yaml:"url"` // where there is no DOI; a work in print may have neither
}

// reference is a row of the table catalog_references.
type reference struct {
	ID       string  `json:"id"`
	Citation string  `json:"citation"`
	URL      *string `json:"url"` // nil where none is known
}

func (r referenceEntry) citation() string {
	text := r.Author
	if r.Year != 0 {
		text += fmt.Sprintf(" (%d)", r.Year)
	}
	text += ". " + r.Title
	if r.In == "" {
		return text
	}
	if !strings.HasSuffix(r.Title, "?") {
		text += "."
	}
	return text + " " + r.In
}

func (r referenceEntry) address() *string {
	address := r.URL
	if r.DOI != "" {
		address = "https://doi.org/" + r.DOI
	}
	return orNull(address)
}

func referenceRows(works map[string]referenceEntry) []reference {
	rows := make([]reference, 0, len(works))
	for key, r := range works {
		rows = append(rows, reference{key, r.citation(), r.address()})
	}
	slices.SortFunc(rows, func(a, b reference) int { return cmp.Compare(a.ID, b.ID) })
	return rows
}

// figure is a number in the English text on how common a disease is.
type figure struct {
	Text    string `yaml:"text"` // as it stands there
	Year    int    `yaml:"year"` // that it is of; 0 where it lasts
	Source  string `yaml:"source"`
	Lasting bool   `yaml:"lasting"` // of an event that is over, or of what does not change
}

// figureAge is how many years a figure may be old before it is looked up again.
const figureAge = 3

// Stale are figures of the catalog that are older than three years, and roles and other statements that nobody has compared with their
// source, each a line.
type Stale struct {
	Figures    []string
	Roles      []string
	Statements []string
}

// FindStale lists what somebody should look up again.
func FindStale(now time.Time) (Stale, error) {
	e, err := readEntries(dataFiles)
	if err != nil {
		return Stale{}, err
	}
	return e.stale(now), nil
}

func (e entries) stale(now time.Time) (s Stale) {
	for _, d := range e.Diseases {
		for _, f := range d.Figures {
			if !f.Lasting && now.Year()-f.Year > figureAge {
				s.Figures = append(s.Figures, fmt.Sprintf("%s: %s (%d, %s)", d.ID, f.Text, f.Year, f.Source))
			}
		}
		for _, v := range d.Vectors {
			if v.Unverified {
				s.Roles = append(s.Roles, fmt.Sprintf("%s: %s is %s (%s)", d.ID, v.Species, strings.ReplaceAll(v.Role, "_", " "), v.Source))
			}
		}
		s.addStatements(d.ID, d.Sources)
	}
	for _, species := range e.Species {
		s.addStatements(species.ID, species.Sources)
	}
	return s
}

func (s *Stale) addStatements(id string, sources []statementSource) {
	for _, from := range sources {
		if from.Unverified {
			s.Statements = append(s.Statements, fmt.Sprintf("%s: %s (%s)", id, strings.Join(from.Statements, ", "), from.Source))
		}
	}
}
