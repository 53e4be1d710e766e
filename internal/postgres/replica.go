package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/sql"
)

var inRecoveryQuery = sql.Get("session/in_recovery.sql")

// InRecovery says whether the database is a streaming replica, which nobody can write. A replica that is promoted no longer is one.
func InRecovery(ctx context.Context, db Querier) (replica bool, err error) {
	if err := db.QueryRow(ctx, inRecoveryQuery.String()).Scan(&replica); err != nil {
		return false, fmt.Errorf("ask whether the database is a replica: %w", err)
	}
	return replica, nil
}

// readOnlyTransaction is the SQLSTATE with which a replica refuses to write.
const readOnlyTransaction = "25006"

// ReadOnly says whether a statement failed because the database is a replica.
func ReadOnly(err error) bool {
	pg := (*pgconn.PgError)(nil)
	return errors.As(err, &pg) && pg.Code == readOnlyTransaction
}
