package app

import (
	"context"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

// trimEvery is the time between two trims of the change logs, between two looks for removals that are over, and for data sources that become public.
const trimEvery = 10 * time.Minute

// changed follows a transaction that a request committed: it asks for an announcement to the other servers, and applies the change here.
func (a *App) changed(ctx context.Context) {
	a.announcer.Announce()
	a.catchUp(ctx)
}

// catchUp applies the change log to the counts in memory.
func (a *App) catchUp(ctx context.Context) {
	if err := a.index.CatchUp(ctx); err != nil {
		if ctx.Err() == nil && !a.outage.Noticed(ctx, err) {
			a.log.ErrorContext(ctx, "counts could not follow the database", "error", err)
		}
		return
	}
	a.outage.Answered(ctx)
}

// keepTrimmed trims at once, and every trimEvery until ctx ends. It writes, and so may wait for a synchronous replica: nothing that reads waits for it.
func (a *App) keepTrimmed(ctx context.Context) {
	for {
		a.trim(ctx)
		a.trimPrivate(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(trimEvery):
		}
	}
}

// trim shortens the change log, and ends old removals.
func (a *App) trim(ctx context.Context) {
	if err := a.index.DropOldChanges(ctx); err != nil && ctx.Err() == nil {
		a.log.WarnContext(ctx, "the change log was not trimmed", "error", err)
	}
	if ended, err := datasets.Purge(ctx, a.db.Pool); err != nil && ctx.Err() == nil {
		a.log.WarnContext(ctx, "old removals are not ended", "error", err)
	} else if ended > 0 {
		a.log.InfoContext(ctx, "removals can no longer be undone", "removals", ended)
	}
}
