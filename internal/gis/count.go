package gis

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	lockQuery      = sql.Get("gis/lock.sql")
	versionsQuery  = sql.Get("gis/versions.sql")
	countQueries   = []sql.Query{sql.Get("gis/count_observations.sql"), sql.Get("gis/count_sites.sql")}
	uniteQuery     = sql.Get("gis/unite_regions.sql")
	analyzeQuery   = sql.Get("gis/analyze.sql")
	countedQuery   = sql.Get("gis/counted.sql")
	countedVersion = sql.Get("gis/counted_version.sql")
)

// Counted names the state of the summaries in the database: they change when it does.
func (s *Summaries) Counted(ctx context.Context, db postgres.Reader) (version string, err error) {
	rows, err := db.Query(ctx, countedVersion.String())
	if err == nil {
		version, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[string])
	}
	if err != nil {
		return "", fmt.Errorf("read the version of the summaries: %w", err)
	}
	return version, nil
}

// versions are the data version and the catalog that the summaries were counted from, and the present ones.
type versions struct {
	Counted        string `db:"counted"`
	CountedCatalog string `db:"counted_catalog"`
	Present        string `db:"present"`
	PresentCatalog string `db:"present_catalog"`
}

type outcome int

const (
	skipped   outcome = iota // another process counts
	unchanged                // the summaries are current
	counted
)

// Count counts the summaries again when the observations changed since the last count, and unites the regions when the catalog
// changed. It returns whether it counted. Readers see the last summaries meanwhile. While another process counts, Count does
// nothing.
func Count(ctx context.Context, db *pgxpool.Pool) (bool, error) {
	did, err := count(ctx, db, func() {})
	return did == counted, err
}

// count calls found, before it counts, when there are summaries of the present catalog.
func count(ctx context.Context, db *pgxpool.Pool, found func()) (did outcome, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil { // every observation is read
			return fmt.Errorf("prepare to count: %w", err)
		}
		var mine bool
		if err := tx.QueryRow(ctx, lockQuery.String()).Scan(&mine); err != nil {
			return fmt.Errorf("look whether another process counts: %w", err)
		}
		if !mine {
			return nil
		}
		did, err = countAlone(ctx, tx, found)
		return err
	})
	if err != nil {
		return skipped, err
	}
	return did, nil
}

func countAlone(ctx context.Context, tx pgx.Tx, found func()) (outcome, error) {
	// The versions are read first: a change after that is counted now, or again the next time.
	v, err := postgres.One[versions](ctx, tx, versionsQuery)
	if err != nil {
		return skipped, fmt.Errorf("read the versions of the summaries: %w", err)
	}
	if v.CountedCatalog == v.PresentCatalog {
		found()
		if v.Counted == v.Present {
			return unchanged, nil
		}
	} else if _, err := tx.Exec(ctx, uniteQuery.String()); err != nil {
		return skipped, fmt.Errorf("unite the regions: %w", err)
	}
	for _, query := range countQueries {
		if _, err := tx.Exec(ctx, query.String()); err != nil {
			return skipped, fmt.Errorf("count the observations: %w", err)
		}
	}
	if _, err := tx.Exec(ctx, analyzeQuery.String()); err != nil {
		return skipped, fmt.Errorf("analyze the summaries: %w", err)
	}
	if _, err := tx.Exec(ctx, countedQuery.String(), pgx.StrictNamedArgs{"version": v.Present, "catalog": v.PresentCatalog}); err != nil {
		return skipped, fmt.Errorf("write the versions of the summaries: %w", err)
	}
	return counted, nil
}
