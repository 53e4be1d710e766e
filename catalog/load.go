package catalog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/paulmach/orb/encoding/ewkb"

	"github.com/skeeter-surveillance/skeeter/catalog/shapes"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	lockQuery     = sql.Get("catalog/lock.sql")
	loadedQuery   = sql.Get("catalog/loaded.sql")
	countriesLoad = sql.Get("catalog/load_countries.sql")
	markLoaded    = sql.Get("catalog/mark_loaded.sql")
)

// loadFormat is part of the catalog's hash: raise it when the same files are to be loaded differently.
const loadFormat = 1

// Load brings the embedded catalog into the database: species, diseases, regions, countries and their names, in one
// transaction, and only when it differs from what is there. Any number of processes may call it at once.
func Load(ctx context.Context, db *pgxpool.Pool, log *slog.Logger) error {
	began := time.Now()
	e, err := readEntries()
	if err != nil {
		return fmt.Errorf("read the catalog: %w", err)
	}
	hash, err := contentHash(e)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, lockQuery.String()); err != nil {
			return fmt.Errorf("wait for another loader: %w", err)
		}
		var loaded string
		if err := tx.QueryRow(ctx, loadedQuery.String()).Scan(&loaded); err != nil {
			return fmt.Errorf("look what is loaded: %w", err)
		}
		if loaded == hash {
			return nil
		}
		if _, err := tx.Exec(ctx, "set local statement_timeout = 0"); err != nil {
			return fmt.Errorf("prepare the transaction: %w", err)
		}
		if err := load(ctx, tx, e); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, markLoaded.String(), pgx.StrictNamedArgs{"hash": hash}); err != nil {
			return fmt.Errorf("note what is loaded: %w", err)
		}
		log.InfoContext(ctx, "catalog loaded", "species", len(e.Species), "diseases", len(e.Diseases), "took", time.Since(began))
		return nil
	})
}

// contentHash covers the files, the shapes and the way of loading.
func contentHash(e entries) (string, error) {
	shapesHash, err := shapes.Hash()
	if err != nil {
		return "", fmt.Errorf("read the country shapes: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", loadFormat, e.Hash, shapesHash))
	return hex.EncodeToString(sum[:]), nil
}

func load(ctx context.Context, tx pgx.Tx, e entries) error {
	countries, err := shapes.Load()
	if err != nil {
		return fmt.Errorf("read the country shapes: %w", err)
	}
	if err := e.validate(regionIDs()); err != nil {
		return fmt.Errorf("the catalog is inconsistent: %w", err)
	}
	args, err := loadArgs(e, countries)
	if err != nil {
		return err
	}
	run := func(step string) error {
		query := sql.Get("catalog/" + step + ".sql")
		wanted := pgx.StrictNamedArgs{}
		for name, value := range args {
			if strings.Contains(query.String(), "@"+name+"::") {
				wanted[name] = value
			}
		}
		if _, err := tx.Exec(ctx, query.String(), wanted); err != nil {
			return fmt.Errorf("load the catalog, step %s: %w", step, err)
		}
		return nil
	}
	if err := run("load_regions"); err != nil {
		return err
	}
	if err := loadCountries(ctx, tx, countries); err != nil {
		return err
	}
	for _, step := range []string{
		"clear_pieces", "load_pieces", "clear_links", "forget_species", "load_taxa", "load_species", "clear_names", "load_names",
		"merge_observations", "merge_absences", "forget_merged", "load_species_regions", "load_diseases", "forget_diseases",
		"load_disease_regions", "load_disease_vectors", "clear_translations", "load_translations",
	} {
		if err := run(step); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, "analyze country_pieces, taxa, taxon_names, translations")
	return err
}

func regionIDs() []string {
	var ids []string
	for _, r := range shapes.Subregions() {
		ids = append(ids, r.ID)
	}
	return ids
}

// loadCountries sends all shapes in one statement.
func loadCountries(ctx context.Context, tx pgx.Tx, countries []shapes.Country) error {
	regionByM49 := map[string]string{}
	for _, r := range shapes.Subregions() {
		regionByM49[r.M49] = r.ID
	}
	var ids, iso, regions []string
	var encoded [][]byte
	for _, c := range countries {
		shape, err := ewkb.Marshal(c.Shape, 4326)
		if err != nil {
			return fmt.Errorf("encode the shape of %s: %w", c.A2, err)
		}
		ids, iso, encoded = append(ids, strings.ToLower(c.A2)), append(iso, c.A3), append(encoded, shape)
		regions = append(regions, regionByM49[shapes.SubregionOf(c.A2)])
	}
	if _, err := tx.Exec(ctx, countriesLoad.String(), pgx.StrictNamedArgs{"ids": ids, "iso_a3s": iso, "regions": regions, "shapes": encoded}); err != nil {
		return fmt.Errorf("load the countries: %w", err)
	}
	return nil
}

// translation is a row of the table translations.
type translation struct {
	Kind   string    `json:"kind"`
	Lang   lang.Code `json:"lang"`
	ID     string    `json:"id"`
	Name   string    `json:"name"`
	Texts  any       `json:"texts"`
	Folded string    `json:"folded"`
}

// spelling is a row of the table taxon_names.
type spelling struct {
	Slug     string `json:"slug"`
	Name     string `json:"name"`
	Species  string `json:"species"`
	Accepted bool   `json:"accepted"`
}

// loadArgs are the documents that the SQL of the steps reads.
func loadArgs(e entries, countries []shapes.Country) (map[string]any, error) {
	var names []spelling
	var texts []translation
	none := struct{}{}
	for _, s := range e.Species {
		names = append(names, spelling{s.ID, s.ScientificName, s.ID, true})
		searched := s.ScientificName
		for _, synonym := range s.Synonyms {
			names = append(names, spelling{lang.Slug(synonym), synonym, s.ID, false})
			searched += "\n" + synonym
		}
		for _, c := range lang.All {
			t := s.Text[c]
			texts = append(texts, translation{lookup.KindSpecies, c, s.ID, t.CommonName, t, foldLines(searched + "\n" + t.CommonName)})
		}
	}
	for _, d := range e.Diseases {
		for _, c := range lang.All {
			t := d.Text[c]
			texts = append(texts, translation{lookup.KindDisease, c, d.ID, t.Name, t, foldLines(t.Name + "\n" + t.Description)})
		}
	}
	for _, c := range lang.All {
		for _, r := range shapes.Subregions() {
			texts = append(texts, translation{lookup.KindRegion, c, r.ID, lang.RegionName(c, r.M49), none, ""})
		}
		for _, country := range countries {
			texts = append(texts, translation{lookup.KindCountry, c, strings.ToLower(country.A2), lang.RegionName(c, country.A2), none, ""})
		}
	}
	args := map[string]any{}
	for name, value := range map[string]any{
		"regions": regionRows(), "species": e.Species, "diseases": e.Diseases, "names": names, "translations": texts,
	} {
		encoded, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("encode the catalog's %s: %w", name, err)
		}
		args[name] = encoded
	}
	return args, nil
}

func regionRows() []map[string]string {
	var rows []map[string]string
	for _, r := range shapes.Subregions() {
		rows = append(rows, map[string]string{"id": r.ID, "m49": r.M49})
	}
	return rows
}

// foldLines folds each line for itself, so that a search never matches across two names.
func foldLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = lang.Fold(line)
	}
	return strings.Join(lines, "\n")
}
