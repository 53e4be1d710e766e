package geo

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tilecache"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// Options of New. All are needed; TileCacheBytes may be 0.
type Options struct {
	DB             postgres.Database
	Lookups        *postgres.Lookups
	Index          *tileindex.Index
	Counter        *counting.Counter
	Registry       prometheus.Registerer
	TileCacheBytes int64
	Base           string // path of the API, such as "/api/v1"
}

// Geo answers the geographic routes.
type Geo struct {
	db       postgres.Database
	lookups  *postgres.Lookups
	index    *tileindex.Index
	counter  *counting.Counter
	tiles    *tilecache.Cache
	base     string
	features prometheus.Counter
	tileTime prometheus.Histogram
}

// New returns the geographic routes and registers their metrics.
func New(o Options) *Geo {
	g := &Geo{
		db: o.DB, lookups: o.Lookups, index: o.Index, counter: o.Counter, tiles: tilecache.New(o.TileCacheBytes, o.Registry), base: o.Base,
		features: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "skeeter_geojson_features_total", Help: "GeoJSON features served by the geo layers.",
		}),
		tileTime: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "skeeter_tile_make_seconds", Help: "Time to make a tile that was not cached, before compression.",
			Buckets: prometheus.ExponentialBuckets(.0005, 2, 13),
		}),
	}
	o.Registry.MustRegister(g.features, g.tileTime)
	return g
}

// Routes returns the operations, with paths relative to the API's base.
func (g *Geo) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/geo/{layer_type}", Name: "getLayer", Handler: g.getLayer, Light: true},
		{Method: http.MethodGet, Path: "/stats", Name: "getStats", Handler: g.getStats},
		{Method: http.MethodGet, Path: "/tiles/observations.json", Name: "getTileJSON", Handler: g.getTileJSON},
		{Method: http.MethodGet, Path: "/tiles/observations/style.json", Name: "getTileStyle", Handler: g.getTileStyle},
		{Method: http.MethodGet, Path: "/tiles/observations/{z}/{x}/{y}.mvt", Name: "getTile", Handler: g.getTile, Light: true},
		{Method: http.MethodGet, Path: "/tiles/observations/{z}/{x}/{y}.pbf", Name: "getTilePBF", Handler: g.getTile, Light: true},
	}
}
