// Package crs knows coordinate reference systems (OGC 18-058r1): by what identifier clients name them, how positions in them are
// written, and how a geometry in one of them becomes longitude and latitude. It imports ogc/resource, internal/httpapi,
// internal/geojson and internal/surveillance.
package crs

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/geojson"
)

// StorageSRID is the SRID of every geometry in the database: WGS 84.
const StorageSRID = 4326

// System is a coordinate reference system.
type System struct {
	URI         string
	SRID        int
	Coordinates geojson.Coordinates // how positions in it are written; Swapped says that northing comes first
	WKT         string              // its definition (OGC 01-009); "" for that of CRS84
}

// Decimals of a coordinate, for about a centimetre: of one in degrees, and of one in metres or feet.
const (
	degreeDecimals = geojson.DegreeDecimals
	metreDecimals  = 2
)

// CRS84 is WGS 84 with longitude before latitude: the default of every parameter and answer, and how features are stored.
var CRS84 = System{URI: "http://www.opengis.net/def/crs/OGC/1.3/CRS84", SRID: StorageSRID, Coordinates: geojson.Coordinates{Decimals: degreeDecimals}}

// epsgPrefix begins the identifier of a CRS of the EPSG register.
const epsgPrefix = "http://www.opengis.net/def/crs/EPSG/0/"

// Listed are the identifiers that documents name: those for the whole world. Others of the EPSG register that PostGIS knows are
// taken too, though 18-058r1 wants what is not listed refused: there are some six thousand.
var Listed = []string{
	CRS84.URI,
	epsgPrefix + "4326", // WGS 84, latitude before longitude
	epsgPrefix + "3857", // Web Mercator
	epsgPrefix + "3395", // World Mercator
}

// IsGeographic says whether coordinates are degrees.
func (s System) IsGeographic() bool { return s.Coordinates.Decimals == degreeDecimals }

// Axes names the two coordinates of a position in their order: "longitude,latitude".
func (s System) Axes() string {
	switch {
	case s.IsGeographic() && s.Coordinates.Swapped:
		return "latitude,longitude"
	case s.IsGeographic():
		return "longitude,latitude"
	case s.Coordinates.Swapped:
		return "northing,easting"
	}
	return "easting,northing"
}

// Header returns the system as the headers Content-Crs of requests and answers name it.
func (s System) Header() string { return "<" + s.URI + ">" }

// epsgCode returns the code that an identifier of the EPSG register names. A code has one spelling.
func epsgCode(uri string) (code int, ok bool) {
	digits, ok := strings.CutPrefix(uri, epsgPrefix)
	n, err := strconv.ParseInt(digits, 10, 32)
	return int(n), ok && err == nil && n > 0 && strconv.FormatInt(n, 10) == digits
}

// axis matches an axis of a CRS in WKT (OGC 01-009).
var axis = regexp.MustCompile(`AXIS\["[^"]*",\s*(\w+)\]`)

// coordinatesOf reads from WKT how coordinates are written. ok is false for a system that does not describe the surface of the
// Earth. Geographic systems of the EPSG register have latitude first; the WKT of spatial_ref_sys does not say so, and it leaves out
// the axes of projected systems whose northing comes first. The axes of a polar system both point to the same pole; its first
// is the easting.
func coordinatesOf(wkt string) (c geojson.Coordinates, ok bool) {
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
