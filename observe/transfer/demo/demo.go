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
	NetworkFrom        = 35_000 // sets from here on have the network of traps, which is 28,000 of their records
	MaxCount           = 100_000_000
	demoBatchSize      = 250_000 // records in one COPY
)

var (
	demoLock           = sql.Get("dataset/lock.sql")
	demoStoreSource    = sql.Get("dataset/store.sql")
	demoAnyObservation = sql.Get("demo/any_observation.sql")
	demoAnalyze        = sql.Get("demo/analyze.sql")
)

// Make makes count synthetic records, clustered as surveillance is: trap sites around towns, seasons by latitude, a community of species
// at each site; and the sampling events that they belong to, with others that caught nothing; and pools of some catches of vectors. From
// NetworkFrom on a network of traps around one town is part of them. The same count gives the same records. They replace all
// synthetic records in one transaction, so a call that fails changes nothing. progress is called with the number of records made so far;
// it may be nil.
func Make(ctx context.Context, db *pgxpool.Pool, count int, progress func(int)) error {
	err := changeSynthetic(ctx, db, func(tx pgx.Tx) error {
		if _, err := removeAll(ctx, tx); err != nil {
			return err
		}
		return storeSynthetic(ctx, tx, datasets.SyntheticID, syntheticName, count, progress)
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
		made = true
		return storeSynthetic(ctx, tx, datasets.DemonstrationID, demonstrationName, DemonstrationCount, nil)
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

// storeSynthetic makes the records, events and pools of a data source.
func storeSynthetic(ctx context.Context, tx pgx.Tx, id, name string, count int, progress func(int)) error {
	source := demoSource{id: id}
	if err := tx.QueryRow(ctx, demoStoreSource.String(), pgx.StrictNamedArgs{
		"id": id, "name": name, "licence": "CC0 1.0", "citation": syntheticCitation, "url": "", "dataset_id": "", "synthetic": true,
		"actor_kind": nil, "actor": nil, // the history does not note what nobody observed
	}).Scan(&source.key); err != nil {
		return fmt.Errorf("store the synthetic data source: %w", err)
	}
	species, err := listDemoSpecies(ctx, tx)
	if err != nil {
		return err
	}
	ofWorld := count
	if count >= NetworkFrom {
		network, err := newDemoNetwork(ctx, tx, species)
		if err != nil {
			return err
		}
		if err := network.store(ctx, tx, source); err != nil {
			return err
		}
		ofWorld -= len(network.records)
	}
	world, err := newDemoWorld(ctx, tx, species, ofWorld)
	if err != nil {
		return err
	}
	tested := pathogens(species)
	var taken map[demoVisit]bool
	for made := 0; made < ofWorld; made += demoBatchSize {
		batch := world.batch(made, min(demoBatchSize, ofWorld-made), ofWorld, taken, tested)
		if err := batch.store(ctx, tx, source); err != nil {
			return err
		}
		taken = batch.taken
		if progress != nil {
			progress(count - ofWorld + min(made+demoBatchSize, ofWorld))
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
