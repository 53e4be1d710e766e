package main

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
)

// database is the way to the records: a pool, and the embedded cluster behind it when no URL is set.
type database struct {
	url     string
	pool    *pgxpool.Pool
	health  *pgxpool.Pool // one connection of serve's, so that a pool in full use is not taken for a database that is away
	cluster *postgres.Cluster
}

// acquireTimeout is how long a request waits for a connection.
const acquireTimeout = 10 * time.Second

// databaseUse is what a command wants of the database.
type databaseUse struct {
	registry prometheus.Registerer // takes what is measured of the server's pool; nil: a command that joins a cluster which runs
	existing bool                  // an embedded database that is not there is an error, and is not made
}

// startDatabase starts or joins the embedded cluster, or takes the external one. It does not look whether an external
// database answers.
func startDatabase(ctx context.Context, cfg config.Config, use databaseUse, log *slog.Logger) (*database, error) {
	shared := use.registry == nil
	db := &database{url: cfg.DatabaseURL}
	if db.url == "" {
		o := postgres.ClusterOptions{
			Dir: cfg.DatabasePath, BinDir: cfg.PostgresBin, Shared: shared, Existing: use.existing, Log: func(text string) { log.InfoContext(ctx, text) },
		}
		if !shared {
			o.Port = cfg.DatabasePort // for readers, who have no use for a database that a command starts and stops
		}
		cluster, err := postgres.StartCluster(ctx, o)
		if err != nil {
			return nil, err
		}
		db.cluster, db.url = cluster, cluster.URL()
	}
	o := postgres.PoolOptions{
		URL: db.url, Size: cfg.DatabasePoolSize, StatementTimeout: cfg.StatementTimeout, AcquireTimeout: acquireTimeout, Registry: use.registry, Log: log,
	}
	if shared {
		o.Size, o.StatementTimeout, o.AcquireTimeout = 0, 0, 0
	}
	var err error
	if db.pool, err = postgres.NewPool(ctx, o); err != nil {
		return nil, errors.Join(err, db.close())
	}
	if !shared {
		o = postgres.PoolOptions{URL: db.url, Size: 1, StatementTimeout: cfg.StatementTimeout, ApplicationName: "skeeter health"}
		if db.health, err = postgres.NewPool(ctx, o); err != nil {
			return nil, errors.Join(err, db.close())
		}
	}
	return db, nil
}

// prepare brings the schema and the catalog up to this binary's.
func (db *database) prepare(ctx context.Context, log *slog.Logger) error {
	if err := postgres.CheckServer(ctx, db.pool); err != nil {
		return err
	}
	if err := postgres.MigrateUp(ctx, db.url); err != nil {
		return err
	}
	db.pool.Reset() // sessions that began before there was PostGIS begin anew
	if err := catalog.Load(ctx, db.pool, log); err != nil {
		return fmt.Errorf("load the catalog: %w", err)
	}
	return nil
}

// openDatabase is startDatabase and prepare, for commands that work on the records and end.
func openDatabase(ctx context.Context, use databaseUse) (*database, *slog.Logger, error) {
	cfg, err := loadConfig()
	if err != nil {
		return nil, nil, err
	}
	log := newLogger(cfg)
	db, err := startDatabase(ctx, cfg, use, log)
	if err != nil {
		return nil, nil, err
	}
	if err := db.prepare(ctx, log); err != nil {
		return nil, nil, errors.Join(err, db.close())
	}
	return db, log, nil
}

// reset gives up every connection, because its other end is gone.
func (db *database) reset() {
	db.pool.Reset()
	db.health.Reset()
}

// closeLimit is how long connections that are still used keep the database from being stopped.
const closeLimit = 5 * time.Second

func (db *database) close() error {
	closed := make(chan struct{})
	go func() {
		for _, pool := range []*pgxpool.Pool{db.health, db.pool} {
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
	if db.cluster != nil {
		return db.cluster.Stop()
	}
	return nil
}
