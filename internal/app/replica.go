package app

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// How often a server looks for changes in a replica, which cannot notify, and for the names that came with them: changes are promised within two
// seconds.
const (
	replicaEvery = 500 * time.Millisecond
	namesEvery   = 1500 * time.Millisecond
)

// followReplica keeps the copies in memory current from a replica, until ctx ends or the replica is promoted. It writes nothing: the primary's
// servers do all that is done in the background.
func (a *App) followReplica(ctx context.Context) {
	counting, end := context.WithCancel(ctx)
	var background sync.WaitGroup
	defer background.Wait()
	defer end()
	background.Go(func() { a.metrics.Run(counting) })
	background.Go(func() { a.queue.Run(counting) })
	a.refreshPrivate(ctx)
	look := time.NewTicker(replicaEvery)
	defer look.Stop()
	named := time.Now() // when names were read
	version := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		replica, err := postgres.InRecovery(ctx, a.db.Pool)
		if err == nil && !replica {
			return
		}
		a.catchUp(ctx)
		a.followPrivate(ctx)
		age := time.Since(named)
		if now := a.countableVersion(); now != version && age > namesEvery || age > lookupsEvery { // an import brings names with its records
			version, named = now, time.Now()
			_ = a.lookups.Refresh(ctx) // Refresh logs and counts the error
			a.refreshPrivate(ctx)
		}
	}
}

// errReplica is the answer to who writes where nobody can.
var errReplica = httpapi.Unavailable("The database of this server is a replica: records can be read here, not written", nil)

// withReplica refuses what writes while the database is a replica, before anything of it is done.
func (a *App) withReplica(routes []httpapi.Route) []httpapi.Route {
	for i := range routes {
		name, handle := routes[i].Name, routes[i].Handler
		routes[i].Handler = func(w http.ResponseWriter, r *http.Request) error {
			reads := r.Method == http.MethodGet || r.Method == http.MethodHead || access.Policy[name] == access.Public
			if !reads && a.db.replica.Load() {
				return errReplica
			}
			err := handle(w, r)
			if postgres.ReadOnly(err) {
				return errReplica
			}
			return err
		}
	}
	return routes
}
