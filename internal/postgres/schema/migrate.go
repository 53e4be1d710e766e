// Package schema brings the schema of a database to the version of this program: it runs the steps of package migrations, and refuses
// a schema that is too old for them. Of the project it imports internal/postgres, migrations and sql.
package schema

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/golang-migrate/migrate/v4"
	migratedb "github.com/golang-migrate/migrate/v4/database"
	migratepgx "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/skeeter-surveillance/skeeter/migrations"
)

// Migrator migrates the schema up and down under golang-migrate's advisory lock.
type Migrator struct {
	m *migrate.Migrate
}

// lockTimeout is how long a migrator waits for another one. A migration of many records may take minutes.
const lockTimeout = time.Hour

// NewMigrator connects to a database for migrations. Close it after use.
func NewMigrator(ctx context.Context, url string) (*Migrator, error) {
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("parse the database URL: it is malformed")
	}
	cfg.RuntimeParams["citus.enable_ddl_propagation"] = "off" // as in our other sessions
	db := stdlib.OpenDB(*cfg)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("reach the database: %w", err), db.Close())
	}
	return newMigrator(db, func() error { return checkAt(ctx, cfg) })
}

func newMigrator(db *sql.DB, check func() error) (*Migrator, error) {
	var cfg migratepgx.Config
	steps, err := migratepgx.WithInstance(db, &cfg)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare the migrations table: %w", forOwner(err)), db.Close())
	}
	driver := &atomicDriver{Driver: steps, check: check, table: pgx.Identifier{cfg.SchemaName, cfg.MigrationsTable}.Sanitize()}
	source, err := iofs.New(migrations.FS, ".")
	if err != nil {
		return nil, errors.Join(fmt.Errorf("read the embedded migrations: %w", err), driver.Close())
	}
	m, err := migrate.NewWithInstance("embedded", source, "postgres", driver)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("prepare migrations: %w", err), driver.Close())
	}
	m.LockTimeout = lockTimeout
	return &Migrator{m: m}, nil
}

// forOwner adds what to do when the role of the server may not change the schema (deploy/roles.sql).
func forOwner(err error) error {
	cause := err
	// golang-migrate returns its error by address or by value, and neither unwraps.
	if known := new(migratedb.Error); errors.As(err, &known) || errors.As(err, known) {
		cause = known.OrigErr
	}
	var pg *pgconn.PgError
	if errors.As(cause, &pg) && pg.Code == "42501" {
		return fmt.Errorf("%w: the schema is not this version's, and this role may not change it; let the owner of the database run skeeter migrate up", pg)
	}
	return err
}

// Up applies all missing migrations.
func (mg *Migrator) Up() error {
	if err := mg.m.Up(); err != nil && !errors.Is(err, migrate.ErrNoChange) {
		return fmt.Errorf("migrate up: %w", forOwner(err))
	}
	return nil
}

// Down reverts the last n migrations, all of them for n < 0.
func (mg *Migrator) Down(n int) error {
	var err error
	if n < 0 {
		err = mg.m.Down()
	} else {
		err = mg.m.Steps(-n)
	}
	if err != nil && !errors.Is(err, migrate.ErrNoChange) {
		return fmt.Errorf("migrate down: %w", forOwner(err))
	}
	return nil
}

// Version returns the version of the schema, 0 for none, and whether a migration broke off.
func (mg *Migrator) Version() (version uint, dirty bool, err error) {
	version, dirty, err = mg.m.Version()
	if errors.Is(err, migrate.ErrNilVersion) {
		return 0, false, nil
	}
	return version, dirty, err
}

func (mg *Migrator) Close() error {
	return errors.Join(mg.m.Close())
}

// MigrateUp migrates a database to the newest schema, and logs when there are records to wait for. When ctx ends, MigrateUp returns at
// once. golang-migrate cannot be cancelled: its goroutine ends with the process, and PostgreSQL rolls an unfinished migration back.
func MigrateUp(ctx context.Context, url string, log *slog.Logger) error {
	done := make(chan error, 1)
	go func() { done <- migrateUp(ctx, url, log) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("migrate up: %w", ctx.Err())
	}
}

func migrateUp(ctx context.Context, url string, log *slog.Logger) error {
	mg, err := NewMigrator(ctx, url)
	if err != nil {
		return err
	}
	from, _, err := mg.Version()
	if err != nil {
		return errors.Join(fmt.Errorf("read the version of the schema: %w", err), mg.Close())
	}
	began := time.Now()
	if to := migrations.Newest(); from > 0 && from < to {
		log.InfoContext(ctx, "upgrading the schema; with millions of records it takes minutes", "from", from, "to", to)
		defer func() { log.InfoContext(ctx, "schema upgrade ended", "took", time.Since(began)) }()
	}
	return errors.Join(mg.Up(), mg.Close())
}
