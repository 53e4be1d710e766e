package app

import (
	"context"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
)

// trimEvery is the time between two trims of the change log, and between two looks for removals that are over.
const trimEvery = 10 * time.Minute

// changed follows a transaction that a request committed: it asks for an announcement to the other servers, and applies the change here.
func (a *App) changed(ctx context.Context) {
	a.announcer.Announce()
	a.catchUp(ctx)
}

// catchUp applies the change log to the counts in memory, and trims the log when that is due.
func (a *App) catchUp(ctx context.Context) {
	if err := a.index.CatchUp(ctx); err != nil {
		if ctx.Err() == nil && !a.outage.Noticed(ctx, err) {
			a.log.ErrorContext(ctx, "counts could not follow the database", "error", err)
		}
		return
	}
	a.outage.Answered(ctx)
	if a.db.replica.Load() {
		return
	}
	if last := a.trimmed.Load(); time.Since(time.Unix(last, 0)) > trimEvery && a.trimmed.CompareAndSwap(last, time.Now().Unix()) {
		if err := a.index.DropOldChanges(ctx); err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, "the change log was not trimmed", "error", err)
		}
		if ended, err := datasets.Purge(ctx, a.db.Pool); err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, "old removals are not ended", "error", err)
		} else if ended > 0 {
			a.log.InfoContext(ctx, "removals can no longer be undone", "removals", ended)
		}
	}
}
