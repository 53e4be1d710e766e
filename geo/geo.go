// Package geo is the map side of the service: GeoJSON layers, counts and statistics over observations, the tile index. It
// imports internal packages and no other domain.
package geo

import (
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lookup"
)

// Options of New. All are needed.
type Options struct {
	DB       *pgxpool.Pool
	Lookups  *lookup.Lookups
	Counter  *Counter
	Registry prometheus.Registerer
}

// Geo answers the geographic routes.
type Geo struct {
	db       *pgxpool.Pool
	lookups  *lookup.Lookups
	counter  *Counter
	features prometheus.Counter
}

// New returns the geo domain.
func New(o Options) *Geo {
	g := &Geo{db: o.DB, lookups: o.Lookups, counter: o.Counter, features: prometheus.NewCounter(prometheus.CounterOpts{
		Name: "skeeter_geojson_features_total", Help: "GeoJSON features served by the geo layers.",
	})}
	o.Registry.MustRegister(g.features)
	return g
}

// Routes returns the operations, relative to the API's base.
func (g *Geo) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/geo/{layer_type}", Name: "getLayer", Handler: g.getLayer},
		{Method: http.MethodGet, Path: "/stats", Name: "getStats", Handler: g.getStats},
	}
}
