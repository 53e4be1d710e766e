package app

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

// How often names and counts are looked at when no notification tells of a change, because one may go lost: counts are
// promised within two seconds.
const (
	lookupsEvery      = 30 * time.Second
	observationsEvery = 1500 * time.Millisecond
)

// prepareEmbedded brings the embedded database up before anything is answered. An external one may be away at start; run
// waits for it while /livez already answers.
func (a *App) prepareEmbedded(ctx context.Context) error {
	if a.db.Cluster == nil {
		return nil
	}
	return a.prepare(ctx)
}

// prepare brings schema, catalog and names up to date, and gives an empty database its demonstration set when that is wanted.
func (a *App) prepare(ctx context.Context) error {
	if err := a.db.prepare(ctx, a.log); err != nil {
		return err
	}
	if a.cfg.Demo {
		made, err := transfer.Demonstrate(ctx, a.db.Pool)
		if err != nil {
			return fmt.Errorf("make the demonstration set: %w", err)
		}
		if made {
			a.log.InfoContext(ctx, "the database was empty: it holds a synthetic demonstration set now, until the first import", "records", transfer.DemonstrationCount)
		}
	}
	_ = a.lookups.Refresh(ctx) // logged and counted there; it never keeps the server from starting
	a.prepared.Store(true)
	return nil
}

// follow prepares an external database as soon as it answers, then keeps names and counts up with its changes. It calls ready
// in between.
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
	var beside sync.WaitGroup
	defer beside.Wait()
	if a.uploads != nil {
		beside.Go(func() { a.uploads.Run(ctx) })
	}
	beside.Go(func() { a.summaries.Run(ctx) })
	beside.Go(func() { a.metrics.Run(ctx) })
	postgres.Listen(ctx, a.db.Pool, a.log, a.outage,
		postgres.Channel{Name: "skeeter_lookups", Every: lookupsEvery, Look: func(ctx context.Context) { _ = a.lookups.Refresh(ctx) }},
		postgres.Channel{Name: "skeeter_observations", Every: observationsEvery, Look: a.catchUp},
		a.imports.Channel(),
	)
	return nil
}
