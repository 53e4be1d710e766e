package partitioning

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	dropOldQuery   = sql.Get("partitioning/drop_old.sql")
	uncheckedQuery = sql.Get("partitioning/unchecked.sql")
	checkQuery     = sql.Get("partitioning/check.sql")
	keysQuery      = sql.Get("partitioning/keys.sql")
	attachQuery    = sql.Get("partitioning/attach.sql")
)

// dropOld drops the empty table that the swap left. Requests go on: nobody uses it, and what its foreign keys refer to is locked for one of them at a time.
func (m *move) dropOld(ctx context.Context) error {
	statements, err := m.column(ctx, dropOldQuery)
	if err != nil {
		return fmt.Errorf("look for the old table: %w", err)
	}
	if len(statements) > 0 {
		m.stage("dropping the old table")
	}
	for _, statement := range statements {
		err := m.locked(ctx, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, statement)
			return err
		})
		if err != nil {
			return fmt.Errorf("drop the old table: %w", err)
		}
	}
	return nil
}

// check checks the rows for the foreign keys that the swap added without that, partition by partition, and makes those the foreign keys of the table.
func (m *move) check(ctx context.Context) error {
	parts, err := m.column(ctx, uncheckedQuery)
	if err != nil {
		return fmt.Errorf("look for foreign keys to check: %w", err)
	}
	if len(parts) == 0 {
		return nil
	}
	m.stage("checking the foreign keys")
	for _, part := range parts {
		err := m.locked(ctx, func(tx pgx.Tx) error {
			return postgres.ExecuteEach(ctx, tx, checkQuery, pgx.StrictNamedArgs{"part": part})
		})
		if err != nil {
			return fmt.Errorf("check the foreign keys of %s: %w", part, err)
		}
	}
	keys, err := m.column(ctx, keysQuery)
	if err != nil {
		return fmt.Errorf("look for foreign keys of partitions alone: %w", err)
	}
	for _, key := range keys {
		if err := m.attach(ctx, key); err != nil {
			return fmt.Errorf("make %s a foreign key of the table: %w", key, err)
		}
	}
	return nil
}

// attach makes a foreign key of the partitions one of the table. Requests lock the two tables in one order or the other, and so does it, in turn: what
// all of them do keeps it out for one attempt.
func (m *move) attach(ctx context.Context, key string) error {
	tableFirst := false
	return m.locked(ctx, func(tx pgx.Tx) error {
		tableFirst = !tableFirst
		if err := m.quiet(ctx, tx, "public"); err != nil {
			return err
		}
		return postgres.ExecuteEach(ctx, tx, attachQuery, pgx.StrictNamedArgs{"entity": m.table, "key": key, "table_first": tableFirst})
	})
}

// column returns the only column of a query about the table.
func (m *move) column(ctx context.Context, query sql.Query) ([]string, error) {
	rows, err := m.conn.Query(ctx, query.String(), pgx.StrictNamedArgs{"entity": m.table})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
