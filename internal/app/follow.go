package app

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/demo"
)

// How often names and counts are refreshed without a notification, because one may be lost. Counts are promised within two
// seconds of a change.
const (
	lookupsEvery      = 30 * time.Second
	observationsEvery = 1500 * time.Millisecond
)

// prepare migrates the schema, loads catalog and names, and with SKEETER_DEMO fills an empty database with the demonstration
// set.
func (a *App) prepare(ctx context.Context) error {
	if err := a.db.prepare(ctx, a.log); err != nil {
		return err
	}
	if a.cfg.Demo {
		made, err := demo.Demonstrate(ctx, a.db.Pool)
		if err != nil {
			return fmt.Errorf("make the demonstration set: %w", err)
		}
		if made {
			a.log.InfoContext(ctx, "the database was empty and now holds synthetic demonstration data; the first import removes it", "records", demo.DemonstrationCount)
		}
	}
	_ = a.lookups.Refresh(ctx) // Refresh logs and counts the error; the server starts without names
	if !a.prepared.Swap(true) && a.starting != nil {
		close(a.starting)
	}
	return nil
}

// follow prepares the database if that is not done, calls ready, and keeps the copies in memory current until ctx ends. It
// retries while an external database is away.
func (a *App) follow(ctx context.Context, ready func()) error {
	for !a.prepared.Load() {
		err := a.prepare(ctx)
		if err == nil {
			break
		}
		if ctx.Err() == nil && !postgres.Unavailable(err) {
			return err
		}
		a.outage.Noticed(ctx, err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(prepareRetry):
		}
	}
	a.outage.Answered(ctx)
	ready()
	var background sync.WaitGroup
	defer background.Wait()
	background.Go(func() { a.announcer.Run(ctx) })
	background.Go(func() { a.imports.Run(ctx) })
	background.Go(func() { a.alerts.Run(ctx) })
	if a.uploads != nil {
		background.Go(func() { a.uploads.Run(ctx) })
	}
	background.Go(func() { a.summaries.Run(ctx) })
	background.Go(func() { a.metrics.Run(ctx) })
	background.Go(func() { a.queue.Run(ctx) })
	a.refreshPrivate(ctx)
	defer a.private.close()
	postgres.Listen(ctx, a.db.imports, a.log, a.outage,
		postgres.Channel{Name: "skeeter_lookups", Every: lookupsEvery, Refresh: func(ctx context.Context) {
			_ = a.lookups.Refresh(ctx)
			a.refreshPrivate(ctx)
		}},
		postgres.Channel{Name: "skeeter_observations", Every: observationsEvery, Refresh: func(ctx context.Context) {
			a.catchUp(ctx)
			a.followPrivate(ctx)
		}},
		a.imported.Channel(),
	)
	return nil
}
