package importing

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	mayLockQuery   = sql.Get("merging/may_lock_keys.sql")
	lockKeysQuery  = sql.Get("merging/lock_keys.sql")
	keyChecksQuery = sql.Get("merging/key_checks.sql")
)

// withoutKeyChecks stores records without a check of every foreign key, which takes a third of the time, where one check of the distinct keys
// does. Where it does not, PostgreSQL checks each row. store must not delete: neither are rows removed that refer to deleted ones.
func (run *fileImport) withoutKeyChecks(ctx context.Context, tx pgx.Tx, store func() error) error {
	for _, condition := range []sql.Query{mayLockQuery, lockKeysQuery} {
		var holds bool
		if err := tx.QueryRow(ctx, condition.String()).Scan(&holds); err != nil {
			return fmt.Errorf("lock what the rows refer to: %w", err)
		}
		if !holds {
			return store()
		}
	}
	if err := setRole(ctx, tx, "replica"); err != nil {
		return err
	}
	if err := store(); err != nil {
		return err
	}
	return setRole(ctx, tx, "origin")
}

// setRole sets session_replication_role until the transaction ends.
func setRole(ctx context.Context, tx pgx.Tx, role string) error {
	if _, err := postgres.Exec(ctx, tx, keyChecksQuery, pgx.StrictNamedArgs{"role": role}); err != nil {
		return fmt.Errorf("set session_replication_role to %s: %w", role, err)
	}
	return nil
}
