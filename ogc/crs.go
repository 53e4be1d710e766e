package ogc

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// storageSRID is the SRID of every geometry in the database: WGS 84.
const storageSRID = 4326

// crs is a coordinate reference system (18-058r1).
type crs struct {
	uri         string
	srid        int
	coordinates geojson.Coordinates // how positions in it are written; Swapped says that northing comes first
}

// Decimals of a coordinate, for a centimetre or so: of one in degrees and of one in metres or feet.
const (
	degreeDecimals = geojson.DegreeDecimals
	metreDecimals  = 2
)

func (c crs) isGeographic() bool { return c.coordinates.Decimals == degreeDecimals }

// crs84 is WGS 84 with longitude before latitude: the default of every parameter and answer, and how features are stored.
var crs84 = crs{"http://www.opengis.net/def/crs/OGC/1.3/CRS84", storageSRID, geojson.Coordinates{Decimals: degreeDecimals}}

// axes names the two coordinates of a position for people.
func (c crs) axes() string {
	switch {
	case c.isGeographic() && c.coordinates.Swapped:
		return "latitude,longitude"
	case c.isGeographic():
		return "longitude,latitude"
	case c.coordinates.Swapped:
		return "northing,easting"
	}
	return "easting,northing"
}

// epsgPrefix begins the identifier of a CRS of the EPSG register.
const epsgPrefix = "http://www.opengis.net/def/crs/EPSG/0/"

// listedCRS are those that the documents name: what is for the whole world. Others of the EPSG register that PostGIS knows are
// taken too, though 18-058r1 has what is not listed refused: they are some six thousand.
var listedCRS = []string{
	crs84.uri,
	epsgPrefix + "4326", // WGS 84, latitude before longitude
	epsgPrefix + "3857", // Web Mercator
	epsgPrefix + "3395", // World Mercator
}

var (
	crsQuery       = sql.Get("ogc/crs.sql")
	transformQuery = sql.Get("ogc/transform.sql")
)

// register knows coordinate reference systems by their identifiers. It is safe for concurrent use.
type register struct {
	db    store
	known sync.Map // identifier to crs: of what spatial_ref_sys has, so that it cannot grow without end
}

// find returns a CRS; ok is false for one that there is not, or that does not describe the surface of the Earth.
func (g *register) find(ctx context.Context, uri string) (found crs, ok bool, err error) {
	if uri == crs84.uri {
		return crs84, true, nil
	}
	if known, ok := g.known.Load(uri); ok {
		return known.(crs), true, nil
	}
	code, ok := epsgCode(uri)
	if !ok {
		return crs{}, false, nil
	}
	definition, err := g.db.definition(ctx, code)
	if err != nil {
		return crs{}, false, err
	}
	coordinates, ok := coordinatesOf(definition)
	if !ok {
		return crs{}, false, nil
	}
	found = crs{uri, code, coordinates}
	g.known.Store(uri, found)
	return found, true, nil
}

// epsgCode is the code that an identifier of the EPSG register names. A code has one spelling.
func epsgCode(uri string) (code int, ok bool) {
	digits, ok := strings.CutPrefix(uri, epsgPrefix)
	n, err := strconv.ParseInt(digits, 10, 32)
	return int(n), ok && err == nil && n > 0 && strconv.FormatInt(n, 10) == digits
}

// read reads a parameter whose value is a CRS, CRS84 when absent.
func (g *register) read(ctx context.Context, p *httpapi.Params, name string) (crs, error) {
	if !p.Has(name) {
		return crs84, nil
	}
	uri := p.Text(name)
	found, ok, err := g.find(ctx, uri)
	if err == nil && !ok {
		p.Fail(name, "unknown_crs", name+" "+quoted(uri)+" is not a coordinate reference system that this server knows; "+crs84.uri+" and "+epsgPrefix+"3857 are, for example")
	}
	return found, err
}

// definition returns the WKT of an EPSG code, "" for one that there is not.
func (s store) definition(ctx context.Context, code int) (wkt string, err error) {
	err = s.db.QueryRow(ctx, crsQuery.String(), pgx.StrictNamedArgs{"code": code}).Scan(&wkt)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("look for EPSG:%d: %w", code, err)
	}
	return wkt, nil
}

// transform brings a geometry to the storage's CRS, its lines as they are in their own: sides of a box may bend.
func (s store) transform(ctx context.Context, g geom.T, srid int) (geom.T, error) {
	shape, err := wkb.Marshal(g, wkb.NDR)
	if err != nil {
		return nil, fmt.Errorf("encode a geometry: %w", err)
	}
	var moved []byte
	err = s.db.QueryRow(ctx, transformQuery.String(), pgx.StrictNamedArgs{"shape": shape, "srid": srid}).Scan(&moved)
	if isTransformError(err) || err == nil && moved == nil {
		return nil, errNoPlace
	}
	if err != nil {
		return nil, fmt.Errorf("transform a geometry: %w", err)
	}
	return wkb.Unmarshal(moved)
}

// errNoPlace says that a coordinate has no counterpart in another CRS.
var errNoPlace = errors.New("a place lies where the coordinate reference system has none")

// refuseNoPlace is the answer to a crs that cannot show what was found.
func refuseNoPlace(err error) error {
	if errors.Is(err, errNoPlace) {
		return httpapi.BadRequest("crs: " + errNoPlace.Error() + "; ask for a part of the world by bbox, or for another one")
	}
	return err
}

// isTransformError says whether PostGIS could not transform a coordinate: it has no code of its own for that.
func isTransformError(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == pgerrInternal && strings.Contains(pg.Message, "transform")
}

// pgerrInternal is internal_error, which PostGIS raises.
const pgerrInternal = "XX000"

// axis matches an axis of a CRS in WKT (OGC 01-009).
var axis = regexp.MustCompile(`AXIS\["[^"]*",\s*(\w+)\]`)

// coordinatesOf reads from WKT how coordinates are written. Geographic systems of the EPSG register have latitude first, which the
// WKT of spatial_ref_sys does not say; nor does it say the axes of projected systems whose northing comes first. Of others it says
// them; those of a polar one point both to the same pole, and the first is the easting.
func coordinatesOf(wkt string) (geojson.Coordinates, bool) {
	switch {
	case strings.HasPrefix(wkt, "GEOGCS["):
		return geojson.Coordinates{Decimals: degreeDecimals, Swapped: true}, true
	case strings.HasPrefix(wkt, "PROJCS["):
		axes := axis.FindAllStringSubmatch(wkt, -1)
		swapped := len(axes) < 2 || isVertical(axes[len(axes)-2][1]) && !isVertical(axes[len(axes)-1][1])
		return geojson.Coordinates{Decimals: metreDecimals, Swapped: swapped}, true
	}
	return geojson.Coordinates{}, false
}

func isVertical(direction string) bool { return direction == "NORTH" || direction == "SOUTH" }
