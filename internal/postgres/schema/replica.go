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

var versionQuery = sql.Get("migrate/version.sql")

// ErrBehind means that a replica waits for its primary to get the schema of this program.
var ErrBehind = errors.New("the database is a replica")

// CheckReplica fails when a database that cannot be migrated has another schema than this program's: with ErrBehind when it is older, which ends
// when a server of this version migrates the primary.
func CheckReplica(ctx context.Context, db postgres.Querier) error {
	var version uint
	var dirty bool
	err := db.QueryRow(ctx, versionQuery.String()).Scan(&version, &dirty)
	if pg := (*pgconn.PgError)(nil); errors.Is(err, pgx.ErrNoRows) || errors.As(err, &pg) && pg.Code == undefinedTable {
		return fmt.Errorf("%w without a schema: start a server on its primary first", ErrBehind)
	}
	if err != nil {
		return fmt.Errorf("read the version of the schema: %w", err)
	}
	newest := migrations.Newest()
	switch {
	case version > newest:
		return fmt.Errorf("the schema of the replica has version %d, this program knows %d: start a newer program", version, newest)
	case version < newest || dirty:
		return fmt.Errorf("%w whose schema has version %d, this program needs %d: start a server of this version on its primary first", ErrBehind, version, newest)
	}
	return nil
}
