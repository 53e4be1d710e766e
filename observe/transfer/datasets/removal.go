package datasets

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	addRemovalQuery    = sql.Get("dataset/add_removal.sql")
	lockRemovalQuery   = sql.Get("dataset/lock_removal.sql")
	removalQuery       = sql.Get("dataset/removal.sql")
	removalsQuery      = sql.Get("dataset/removals.sql")
	restoreSourceQuery = sql.Get("dataset/restore_source.sql")
	renameHeldQuery    = sql.Get("dataset/rename_held.sql")
	restoreHeldQuery   = sql.Get("dataset/restore_held.sql")
	restoreQuery       = sql.Get("dataset/restore_observations.sql")
	restoreOthers      = []sql.Query{sql.Get("dataset/restore_absences.sql"), sql.Get("dataset/restore_events.sql"), sql.Get("dataset/restore_pools.sql")}
	dropRestQuery      = sql.Get("dataset/drop_rest.sql")
	endRemovalQuery    = sql.Get("dataset/end_removal.sql")
	forgetQuery        = sql.Get("dataset/forget.sql")
	purgeQuery         = sql.Get("dataset/purge.sql")
)

// KeepRemoved is how many days a removal can be undone.
const KeepRemoved = 30

// ErrNoRemoval means that no removal has an id, or that it is over.
var ErrNoRemoval = errors.New("no such removal")

// Removal is what can be restored.
type Removal struct {
	ID           uuid.UUID `db:"id"`
	RemovedAt    time.Time `db:"removed_at"`
	DataSource   string    `db:"data_source"`
	Observations int64     `db:"observations"`
	Absences     int64     `db:"absences"`
	Events       int64     `db:"events"`
	Pools        int64     `db:"pools"`
}

// Until is when the removal can no longer be undone.
func (r Removal) Until() time.Time { return r.RemovedAt.AddDate(0, 0, KeepRemoved) }

// SourceGoneError means that records cannot come back before their data source does.
type SourceGoneError struct{ Source string }

func (e SourceGoneError) Error() string {
	return fmt.Sprintf("the data source %q, whose records these are, is gone: restore that first", e.Source)
}

// AddRemoval notes a removal of records of a data source, which goes too or stays.
func AddRemoval(ctx context.Context, tx pgx.Tx, key int32, withSource bool) (id uuid.UUID, err error) {
	if id, err = uuid.NewV7(); err != nil {
		return id, fmt.Errorf("make an id: %w", err)
	}
	if _, err := postgres.Exec(ctx, tx, addRemovalQuery, pgx.StrictNamedArgs{"id": id, "key": key, "with_source": withSource}); err != nil {
		return id, fmt.Errorf("note the removal: %w", err)
	}
	return id, nil
}

// Removals lists what can be restored, the newest first.
func Removals(ctx context.Context, db postgres.Reader) ([]Removal, error) {
	list, err := postgres.All[Removal](ctx, db, removalsQuery)
	if err != nil {
		return nil, fmt.Errorf("list the removals: %w", err)
	}
	return list, nil
}

// Restore undoes a removal. What was stored anew since stays as it is now. It returns the data source, and how many observations are public
// again. The error is ErrNoRemoval when there is none.
func Restore(ctx context.Context, db *pgxpool.Pool, id uuid.UUID) (source string, observations int64, err error) {
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return fmt.Errorf("prepare the transaction: %w", err)
		}
		if err := lockRemoval(ctx, tx, id); err != nil {
			return err
		}
		var withSource bool
		var key *int32
		err := tx.QueryRow(ctx, removalQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&source, &withSource, &key)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoRemoval
		}
		if err != nil {
			return fmt.Errorf("look for the removal: %w", err)
		}
		if key == nil && !withSource {
			return SourceGoneError{source}
		}
		switch {
		case !withSource:
			key = nil // the rows know theirs
		case key == nil:
			_, err = postgres.Exec(ctx, tx, restoreSourceQuery, pgx.StrictNamedArgs{"id": id})
		default:
			_, err = postgres.Exec(ctx, tx, renameHeldQuery, pgx.StrictNamedArgs{"removal": id, "key": *key})
		}
		if err != nil {
			return fmt.Errorf("restore the data source: %w", err)
		}
		if observations, err = restore(ctx, tx, id, key); err != nil {
			return err
		}
		return history.Add(ctx, tx, history.Entry{Entity: history.Dataset, ID: source, Action: history.Restored,
			Is: map[string]any{"removal": id, "observations": observations}})
	})
	return source, observations, err
}

// lockRemoval keeps others from storing what a removal may bring back, until the transaction ends.
func lockRemoval(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	var source, locked string
	err := tx.QueryRow(ctx, lockRemovalQuery.String(), pgx.StrictNamedArgs{"id": id}).Scan(&source, &locked)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoRemoval
	}
	if err != nil {
		return fmt.Errorf("wait for imports of the data source: %w", err)
	}
	if err := LockIDs(ctx, tx); err != nil {
		return err
	}
	return LockKeyed(ctx, tx, source)
}

// restore brings back what a removal took, to the data source with a key; nil: to its own.
func restore(ctx context.Context, tx pgx.Tx, id uuid.UUID, key *int32) (observations int64, err error) {
	of := pgx.StrictNamedArgs{"removal": id}
	if err := tx.QueryRow(ctx, restoreQuery.String(), of).Scan(&observations); err != nil {
		return 0, fmt.Errorf("restore observations: %w", err)
	}
	for _, query := range restoreOthers {
		if _, err := postgres.Exec(ctx, tx, query, pgx.StrictNamedArgs{"removal": id, "key": key}); err != nil {
			return 0, fmt.Errorf("restore what was removed: %w", err)
		}
	}
	for _, query := range []sql.Query{restoreHeldQuery, dropRestQuery, endRemovalQuery} {
		if _, err := postgres.Exec(ctx, tx, query, of); err != nil {
			return 0, fmt.Errorf("restore what was removed: %w", err)
		}
	}
	return observations, nil
}

// forget deletes what a removal took.
func forget(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	if _, err := postgres.Exec(ctx, tx, forgetQuery, pgx.StrictNamedArgs{"removal": id}); err != nil {
		return fmt.Errorf("delete what was removed: %w", err)
	}
	return nil
}

// Purge ends the removals that are older than KeepRemoved, and says how many.
func Purge(ctx context.Context, db *pgxpool.Pool) (ended int64, err error) {
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := postgres.LimitStatements(ctx, tx, 0); err != nil {
			return err
		}
		ended, err = postgres.Exec(ctx, tx, purgeQuery, pgx.StrictNamedArgs{"days": KeepRemoved})
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("end old removals: %w", err)
	}
	return ended, nil
}

func (r Removed) counts() map[string]any {
	return map[string]any{"removal": r.ID, "observations": r.Observations, "events": r.Events, "pools": r.Pools}
}
