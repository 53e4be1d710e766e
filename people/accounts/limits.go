package accounts

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	sourcesQuery   = sql.Get("people/known_sources.sql")
	countriesQuery = sql.Get("people/known_countries.sql")
)

// UnknownLimitError names a limit of a grant that is nothing: with it the person would see and do nothing, and nobody would know why.
type UnknownLimitError struct {
	Limit string // taxa, countries or sources
	Name  string
}

func (e UnknownLimitError) Error() string {
	return fmt.Sprintf("no such %s: %q", map[string]string{"taxa": "taxon", "countries": "country", "sources": "data source"}[e.Limit], e.Name)
}

// CheckLimits returns an UnknownLimitError for a data source, a country or a taxon of a grant that there is none of. Taxa are those of the
// catalog and of records, by any of their names.
func (g Grant) CheckLimits(ctx context.Context, db postgres.Querier) error {
	g = g.Whole()
	for _, limit := range []struct {
		name  string
		given []string
		query sql.Query
	}{{"sources", g.Sources, sourcesQuery}, {"countries", g.Countries, countriesQuery}} {
		if len(limit.given) == 0 {
			continue
		}
		var known []string
		if err := db.QueryRow(ctx, limit.query.String(), pgx.StrictNamedArgs{"ids": limit.given}).Scan(&known); err != nil {
			return fmt.Errorf("look for the %s: %w", limit.name, err)
		}
		for _, id := range limit.given {
			if !slices.Contains(known, id) {
				return UnknownLimitError{limit.name, id}
			}
		}
	}
	return g.checkTaxa(ctx, db)
}

func (g Grant) checkTaxa(ctx context.Context, db postgres.Querier) error {
	if len(g.Taxa) == 0 {
		return nil
	}
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(ctx); err != nil {
		return fmt.Errorf("read the names of taxa: %w", err)
	}
	names := lookups.Current()
	for _, name := range g.Taxa {
		if keys, all := names.FindTargets([]string{name}); !all && len(keys) == 0 {
			return UnknownLimitError{"taxa", name}
		}
	}
	return nil
}
