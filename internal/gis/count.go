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
	lockQuery    = sql.Get("gis/lock.sql")
	standQuery   = sql.Get("gis/stand.sql")
	countQueries = []sql.Query{sql.Get("gis/count_observations.sql"), sql.Get("gis/count_sites.sql")}
	uniteQuery   = sql.Get("gis/unite_regions.sql")
	analyzeQuery = sql.Get("gis/analyze.sql")
	countedQuery = sql.Get("gis/counted.sql")
)

// stand is what the summaries were made of, and what there is now.
type stand struct {
	Counted        string `db:"counted"`
	CountedCatalog string `db:"counted_catalog"`
	Present        string `db:"present"`
	PresentCatalog string `db:"present_catalog"`
}

// outcome of a count.
type outcome int

const (
	elsewhere outcome = iota // another process is at it
	unchanged                // nothing changed since the last time
	counted
)

// Count brings the summaries up to the observations, and the outlines of the regions up to the catalog, when these changed since the
// last time, whoever counted then. It says whether it did. Who reads them meanwhile is not kept waiting. While another process
// counts it does nothing.
func Count(ctx context.Context, db *pgxpool.Pool) (bool, error) {
	did, err := count(ctx, db, func() {})
	return did == counted, err
}

// count calls ever when it finds summaries for the present catalog, before it counts anew.
func count(ctx context.Context, db *pgxpool.Pool, ever func()) (did outcome, err error) {
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
		did, err = countAlone(ctx, tx, ever)
		return err
	})
	if err != nil {
		return elsewhere, err
	}
	return did, nil
}

func countAlone(ctx context.Context, tx pgx.Tx, ever func()) (outcome, error) {
	// What changes from here on is counted already or makes a difference the next time.
	s, err := postgres.One[stand](ctx, tx, standQuery)
	if err != nil {
		return elsewhere, fmt.Errorf("look what was counted: %w", err)
	}
	sameCatalog := s.CountedCatalog == s.PresentCatalog
	if sameCatalog {
		ever()
		if s.Counted == s.Present {
			return unchanged, nil
		}
	} else if _, err := tx.Exec(ctx, uniteQuery.String()); err != nil {
		return elsewhere, fmt.Errorf("unite the regions: %w", err)
	}
	for _, query := range countQueries {
		if _, err := tx.Exec(ctx, query.String()); err != nil {
			return elsewhere, fmt.Errorf("count the observations: %w", err)
		}
	}
	if _, err := tx.Exec(ctx, analyzeQuery.String()); err != nil {
		return elsewhere, fmt.Errorf("analyze the summaries: %w", err)
	}
	if _, err := tx.Exec(ctx, countedQuery.String(), pgx.StrictNamedArgs{"version": s.Present, "catalog": s.PresentCatalog}); err != nil {
		return elsewhere, fmt.Errorf("note what was counted: %w", err)
	}
	return counted, nil
}
