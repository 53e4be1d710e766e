package importing

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	ownPlacesQueries = []sql.Query{sql.Get("obscuring/own_records.sql"), sql.Get("obscuring/own_events.sql"), sql.Get("obscuring/own_pools.sql")}
	revealQuery      = sql.Get("obscuring/reveal.sql")
	drawQuery        = sql.Get("obscuring/draw.sql")
)

// reveal gives the stored records their exact places until the transaction ends, to be compared with the file. A file of our own has the places
// that were drawn.
func (run *fileImport) reveal(ctx context.Context, tx pgx.Tx) error {
	if run.own() {
		if err := execute(ctx, tx, nil, ownPlacesQueries...); err != nil {
			return fmt.Errorf("find the exact places of the rows: %w", err)
		}
	}
	if err := tx.QueryRow(ctx, revealQuery.String(), run.obscurable()).Scan(&run.obscures); err != nil {
		return fmt.Errorf("find the exact places of stored records: %w", err)
	}
	return nil
}

// draw draws the places that the public may not know.
func (run *fileImport) draw(ctx context.Context, tx pgx.Tx) error {
	if !run.obscures {
		return nil
	}
	if err := execute(ctx, tx, run.obscurable(), drawQuery); err != nil {
		return fmt.Errorf("draw places: %w", err)
	}
	return nil
}

// obscurable names the data sources whose records the file may change; null is all: a file of our own has reports too, which are of none.
func (run *fileImport) obscurable() pgx.StrictNamedArgs {
	if run.own() {
		return pgx.StrictNamedArgs{"sources": nil}
	}
	return pgx.StrictNamedArgs{"sources": run.sources.keys()}
}
