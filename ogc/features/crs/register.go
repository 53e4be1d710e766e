package crs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/resource"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	crsQuery       = sql.Get("ogc/crs.sql")
	transformQuery = sql.Get("ogc/transform.sql")
	placeQuery     = sql.Get("ogc/place.sql")
)

// Register finds coordinate reference systems by their identifiers, and brings geometries in them to longitude and latitude. It is
// safe for concurrent use.
type Register struct {
	db    postgres.Database
	known sync.Map // identifier -> System: only of what spatial_ref_sys has, so that it cannot grow without end
}

// NewRegister returns the register of a database: what its table spatial_ref_sys has.
func NewRegister(db postgres.Database) *Register { return &Register{db: db} }

// Find returns the system of an identifier. ok is false for an unknown one, and for one that does not describe the surface of the
// Earth.
func (g *Register) Find(ctx context.Context, uri string) (found System, ok bool, err error) {
	if uri == CRS84.URI {
		return CRS84, true, nil
	}
	if known, ok := g.known.Load(uri); ok {
		return known.(System), true, nil
	}
	code, ok := epsgCode(uri)
	if !ok {
		return System{}, false, nil
	}
	definition, err := g.definition(ctx, code)
	if err != nil {
		return System{}, false, err
	}
	coordinates, ok := coordinatesOf(definition)
	if !ok {
		return System{}, false, nil
	}
	found = System{URI: uri, SRID: code, Coordinates: coordinates, WKT: definition}
	g.known.Store(uri, found)
	return found, true, nil
}

// Read reads a parameter whose value is a CRS, CRS84 when it is absent.
func (g *Register) Read(ctx context.Context, p *httpapi.Params, name string) (System, error) {
	if !p.Has(name) {
		return CRS84, nil
	}
	uri := p.Text(name)
	found, ok, err := g.Find(ctx, uri)
	if err == nil && !ok {
		p.Fail(name, "unknown_crs", name+" "+resource.Quoted(uri)+" is not a coordinate reference system that this server knows; "+CRS84.URI+" and "+epsgPrefix+"3857 are, for example")
	}
	return found, err
}

// definition returns the WKT of an EPSG code, "" for an unknown one.
func (g *Register) definition(ctx context.Context, code int) (wkt string, err error) {
	err = g.db.QueryRow(ctx, crsQuery.String(), pgx.StrictNamedArgs{"code": code}).Scan(&wkt)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look for EPSG:%d: %w", code, err)
	}
	return wkt, nil
}

// Transform brings a geometry to longitude and latitude. Its lines stay where they are, so that a straight one may become bent. The
// error is ErrNoPlace where the system has no such place.
func (g *Register) Transform(ctx context.Context, shape geom.T, system System) (geom.T, error) {
	encoded, err := wkb.Marshal(shape, wkb.NDR)
	if err != nil {
		return nil, fmt.Errorf("encode a geometry: %w", err)
	}
	var moved []byte
	err = g.db.QueryRow(ctx, transformQuery.String(), pgx.StrictNamedArgs{"shape": encoded, "srid": system.SRID}).Scan(&moved)
	if IsTransformError(err) || err == nil && moved == nil {
		return nil, ErrNoPlace
	}
	if err != nil {
		return nil, fmt.Errorf("transform a geometry: %w", err)
	}
	return wkb.Unmarshal(moved)
}

// How far from where it was a position may come back from longitude and latitude: in degrees, and in metres or feet.
const (
	degreesOff = 1e-6
	metresOff  = 1
)

// Degrees returns longitude and latitude of a position, whose easting or longitude is x. ok is false where the system has no such
// place. The range of degrees is not checked.
func (g *Register) Degrees(ctx context.Context, x, y float64, system System) (lon, lat float64, ok bool, err error) {
	if system.SRID == StorageSRID {
		return x, y, true, nil
	}
	var off float64
	err = g.db.QueryRow(ctx, placeQuery.String(), pgx.StrictNamedArgs{"x": x, "y": y, "srid": system.SRID}).Scan(&lon, &lat, &off)
	tolerance := float64(metresOff)
	if system.IsGeographic() {
		tolerance = degreesOff
	}
	if IsTransformError(err) {
		return 0, 0, false, nil
	}
	if err != nil {
		return 0, 0, false, fmt.Errorf("transform a position: %w", err)
	}
	return lon, lat, off <= tolerance, nil
}

// ErrNoPlace says that a coordinate has no counterpart in another CRS.
var ErrNoPlace = errors.New("a place lies where the coordinate reference system has none")

// RefuseNoPlace turns ErrNoPlace into the 400 for a parameter crs that cannot show what was found. Other errors stay as they are.
func RefuseNoPlace(err error) error {
	if errors.Is(err, ErrNoPlace) {
		return httpapi.BadRequest("crs: " + ErrNoPlace.Error() + "; ask for a part of the world by bbox, or for another one")
	}
	return err
}

// IsTransformError says whether PostGIS could not transform a coordinate. It has no error code of its own for that.
func IsTransformError(err error) bool {
	const internalError = "XX000"
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == internalError && strings.Contains(pg.Message, "transform")
}
