package importing

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	mayIndexQuery      = sql.Get("merging/may_index_after.sql")
	lockTimeoutQuery   = sql.Get("merging/lock_timeout.sql")
	lockRecordsQuery   = sql.Get("merging/lock_observations.sql")
	noteIndexesQuery   = sql.Get("merging/note_indexes.sql")
	dropIndexesQuery   = sql.Get("merging/drop_indexes.sql")
	createIndexesQuery = sql.Get("merging/create_indexes.sql")
)

// Indexes are built after the rows of a file with so many new records, where the table has fewer. Until the transaction ends nobody reads the
// table, 20 microseconds a row: of more rows requests would wait too long.
const minIndexedAfter, maxIndexedAfter = 10_000, 500_000

// tableWait is how long an import waits until nobody reads the table. Requests wait behind it.
const tableWait = "500ms"

// lockNotAvailable is the SQLSTATE of a lock that did not come in time.
const lockNotAvailable = "55P03"

// indexedAfter stores the records of a first file without their indexes, which takes half of the time, and then builds these. Where somebody
// reads the table all the while, or most records are stored already, the indexes stay.
func (run *fileImport) indexedAfter(ctx context.Context, tx pgx.Tx, store func() error) error {
	added := run.report.Inserted
	if !run.onlyNew() || added < minIndexedAfter || added > maxIndexedAfter {
		return store()
	}
	var may bool
	if err := tx.QueryRow(ctx, mayIndexQuery.String(), pgx.StrictNamedArgs{"rows": added}).Scan(&may); err != nil {
		return fmt.Errorf("count the stored records: %w", err)
	}
	if !may {
		return store()
	}
	switch locked, err := lockRecords(ctx, tx); {
	case err != nil:
		return fmt.Errorf("lock the records: %w", err)
	case !locked:
		return store()
	}
	if err := execute(ctx, tx, nil, noteIndexesQuery); err != nil {
		return fmt.Errorf("note the indexes: %w", err)
	}
	if err := postgres.ExecuteEach(ctx, tx, dropIndexesQuery, nil); err != nil {
		return fmt.Errorf("drop the indexes: %w", err)
	}
	if err := store(); err != nil {
		return err
	}
	if err := postgres.ExecuteEach(ctx, tx, createIndexesQuery, nil); err != nil {
		return fmt.Errorf("build the indexes: %w", err)
	}
	return nil
}

// lockRecords keeps others from the table, unless somebody has it for longer than tableWait.
func lockRecords(ctx context.Context, tx pgx.Tx) (locked bool, err error) {
	err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { // a savepoint, for the lock that does not come
		if err := execute(ctx, tx, pgx.StrictNamedArgs{"wait": tableWait}, lockTimeoutQuery, lockRecordsQuery); err != nil {
			return err
		}
		return execute(ctx, tx, pgx.StrictNamedArgs{"wait": "0"}, lockTimeoutQuery)
	})
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == lockNotAvailable {
		return false, nil
	}
	return err == nil, err
}
