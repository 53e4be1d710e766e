package partitioning

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	uncheckedQuery = sql.Get("partitioning/unchecked.sql")
	checkQuery     = sql.Get("partitioning/check.sql")
	attachQuery    = sql.Get("partitioning/attach.sql")
)

// check checks the rows for the foreign keys that the swap added without that, partition by partition, and makes those the foreign keys of the table.
func (m *move) check(ctx context.Context) error {
	rows, err := m.conn.Query(ctx, uncheckedQuery.String(), pgx.StrictNamedArgs{"entity": m.table})
	if err != nil {
		return fmt.Errorf("look for foreign keys to check: %w", err)
	}
	parts, err := pgx.CollectRows(rows, pgx.RowTo[string])
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
	err = m.locked(ctx, func(tx pgx.Tx) error {
		if err := m.holdWriters(ctx, tx); err != nil {
			return err
		}
		return m.each(ctx, tx, attachQuery)
	})
	if err != nil {
		return fmt.Errorf("make the foreign keys those of the table: %w", err)
	}
	return nil
}
