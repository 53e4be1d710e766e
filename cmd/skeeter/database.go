package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// database is the way to the records: a pool, and the embedded cluster behind it when no URL is set.
type database struct {
	url     string
	pool    *pgxpool.Pool
	cluster *postgres.Cluster
}

// startDatabase starts or joins the embedded cluster, or takes the external one. It does not look whether an external
// database answers. shared is what every command but serve asks for: to join a cluster that runs.
func startDatabase(ctx context.Context, cfg config.Config, shared bool, log *slog.Logger) (*database, error) {
	db := &database{url: cfg.DatabaseURL}
	if db.url == "" {
		o := postgres.ClusterOptions{
			Dir: cfg.DatabasePath, BinDir: cfg.PostgresBin, Shared: shared, Log: func(text string) { log.InfoContext(ctx, text) },
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
	o := postgres.PoolOptions{URL: db.url, Size: cfg.DatabasePoolSize, StatementTimeout: cfg.StatementTimeout}
	if shared {
		o.Size, o.StatementTimeout = 0, 0
	}
	var err error
	if db.pool, err = postgres.NewPool(ctx, o); err != nil {
		return nil, errors.Join(err, db.close())
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
	if err := catalog.Load(ctx, db.pool, log); err != nil {
		return fmt.Errorf("load the catalog: %w", err)
	}
	return nil
}

// openDatabase is startDatabase and prepare, for commands that work on the records and end.
func openDatabase(ctx context.Context) (*database, *slog.Logger, error) {
	cfg, err := loadConfig()
	if err != nil {
		return nil, nil, err
	}
	log := newLogger(cfg)
	db, err := startDatabase(ctx, cfg, true, log)
	if err != nil {
		return nil, nil, err
	}
	if err := db.prepare(ctx, log); err != nil {
		return nil, nil, errors.Join(err, db.close())
	}
	return db, log, nil
}

func (db *database) close() error {
	if db.pool != nil {
		db.pool.Close()
	}
	if db.cluster != nil {
		return db.cluster.Stop()
	}
	return nil
}
