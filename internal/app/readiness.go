package app

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

func (a *App) checkDatabase(ctx context.Context) httpapi.Check {
	if err := a.db.health.Ping(ctx); err != nil {
		a.outage.Noticed(context.WithoutCancel(ctx), err)
		return httpapi.Check{Status: httpapi.StatusFailing, Detail: "the database does not answer"}
	}
	if a.db.replica.Load() {
		return httpapi.Check{Status: httpapi.StatusOK, Detail: "a replica: records can be read, not written"}
	}
	return httpapi.Check{Status: httpapi.StatusOK}
}

func (a *App) checkPrepared(context.Context) httpapi.Check {
	switch {
	case a.stopping.Load():
		return httpapi.Check{Status: httpapi.StatusFailing, Detail: "the server is stopping"}
	case !a.prepared.Load():
		return httpapi.Check{Status: httpapi.StatusFailing, Detail: "migrations and lookups are not done yet"}
	default:
		return httpapi.Check{Status: httpapi.StatusOK}
	}
}

// checkIndex never fails, because SQL returns the same counts until the index is loaded.
func (a *App) checkIndex(context.Context) httpapi.Check {
	switch {
	case !a.cfg.TileIndex:
		return httpapi.Check{Status: httpapi.StatusNotConfigured, Detail: "counts come from SQL"}
	case a.index.Beyond():
		return httpapi.Check{Status: httpapi.StatusNotConfigured, Detail: "there are more records than SKEETER_TILE_INDEX_MAX_RECORDS; counts come from rollups and SQL"}
	case a.index.Failing():
		return httpapi.Check{Status: httpapi.StatusLoading, Detail: "it could not be loaded and is tried again; the log says why; counts come from SQL"}
	case !a.index.State().Ready():
		return httpapi.Check{Status: httpapi.StatusLoading, Detail: "counts come from SQL"}
	case a.cfg.TilePoints && !a.index.State().HasPoints():
		return httpapi.Check{Status: httpapi.StatusOK, Detail: "single records of map tiles come from SQL; the log says why"}
	default:
		return httpapi.Check{Status: httpapi.StatusOK}
	}
}
