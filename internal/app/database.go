package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
)

// Database is the way to the records: a pool, and the embedded cluster behind it when no URL is set.
type Database struct {
	URL     string
	Pool    *pgxpool.Pool
	Cluster *cluster.Cluster // nil: the database is an external one
	health  *pgxpool.Pool    // one connection of the server's, so that a pool in full use is not taken for a database that is away
}

// acquireTimeout is how long a request waits for a connection.
const acquireTimeout = 10 * time.Second

// DatabaseUse is what a command wants of the database.
type DatabaseUse struct {
	Registry prometheus.Registerer // takes what is measured of the server's pool; nil: a command that joins a cluster which runs
	Existing bool                  // an embedded database that is not there is an error, and is not made
}

// StartDatabase starts or joins the embedded cluster, or takes the external one. It does not look whether an external
// database answers.
func StartDatabase(ctx context.Context, cfg config.Config, use DatabaseUse, log *slog.Logger) (*Database, error) {
	shared := use.Registry == nil
	db := &Database{URL: cfg.DatabaseURL}
	if db.URL == "" {
		o := cluster.Options{
			Dir: cfg.DatabasePath, BinDir: cfg.PostgresBin, Shared: shared, Existing: use.Existing, Log: func(text string) { log.InfoContext(ctx, text) },
		}
		if !shared {
			o.Port = cfg.DatabasePort // for readers, who have no use for a database that a command starts and stops
		}
		started, err := cluster.Start(ctx, o)
		if err != nil {
			return nil, err
		}
		db.Cluster, db.URL = started, started.URL()
	}
	o := postgres.PoolOptions{
		URL: db.URL, Size: cfg.DatabasePoolSize, StatementTimeout: cfg.StatementTimeout, AcquireTimeout: acquireTimeout, Registry: use.Registry, Log: log,
	}
	if shared {
		o.Size, o.StatementTimeout, o.AcquireTimeout = 0, 0, 0
	}
	var err error
	if db.Pool, err = postgres.NewPool(ctx, o); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if !shared {
		o = postgres.PoolOptions{URL: db.URL, Size: 1, StatementTimeout: cfg.StatementTimeout, ApplicationName: "skeeter health"}
		if db.health, err = postgres.NewPool(ctx, o); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return db, nil
}

// prepare brings the schema and the catalog up to this binary's.
func (db *Database) prepare(ctx context.Context, log *slog.Logger) error {
	if err := postgres.CheckServer(ctx, db.Pool); err != nil {
		return err
	}
	if err := postgres.MigrateUp(ctx, db.URL); err != nil {
		return err
	}
	db.Pool.Reset() // sessions that began before there was PostGIS begin anew
	if err := catalog.Load(ctx, db.Pool, log); err != nil {
		return fmt.Errorf("load the catalog: %w", err)
	}
	return nil
}

// OpenDatabase starts the database and prepares it, for commands that work on the records and end.
func OpenDatabase(ctx context.Context, cfg config.Config, use DatabaseUse, log *slog.Logger) (*Database, error) {
	db, err := StartDatabase(ctx, cfg, use, log)
	if err != nil {
		return nil, err
	}
	if err := db.prepare(ctx, log); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// reset gives up every connection, because its other end is gone.
func (db *Database) reset() {
	db.Pool.Reset()
	db.health.Reset()
}

// closeLimit is how long connections that are still used keep the database from being stopped.
const closeLimit = 5 * time.Second

// Close closes the connections and stops an embedded cluster that this process started.
func (db *Database) Close() error {
	closed := make(chan struct{})
	go func() {
		for _, pool := range []*pgxpool.Pool{db.health, db.Pool} {
			if pool != nil {
				pool.Close()
			}
		}
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(closeLimit):
	}
	if db.Cluster != nil {
		return db.Cluster.Stop()
	}
	return nil
}
