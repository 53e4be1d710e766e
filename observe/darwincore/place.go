package darwincore

import (
	"errors"
	"math"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/coordinates"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/headers"
)

// Reasons to reject a row for its coordinates.
var (
	errNoCoordinates   = errors.New("no coordinates")
	errLatitudeForm    = errors.New("latitude is not a number")
	errLongitudeForm   = errors.New("longitude is not a number")
	errCoordinatesForm = errors.New("verbatimCoordinates are not understood")
	errLatitudeRange   = errors.New("latitude out of range")
	errLatitudeSwapped = errors.New("latitude out of range; --swap exchanges latitude and longitude")
	errLongitudeRange  = errors.New("longitude out of range")
	errGridRange       = errors.New("coordinates out of range")
	errBelowSouth      = errors.New("latitude below 0 in a column whose header says south")
	errBelowWest       = errors.New("longitude below 0 in a column whose header says west")
	errNullIsland      = errors.New("coordinates 0,0")
	errGridUnnamed     = errors.New("coordinates out of range; if they are metres, name their reference system, such as --crs EPSG:32631")
	errDegreesOnGrid   = errors.New("coordinates look like degrees, but their reference system counts metres (--crs EPSG:4326 says that they are degrees)")
)

// coarseMetres is the uncertainty from which on a place is coarse.
const coarseMetres = 10_000

// leastGrid is the number from which on two coordinates are those of a grid.
const leastGrid = 1000

// maxGrid limits the numbers of a grid, which are metres or feet.
const maxGrid = 1e9

// place reads the coordinates and their uncertainty.
func (b *builder) place() error {
	if b.unplacedPool() {
		return nil
	}
	at, err := b.written()
	if err != nil {
		return err
	}
	if err := at.into(b.record); err != nil {
		return err
	}
	b.accuracy()
	if coarse := at.crs.Geographic() && at.lat.Decimals <= 1 && at.lon.Decimals <= 1; coarse ||
		b.record.AccuracyM != nil && *b.record.AccuracyM >= coarseMetres {
		b.record.Flags |= CoarsePlace
	}
	return nil
}

func (b *builder) accuracy() {
	stated := b.get(headers.Accuracy)
	if stated == "" {
		return
	}
	metres, ok := coordinates.Number(stated)
	if !ok || metres < 0 {
		b.warn.Add("coordinate uncertainty is not a number of metres, kept in the metadata", b.line)
		b.keep("coordinateUncertaintyInMeters", stated)
		return
	}
	b.record.AccuracyM = &metres // 0 too, which GBIF has for some records
}

// position is a place as it is written.
type position struct {
	lat, lon coordinates.Coordinate // or northing and easting
	crs      coordinates.CRS        // empty for WGS 84
}

// written reads the decimal coordinates; where the row has none, the verbatim ones.
func (b *builder) written() (p position, err error) {
	if !missing(b.get(headers.Lat)) && !missing(b.get(headers.Lon)) {
		if p.lat, p.lon, err = b.coordinates(headers.Lat, headers.Lon); err == nil {
			p.crs = b.system("", headers.Datum)
		}
		return p, err
	}
	if !missing(b.get(headers.VerbatimLat)) && !missing(b.get(headers.VerbatimLon)) {
		if p.lat, p.lon, err = b.coordinates(headers.VerbatimLat, headers.VerbatimLon); err == nil {
			p.crs = b.system("", headers.VerbatimSRS, headers.VerbatimSystem, headers.Datum)
			b.warn.Add("coordinates taken from verbatimLatitude and verbatimLongitude", b.line)
		}
		return p, err
	}
	pair := b.get(headers.VerbatimPlace)
	if missing(pair) {
		return position{}, errNoCoordinates
	}
	var zone string
	if p.lat, p.lon, zone, err = coordinates.ParsePair(pair); err != nil {
		return position{}, errCoordinatesForm
	}
	if b.Swapped && p.lat.Axis == coordinates.Unknown {
		p.lat, p.lon = p.lon, p.lat
	}
	p.crs = b.system(zone, headers.VerbatimSRS, headers.VerbatimSystem, headers.Datum)
	b.warn.Add("coordinates taken from verbatimCoordinates", b.line)
	return p, nil
}

// missing reports whether a coordinate says nothing. GeoJSON and spreadsheets write null and NaN.
func missing(written string) bool {
	return written == "" || strings.EqualFold(written, "nan") || strings.EqualFold(written, "null")
}

// coordinates reads latitude and longitude. Their letters count more than their columns.
func (b *builder) coordinates(lat, lon headers.Role) (latitude, longitude coordinates.Coordinate, err error) {
	if latitude, err = coordinates.Parse(b.get(lat)); err != nil {
		return latitude, longitude, errLatitudeForm
	}
	if longitude, err = coordinates.Parse(b.get(lon)); err != nil {
		return latitude, longitude, errLongitudeForm
	}
	switch {
	case latitude.Axis == coordinates.Longitude && longitude.Axis == coordinates.Latitude:
		b.warn.Add("latitude and longitude stand in each other's column, as their letters say; taken by their letters", b.line)
		return longitude, latitude, nil
	case latitude.Axis == coordinates.Longitude:
		return latitude, longitude, errLatitudeForm
	case longitude.Axis == coordinates.Latitude:
		return latitude, longitude, errLongitudeForm
	}
	if err := b.negate(&latitude, lat, "latitudes are south, as their header says", errBelowSouth); err != nil {
		return latitude, longitude, err
	}
	return latitude, longitude, b.negate(&longitude, lon, "longitudes are west, as their header says", errBelowWest)
}

// negate makes a coordinate without a letter south or west if its header says so.
func (b *builder) negate(c *coordinates.Coordinate, from headers.Role, note string, negative error) error {
	switch {
	case !b.Negative[from] || c.Axis != coordinates.Unknown || c.Value == 0:
		return nil
	case c.Value < 0:
		return negative
	}
	c.Value = -c.Value
	b.warn.Add(note, b.line)
	return nil
}

// into puts a position into a record: degrees of WGS 84, or the coordinates of another system as they are written.
func (p position) into(r *Record) error {
	if !p.crs.Geographic() {
		if !(math.Abs(p.lat.Value) <= maxGrid && math.Abs(p.lon.Value) <= maxGrid) {
			return errGridRange
		}
		if math.Abs(p.lat.Value) <= 90 && math.Abs(p.lon.Value) <= 180 {
			return errDegreesOnGrid
		}
		r.CRS, r.X, r.Y = string(p.crs), p.lon.Value, p.lat.Value
		return nil
	}
	lat, lon := coordinates.Round(p.lat.Value), coordinates.Round(p.lon.Value)
	switch {
	case math.Abs(lat) >= leastGrid && math.Abs(lon) >= leastGrid:
		return errGridUnnamed
	case math.Abs(lat) > 90 && math.Abs(lat) <= 180 && math.Abs(lon) <= 90:
		return errLatitudeSwapped
	case !(lat >= -90 && lat <= 90):
		return errLatitudeRange
	case !(lon >= -180 && lon <= 180):
		return errLongitudeRange
	case lat == 0 && lon == 0:
		return errNullIsland
	case p.crs != "":
		r.CRS, r.X, r.Y = string(p.crs), lon, lat
		return nil
	}
	r.Lat, r.Lon = lat, lon
	return nil
}
