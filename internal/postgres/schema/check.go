package schema

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/migrations"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var tooOldQuery = sql.Get("migrate/too_old.sql")

// undefinedTable is the SQLSTATE of a missing table.
const undefinedTable = "42P01"

// Check fails for a schema of a program before 0.1.0 that is older than migrations.Oldest. It accepts a database without a
// schema, and a dirty version, which golang-migrate refuses.
func Check(ctx context.Context, db postgres.Querier) error {
	var version int64
	err := db.QueryRow(ctx, tooOldQuery.String(), pgx.StrictNamedArgs{"oldest": migrations.Oldest, "first": migrations.First}).Scan(&version)
	if pg := (*pgconn.PgError)(nil); errors.Is(err, pgx.ErrNoRows) || errors.As(err, &pg) && pg.Code == undefinedTable {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the version of the schema: %w", err)
	}
	return fmt.Errorf("the schema of the database has version %d, which is too old for this program: let a build of commit %s, the last before 0.1.0, "+
		"bring it to version %d (skeeter migrate up), then start this one again; nothing was changed", version, migrations.LastBefore, migrations.Oldest)
}

func checkAt(ctx context.Context, cfg *pgx.ConnConfig) error {
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing is lost with the connection
	return Check(ctx, conn)
}
