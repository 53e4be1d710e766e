// Package naming finds the taxon that a request names, by name or by id, as imports find those of files, and stores names that nobody
// used before. It imports internal packages, sql and observe/form.
package naming

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/form"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	findTaxonQuery    = sql.Get("observe/find_taxon.sql")
	newTaxonQuery     = sql.Get("observe/new_taxon.sql")
	newTaxonNameQuery = sql.Get("observe/new_taxon_name.sql")
)

// Limits in characters. The checks of the tables are the same.
const (
	MaxName      = 300
	maxTaxonSlug = 320
	maxQualifier = 100
)

// Sent is the species as a request names it.
type Sent struct {
	scientificName, id *string // nil when not given
	qualified          bool    // the request states an identification_qualifier
}

// Species is the taxon of a record.
type Species struct {
	ID        string  // slug of the taxon
	Key       int32   // 0 until the taxon is found or stored
	Verbatim  *string // the name as it was sent, where it differs
	Qualifier *string // the doubt about the name
	Doubt     string  // what a person should look at in the name; "" for most names

	newName string // the canonical spelling of a name without a taxon
}

type taxon struct {
	Key            int32  `db:"key"`
	ID             string `db:"id"`
	ScientificName string `db:"scientific_name"`
}

// Read reads the species and its qualifier. Resolve finds the taxon and checks that name and id mean the same one.
func (s *Species) Read(f form.Form) Sent {
	sent := Sent{f.Name("species_scientific_name", MaxName), f.Name("species_id", MaxName), f.Given("identification_qualifier")}
	f.SetText("identification_qualifier", maxQualifier, &s.Qualifier)
	switch {
	case sent.scientificName != nil:
		s.ID = lang.Slug(*sent.scientificName)
	case sent.id != nil:
		s.ID = lang.Slug(*sent.id)
	case !f.Patch && !f.Has("species_scientific_name") && !f.Has("species_id"):
		f.Require("species_scientific_name")
	}
	return sent
}

// Resolve finds the taxon that was sent. What a name means is known in memory; its taxon is looked up in the database, because another
// server may have stored it a moment ago. It reports the client's errors to fail.
func (s *Species) Resolve(ctx context.Context, db postgres.Querier, names *surveillance.Names, sent Sent, fail func(member, code, msg string)) error {
	byName, err := s.resolveName(ctx, db, names, sent, fail)
	if err != nil {
		return err
	}
	if sent.id == nil {
		return nil
	}
	byID, _, err := findTaxon(ctx, db, *sent.id)
	switch {
	case err != nil:
		return err
	case byID == nil:
		fail("species_id", "unknown_species", "Unknown species_id")
	case sent.scientificName == nil:
		s.setTaxon(*byID, *sent.id, sent)
	case s.newName != "" || byName != nil && byName.Key != byID.Key:
		fail("species_id", "disagrees", "species_id and species_scientific_name name different species")
	}
	return nil
}

// resolveName finds the taxon of the name that was sent. A name without a taxon becomes newName. A doubt in the name becomes the record's
// qualifier, unless the request has one.
func (s *Species) resolveName(ctx context.Context, db postgres.Querier, names *surveillance.Names, sent Sent, fail func(member, code, msg string)) (*taxon, error) {
	if sent.scientificName == nil {
		return nil, nil
	}
	written := *sent.scientificName
	resolved := names.Resolve(written)
	name := resolved.Scientific
	if slug := lang.Slug(name); slug == "" || utf8.RuneCountInString(name) > MaxName || utf8.RuneCountInString(slug) > maxTaxonSlug {
		fail("species_scientific_name", "not_a_name", "species_scientific_name is not a scientific name")
		return nil, nil
	}
	s.Doubt = doubtful(resolved)
	t, free, err := findTaxon(ctx, db, written, name)
	switch {
	case err != nil:
		return nil, err
	case t != nil:
		s.setTaxon(*t, written, sent)
	default:
		s.newName, s.ID, s.Verbatim = name, free, verbatim(written, taxon{ID: free, ScientificName: name})
		s.forgetQualifier(sent)
	}
	if qualifier := resolved.Name.Qualifier; qualifier != "" && !sent.qualified {
		s.Qualifier = &qualifier
	}
	return t, nil
}

// doubtful says what an import would note of a name that the catalog does not have.
func doubtful(r surveillance.Resolution) string {
	switch {
	case r.Match == surveillance.MatchMisspelling && len(r.Candidates) > 0:
		return fmt.Sprintf("%q looks like a misspelling of %s; it is stored as it is written", r.Scientific, r.Candidates[0].Taxon.ScientificName)
	case r.Match == surveillance.MatchNew && !r.Name.IsMosquito():
		return fmt.Sprintf("%q is of no mosquito genus", r.Scientific)
	}
	return ""
}

// setTaxon makes t the taxon. When the taxon stays the same, sending its own name does not remove the verbatim name.
func (s *Species) setTaxon(t taxon, written string, sent Sent) {
	if v := verbatim(written, t); v != nil || s.Key != t.Key {
		s.Verbatim = v
	}
	if s.Key != t.Key {
		s.forgetQualifier(sent)
	}
	s.Key, s.ID = t.Key, t.ID
}

// forgetQualifier takes the doubt about a former name away, unless the request states one.
func (s *Species) forgetQualifier(sent Sent) {
	if !sent.qualified {
		s.Qualifier = nil
	}
}

// verbatim returns the name as it was sent, or nil when it is the taxon's own name or its id.
func verbatim(sent string, t taxon) *string {
	isID := lang.Slug(sent) == t.ID && !strings.ContainsFunc(sent, unicode.IsSpace)
	if sent == t.ScientificName || isID {
		return nil
	}
	return &sent
}

// findTaxon returns the taxon of the first of texts that spells one: an id, a name as it was sent, its canonical spelling. When there is none
// it is nil, and free is the id under which the last of texts can be stored.
func findTaxon(ctx context.Context, db postgres.Querier, texts ...string) (found *taxon, free string, err error) {
	var slugs []string
	for _, text := range texts {
		slugs = append(slugs, surveillance.Slugs(text)...)
	}
	rows, err := postgres.All[struct {
		Slug string `db:"slug"`
		taxon
	}](ctx, db, findTaxonQuery, pgx.StrictNamedArgs{"slugs": slugs})
	if err != nil {
		return nil, "", fmt.Errorf("look for a species: %w", err)
	}
	spelled := make(map[string]taxon, len(rows))
	for _, row := range rows {
		spelled[row.Slug] = row.taxon
	}
	for _, text := range texts {
		slug, ok := surveillance.FindSlug(text, func(slug string) (string, bool) {
			t, ok := spelled[slug]
			return t.ScientificName, ok
		})
		if t := spelled[slug]; ok {
			return &t, "", nil
		}
		free = slug
	}
	return nil, free, nil
}

// IsNew says whether the name has no taxon yet: then AddName comes before the record is stored.
func (s *Species) IsNew() bool { return s.newName != "" }

// AddName adds a taxon for a name that has none. Of two requests with the same name at once, the second waits for the first and gets its
// taxon.
func (s *Species) AddName(ctx context.Context, tx pgx.Tx) error {
	if !s.IsNew() {
		return nil
	}
	slug := s.ID
	if _, err := postgres.Exec(ctx, tx, newTaxonQuery, pgx.StrictNamedArgs{"slug": slug, "scientific_name": s.newName}); err != nil {
		return fmt.Errorf("add the name %q: %w", s.newName, err)
	}
	if _, err := postgres.Exec(ctx, tx, newTaxonNameQuery, pgx.StrictNamedArgs{"slug": slug}); err != nil {
		return fmt.Errorf("add the name %q: %w", s.newName, err)
	}
	t, _, err := findTaxon(ctx, tx, s.newName)
	if err != nil {
		return err
	}
	if t == nil {
		return fmt.Errorf("add the name %q: it was not found again", s.newName)
	}
	s.Key = t.Key
	return nil
}
