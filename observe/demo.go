package observe

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// The data sources of synthetic records: the set that serve puts into an empty database, and what `skeeter demo` makes.
const (
	DemonstrationID   = "demonstration"
	demonstrationName = "Demonstration set (synthetic)"
	SyntheticID       = "synthetic"
	syntheticName     = "Synthetic records (skeeter demo)"
	syntheticCitation = "Made by skeeter demo. No mosquito was caught for it."
)

// Sizes of synthetic sets, in records.
const (
	DemonstrationCount = 5_000
	MaxDemoCount       = 10_000_000
	demoBatch          = 250_000 // records of one transaction
)

var (
	demoCopy           = sql.Get("demo/copy.sql")
	demoAnyObservation = sql.Get("demo/any_observation.sql")
)

// Demo makes count synthetic records, clustered as surveillance is: trap sites around towns, seasons by latitude, a
// community of species by site. The same count gives the same records. Records that an earlier call made go first.
// progress is called with the records made so far; it may be nil.
func Demo(ctx context.Context, db *pgxpool.Pool, count int, progress func(int)) error {
	return makeDemo(ctx, db, SyntheticID, syntheticName, count, progress)
}

// Demonstrate puts the demonstration set into a database that holds nothing yet, and says whether it did.
func Demonstrate(ctx context.Context, db *pgxpool.Pool) (bool, error) {
	var filled bool
	if err := db.QueryRow(ctx, demoAnyObservation.String()).Scan(&filled); err != nil {
		return false, fmt.Errorf("look for records: %w", err)
	}
	if filled {
		return false, nil
	}
	return true, makeDemo(ctx, db, DemonstrationID, demonstrationName, DemonstrationCount, nil)
}

// RemoveDemo takes away what Demo made and returns the number of records.
func RemoveDemo(ctx context.Context, db *pgxpool.Pool) (int64, error) {
	removed, err := RemoveDataset(ctx, db, SyntheticID)
	if errors.Is(err, ErrNoDataset) {
		return 0, nil
	}
	return removed, err
}

func makeDemo(ctx context.Context, db *pgxpool.Pool, id, name string, count int, progress func(int)) error {
	world, err := newDemoWorld(ctx, db, count)
	if err != nil {
		return err
	}
	var key int32
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, importLock.String(), pgx.StrictNamedArgs{"id": id}); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, importSource.String(), pgx.StrictNamedArgs{
			"id": id, "name": name, "licence": "CC0 1.0", "citation": syntheticCitation, "url": "", "synthetic": true,
		}).Scan(&key); err != nil {
			return err
		}
		_, err := postgres.Exec(ctx, tx, datasetObservations, pgx.StrictNamedArgs{"key": key})
		return err
	})
	if err != nil {
		return fmt.Errorf("prepare the synthetic data source: %w", err)
	}
	for made := 0; made < count; made += demoBatch {
		batch := world.batch(key, made, min(demoBatch, count-made), count)
		err := pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "set local statement_timeout = 0; set local synchronous_commit = off"); err != nil {
				return err
			}
			_, err := postgres.Copy(ctx, tx.Conn().PgConn(), demoCopy.String(), func(rows *postgres.CopyRows) error {
				if !batch.next(rows) {
					return io.EOF
				}
				return nil
			})
			return err
		})
		if err != nil {
			return fmt.Errorf("store synthetic records: %w", err)
		}
		if progress != nil {
			progress(min(made+demoBatch, count))
		}
	}
	if _, err := db.Exec(ctx, "analyze observations"); err != nil {
		return fmt.Errorf("gather statistics: %w", err)
	}
	return nil
}
