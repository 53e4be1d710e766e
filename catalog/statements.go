package catalog

import "strings"

// The statements of a file that need a source, by the key that they stand under. `name` is the scientific name with its author and synonyms,
// `regions` also the distribution in words, `habitat` also what the species prefers.
var (
	speciesStatements = []string{"name", "regions", "description", "habitat", "key_characteristics"}
	groupStatements   = []string{"name", "members", "regions", "description"}
	diseaseStatements = []string{"pathogen", "regions", "description", "transmission", "symptoms", "treatment", "prevention", "prevalence"}
)

// statementSource is a work that statements of a file rest on.
type statementSource struct {
	Source     string   `yaml:"source" json:"source"` // key of data/references.yaml
	Statements []string `yaml:"statements" json:"statements"`
	Unverified bool     `yaml:"unverified" json:"unverified"`
}

// Source is a work, as an answer names it.
type Source struct {
	ID         string  `json:"id"`
	Citation   string  `json:"citation"`
	URL        *string `json:"url"`        // nil where none is known
	Unverified bool    `json:"unverified"` // whether nobody has compared the statements with the work
}

// StatementSource is a work that statements on a species or disease rest on.
type StatementSource struct {
	Source
	Statements []string `json:"statements"`
}

// statements requires a source for each statement of a file. A work may stand there twice, for what was compared with it and for what was
// not.
func (v *validator) statements(file string, needed []string, sources []statementSource) {
	holds := map[string][]string{} // works by statement
	for _, s := range sources {
		v.cited(file, strings.Join(s.Statements, ", "), s.Source)
		if len(s.Statements) == 0 {
			v.fail(file, "the source %s holds no statement", s.Source)
		}
		for _, statement := range s.Statements {
			v.oneOf(file, "statement of "+s.Source, statement, needed)
			holds[statement] = append(holds[statement], s.Source)
		}
	}
	for _, statement := range needed {
		v.fields(file, "sources of ", []field{{statement, holds[statement]}})
	}
}
