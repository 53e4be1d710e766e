package skeetertest

import (
	"context"
	"log/slog"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/app"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// noDatabase is an address at which no database answers.
const noDatabase = "postgres://127.0.0.1:1/none"

// App wires a server in this process that answers what needs no database. Settings are given as NAME=value.
func App(t T, settings ...string) *app.App {
	t.Helper()
	cfg, err := config.Load(func(name string) (string, bool) {
		for _, kv := range settings {
			if value, ok := strings.CutPrefix(kv, name+"="); ok {
				return value, true
			}
		}
		return "", false
	})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := postgres.NewPool(context.Background(), postgres.PoolOptions{URL: noDatabase})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	a, err := app.New(context.Background(), app.Options{Config: cfg, Log: slog.New(slog.DiscardHandler)}, &app.Database{Pool: pool})
	if err != nil {
		t.Fatal(err)
	}
	return a
}
