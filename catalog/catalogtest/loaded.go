// Package catalogtest gives the tests of other packages databases with the catalog. Only tests import it.
package catalogtest

import (
	"context"
	"log/slog"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// Loaded is a database with the catalog and the countries, statistics of both, and the outlines of the regions, which take seconds.
var Loaded = pgtest.Content{Name: "catalog", From: []string{"catalog", "internal/gis"}, Write: func(ctx context.Context, db *pgxpool.Pool) error {
	if err := catalog.Load(ctx, db, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	if _, err := gis.Count(ctx, db); err != nil {
		return err
	}
	_, err := db.Exec(ctx, "analyze")
	return err
}}
