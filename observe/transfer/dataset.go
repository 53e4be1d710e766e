package transfer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	datasetList         = sql.Get("dataset/list.sql")
	datasetFind         = sql.Get("dataset/find.sql")
	datasetObservations = sql.Get("dataset/remove_observations.sql")
	datasetAbsences     = sql.Get("dataset/remove_absences.sql")
	datasetRemove       = sql.Get("dataset/remove.sql")
	datasetUnusedTaxa   = sql.Get("dataset/remove_unused_taxa.sql")
	datasetSynthetic    = sql.Get("dataset/synthetic.sql")
	datasetMade         = sql.Get("dataset/remove_made.sql")
	datasetRelease      = sql.Get("dataset/release_observations.sql")
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
}

// ErrNoDataset means that no data source has an id or name.
var ErrNoDataset = errors.New("no such data source")

// Datasets lists the data sources by id.
func Datasets(ctx context.Context, db *pgxpool.Pool) ([]Dataset, error) {
	list, err := postgres.All[Dataset](ctx, db, datasetList)
	if err != nil {
		return nil, fmt.Errorf("list data sources: %w", err)
	}
	return list, nil
}

// RemoveDataset removes the data source with an id or name, its observations and absences, and the scientific names that no other
// record has. It returns the number of removed observations. The error is ErrNoDataset when there is no such data source.
func RemoveDataset(ctx context.Context, db *pgxpool.Pool, name string) (removed int64, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		var key int32
		var id, full string
		var synthetic bool
		err := tx.QueryRow(ctx, datasetFind.String(), pgx.StrictNamedArgs{"id": lang.Slug(name), "name": name}).Scan(&key, &id, &full, &synthetic)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("%w: %q", ErrNoDataset, name)
		}
		if err != nil {
			return fmt.Errorf("find the data source: %w", err)
		}
		if synthetic {
			removed, err = removeSynthetic(ctx, tx, id)
		} else {
			removed, err = removeByKey(ctx, tx, key)
		}
		return err
	})
	return removed, err
}

func removeByKey(ctx context.Context, tx pgx.Tx, key int32) (removed int64, err error) {
	args := pgx.StrictNamedArgs{"key": key}
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return 0, fmt.Errorf("prepare the transaction: %w", err)
	}
	if removed, err = postgres.Exec(ctx, tx, datasetObservations, args); err != nil {
		return 0, fmt.Errorf("remove observations: %w", err)
	}
	for _, step := range []sql.Query{datasetAbsences, datasetRemove} {
		if _, err := postgres.Exec(ctx, tx, step, args); err != nil {
			return 0, fmt.Errorf("remove the data source: %w", err)
		}
	}
	if _, err := postgres.Exec(ctx, tx, datasetUnusedTaxa); err != nil {
		return 0, fmt.Errorf("remove unused names: %w", err)
	}
	return removed, nil
}

// removeSynthetic removes a set of synthetic records by the id of its data source, if there is one. Version 0.1.0 let clients create
// records with that data source: those are kept, without it.
func removeSynthetic(ctx context.Context, tx pgx.Tx, id string) (removed int64, err error) {
	var key int32
	err = tx.QueryRow(ctx, datasetSynthetic.String(), pgx.StrictNamedArgs{"id": id}).Scan(&key)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("look for synthetic records: %w", err)
	}
	if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
		return 0, fmt.Errorf("prepare the transaction: %w", err)
	}
	args := pgx.StrictNamedArgs{"key": key}
	if removed, err = postgres.Exec(ctx, tx, datasetMade, args); err != nil {
		return 0, fmt.Errorf("remove synthetic records: %w", err)
	}
	if _, err := postgres.Exec(ctx, tx, datasetRelease, args); err != nil {
		return 0, fmt.Errorf("keep the records that are not synthetic: %w", err)
	}
	_, err = removeByKey(ctx, tx, key)
	return removed, err
}
