package app

import (
	"context"
	"slices"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/geo/alerts/send"
	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/areas"
	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/observe/events"
	"github.com/skeeter-surveillance/skeeter/observe/pools"
	"github.com/skeeter-surveillance/skeeter/observe/sources"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
	"github.com/skeeter-surveillance/skeeter/ogc/qgis"
	"github.com/skeeter-surveillance/skeeter/people/pseudonyms"
	"github.com/skeeter-surveillance/skeeter/predict"
	"github.com/skeeter-surveillance/skeeter/web"
)

// allRoutes makes the domains and returns all of their operations, each behind the policy. webhook and mail send alerts; nil for none.
func (a *App) allRoutes(webhook *send.Webhook, mail *send.Mail) ([]httpapi.Route, error) {
	base := a.cfg.APIPrefix + "/v1"
	predictions := a.predictions()
	tiles := geo.New(geo.Options{
		DB: a.db.Pool, Lookups: a.lookups, Index: a.index, Counter: a.counter, Registry: a.registry, TileCacheBytes: a.cfg.TileCacheBytes, Base: base,
	})
	records := observe.New(observe.Options{
		DB: a.db.Pool, Lookups: a.lookups, Counter: a.counter, Base: base, Changed: a.changed, ReviewRule: a.cfg.ReviewRule,
		Introduces: alerts.Introduces,
		Pseudonym:  pseudonyms.New(a.db.Pool).Of,
	})
	a.people.Records = records.EachOf
	dataVersion := func() string {
		if state := a.index.State(); state.Ready() {
			return state.Version().String()
		}
		return ""
	}
	samplings := events.New(events.Options{
		DB: a.db.Pool, Lookups: a.lookups, Base: base, Changed: a.changed, DataVersion: dataVersion,
	})
	tested := pools.New(pools.Options{
		DB: a.db.Pool, Lookups: a.lookups, Base: base, Changed: a.changed, DataVersion: dataVersion,
	})
	a.imports = imports.New(imports.Options{
		Folder: a.cfg.ImportsPath, MaxBytes: a.cfg.ImportMaxBytes, Importer: importing.New(a.db.imports, a.log),
		Changed: a.catchUp, Base: base, Log: a.log,
	})
	questions := analytics.New(analytics.Options{DB: a.db.Pool, Lookups: a.lookups, Index: a.index, Counter: a.counter})
	a.alerts = alerts.New(alerts.Options{
		DB: a.db.Pool, Lookups: a.lookups, Analytics: questions, Log: a.log, Registry: a.registry,
		DataVersion: a.countableVersion, Base: base, AppName: a.cfg.AppName, PublicURL: a.cfg.PublicURL, Webhook: webhook, Mail: mail,
	})
	domains := slices.Concat(
		catalog.New(catalog.Options{DB: a.db.Pool, Lookups: a.lookups, Counter: a.counter, Base: base}).Routes(),
		tiles.Routes(),
		questions.Routes(),
		areas.New(a.db.Pool, base).Routes(),
		a.alerts.Routes(),
		records.Routes(),
		samplings.Routes(),
		tested.Routes(),
		sources.New(sources.Options{DB: a.db.Pool, Base: base, Changed: a.lookups.Refresh, Drawn: a.changed}).Routes(),
		exporting.New(a.db.Pool, a.lookups).Routes(),
		a.imports.Routes(),
		predictions.Routes(),
		a.people.Routes(),
	)
	ogcOptions := ogc.Options{
		DB: a.db.Pool, Lookups: a.lookups, Counter: a.counter, Summaries: a.summaries, AppName: a.cfg.AppName, Base: base, Tiles: tiles,
		State: func() features.State { return a.counter.Rows() }, LayerDefinition: qgis.Path,
		Notice: func() string { return a.notice().Text }, Writer: records,
	}
	data, err := access.Guard(slices.Concat(httpapi.Under(base, domains), ogc.New(ogcOptions).Routes()), a.people.Identify)
	if err != nil {
		return nil, err
	}
	others, err := access.Guard(slices.Concat(
		a.uploads.Routes(),
		web.New(web.Options{AppName: a.cfg.AppName, Version: a.version, Prefix: a.cfg.APIPrefix, Notice: a.notice,
			BasemapStyle: a.cfg.BasemapStyleURL,
			Links:        map[string]string{"tiles": base + "/tiles/observations.json", "ogc": ogc.Path}}).Routes(),
		layerDefinition(a.cfg.AppName, base).Routes(),
		httpapi.HealthRoutes(httpapi.HealthOptions{
			Version:  a.version,
			Required: map[string]func(context.Context) httpapi.Check{"database": a.checkDatabase},
			Optional: map[string]func(context.Context) httpapi.Check{"model": predictions.Health},
			Ready: map[string]func(context.Context) httpapi.Check{
				"prepared": a.checkPrepared, "tile_index": a.checkIndex,
			},
		}, base),
		[]httpapi.Route{httpapi.MetricsRoute(a.registry)},
	), a.people.Identify)
	return slices.Concat(a.afterStart(data), others), err
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
