package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/schema"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/demo"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/distributing"
)

// How often names and counts are refreshed without a notification, because one may be lost. Counts are promised within two
// seconds of a change.
const (
	lookupsEvery      = 30 * time.Second
	observationsEvery = 1500 * time.Millisecond
	namesRetry        = 2 * time.Second // while the database does not answer
)

// prepare migrates the schema, loads catalog and names, and with SKEETER_DEMO fills an empty database with the demonstration
// set.
func (a *App) prepare(ctx context.Context) error {
	if err := a.db.prepare(ctx, a.log); err != nil {
		return err
	}
	if a.cfg.Demo && !a.db.replica.Load() {
		made, err := demo.Demonstrate(ctx, a.db.Pool)
		if err != nil {
			return fmt.Errorf("make the demonstration set: %w", err)
		}
		if made {
			a.log.InfoContext(ctx, "the database was empty and now holds synthetic demonstration data; the first import removes it", "records", demo.DemonstrationCount)
		}
	}
	if !a.db.replica.Load() {
		if err := a.nodes.Check(ctx); err != nil {
			return err
		}
		if err := a.nodes.Raise(ctx); err != nil { // replicas have to have the schema and the catalog
			return err
		}
	}
	_ = a.lookups.Refresh(ctx) // Refresh logs and counts the error; the server starts without names
	if !a.prepared.Swap(true) && a.starting != nil {
		close(a.starting)
	}
	return nil
}

// prepareUntilDone retries while an external database is away, and while a replica waits for its primary's schema.
func (a *App) prepareUntilDone(ctx context.Context) error {
	said := ""
	for {
		err := a.prepare(ctx)
		behind := errors.Is(err, schema.ErrBehind)
		if err == nil || ctx.Err() != nil || !behind && !postgres.Unavailable(err) {
			return err
		}
		if behind && err.Error() != said {
			said = err.Error()
			a.log.WarnContext(ctx, "the database cannot be served yet: looking again", "reason", err, "every", prepareRetry)
		}
		a.outage.Noticed(ctx, err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(prepareRetry):
		}
	}
}

// follow prepares the database if that is not done, calls ready, and keeps the copies in memory current until ctx ends. When a replica
// becomes the primary it prepares it again, and goes on with all that writes.
func (a *App) follow(ctx context.Context, ready func()) error {
	if !a.prepared.Load() {
		if err := a.prepareUntilDone(ctx); err != nil || ctx.Err() != nil {
			return unlessEnded(ctx, err)
		}
	}
	a.outage.Answered(ctx)
	ready()
	defer a.private.close()
	for a.db.replica.Load() {
		a.log.InfoContext(ctx, "the database is a replica: records are read, and writes get 503")
		a.followReplica(ctx)
		if ctx.Err() != nil {
			return nil
		}
		a.log.InfoContext(ctx, "the database is a replica no longer: this server writes")
		if err := a.prepareUntilDone(ctx); err != nil || ctx.Err() != nil {
			return unlessEnded(ctx, err)
		}
	}
	a.followPrimary(ctx)
	return nil
}

// unlessEnded returns an error that is none of a server that was asked to stop.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return nil
}

// followPrimary runs all that works in the background, and listens to what others change.
func (a *App) followPrimary(ctx context.Context) {
	var background sync.WaitGroup
	defer background.Wait()
	background.Go(func() { a.announcer.Run(ctx) })
	background.Go(func() { a.nodes.Run(ctx) })
	background.Go(func() { distributing.NewFollower(a.db.follower, a.log).Run(ctx) })
	background.Go(func() { a.imports.Run(ctx) })
	background.Go(func() { a.alerts.Run(ctx) })
	if a.uploads != nil {
		background.Go(func() { a.uploads.Run(ctx) })
	}
	background.Go(func() { a.summaries.Run(ctx) })
	background.Go(func() { rollups.New(a.db.Pool, a.index, a.log).Run(ctx) })
	background.Go(func() { a.metrics.Run(ctx) })
	background.Go(func() { a.queue.Run(ctx) })
	a.refreshPrivate(ctx)
	background.Go(func() { a.keepTrimmed(ctx) })
	postgres.Listen(ctx, a.db.imports, a.log, a.outage,
		postgres.Channel{Name: "skeeter_lookups", Every: lookupsEvery, Refresh: a.followNames},
		postgres.Channel{Name: "skeeter_observations", Every: observationsEvery, Refresh: func(ctx context.Context) {
			a.catchUp(ctx)
			a.followPrivate(ctx)
		}},
		a.imported.Channel(),
	)
}

// followNames reads the names and the private data sources, again and again while the database does not answer: what changed meanwhile is not
// notified a second time.
func (a *App) followNames(ctx context.Context) {
	for {
		err := a.lookups.Refresh(ctx) // logs and counts the error
		a.refreshPrivate(ctx)
		if !postgres.Unavailable(err) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(namesRetry):
		}
	}
}
