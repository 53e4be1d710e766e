// Package app is the server: it wires the rooms together, serves their routes, keeps the copies in memory up with the database,
// says when it is ready, and shuts down. It also opens the database for the commands that work on records and end. It is the one
// package below internal that imports domains; only cmd imports it.
package app

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/uploads"
)

// Options of New and Run. Config and Log are needed.
type Options struct {
	Config  config.Config
	Version string // what the pages, the metrics and the API say
	Log     *slog.Logger
	// Registry takes every metric; nil is a new one.
	Registry *prometheus.Registry
	// Tracing makes the spans of requests; nil makes none.
	Tracing trace.TracerProvider
	// Out says where the server is reached, for the person who started it; nil is silent.
	Out io.Writer
}

// App is the wired server.
type App struct {
	cfg       config.Config
	version   string
	db        *Database
	log       *slog.Logger
	registry  *prometheus.Registry
	outage    *postgres.Outage
	lookups   *postgres.Lookups
	index     *tileindex.Index
	counter   *geo.Counter
	summaries *gis.Summaries
	metrics   *observe.StoredMetrics
	imports   *transfer.ImportMetrics
	model     *classify.Classifier // nil: there is none
	modelErr  error                // why
	uploads   *uploads.Store       // nil: pictures are not saved
	routes    []httpapi.Route
	handler   http.Handler
	prepared  atomic.Bool
	stopping  atomic.Bool
	shortened atomic.Int64 // Unix time of the last shortening of the change log
}

// New wires the rooms over an open database, which may be away still.
func New(o Options, db *Database) (*App, error) {
	if o.Registry == nil {
		o.Registry = prometheus.NewRegistry()
	}
	cfg, log, registry := o.Config, o.Log, o.Registry
	a := &App{
		cfg: cfg, version: o.Version, db: db, log: log, registry: registry,
		outage: postgres.NewOutage(log), lookups: postgres.NewLookups(db.Pool, log, registry),
	}
	a.index = tileindex.New(a.indexOptions())
	a.counter = geo.NewCounter(db.Pool, a.index)
	a.summaries = gis.New(gis.Options{DB: db.Pool, Log: log, Version: func() string { return a.index.State().Version().String() }})
	a.imports = transfer.NewImportMetrics(db.Pool, log, registry)
	a.metrics = observe.NewStoredMetrics(observe.StoredMetricsOptions{
		DB: db.Pool, Log: log, Lookups: a.lookups, Counter: a.counter, Version: a.countable,
	})
	registry.MustRegister(a.metrics, buildInfo(o.Version))
	a.openModel()
	if err := a.openUploads(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	a.routes = a.allRoutes()
	a.handler = httpapi.New(httpapi.Options{
		Routes: a.routes, Log: log, Metrics: httpapi.NewMetrics(registry), PublicURL: cfg.PublicURL,
		TrustedProxies: cfg.TrustedProxies, CORSOrigins: cfg.CORSOrigins, Tracing: o.Tracing, Unavailable: postgres.Unavailable,
		RateLimit: httpapi.RateLimit(cfg.RateLimit), MaxRequests: cfg.MaxRequests, Connections: cfg.DatabasePoolSize,
	})
	return a, nil
}

func (a *App) indexOptions() tileindex.Options {
	o := tileindex.Options{DB: a.db.Pool, Log: a.log, Registry: a.registry, VersionOnly: !a.cfg.TileIndex}
	if a.cfg.TilePoints {
		o.PointsFolder = a.cfg.TilePointsPath
	}
	return o
}

// countable is the version of the observations, "" while it is not known or the tile index is about to be loaded: to count for
// the metrics by a scan of the table would then be a waste.
func (a *App) countable() string {
	if a.index.Loading() {
		return ""
	}
	if v := a.index.State().Version(); v.Epoch != "" {
		return v.String()
	}
	return ""
}

// openModel loads the classifier. A server without one answers everything else.
func (a *App) openModel() {
	a.model, a.modelErr = classify.Open(a.cfg.ONNXRuntimePath, a.cfg.ModelPath, a.log)
	if a.modelErr != nil {
		a.log.Error("there are no predictions: the model could not be loaded", "error", a.modelErr)
		return
	}
	a.registry.MustRegister(a.model)
}

func (a *App) openUploads() (err error) {
	if !a.cfg.SavePredictedImages {
		return nil
	}
	a.uploads, err = uploads.New(uploads.Options{
		DB: a.db.Pool, Folder: a.cfg.ImagesPath, MaxBytes: a.cfg.ImagesMaxBytes, MaxAge: a.cfg.ImagesMaxAge, Registry: a.registry, Log: a.log,
	})
	if err != nil {
		return fmt.Errorf("SKEETER_IMAGES_PATH: %w", err)
	}
	return nil
}

// Routes returns every operation of the server.
func (a *App) Routes() []httpapi.Route { return a.routes }

// ServeHTTP answers a request as the running server does.
func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Close stops counting, and closes the model when nothing uses it any more.
func (a *App) Close() error {
	a.summaries.Close()
	if a.model == nil {
		return nil
	}
	return a.model.Close()
}
