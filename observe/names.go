package observe

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	findTaxonQuery      = sql.Get("observe/find_taxon.sql")
	newTaxonQuery       = sql.Get("observe/new_taxon.sql")
	newTaxonNameQuery   = sql.Get("observe/new_taxon_name.sql")
	findDataSourceQuery = sql.Get("observe/find_data_source.sql")
)

type taxon struct {
	Key            int32  `db:"key"`
	ID             string `db:"id"`
	ScientificName string `db:"scientific_name"`
}

// resolve finds the taxon and the data source of a draft. What a name means is known in memory; its taxon is looked up in the database,
// because another server may have stored it a moment ago. It reports the client's errors to fail.
func (s store) resolve(ctx context.Context, db postgres.Querier, names *surveillance.Names, d *draft, fail func(member, code, msg string)) error {
	if err := s.resolveSpecies(ctx, db, names, d, fail); err != nil {
		return err
	}
	if d.DataSource == nil {
		d.sourceKey = nil
		return nil
	}
	before, synthetic := d.sourceKey, false
	err := db.QueryRow(ctx, findDataSourceQuery.String(), pgx.StrictNamedArgs{"slug": *d.DataSource}).Scan(&d.sourceKey, &synthetic)
	if errors.Is(err, pgx.ErrNoRows) {
		fail("data_source", "unknown_data_source", "Unknown data_source")
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for a data source: %w", err)
	}
	if synthetic && !equal(before, d.sourceKey) {
		fail("data_source", "synthetic_data_source", "data_source "+*d.DataSource+" holds records that the program made up; a record of yours cannot join them")
	}
	return nil
}

func (s store) resolveSpecies(ctx context.Context, db postgres.Querier, names *surveillance.Names, d *draft, fail func(member, code, msg string)) error {
	byName, err := s.resolveName(ctx, db, names, d, fail)
	if err != nil {
		return err
	}
	if d.names.id == nil {
		return nil
	}
	byID, _, err := s.findTaxon(ctx, db, *d.names.id)
	switch {
	case err != nil:
		return err
	case byID == nil:
		fail("species_id", "unknown_species", "Unknown species_id")
	case d.names.scientificName == nil:
		d.setTaxon(*byID, *d.names.id)
	case d.newName != "" || byName != nil && byName.Key != byID.Key:
		fail("species_id", "disagrees", "species_id and species_scientific_name name different species")
	}
	return nil
}

// resolveName finds the taxon of the name that was sent. A name without a taxon becomes newName. A doubt in the name becomes the record's
// qualifier, unless the request has one.
func (s store) resolveName(ctx context.Context, db postgres.Querier, names *surveillance.Names, d *draft, fail func(member, code, msg string)) (*taxon, error) {
	if d.names.scientificName == nil {
		return nil, nil
	}
	sent := *d.names.scientificName
	resolved := names.Resolve(sent)
	name := resolved.Scientific
	if slug := lang.Slug(name); slug == "" || utf8.RuneCountInString(name) > maxName || utf8.RuneCountInString(slug) > maxTaxonSlug {
		fail("species_scientific_name", "not_a_name", "species_scientific_name is not a scientific name")
		return nil, nil
	}
	d.doubt = doubtful(resolved)
	t, free, err := s.findTaxon(ctx, db, sent, name)
	switch {
	case err != nil:
		return nil, err
	case t != nil:
		d.setTaxon(*t, sent)
	default:
		d.newName, d.Species, d.Verbatim = name, free, verbatim(sent, taxon{ID: free, ScientificName: name})
		d.forgetQualifier()
	}
	if qualifier := resolved.Name.Qualifier; qualifier != "" && !d.names.qualified {
		d.Qualifier = &qualifier
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

// setTaxon makes t the draft's taxon. When the taxon stays the same, sending its own name does not remove the verbatim name.
func (d *draft) setTaxon(t taxon, sent string) {
	if v := verbatim(sent, t); v != nil || d.taxonKey != t.Key {
		d.Verbatim = v
	}
	if d.taxonKey != t.Key {
		d.forgetQualifier()
	}
	d.taxonKey, d.Species = t.Key, t.ID
}

// forgetQualifier takes the doubt about a former name away, unless the request states one.
func (d *draft) forgetQualifier() {
	if !d.names.qualified {
		d.Qualifier = nil
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
func (s store) findTaxon(ctx context.Context, db postgres.Querier, texts ...string) (found *taxon, free string, err error) {
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

// addName adds a taxon for newName. Of two requests with the same name at once, the second waits for the first and gets its taxon.
func (s store) addName(ctx context.Context, tx pgx.Tx, d *draft) error {
	if d.newName == "" {
		return nil
	}
	slug := d.Species
	if _, err := postgres.Exec(ctx, tx, newTaxonQuery, pgx.StrictNamedArgs{"slug": slug, "scientific_name": d.newName}); err != nil {
		return fmt.Errorf("add the name %q: %w", d.newName, err)
	}
	if _, err := postgres.Exec(ctx, tx, newTaxonNameQuery, pgx.StrictNamedArgs{"slug": slug}); err != nil {
		return fmt.Errorf("add the name %q: %w", d.newName, err)
	}
	t, _, err := s.findTaxon(ctx, tx, d.newName)
	if err != nil {
		return err
	}
	if t == nil {
		return fmt.Errorf("add the name %q: it was not found again", d.newName)
	}
	d.taxonKey = t.Key
	return nil
}
