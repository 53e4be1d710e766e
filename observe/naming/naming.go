// Package naming finds the taxon that a request names, by name or by id, as imports find those of files, and stores names that nobody
// used before. It imports internal packages, sql and observe/form.
package naming

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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
	// Unresolved says of a stored record that its name is not understood: its verbatim name stays when it is.
	Unresolved bool

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
		s.ID = cmp.Or(lang.Slug(*sent.scientificName), *sent.scientificName) // the request is known again by it
	case sent.id != nil:
		s.ID = lang.Slug(*sent.id)
	case !f.Patch && !f.Has("species_scientific_name") && !f.Has("species_id"):
		f.Require("species_scientific_name")
	}
	return sent
}

// Found holds what requests may mean.
type Found struct {
	taxa     spelled
	resolved map[string]surveillance.Resolution // by the name as it was sent
}

// spelled holds taxa by the slugs that spell them.
type spelled map[string]taxon

// Find resolves the names of requests, each once, and reads the taxa that they may mean from the database, because another server may have
// stored them a moment ago.
func Find(ctx context.Context, db postgres.Querier, names *surveillance.Names, requests ...Sent) (Found, error) {
	found := Found{resolved: map[string]surveillance.Resolution{}}
	var texts []string
	for _, sent := range requests {
		if sent.scientificName != nil {
			written := *sent.scientificName
			if _, known := found.resolved[written]; !known {
				found.resolved[written] = names.Resolve(written)
			}
			texts = append(texts, written, found.resolved[written].Scientific, surveillance.Unresolved)
		}
		if sent.id != nil {
			texts = append(texts, *sent.id)
		}
	}
	if len(texts) == 0 {
		return found, nil
	}
	slices.Sort(texts)
	var err error
	found.taxa, err = find(ctx, db, false, slices.Compact(texts)...)
	return found, err
}

// find reads the taxa that texts may spell: all, or without those that private data sources of others alone have.
func find(ctx context.Context, db postgres.Querier, all bool, texts ...string) (spelled, error) {
	var slugs []string
	for _, text := range texts {
		slugs = append(slugs, surveillance.Slugs(text)...)
	}
	rows, err := postgres.All[struct {
		Slug string `db:"slug"`
		taxon
	}](ctx, db, findTaxonQuery, pgx.StrictNamedArgs{"slugs": slugs, "all": all})
	if err != nil {
		return nil, fmt.Errorf("look for a species: %w", err)
	}
	found := make(spelled, len(rows))
	for _, row := range rows {
		found[row.Slug] = row.taxon
	}
	return found, nil
}

// first returns the taxon of the first of texts that spells one: an id, a name as it was sent, its canonical spelling. When there is none
// it is nil, and free is the id under which the last of texts can be stored.
func (found spelled) first(texts ...string) (t *taxon, free string) {
	for _, text := range texts {
		slug, ok := surveillance.FindSlug(text, func(slug string) (string, bool) {
			t, ok := found[slug]
			return t.ScientificName, ok
		})
		if t := found[slug]; ok {
			return &t, ""
		}
		free = slug
	}
	return nil, free
}

// Resolve finds the taxon that was sent among those that Find read for it. It reports the client's errors to fail.
func (s *Species) Resolve(found Found, sent Sent, fail func(member, code, msg string)) {
	byName := s.resolveName(found, sent, fail)
	if sent.id == nil {
		return
	}
	byID, _ := found.taxa.first(*sent.id)
	switch {
	case byID == nil:
		fail("species_id", "unknown_species", "Unknown species_id")
	case sent.scientificName == nil:
		s.setTaxon(*byID, *sent.id, sent)
	case s.newName != "" || byName != nil && byName.Key != byID.Key:
		fail("species_id", "disagrees", "species_id and species_scientific_name name different species")
	}
}

// resolveName finds the taxon of the name that was sent. A name of mosquitoes without a taxon becomes newName; what is no name, and a name of
// other animals that no import brought, is kept as verbatim name of the taxon Unresolved. A doubt in the name becomes the record's qualifier,
// unless the request has one.
func (s *Species) resolveName(found Found, sent Sent, fail func(member, code, msg string)) *taxon {
	if sent.scientificName == nil {
		return nil
	}
	written := *sent.scientificName
	resolved := found.resolved[written]
	name := resolved.Scientific
	if resolved.Unreadable() {
		return s.keep(found, resolved, sent)
	}
	if slug := lang.Slug(name); slug == "" || utf8.RuneCountInString(name) > MaxName || utf8.RuneCountInString(slug) > maxTaxonSlug {
		fail("species_scientific_name", "not_a_name", "species_scientific_name is not a scientific name")
		return nil
	}
	s.Doubt = doubtful(resolved)
	t, free := found.taxa.first(written, name)
	switch {
	case t != nil && surveillance.IsResolved(t.ScientificName):
		s.setTaxon(*t, written, sent)
	case t == nil && resolved.IsOfMosquito():
		s.newName, s.ID = name, free
		s.setVerbatim(verbatim(written, taxon{ID: free, ScientificName: name}))
		s.forgetQualifier(sent)
	default:
		return s.keep(found, resolved, sent)
	}
	if qualifier := resolved.Name.Qualifier; qualifier != "" && !sent.qualified {
		s.Qualifier = &qualifier
	}
	return t
}

// keep keeps a text that is no name.
func (s *Species) keep(found Found, resolved surveillance.Resolution, sent Sent) *taxon {
	written := resolved.Written
	s.Doubt = fmt.Sprintf("%q is no name of mosquitoes that is known: the record keeps it, unresolved", written)
	if len(resolved.Candidates) > 0 {
		s.Doubt += "; it looks like " + resolved.Candidates[0].Taxon.ScientificName
	}
	t, free := found.taxa.first(surveillance.Unresolved)
	if t != nil {
		s.setTaxon(*t, written, sent)
		return t
	}
	s.newName, s.ID = surveillance.Unresolved, free
	s.setVerbatim(verbatim(written, taxon{ID: free, ScientificName: surveillance.Unresolved}))
	s.forgetQualifier(sent)
	return nil
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
		s.setVerbatim(v)
	}
	if s.Key != t.Key {
		s.forgetQualifier(sent)
	}
	s.Key, s.ID = t.Key, t.ID
}

// setVerbatim replaces the verbatim name; nil does not replace one that was not understood before.
func (s *Species) setVerbatim(v *string) {
	if v != nil || !s.Unresolved {
		s.Verbatim = v
	}
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

// IsNew says whether the name has no taxon yet: then AddName comes before the record is stored.
func (s *Species) IsNew() bool { return s.newName != "" }

// AddName adds a taxon for a name that has none here; one that private data sources alone had is known from now on. Of two requests with the same
// name at once, the second waits for the first and gets its taxon.
func (s *Species) AddName(ctx context.Context, tx pgx.Tx) error {
	if !s.IsNew() {
		return nil
	}
	stored, err := find(ctx, tx, true, s.newName)
	if err != nil {
		return err
	}
	hidden, slug := stored.first(s.newName)
	if hidden != nil {
		slug = hidden.ID
	}
	s.ID = slug
	if _, err := postgres.Exec(ctx, tx, newTaxonQuery, pgx.StrictNamedArgs{"slug": slug, "scientific_name": s.newName}); err != nil {
		return fmt.Errorf("add the name %q: %w", s.newName, err)
	}
	if _, err := postgres.Exec(ctx, tx, newTaxonNameQuery, pgx.StrictNamedArgs{"slug": slug}); err != nil {
		return fmt.Errorf("add the name %q: %w", s.newName, err)
	}
	found, err := find(ctx, tx, false, s.newName)
	if err != nil {
		return err
	}
	t, _ := found.first(s.newName)
	if t == nil {
		return fmt.Errorf("add the name %q: it was not found again", s.newName)
	}
	s.Key = t.Key
	return nil
}
