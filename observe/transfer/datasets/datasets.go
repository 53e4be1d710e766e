// Package datasets lists and removes data sources with their records. It imports internal packages and sql.
package datasets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	listQuery         = sql.Get("dataset/list.sql")
	findQuery         = sql.Get("dataset/find.sql")
	observationsQuery = sql.Get("dataset/remove_observations.sql")
	heldQuery         = sql.Get("dataset/remove_held.sql")
	absencesQuery     = sql.Get("dataset/remove_absences.sql")
	eventsQuery       = sql.Get("dataset/remove_events.sql")
	poolsQuery        = sql.Get("dataset/remove_pools.sql")
	removeQuery       = sql.Get("dataset/remove.sql")
	lockNamesQuery    = sql.Get("dataset/lock_names.sql")
	unusedTaxaQuery   = sql.Get("dataset/remove_unused_taxa.sql")
	syntheticQuery    = sql.Get("dataset/synthetic.sql")
	madeQuery         = sql.Get("dataset/remove_made.sql")
	releaseQuery      = sql.Get("dataset/release_observations.sql")
)

// Ids of the data sources of synthetic records: the demonstration set, which serve puts into an empty database, and the set of
// `skeeter demo`. Only these have them.
const (
	DemonstrationID = "demonstration"
	SyntheticID     = "synthetic"
)

// Dataset is a data source with the numbers of its records.
type Dataset struct {
	ID           string     `db:"id"`
	Name         string     `db:"name"`
	Licence      string     `db:"licence"`
	Synthetic    bool       `db:"synthetic"`
	ImportedAt   *time.Time `db:"imported_at"`
	Observations int64      `db:"observations"`
	Absences     int64      `db:"absences"`
	Events       int64      `db:"events"` // sampling events
	Pools        int64      `db:"pools"`  // a pool that was tested for two pathogens counts twice
}

// Removed is what went with a data source, beside its absences.
type Removed struct {
	ID                          uuid.UUID // by which Restore undoes it; zero for synthetic records, which do not come back
	Observations, Events, Pools int64
}

// ErrNotFound means that no data source has an id or name.
var ErrNotFound = errors.New("no such data source")

// List lists the data sources by id.
func List(ctx context.Context, db *pgxpool.Pool) ([]Dataset, error) {
	list, err := postgres.All[Dataset](ctx, db, listQuery)
	if err != nil {
		return nil, fmt.Errorf("list data sources: %w", err)
	}
	return list, nil
}

// Remove removes the data source with an id or name, its observations, absences, sampling events and pools, and the scientific names that no
// other record has; a private one, and one whose places are obscured, stays without records. What is not synthetic can be restored for a while. The error is ErrNotFound when there is no such data source.
func Remove(ctx context.Context, db *pgxpool.Pool, name string) (removed Removed, err error) {
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		var key int32
		var id, full string
		var synthetic, stays bool
		err := tx.QueryRow(ctx, findQuery.String(), pgx.StrictNamedArgs{"id": lang.Slug(name), "name": name}).Scan(&key, &id, &full, &synthetic, &stays)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("%w: %q", ErrNotFound, name)
		}
		if err != nil {
			return fmt.Errorf("find the data source: %w", err)
		}
		if synthetic {
			removed, err = removeSynthetic(ctx, tx, id)
		} else {
			removed, err = removeByKey(ctx, tx, key, !stays)
		}
		if err != nil {
			return err
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Dataset, ID: id, Action: history.Removed, Is: removed.counts()})
	})
	if err != nil {
		return Removed{}, err
	}
	return removed, RemoveUnusedNames(ctx, db)
}

// lockNotAvailable is PostgreSQL's code for a lock that another transaction holds.
const lockNotAvailable = "55P03"

// RemoveUnusedNames removes the scientific names outside the catalog that no record has. While another transaction writes names, it
// removes none, because that may be about to use them; the next call does.
func RemoveUnusedNames(ctx context.Context, db *pgxpool.Pool) error {
	err := postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		for _, step := range []sql.Query{lockNamesQuery, unusedTaxaQuery} {
			if _, err := tx.Exec(ctx, step.String()); err != nil {
				return err
			}
		}
		return nil
	})
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == lockNotAvailable {
		return nil
	}
	if err != nil {
		return fmt.Errorf("remove unused names: %w", err)
	}
	return nil
}

func removeByKey(ctx context.Context, tx pgx.Tx, key int32, withSource bool) (removed Removed, err error) {
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return removed, fmt.Errorf("prepare the transaction: %w", err)
	}
	if removed.ID, err = AddRemoval(ctx, tx, key, withSource); err != nil {
		return removed, err
	}
	args := pgx.StrictNamedArgs{"key": key, "removal": removed.ID}
	if _, err := postgres.Exec(ctx, tx, heldQuery, args); err != nil {
		return removed, fmt.Errorf("remove observations that are not public: %w", err)
	}
	if removed.Observations, err = postgres.Exec(ctx, tx, observationsQuery, args); err != nil {
		return removed, fmt.Errorf("remove observations: %w", err)
	}
	if removed.Events, err = postgres.Exec(ctx, tx, eventsQuery, args); err != nil {
		return removed, fmt.Errorf("remove sampling events: %w", err)
	}
	if removed.Pools, err = postgres.Exec(ctx, tx, poolsQuery, args); err != nil {
		return removed, fmt.Errorf("remove pools: %w", err)
	}
	if _, err := postgres.Exec(ctx, tx, absencesQuery, args); err != nil {
		return removed, fmt.Errorf("remove absences: %w", err)
	}
	if withSource {
		if _, err := postgres.Exec(ctx, tx, removeQuery, pgx.StrictNamedArgs{"key": key}); err != nil {
			return removed, fmt.Errorf("remove the data source: %w", err)
		}
	}
	return removed, nil
}

// RemoveSynthetic removes a set of synthetic records by the id of its data source, if there is one. Version 0.1.0 let clients create
// records with that data source: those are kept, without it. It returns the number of removed observations.
func RemoveSynthetic(ctx context.Context, tx pgx.Tx, id string) (int64, error) {
	removed, err := removeSynthetic(ctx, tx, id)
	return removed.Observations, err
}

func removeSynthetic(ctx context.Context, tx pgx.Tx, id string) (removed Removed, err error) {
	var key int32
	err = tx.QueryRow(ctx, syntheticQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&key)
	if errors.Is(err, pgx.ErrNoRows) {
		return removed, nil
	}
	if err != nil {
		return removed, fmt.Errorf("look for synthetic records: %w", err)
	}
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return removed, fmt.Errorf("prepare the transaction: %w", err)
	}
	args := pgx.StrictNamedArgs{"key": key}
	made, err := postgres.Exec(ctx, tx, madeQuery, args)
	if err != nil {
		return removed, fmt.Errorf("remove synthetic records: %w", err)
	}
	if _, err := postgres.Exec(ctx, tx, releaseQuery, args); err != nil {
		return removed, fmt.Errorf("keep the records that are not synthetic: %w", err)
	}
	removed, err = removeByKey(ctx, tx, key, true)
	if err != nil {
		return removed, err
	}
	if err := forget(ctx, tx, removed.ID); err != nil {
		return removed, err
	}
	removed.ID, removed.Observations = uuid.UUID{}, made
	return removed, nil
}
