package catalog

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/catalog/shapes"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	lockQuery       = sql.Get("loading/lock.sql")
	loadedQuery     = sql.Get("loading/loaded.sql")
	markLoadedQuery = sql.Get("loading/mark_loaded.sql")
	analyzeQuery    = sql.Get("loading/analyze.sql")
)

// step is one statement of a load and the documents that it reads.
type step struct {
	query sql.Query
	reads []string
}

func newStep(query sql.Query, reads ...string) step { return step{query, reads} }

// mergeQuery is the step whose rows are the observations that change their name.
var mergeQuery = sql.Get("synonyms/observations.sql")

// placeSteps bring regions and countries into their tables, in this order.
var placeSteps = []step{
	newStep(sql.Get("loading/regions.sql"), "regions"),
	newStep(sql.Get("loading/countries.sql"), "country_ids", "country_iso_a3s", "country_regions", "country_shapes", "country_points"),
	newStep(sql.Get("clearing/pieces.sql")),
	newStep(sql.Get("loading/pieces.sql"), "piece_countries", "piece_shapes"),
}

// mergeSteps move records under a name that became a synonym to the accepted name: those that are public, and those of private data sources.
var mergeSteps = []sql.Query{
	mergeQuery, sql.Get("synonyms/held.sql"), sql.Get("synonyms/absences.sql"), sql.Get("synonyms/pools.sql"),
}

// textSteps bring everything else into the tables, in this order. Where a name changed its meaning the keys of taxa stay,
// so that no record loses its name.
var textSteps = []step{
	newStep(sql.Get("loading/lock_names.sql")),
	newStep(sql.Get("clearing/links.sql")),
	newStep(sql.Get("clearing/former_species.sql"), "species"),
	newStep(sql.Get("synonyms/separate.sql"), "names"),
	newStep(sql.Get("loading/taxa.sql"), "species"),
	newStep(sql.Get("loading/species.sql"), "species"),
	newStep(sql.Get("clearing/names.sql")),
	newStep(sql.Get("loading/names.sql"), "names"),
	newStep(sql.Get("synonyms/lock.sql")),
	newStep(mergeQuery),
	newStep(sql.Get("synonyms/images.sql")),
	newStep(sql.Get("synonyms/forget.sql")),
	newStep(sql.Get("loading/species_regions.sql"), "species"),
	newStep(sql.Get("loading/species_members.sql"), "members"),
	newStep(sql.Get("loading/diseases.sql"), "diseases"),
	newStep(sql.Get("clearing/former_diseases.sql"), "diseases"),
	newStep(sql.Get("loading/disease_regions.sql"), "diseases"),
	newStep(sql.Get("clearing/references.sql")),
	newStep(sql.Get("loading/references.sql"), "references"),
	newStep(sql.Get("loading/disease_vectors.sql"), "diseases"),
	newStep(sql.Get("loading/statement_sources.sql"), "species", "diseases"),
	newStep(sql.Get("clearing/translations.sql")),
	newStep(sql.Get("loading/translations.sql"), "translations"),
}

// Load brings the embedded catalog into the database: species, diseases, regions, countries and their names, in one
// transaction, unless the same catalog is loaded. Several processes may call it at the same time. It waits for imports that run.
// Names that records brought keep their key, and records under a synonym move to the accepted name. The error names the file or
// the step that failed; then nothing is changed.
func Load(ctx context.Context, db *pgxpool.Pool, log *slog.Logger) error {
	embedded, err := embeddedVersion()
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		// Waiting for another loader or an import may take longer than the limit of a request.
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return fmt.Errorf("prepare to load the catalog: %w", err)
		}
		if _, err := tx.Exec(ctx, lockQuery.String()); err != nil {
			return fmt.Errorf("wait for another loader of the catalog: %w", err)
		}
		var loaded string
		if err := tx.QueryRow(ctx, loadedQuery.String()).Scan(&loaded); err != nil {
			return fmt.Errorf("look which catalog is loaded: %w", err)
		}
		if loaded == embedded.String() {
			return nil
		}
		return load(ctx, tx, log, embedded, loaded)
	})
}

// merge runs mergeSteps, and returns how many observations changed their name.
func merge(ctx context.Context, tx pgx.Tx) (merged int64, err error) {
	err = postgres.EachSet(ctx, tx, func() error {
		for _, step := range mergeSteps {
			tag, err := tx.Exec(ctx, step.String())
			if err != nil {
				return fmt.Errorf("load the catalog, step %s: %w", sql.NameOf(step.String()), err)
			}
			if step == mergeQuery {
				merged += tag.RowsAffected()
			}
		}
		return nil
	})
	return merged, err
}

// load writes the texts, and the places if they changed, and the new version.
func load(ctx context.Context, tx pgx.Tx, log *slog.Logger, v version, loaded string) error {
	began := time.Now()
	e, err := readEntries(dataFiles)
	if err != nil {
		return fmt.Errorf("read the catalog: %w", err)
	}
	countries, err := shapes.Load()
	if err != nil {
		return fmt.Errorf("read the country shapes: %w", err)
	}
	documents, err := newDocuments(e, countries)
	if err != nil {
		return err
	}
	steps := textSteps
	if !v.hasPlaces(loaded) {
		steps = slices.Concat(placeSteps, textSteps)
	}
	merged := int64(0)
	for _, s := range steps {
		if s.query == mergeQuery {
			if merged, err = merge(ctx, tx); err != nil {
				return err
			}
			continue
		}
		args := pgx.StrictNamedArgs{}
		for _, name := range s.reads {
			args[name] = documents[name]
		}
		if _, err := tx.Exec(ctx, s.query.String(), args); err != nil {
			return fmt.Errorf("load the catalog, step %s: %w", sql.NameOf(s.query.String()), err)
		}
	}
	if _, err := tx.Exec(ctx, markLoadedQuery.String(), pgx.StrictNamedArgs{"hash": v.String()}); err != nil {
		return fmt.Errorf("note which catalog is loaded: %w", err)
	}
	if _, err := tx.Exec(ctx, analyzeQuery.String()); err != nil {
		return fmt.Errorf("analyze the catalog's tables: %w", err)
	}
	log.InfoContext(ctx, "catalog loaded", "species", len(e.Species), "diseases", len(e.Diseases), "countries", len(countries),
		"records_renamed", merged, "took", time.Since(began))
	return nil
}
