package app

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/search"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe/private"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/removals"
)

// What each private data source takes.
const (
	privateConnections = 3
	privateTileCache   = 8 << 20 // bytes
)

// sourceParameter names the operations that have the parameter data_source themselves. Of the others a request is about a private data source too
// when it names one; they do not see the parameter.
var sourceParameter = map[string]bool{
	"getLayer": true, "getTile": true, "getTilePBF": true, "getTileJSON": true, "getTileStyle": true, "listAbsences": true, "listObservations": true,
	"listReviewQueue": true, "listMyObservations": true, "listEvents": true, "listPools": true, "getStats": true, "getTable": true, "getInfection": true, "getVectorIndex": true, "getAbundance": true,
	"getAnomaly": true, "getPresence": true, "getHotspots": true, "getTrend": true, "getSpread": true, "getCounts": true, "getRichness": true, "getTimeseries": true,
	"getSeasonality": true, "exportObservations": true,
}

// privateSet serves the records of one private data source.
type privateSet struct {
	private.Source
	recordSet
	handlers map[string]httpapi.HandlerFunc // by operation
	end      context.CancelFunc
}

// privateSets are those of all private data sources, by id.
type privateSets struct {
	changing sync.Mutex
	current  atomic.Pointer[map[string]*privateSet]
}

func (p *privateSets) byID() map[string]*privateSet {
	if sets := p.current.Load(); sets != nil {
		return *sets
	}
	return nil
}

// list returns the private data sources for the search.
func (p *privateSets) list() []search.Source {
	var all []search.Source
	for _, set := range p.byID() {
		all = append(all, search.Source{ID: set.ID, Name: set.Name})
	}
	return all
}

// named returns the private data source that a request names by the parameter data_source, nil for none. While there are none it costs nothing.
func (p *privateSets) named(r *http.Request) *privateSet {
	sets := p.byID()
	if len(sets) == 0 || !strings.Contains(r.URL.RawQuery, "data_source") {
		return nil
	}
	values := r.URL.Query()["data_source"]
	if len(values) != 1 {
		return nil
	}
	return sets[lang.Slug(values[0])]
}

// withPrivate lets routes answer from the records of a private data source where a request is about it and comes from somebody who may write its records.
// Everybody else gets the answer about a data source that is not there.
func (a *App) withPrivate(routes []httpapi.Route) []httpapi.Route {
	for i := range routes {
		name, public := routes[i].Name, routes[i].Handler
		routes[i].Handler = func(w http.ResponseWriter, r *http.Request) error {
			set := a.privateOf(r, name)
			if set == nil || set.handlers[name] == nil {
				return public(w, r)
			}
			if !sourceParameter[name] {
				r = withoutSource(r)
			}
			return set.handlers[name](newPrivateWriter(w), r)
		}
	}
	return routes
}

// privateOf returns the private data source that a request is about: the one that it names, or, where it writes and names none, the one data
// source whose records its visitor may write. It is nil for none, and for who may not read it.
func (a *App) privateOf(r *http.Request, operation string) *privateSet {
	sets, set := a.private.byID(), a.private.named(r)
	writes := r.Method != http.MethodGet && r.Method != http.MethodHead && access.Policy[operation] != access.Public
	if len(sets) == 0 || httpapi.IsForeign(r) || set == nil && (!writes || r.URL.Query().Has("data_source")) {
		return nil
	}
	v, err := a.people.Identify(r)
	if set == nil && (!v.SignedIn() || !mayBeElsewhere[access.Policy[operation]]) {
		set = sets[v.OnlySource()]
	}
	if err != nil || set == nil || !v.MayRead(set.ID) {
		return nil
	}
	return set
}

// mayBeElsewhere are the rights of operations on stored records that a person may have beside those of a data source: one's own reports, and
// reviews. A token that is bound to a data source has none.
var mayBeElsewhere = map[access.Right]bool{access.OwnRecord: true, access.Change: true, access.Review: true}

// withoutSource returns a request without the parameter data_source.
func withoutSource(r *http.Request) *http.Request {
	r = r.Clone(r.Context())
	query := r.URL.Query()
	query.Del("data_source")
	r.URL = &url.URL{Scheme: r.URL.Scheme, Host: r.URL.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: query.Encode()}
	return r
}

// privateWriter keeps answers out of all caches, whatever the handler says of them.
type privateWriter struct{ http.ResponseWriter }

// newPrivateWriter also marks the errors that a handler returns before it writes.
func newPrivateWriter(w http.ResponseWriter) privateWriter {
	keepPrivate(w.Header())
	return privateWriter{w}
}

func keepPrivate(h http.Header) {
	h.Set("Cache-Control", "private, no-store")
	h.Del("Surrogate-Key")
	h.Del("Cache-Tag")
}

func (w privateWriter) WriteHeader(status int) {
	keepPrivate(w.Header())
	w.ResponseWriter.WriteHeader(status)
}

func (w privateWriter) Write(b []byte) (int, error) {
	keepPrivate(w.Header())
	return w.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController.
func (w privateWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// refreshPrivate begins to serve the data sources that became private, and ends to serve those that are no more.
func (a *App) refreshPrivate(ctx context.Context) {
	p := &a.private
	p.changing.Lock()
	defer p.changing.Unlock()
	sources, err := private.List(ctx, a.db.Pool)
	if err != nil {
		if ctx.Err() == nil && !a.outage.Noticed(ctx, err) {
			a.log.ErrorContext(ctx, "the private data sources are not known", "error", err)
		}
		return
	}
	before, now := p.byID(), map[string]*privateSet{}
	for _, source := range sources {
		set := before[source.ID]
		if set == nil || set.Key != source.Key {
			if set, err = a.openPrivate(ctx, source); err != nil {
				a.log.ErrorContext(ctx, "a private data source is not served", "data_source", source.ID, "error", err)
				continue
			}
		}
		now[source.ID] = set
		if err := set.lookups.Refresh(ctx); err != nil {
			continue // Refresh logged it
		}
	}
	p.current.Store(&now)
	for set := range maps.Values(before) {
		if now[set.ID] != set {
			set.close()
		}
	}
}

// openPrivate makes what serves a private data source. Its copy in memory is loaded in the background.
func (a *App) openPrivate(ctx context.Context, source private.Source) (*privateSet, error) {
	pool, err := postgres.NewPool(ctx, postgres.PoolOptions{
		URL: a.db.URL, Size: privateConnections, StatementTimeout: a.cfg.StatementTimeout, AcquireTimeout: acquireTimeout,
		ApplicationName: "skeeter " + source.Schema(), Schema: source.Schema(),
	})
	if err != nil {
		return nil, err
	}
	registry := prometheus.NewRegistry() // the metrics are those of what is public
	set := &privateSet{Source: source, recordSet: recordSet{
		db: pool, reads: pool, lookups: postgres.NewLookups(pool, a.log, registry), registry: registry, tileCacheBytes: privateTileCache,
		index: tileindex.New(tileindex.Options{DB: pool, Log: a.log, Registry: registry, VersionOnly: !a.cfg.TileIndex, MaxRecords: a.cfg.TileIndexMaxRecords}),
	}}
	set.lookups.CatchUp, set.lookups.Outage = set.index.CatchUp, a.outage
	set.counter = counting.New(pool, set.index)
	set.changed = func(ctx context.Context) {
		a.announcer.Announce()
		set.catchUp(ctx, a)
	}
	identify := func(r *http.Request) (access.Visitor, error) {
		v, err := a.people.Identify(r)
		v.Sources = []string{source.ID} // what is new is a record of it
		return v, err
	}
	routes, err := access.Guard(a.recordRoutes(set.recordSet).routes, identify)
	if err != nil {
		pool.Close()
		return nil, err
	}
	set.handlers = map[string]httpapi.HandlerFunc{}
	for _, route := range routes {
		set.handlers[route.Name] = route.Handler
	}
	work, end := context.WithCancel(context.WithoutCancel(ctx))
	set.end = end
	go set.index.Run(work)
	go rollups.New(pool, set.index, a.log).Run(work)
	return set, nil
}

// close ends to serve a data source. Requests that run end first.
func (s *privateSet) close() {
	s.end()
	go s.db.Close()
}

func (s *privateSet) catchUp(ctx context.Context, a *App) {
	if err := s.index.CatchUp(ctx); err != nil && ctx.Err() == nil && !a.outage.Noticed(ctx, err) {
		a.log.ErrorContext(ctx, "counts of a private data source could not follow the database", "data_source", s.ID, "error", err)
	}
}

// followPrivate applies the change logs of the private data sources.
func (a *App) followPrivate(ctx context.Context) {
	for _, set := range a.private.byID() {
		set.catchUp(ctx, a)
	}
}

// trimPrivate trims the change logs of the private data sources, and makes public what is due.
func (a *App) trimPrivate(ctx context.Context) {
	for _, set := range a.private.byID() {
		if err := set.index.DropOldChanges(ctx); err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, "the change log of a private data source was not trimmed", "data_source", set.ID, "error", err)
		}
		if _, err := datasets.Purge(ctx, set.db); err != nil && ctx.Err() == nil {
			a.log.WarnContext(ctx, "old removals of a private data source are not ended", "data_source", set.ID, "error", err)
		}
	}
	published, err := private.Publish(ctx, a.db.Pool)
	if err != nil && ctx.Err() == nil {
		a.log.ErrorContext(ctx, "a data source did not become public on its day", "error", err)
	}
	if len(published) > 0 {
		a.log.InfoContext(ctx, "data sources became public", "data_sources", published)
		a.refreshPrivate(ctx)
	}
}

func (p *privateSets) close() {
	p.changing.Lock()
	defer p.changing.Unlock()
	for set := range maps.Values(p.byID()) {
		set.close()
	}
	p.current.Store(nil)
}

// sourcesChanged follows a data source that a request made.
func (a *App) sourcesChanged(ctx context.Context) error {
	a.refreshPrivate(ctx)
	return a.lookups.Refresh(ctx)
}

// recordsMoved follows a request that changed what the public may know of a data source.
func (a *App) recordsMoved(ctx context.Context) {
	a.changed(ctx)
	_ = a.sourcesChanged(ctx) // Refresh logs and counts the error
}

// removalSets are what is public and each private data source, with what was removed of them.
func (a *App) removalSets() []removals.Set {
	sets := []removals.Set{{DB: a.db.Pool, Changed: a.recordsMoved}}
	for _, set := range a.private.byID() {
		sets = append(sets, removals.Set{DB: set.db, Changed: set.changed})
	}
	return sets
}
