package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/ogc/qgis"
	"github.com/skeeter-surveillance/skeeter/predict"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
	"github.com/skeeter-surveillance/skeeter/predict/gallery"
	"github.com/skeeter-surveillance/skeeter/web"
)

// Notices of synthetic records, on every page and in the welcome while there are any, beside real ones too.
var (
	demonstrationNotice = web.Notice{Kind: "demonstration", Text: "This server shows synthetic demonstration data. No mosquito was caught for it. The first import removes it."}
	syntheticNotice     = web.Notice{Kind: "synthetic", Text: "This server shows synthetic records that skeeter demo made. No mosquito was caught for them. skeeter demo --remove removes them."}
)

// service holds the wired rooms.
type service struct {
	cfg      config.Config
	db       *database
	log      *slog.Logger
	outage   *postgres.Outage
	lookups  *lookup.Lookups
	index    *tileindex.Index
	counter  *geo.Counter
	sums     *gis.Sums
	holdings *observe.Holdings
	imports  *observe.Imports
	model    *classify.Classifier // nil: there is none
	modelErr error                // why
	gallery  *gallery.Gallery     // nil: pictures are not saved
	handler  http.Handler
	prepared atomic.Bool
	stopping atomic.Bool
	forgot   atomic.Int64 // unix time of the last shortening of the change log
}

func newService(cfg config.Config, db *database, log *slog.Logger, registry *prometheus.Registry, tracing trace.TracerProvider) (*service, error) {
	s := &service{cfg: cfg, db: db, log: log, outage: postgres.NewOutage(log), lookups: lookup.New(db.pool, log, registry)}
	s.index = tileindex.New(s.indexOptions(registry))
	s.counter = geo.NewCounter(db.pool, s.index)
	s.sums = gis.New(gis.Options{DB: db.pool, Log: log, Version: func() string { return s.index.State().Version().String() }})
	s.imports = observe.NewImports(db.pool, log, registry)
	s.holdings = observe.NewHoldings(observe.HoldingsOptions{
		DB: db.pool, Log: log, Lookups: s.lookups, Census: s.counter, Version: s.countable,
	})
	registry.MustRegister(s.holdings, buildInfo())
	s.openModel(registry)
	if err := s.openGallery(registry); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.handler = httpapi.New(httpapi.Options{
		Routes: s.routes(registry), Log: log, Metrics: httpapi.NewMetrics(registry), PublicURL: cfg.PublicURL,
		TrustedProxies: cfg.TrustedProxies, CORSOrigins: cfg.CORSOrigins, Tracing: tracing, Unavailable: postgres.Unavailable,
		RateLimit: httpapi.RateLimit(cfg.RateLimit), MaxRequests: cfg.MaxRequests, Connections: cfg.DatabasePoolSize,
	})
	return s, nil
}

func (s *service) indexOptions(registry *prometheus.Registry) tileindex.Options {
	o := tileindex.Options{DB: s.db.pool, Log: s.log, Registry: registry, VersionOnly: !s.cfg.TileIndex}
	if s.cfg.TilePoints {
		o.PointsFolder = s.cfg.TilePointsPath
	}
	return o
}

// countable is the version of the observations, "" while it is not known or the tile index is about to be loaded: to count for
// the metrics by a scan of the table would then be a waste.
func (s *service) countable() string {
	if s.index.Loading() {
		return ""
	}
	if v := s.index.State().Version(); v.Epoch != "" {
		return v.String()
	}
	return ""
}

// openModel loads the classifier. A server without one answers everything else.
func (s *service) openModel(registry *prometheus.Registry) {
	s.model, s.modelErr = classify.Open(s.cfg.ONNXRuntimePath, s.cfg.ModelPath, s.log)
	if s.modelErr != nil {
		s.log.Error("there are no predictions: the model could not be loaded", "error", s.modelErr)
		return
	}
	registry.MustRegister(s.model)
}

func (s *service) openGallery(registry *prometheus.Registry) (err error) {
	if !s.cfg.SavePredictedImages {
		return nil
	}
	s.gallery, err = gallery.New(gallery.Options{
		DB: s.db.pool, Folder: s.cfg.ImagesPath, MaxBytes: s.cfg.ImagesMaxBytes, MaxAge: s.cfg.ImagesMaxAge, Registry: registry, Log: s.log,
	})
	if err != nil {
		return fmt.Errorf("SKEETER_IMAGES_PATH: %w", err)
	}
	return nil
}

// close gives up counting, and lets go of the model when nothing uses it any more.
func (s *service) close() error {
	s.sums.Close()
	if s.model == nil {
		return nil
	}
	return s.model.Close()
}

// routes are all operations of the service.
func (s *service) routes(registry *prometheus.Registry) []httpapi.Route {
	base := s.cfg.APIPrefix + "/v1"
	predictions := s.predictions(registry)
	tiles := geo.New(geo.Options{
		DB: s.db.pool, Lookups: s.lookups, Index: s.index, Counter: s.counter, Registry: registry, TileCacheBytes: s.cfg.TileCacheBytes, Base: base,
	})
	records := observe.New(observe.Options{
		DB: s.db.pool, Lookups: s.lookups, Counter: s.counter, WriteToken: s.cfg.WriteToken, Base: base, Changed: s.changed,
	})
	domains := slices.Concat(
		catalog.New(catalog.Options{DB: s.db.pool, Lookups: s.lookups, Tally: s.counter, Base: base}).Routes(),
		tiles.Routes(),
		records.Routes(),
		observe.NewExporter(s.db.pool, s.lookups).Routes(),
		predictions.Routes(),
	)
	features := ogc.Options{
		DB: s.db.pool, Lookups: s.lookups, Counter: s.counter, Sums: s.sums, AppName: s.cfg.AppName, Base: base, Tiles: tiles,
		DataVersion: func() string { return s.index.State().Version().String() }, LayerDefinition: qgis.Path,
		Notice: func() string { return s.notice().Text },
	}
	if s.cfg.WriteToken != "" { // GIS clients write with a token or not at all
		features.Writer = records
	}
	return slices.Concat(
		httpapi.Under(base, domains),
		s.gallery.Routes(),
		web.New(web.Options{AppName: s.cfg.AppName, Version: version, Prefix: s.cfg.APIPrefix, Notice: s.notice,
			BasemapStyle: s.cfg.BasemapStyleURL, WritesNeedToken: s.cfg.WriteToken != "",
			Links: map[string]string{"tiles": base + "/tiles/observations.json", "ogc": ogc.Path}}).Routes(),
		ogc.New(features).Routes(),
		layerDefinition(s.cfg.AppName, base).Routes(),
		httpapi.HealthRoutes(httpapi.HealthOptions{
			Version:  version,
			Required: map[string]func(context.Context) httpapi.Check{"database": s.checkDatabase},
			Optional: map[string]func(context.Context) httpapi.Check{"model": predictions.Health},
			Ready: map[string]func(context.Context) httpapi.Check{
				"prepared": s.checkPrepared, "tile_index": s.checkIndex,
			},
		}, base),
		[]httpapi.Route{httpapi.MetricsRoute(registry)},
	)
}

// layerDefinition describes the layers to QGIS: features, and tiles as their style draws them.
func layerDefinition(appName, base string) *qgis.QGIS {
	o := qgis.Options{
		AppName: appName, Features: ogc.Path, Tiles: base + "/tiles/observations/{z}/{x}/{y}.mvt", Style: base + "/tiles/observations/style.json",
		MaxZoom: geo.MaxSourceZoom, RecordColor: geo.RecordColor,
	}
	for _, c := range geo.CellClasses {
		o.Classes = append(o.Classes, qgis.Class{Records: c.Records, Color: c.Color, Far: c.Far, Near: c.Near})
	}
	return qgis.New(o)
}

func (s *service) predictions(registry *prometheus.Registry) *predict.Predict {
	o := predict.Options{Lookups: s.lookups, ModelErr: s.modelErr, Gallery: s.gallery, Registry: registry, Log: s.log}
	if s.model != nil { // a nil pointer in an interface is not nil
		o.Classifier = s.model
	}
	return predict.New(o)
}

// notice says which synthetic records there are, and what removes them.
func (s *service) notice() web.Notice {
	names := s.lookups.Current()
	if d, ok := names.FindDataSource(observe.SyntheticID); ok && d.Synthetic {
		return syntheticNotice
	}
	if d, ok := names.FindDataSource(observe.DemonstrationID); ok && d.Synthetic {
		return demonstrationNotice
	}
	return web.Notice{}
}

// changed brings this server's copies up to date with its own write, before the answer goes out.
func (s *service) changed(ctx context.Context) {
	s.catchUp(ctx)
}

// keepForgetting is the time between two shortenings of the change log.
const keepForgetting = 10 * time.Minute

func (s *service) catchUp(ctx context.Context) {
	if err := s.index.CatchUp(ctx); err != nil {
		if ctx.Err() == nil && !s.outage.Noticed(ctx, err) {
			s.log.ErrorContext(ctx, "counts could not follow the database", "error", err)
		}
		return
	}
	s.outage.Answered(ctx)
	if last := s.forgot.Load(); time.Since(time.Unix(last, 0)) > keepForgetting && s.forgot.CompareAndSwap(last, time.Now().Unix()) {
		if err := s.index.Forget(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "the change log was not shortened", "error", err)
		}
	}
}

func (s *service) checkDatabase(ctx context.Context) httpapi.Check {
	if err := s.db.health.Ping(ctx); err != nil {
		s.outage.Noticed(context.WithoutCancel(ctx), err)
		return httpapi.Check{Status: httpapi.StatusFailing, Detail: "the database does not answer"}
	}
	return httpapi.Check{Status: httpapi.StatusOK}
}

func (s *service) checkPrepared(context.Context) httpapi.Check {
	if s.stopping.Load() {
		return httpapi.Check{Status: httpapi.StatusFailing, Detail: "the server is stopping"}
	}
	if !s.prepared.Load() || !s.lookups.Tried() {
		return httpapi.Check{Status: httpapi.StatusFailing, Detail: "migrations and lookups are not done yet"}
	}
	return httpapi.Check{Status: httpapi.StatusOK}
}

// checkIndex never fails readiness: until the index is loaded SQL answers the same.
func (s *service) checkIndex(context.Context) httpapi.Check {
	switch {
	case !s.cfg.TileIndex:
		return httpapi.Check{Status: httpapi.StatusNotConfigured, Detail: "counts come from SQL"}
	case s.index.Failing():
		return httpapi.Check{Status: httpapi.StatusLoading, Detail: "it could not be loaded and is tried again; the log says why; counts come from SQL"}
	case !s.index.State().Ready():
		return httpapi.Check{Status: httpapi.StatusLoading, Detail: "counts come from SQL"}
	case s.cfg.TilePoints && !s.index.State().HasPoints():
		return httpapi.Check{Status: httpapi.StatusOK, Detail: "single records of map tiles come from SQL; the log says why"}
	default:
		return httpapi.Check{Status: httpapi.StatusOK}
	}
}
