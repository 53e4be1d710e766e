package app

import (
	"context"
	"time"
)

// changed brings this server's copies up to date with its own write, before the answer goes out.
func (a *App) changed(ctx context.Context) {
	a.catchUp(ctx)
}

// keepForgetting is the time between two shortenings of the change log.
const keepForgetting = 10 * time.Minute

func (a *App) catchUp(ctx context.Context) {
	if err := a.index.CatchUp(ctx); err != nil {
		if ctx.Err() == nil && !a.outage.Noticed(ctx, err) {
			a.log.ErrorContext(ctx, "counts could not follow the database", "error", err)
		}
		return
	}
	a.outage.Answered(ctx)
	if last := a.shortened.Load(); time.Since(time.Unix(last, 0)) > keepForgetting && a.shortened.CompareAndSwap(last, time.Now().Unix()) {
		if err := a.index.Forget(ctx); err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, "the change log was not shortened", "error", err)
		}
	}
}
