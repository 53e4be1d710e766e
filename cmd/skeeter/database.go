package main

import (
	"context"
	"log/slog"

	"github.com/skeeter-surveillance/skeeter/internal/app"
)

// openDatabase reads the settings and opens the database for a command that works on records and ends.
func openDatabase(ctx context.Context, use app.DatabaseUse) (*app.Database, *slog.Logger, error) {
	cfg, err := loadConfig()
	if err != nil {
		return nil, nil, err
	}
	log := newLogger(cfg)
	db, err := app.OpenDatabase(ctx, cfg, use, log)
	return db, log, err
}
