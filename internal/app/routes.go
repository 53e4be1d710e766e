package app

import (
	"context"
	"slices"

	"github.com/skeeter-surveillance/skeeter/catalog/search"
	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/geo/alerts/send"
	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/observe/sources"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/removals"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/qgis"
	"github.com/skeeter-surveillance/skeeter/predict"
	"github.com/skeeter-surveillance/skeeter/web"
)

// allRoutes makes the domains and returns all of their operations, each behind the policy. webhook and mail send alerts; nil for none.
func (a *App) allRoutes(webhook *send.Webhook, mail *send.Mail) ([]httpapi.Route, error) {
	base := a.cfg.APIPrefix + "/v1"
	predictions := a.predictions()
	public := a.recordRoutes(recordSet{
		db: a.db.Pool, reads: a.nodes, lookups: a.lookups, index: a.index, counter: a.counter, registry: a.registry, changed: a.changed, tileCacheBytes: a.cfg.TileCacheBytes,
	})
	public.sources = sources.New(sources.Options{DB: a.db.Pool, Base: base, Changed: a.sourcesChanged, Drawn: a.recordsMoved})
	a.people.Records = public.records.EachOf
	a.imports = imports.New(imports.Options{
		Folder: a.cfg.ImportsPath, MaxBytes: a.cfg.ImportMaxBytes, Importer: importing.New(a.db.imports, a.log),
		Private: a.privateImporter, Changed: a.catchUp, Base: base, Log: a.log,
	})
	a.alerts = alerts.New(alerts.Options{
		DB: a.db.Pool, Lookups: a.lookups, Analytics: public.questions, Log: a.log, Registry: a.registry,
		DataVersion: a.countableVersion, Base: base, AppName: a.cfg.AppName, PublicURL: a.cfg.PublicURL, Webhook: webhook, Mail: mail,
	})
	domains := slices.Concat(
		public.routes,
		areas.New(a.db.Pool, base).Routes(),
		search.New(search.Options{DB: a.db.Pool, Lookups: a.lookups, States: statesSet, Private: a.private.list}).Routes(),
		a.alerts.Routes(),
		public.sources.Routes(),
		a.imports.Routes(),
		removals.New(a.removalSets).Routes(),
		predictions.Routes(),
		a.people.Routes(),
	)
	ogcOptions := ogc.Options{
		DB: a.nodes, Lookups: a.lookups, Counter: a.counter, Summaries: a.summaries, Tables: public.questions, AppName: a.cfg.AppName, Base: base, Tiles: public.tiles, Styles: public.tiles,
		State: func() features.State { return geo.NewRows(a.nodes, a.index) }, LayerDefinition: qgis.Path,
		Notice: func() string { return a.notice().Text }, Writer: public.records,
	}
	data, err := access.Guard(slices.Concat(httpapi.Under(base, domains), ogc.New(ogcOptions).Routes()), a.people.Identify)
	if err != nil {
		return nil, err
	}
	pages := web.New(web.Options{AppName: a.cfg.AppName, Version: a.version, Prefix: a.cfg.APIPrefix, Notice: a.notice,
		BasemapStyle: a.cfg.BasemapStyleURL, Streets: a.streets, EmbedOrigins: a.cfg.EmbedOrigins, ReadOrigins: a.cfg.CORSOrigins, Subjects: public.subjects, NoPages: []string{ogc.Path},
		Reports: web.Reports{PicturesKept: a.cfg.SavePredictedImages, LargestCounts: observe.LargestCounts()},
		Links:   map[string]string{"tiles": base + "/tiles/observations.json", "ogc": ogc.Path}})
	// A page that is not there is for everybody for whom the first page is.
	unknown, err := access.Guard([]httpapi.Route{{Name: "getRoot", Handler: pages.Unknown}}, a.people.Identify)
	if err != nil {
		return nil, err
	}
	a.unknown = unknown[0].Handler
	others, err := access.Guard(slices.Concat(
		a.uploads.Routes(),
		pages.Routes(),
		layerDefinition(a.cfg.AppName, base).Routes(),
		httpapi.HealthRoutes(httpapi.HealthOptions{
			Version:  a.version,
			Required: map[string]func(context.Context) httpapi.Check{"database": a.checkDatabase},
			Optional: map[string]func(context.Context) httpapi.Check{"model": predictions.Health},
			Ready: map[string]func(context.Context) httpapi.Check{
				"prepared": a.checkPrepared, "tile_index": a.checkIndex, "pictures": a.uploads.Health,
			},
		}, base),
		[]httpapi.Route{httpapi.MetricsRoute(a.registry)},
	), a.people.Identify)
	return slices.Concat(a.afterStart(a.withReplica(a.withNodes(a.withPrivate(data)))), a.withReplica(others)), err
}

// layerDefinition is the QGIS layer definition file of this server's layers: features, and tiles drawn as in their style.
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

func (a *App) predictions() *predict.Predict {
	o := predict.Options{Lookups: a.lookups, ModelErr: a.modelErr, Uploads: a.uploads, Registry: a.registry, Log: a.log}
	if a.model != nil { // an interface that holds a nil pointer is not nil
		o.Classifier = a.model
	}
	return predict.New(o)
}
