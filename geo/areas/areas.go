// Package areas stores the areas that the parameter area of the Filter names: drawn ones, which anybody may make, and named ones, which
// come in sets. It imports internal packages and sql.
//
// # Geometry
//
// A geometry is a Polygon or MultiPolygon in degrees, WGS 84, inside of the world. Coordinates are rounded to 7 decimals, as those of
// records are. What is not valid is repaired (sql/fragment/repaired_area.sql): rings are cut at their crossings, holes leave out what they
// cover, and polygons that overlap are united.
//
// # Ids
//
// The id of a drawn area is a hash of its geometry, so that the same shape has the same id, and never changes. Areas of sets have ids
// of their own. All ids share one namespace.
//
// # Limits
//
// At most MaxDrawn drawn areas are kept: the least recently used one goes. One that nobody used for 30 days is gone, at once for who asks
// for it, and from the table when the next one is drawn.
package areas

import (
	"net/http"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Limits of a drawn area.
const (
	MaxBytes     = 1 << 20 // of its GeoJSON
	MaxVertices  = 10_000
	MaxCrossings = 1_000 // of edges; each becomes a vertex when it is repaired
	MaxDrawn     = 10_000
)

// Areas answers the routes of areas.
type Areas struct {
	store store
	base  string
}

// New returns the routes. base is the path of the API, such as "/api/v1".
func New(db *pgxpool.Pool, base string) *Areas { return &Areas{store{db}, base} }

// Routes returns the operations, with paths relative to the API's base.
func (a *Areas) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/areas", Name: "listAreas", Handler: a.list},
		{Method: http.MethodPost, Path: "/areas", Name: "createArea", Handler: a.create},
		{Method: http.MethodGet, Path: "/areas/{area_id}", Name: "getArea", Handler: a.get},
	}
}
