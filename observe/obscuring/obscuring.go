// Package obscuring keeps the rules by which the public sees a place drawn in a cell instead of the exact one: of a data source, of a species or
// a genus. The reporter of a record may wish it too. Migration 43 has the triggers that follow the rules. It imports internal packages,
// observe/form and sql.
package obscuring

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	listQuery      = sql.Get("obscuring/list.sql")
	lockQuery      = sql.Get("obscuring/lock.sql")
	ofSourceQuery  = sql.Get("obscuring/of_source.sql")
	setSourceQuery = sql.Get("obscuring/set_source.sql")
	ofTaxonQuery   = sql.Get("obscuring/of_taxon.sql")
	setTaxonQuery  = sql.Get("obscuring/set_taxon.sql")
	eventsQuery    = sql.Get("obscuring/events.sql")
	drawQuery      = sql.Get("obscuring/draw.sql")
)

// MaxTime is how long drawing the places of a rule may take: a hundred thousand records take about a minute.
const MaxTime = 6 * time.Hour

// What a rule may be about, and is not there.
var (
	ErrNoSource = errors.New("no such data source")
	ErrNoTaxon  = errors.New("no such species, group or genus among the names of the catalog and the records")
)

// Rule says in cells of which size the places of a data source or a taxon are drawn.
type Rule struct {
	Source  *string `db:"source"` // id of the data source
	Taxon   *string `db:"taxon"`  // slug of a species, a group or a genus
	Degrees float64 `db:"degrees"`
}

// List returns the rules: those of data sources, then those of taxa.
func List(ctx context.Context, db postgres.Querier) ([]Rule, error) {
	rules, err := postgres.All[Rule](ctx, db, listQuery, pgx.StrictNamedArgs{})
	if err != nil {
		return nil, fmt.Errorf("list what is obscured: %w", err)
	}
	return rules, nil
}

// Source sets the rule of a data source, by its id, and draws its places anew; nil makes them exact. Degrees are form.MinCell to MaxCell.
func Source(ctx context.Context, db *pgxpool.Pool, id string, degrees *float64) error {
	return change(ctx, db, func(tx pgx.Tx) error {
		var key int32
		var before *float64
		err := tx.QueryRow(ctx, ofSourceQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&key, &before)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoSource
		}
		if err != nil {
			return fmt.Errorf("read data source %s: %w", id, err)
		}
		if same(before, degrees) {
			return nil
		}
		if _, err := postgres.Exec(ctx, tx, setSourceQuery, pgx.StrictNamedArgs{"key": key, "degrees": degrees}); err != nil {
			return fmt.Errorf("change data source %s: %w", id, err)
		}
		if err := note(ctx, tx, id, before, degrees); err != nil {
			return err
		}
		return draw(ctx, tx, []int32{key})
	})
}

// Taxon sets the rule of a species, a group with its members, or a genus, by its slug, and draws their places anew, with those of their sampling
// events; nil makes them exact.
func Taxon(ctx context.Context, db *pgxpool.Pool, slug string, degrees *float64) error {
	return change(ctx, db, func(tx pgx.Tx) error {
		var taxon *string
		var before *float64
		if err := tx.QueryRow(ctx, ofTaxonQuery.String(), pgx.StrictNamedArgs{"taxon": slug}).Scan(&taxon, &before); err != nil {
			return fmt.Errorf("read the rule of %s: %w", slug, err)
		}
		if taxon == nil {
			return ErrNoTaxon
		}
		slug = *taxon
		if same(before, degrees) {
			return nil
		}
		if _, err := postgres.Exec(ctx, tx, setTaxonQuery, pgx.StrictNamedArgs{"taxon": slug, "degrees": degrees}); err != nil {
			return fmt.Errorf("change the rule of %s: %w", slug, err)
		}
		if _, err := postgres.Exec(ctx, tx, eventsQuery, pgx.StrictNamedArgs{}); err != nil {
			return fmt.Errorf("find the events that are obscured: %w", err)
		}
		if err := note(ctx, tx, "taxon "+slug, before, degrees); err != nil {
			return err
		}
		return draw(ctx, tx, nil)
	})
}

// change runs in a transaction in which nobody else writes records: what they write would follow the former rules.
func change(ctx context.Context, db *pgxpool.Pool, apply func(pgx.Tx) error) error {
	return postgres.Write(ctx, db, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, MaxTime); err != nil {
			return err
		}
		if _, err := postgres.Exec(ctx, tx, lockQuery, pgx.StrictNamedArgs{}); err != nil {
			return fmt.Errorf("wait for who writes records: %w", err)
		}
		return apply(tx)
	})
}

func note(ctx context.Context, tx pgx.Tx, id string, before, after *float64) error {
	type members struct {
		Degrees *float64 `json:"obscured_degrees"`
	}
	return history.Add(ctx, tx, history.Entry{Entity: history.Source, ID: id, Action: history.Changed, Was: members{before}, Is: members{after}})
}

// draw draws the places of data sources, nil for all, as the rules say by now.
func draw(ctx context.Context, tx pgx.Tx, sources []int32) error {
	if _, err := postgres.Exec(ctx, tx, drawQuery, pgx.StrictNamedArgs{"sources": sources}); err != nil {
		return fmt.Errorf("draw places: %w", err)
	}
	return nil
}

func same(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }
