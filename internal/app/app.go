// Package app is the server: New wires the domains together, Run serves their routes and shuts down. It also opens the
// database for the commands that work on records and end. It is the one package below internal that imports domains; only cmd
// imports it.
//
// # Start
//
// Run opens the port first: when the port is taken, nothing else has to be started and stopped. Then it starts the embedded
// PostgreSQL, or makes a pool for the external one, migrates the schema, loads the catalog and the names, and serves. An
// external database may be away: then Run serves at once, /livez answers 200, /readyz 503, and Run tries to prepare the
// database every 2 seconds until it answers. Requests wait for the names, at most 5 seconds, then get 503.
//
// # Copies in memory
//
// Names (postgres.Lookups) and counts (geo/tileindex) are copies of what the database holds. Triggers notify of each change,
// and the server looks without a notification too, because one may be lost: for observations every 1.5 seconds, for names
// every 30 seconds. A write through the API brings the counts up to date before its answer goes out. The index
// goes on from the file that the last process left. SQL counts while it is not loaded, so it never keeps the server from being ready.
//
// # Replicas
//
// Requests that read ask the streaming replicas of SKEETER_DATABASE_REPLICA_URLS (package nodes). What a client wrote is in its reads, because the
// answer to the write says where it is in the database's log of writes (Skeeter-Position). A server whose own database is a replica looks
// for changes twice a second, refuses writes and does nothing in the background; when the replica is promoted it prepares it and goes on as any other.
//
// # Stop
//
// The first signal makes /readyz fail and starts SKEETER_SHUTDOWN_DELAY, in which load balancers notice; Ctrl-C skips it. Then
// the port closes, requests that run have 20 seconds to finish, the rest is cut, and the embedded PostgreSQL stops.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/geo/alerts/send"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/pmtiles"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/nodes"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
	"github.com/skeeter-surveillance/skeeter/people"
	"github.com/skeeter-surveillance/skeeter/people/openid"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/model"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
)

// Options of New and Run. Config and Log are required.
type Options struct {
	Config   config.Config
	Version  string // shown by the pages, the metrics and the API
	Log      *slog.Logger
	Registry *prometheus.Registry // takes every metric; nil is a new one
	Tracing  trace.TracerProvider // makes the spans of requests; nil makes none
	Out      io.Writer            // Run writes the server's address there; nil discards it
}

// App is the wired server.
type App struct {
	cfg       config.Config
	version   string
	db        *Database
	nodes     *nodes.Nodes
	caughtUp  caughtUp
	log       *slog.Logger
	registry  *prometheus.Registry
	outage    *postgres.Outage
	lookups   *postgres.Lookups
	index     *tileindex.Index
	announcer *postgres.Announcer
	counter   *counting.Counter
	summaries *gis.Summaries
	metrics   *observe.StoredMetrics
	queue     *observe.QueueMetrics
	imports   *imports.Imports
	alerts    *alerts.Alerts
	imported  *importing.Metrics
	model     *classify.Classifier // nil: not loaded, modelErr says why
	modelErr  error
	people    *people.People
	uploads   *uploads.Store   // nil: pictures are not saved
	streets   *pmtiles.Archive // nil: no street map
	private   privateSets
	routes    []httpapi.Route
	unknown   httpapi.HandlerFunc // answers paths that no route has
	handler   http.Handler
	prepared  atomic.Bool
	starting  starting
	stopping  atomic.Bool
}

// New wires the domains. db has pools; its server may not answer yet.
func New(ctx context.Context, o Options, db *Database) (*App, error) {
	if o.Registry == nil {
		o.Registry = prometheus.NewRegistry()
	}
	cfg, log, registry := o.Config, o.Log, o.Registry
	a := &App{
		cfg: cfg, version: o.Version, db: db, log: log, registry: registry,
		outage: postgres.NewOutage(log), lookups: postgres.NewLookups(db.Pool, log, registry),
	}
	a.nodes = nodes.New(nodes.Options{
		Primary: db.Pool, Watch: db.health, Replicas: db.replicas, Distributed: db.distributed, MaxLag: cfg.ReplicaMaxLag, Registry: registry, Log: log,
		Floor: func() nodes.Position { return nodes.Position(a.index.State().WAL()) },
	})
	index := tileindex.Options{DB: db.Pool, Log: log, Registry: registry, VersionOnly: !cfg.TileIndex, LoadFrom: a.nodes.LoadFrom, MaxRecords: cfg.TileIndexMaxRecords}
	if cfg.TilePoints {
		index.Folder, index.TakeFrom = cfg.TilePointsPath, cfg.TilePointsFrom
	}
	a.index = tileindex.New(index)
	a.announcer = postgres.NewAnnouncer(db.Pool, log)
	a.lookups.CatchUp, a.lookups.Outage = a.index.CatchUp, a.outage
	a.counter = counting.New(a.nodes, a.index)
	a.summaries = gis.New(gis.Options{DB: db.Pool, Log: log, Version: func() string { return a.index.State().Version().String() }, Counted: a.countedSummaries})
	a.imported = importing.NewMetrics(db.Pool, log, registry)
	a.metrics = observe.NewStoredMetrics(observe.StoredMetricsOptions{
		DB: db.Pool, Log: log, Lookups: a.lookups, Counter: a.counter, Version: a.countableVersion,
	})
	a.queue = observe.NewQueueMetrics(db.Pool, log)
	registry.MustRegister(a.metrics, a.queue, buildInfo(o.Version))
	a.openModel()
	if err := a.openUploads(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if err := a.openStreets(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	webhook, mail, err := senders(cfg)
	if err != nil {
		return nil, errors.Join(err, a.Close())
	}
	provider, err := openid.New(cfg.OIDCIssuer, cfg.OIDCClientID, cfg.OIDCClientSecret)
	if err != nil {
		return nil, errors.Join(SettingsError{fmt.Errorf("SKEETER_OIDC_ISSUER: %w", err)}, a.Close())
	}
	a.people = people.New(people.Options{
		DB: db.Pool, Log: log, WriteToken: cfg.WriteToken, AnonymousReports: anonymousReports(cfg.AnonymousReports), Publish: cfg.Publish,
		TrustedProxies: cfg.TrustedProxies, Settings: cfg.Shown(), Base: cfg.APIPrefix + "/v1", Provider: provider, SignUp: cfg.OIDCSignUp,
		AtHome: onLoopback(cfg.ListenAddr) && cfg.PublicURL == "" && len(cfg.TrustedProxies) == 0,
	})
	if a.routes, err = a.allRoutes(webhook, mail); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	a.handler = httpapi.New(httpapi.Options{
		Routes: a.routes, Unknown: a.unknown, Log: log, Metrics: httpapi.NewMetrics(registry), PublicURL: cfg.PublicURL, APIPrefix: cfg.APIPrefix,
		TrustedProxies: cfg.TrustedProxies, CORSOrigins: cfg.CORSOrigins, Tracing: o.Tracing, Unavailable: postgres.Unavailable,
		RateLimit: limits.Rate(cfg.RateLimit), MaxRequests: cfg.MaxRequests, Connections: cfg.DatabasePoolSize,
	})
	return a, nil
}

// countableVersion returns the data version that the metrics may count now. It is "" before the version is known, and while
// the tile index loads: the index will count in milliseconds what a scan of the table counts in seconds.
func (a *App) countableVersion() string {
	if a.index.Loading() {
		return ""
	}
	if v := a.index.State().Version(); v.Epoch != "" {
		return v.String()
	}
	return ""
}

// openModel loads the classifier. A server without one answers all other requests.
func (a *App) openModel() {
	a.model, a.modelErr = classify.Open(a.cfg.ONNXRuntimePath, a.cfg.ModelPath, a.log)
	if errors.Is(a.modelErr, model.ErrNone) {
		a.log.Info("predictions are off", "reason", a.modelErr)
		a.modelErr = nil // that is what was asked for
		return
	}
	if a.modelErr != nil {
		a.log.Error("the model could not be loaded: predictions are off", "error", a.modelErr)
		return
	}
	a.registry.MustRegister(a.model)
}

// streetLayers are layers that the style of the street map draws.
var streetLayers = []string{"earth", "water", "roads", "places"}

func (a *App) openStreets() (err error) {
	if a.cfg.BasemapPMTiles == "" {
		return nil
	}
	if a.streets, err = pmtiles.Open(a.cfg.BasemapPMTiles, streetLayers...); err != nil {
		return SettingsError{fmt.Errorf("%sBASEMAP_PMTILES: %w", config.Prefix, err)}
	}
	return nil
}

// anonymousReports reads the setting; nil is auto.
func anonymousReports(setting string) *bool {
	if setting == "auto" {
		return nil
	}
	return new(setting == "true")
}

// senders returns what sends alerts, as far as the settings switch it on.
func senders(cfg config.Config) (*send.Webhook, *send.Mail, error) {
	webhook, err := send.NewWebhook(cfg.AlertWebhookHosts, cfg.AlertWebhookSecret)
	if err != nil {
		return nil, nil, SettingsError{fmt.Errorf("SKEETER_ALERT_WEBHOOK_SECRET: %w", err)}
	}
	mail, err := send.NewMail(cfg.SMTPURL, cfg.SMTPFrom, cfg.AlertMailTo)
	if err != nil {
		return nil, nil, SettingsError{fmt.Errorf("SKEETER_SMTP_URL and SKEETER_SMTP_FROM: %w", err)}
	}
	return webhook, mail, nil
}

// Routes returns every operation of the server.
func (a *App) Routes() []httpapi.Route { return a.routes }

// ServeHTTP answers a request without a port. Run serves the same handler.
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Close stops the summaries and closes the model after its last prediction.
func (a *App) Close() error {
	a.summaries.Close()
	var errs []error
	if a.streets != nil {
		errs = append(errs, a.streets.Close())
	}
	if a.model != nil {
		errs = append(errs, a.model.Close())
	}
	return errors.Join(errs...)
}
