package app

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/observe/events"
	"github.com/skeeter-surveillance/skeeter/observe/pools"
	"github.com/skeeter-surveillance/skeeter/observe/sources"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
	"github.com/skeeter-surveillance/skeeter/people/pseudonyms"
)

// recordSet is records that are served together: those that are public, or those of one private data source. Nothing of one set answers for another.
type recordSet struct {
	db             *pgxpool.Pool     // its sessions see the tables of the set
	reads          postgres.Database // where requests that only read ask: db, or its replicas
	lookups        *postgres.Lookups
	index          *tileindex.Index
	counter        *counting.Counter
	registry       prometheus.Registerer
	changed        func(context.Context) // follows a transaction that a request committed
	tileCacheBytes int64
}

// dataVersion is "" while the index is not ready.
func (s recordSet) dataVersion() string {
	if state := s.index.State(); state.Ready() {
		return state.Version().String()
	}
	return ""
}

// recordDomains are what answers about a recordSet.
type recordDomains struct {
	routes    []httpapi.Route
	catalog   *catalog.Catalog
	tiles     *geo.Geo
	records   *observe.Observe
	questions *analytics.Analytics
	sources   *sources.Sources // of all sets; the public one has it
}

// recordRoutes makes the domains that answer about a set.
func (a *App) recordRoutes(s recordSet) recordDomains {
	base := a.cfg.APIPrefix + "/v1"
	users := pseudonyms.New(s.db)
	d := recordDomains{
		catalog: catalog.New(catalog.Options{DB: s.reads, Lookups: s.lookups, Counter: s.counter, Base: base}),
		tiles: geo.New(geo.Options{
			DB: s.reads, Lookups: s.lookups, Index: s.index, Counter: s.counter, Registry: s.registry, TileCacheBytes: s.tileCacheBytes, Base: base,
		}),
		records: observe.New(observe.Options{
			DB: s.db, Reads: s.reads, Lookups: s.lookups, Counter: s.counter, Base: base, Changed: s.changed, ReviewRule: a.cfg.ReviewRule,
			Introduces: alerts.Introduces, Pseudonym: users.Of, Key: users.Key,
		}),
		questions: analytics.New(analytics.Options{DB: s.reads, Lookups: s.lookups, Index: s.index, Counter: s.counter}),
	}
	d.routes = slices.Concat(
		d.catalog.Routes(),
		d.tiles.Routes(),
		d.questions.Routes(),
		d.records.Routes(),
		events.New(events.Options{DB: s.db, Reads: s.reads, Lookups: s.lookups, Base: base, Changed: s.changed, DataVersion: s.dataVersion}).Routes(),
		pools.New(pools.Options{DB: s.db, Reads: s.reads, Lookups: s.lookups, Base: base, Changed: s.changed, DataVersion: s.dataVersion}).Routes(),
		exporting.New(s.reads, s.lookups).Routes(),
	)
	return d
}
