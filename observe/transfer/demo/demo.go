// Package demo makes synthetic records. The same number of them is the same set on every run. The first real import removes the demonstration
// set. It imports observe/transfer/datasets, internal packages and sql.
package demo

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// What the data sources of synthetic records say of themselves.
const (
	demonstrationName = "Demonstration set (synthetic)"
	syntheticName     = "Synthetic records (skeeter demo)"
	syntheticCitation = "Made by skeeter demo. No mosquito was caught for it."
)

// Sizes of synthetic sets, in records.
const (
	DemonstrationCount = 5_000
	MaxCount           = 10_000_000
	demoBatch          = 250_000 // records in one COPY
)

var (
	demoCopy           = sql.Get("demo/copy.sql")
	demoCopyEvents     = sql.Get("demo/copy_events.sql")
	demoCopyPools      = sql.Get("demo/copy_pools.sql")
	demoLock           = sql.Get("dataset/lock.sql")
	demoStoreSource    = sql.Get("dataset/store.sql")
	demoAnyObservation = sql.Get("demo/any_observation.sql")
	demoAnalyze        = sql.Get("demo/analyze.sql")
)

// Make makes count synthetic records, clustered as surveillance is: trap sites around towns, seasons by latitude, a community of species
// at each site; and the sampling events that they belong to, with others that caught nothing; and pools of some catches of vectors. The same count gives the same records. They replace all synthetic records in one transaction, so a call that fails
// changes nothing. progress is called with the number of records made so far; it may be nil.
func Make(ctx context.Context, db *pgxpool.Pool, count int, progress func(int)) error {
	world, err := newDemoWorld(ctx, db, count)
	if err != nil {
		return err
	}
	err = changeSynthetic(ctx, db, func(tx pgx.Tx) error {
		if _, err := removeAll(ctx, tx); err != nil {
			return err
		}
		return world.store(ctx, tx, datasets.SyntheticID, syntheticName, count, progress)
	})
	if err != nil {
		return err
	}
	return analyzeObservations(ctx, db)
}

// Demonstrate puts the demonstration set into a database without records, and says whether it did.
func Demonstrate(ctx context.Context, db *pgxpool.Pool) (made bool, err error) {
	err = changeSynthetic(ctx, db, func(tx pgx.Tx) error {
		var filled bool
		if err := tx.QueryRow(ctx, demoAnyObservation.String()).Scan(&filled); err != nil {
			return fmt.Errorf("look for records: %w", err)
		}
		if filled {
			return nil
		}
		world, err := newDemoWorld(ctx, tx, DemonstrationCount)
		if err != nil {
			return err
		}
		made = true
		return world.store(ctx, tx, datasets.DemonstrationID, demonstrationName, DemonstrationCount, nil)
	})
	if err != nil || !made {
		return false, err
	}
	return true, analyzeObservations(ctx, db)
}

// Remove removes all synthetic records, the demonstration set too, and returns their number.
func Remove(ctx context.Context, db *pgxpool.Pool) (removed int64, err error) {
	err = changeSynthetic(ctx, db, func(tx pgx.Tx) error {
		removed, err = removeAll(ctx, tx)
		return err
	})
	return removed, err
}

func removeAll(ctx context.Context, tx pgx.Tx) (removed int64, err error) {
	for _, id := range []string{datasets.DemonstrationID, datasets.SyntheticID} {
		n, err := datasets.RemoveSynthetic(ctx, tx, id)
		if err != nil {
			return 0, err
		}
		removed += n
	}
	return removed, nil
}

// changeSynthetic runs change in a transaction, one at a time in a database, because the records of all sets have the same ids.
func changeSynthetic(ctx context.Context, db *pgxpool.Pool, change func(pgx.Tx) error) error {
	return postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return fmt.Errorf("prepare the transaction: %w", err)
		}
		if _, err := tx.Exec(ctx, demoLock.String(), pgx.StrictNamedArgs{"id": datasets.SyntheticID}); err != nil {
			return fmt.Errorf("wait for another change of the synthetic records: %w", err)
		}
		return change(tx)
	})
}

// store makes the records, events and pools of a data source. Each batch is a statement of its own, because PostgreSQL holds the checks of foreign keys and
// the rows for the change log in memory until a statement ends.
func (w demoWorld) store(ctx context.Context, tx pgx.Tx, id, name string, count int, progress func(int)) error {
	var key int32
	if err := tx.QueryRow(ctx, demoStoreSource.String(), pgx.StrictNamedArgs{
		"id": id, "name": name, "licence": "CC0 1.0", "citation": syntheticCitation, "url": "", "dataset_id": "", "synthetic": true,
	}).Scan(&key); err != nil {
		return fmt.Errorf("store the synthetic data source: %w", err)
	}
	pathogens, err := demoPathogens(ctx, tx)
	if err != nil {
		return err
	}
	var taken map[demoVisit]bool
	for made := 0; made < count; made += demoBatch {
		batch := w.batch(key, made, min(demoBatch, count-made), count, taken)
		batch.pathogens = pathogens
		if _, err := postgres.Copy(ctx, tx.Conn().PgConn(), demoCopy.String(), batch.nextRecord); err != nil {
			return fmt.Errorf("store synthetic records: %w", err)
		}
		if _, err := postgres.Copy(ctx, tx.Conn().PgConn(), demoCopyEvents.String(), batch.eventRows(id)); err != nil {
			return fmt.Errorf("store synthetic events: %w", err)
		}
		if _, err := postgres.Copy(ctx, tx.Conn().PgConn(), demoCopyPools.String(), batch.poolRows(id)); err != nil {
			return fmt.Errorf("store synthetic pools: %w", err)
		}
		taken = batch.taken
		if progress != nil {
			progress(min(made+demoBatch, count))
		}
	}
	return nil
}

func analyzeObservations(ctx context.Context, db *pgxpool.Pool) error {
	if _, err := db.Exec(ctx, demoAnalyze.String()); err != nil {
		return fmt.Errorf("gather statistics: %w", err)
	}
	return nil
}
