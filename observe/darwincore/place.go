package darwincore

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Reasons to reject a row for its coordinates.
var (
	errNoCoordinates  = errors.New("no coordinates")
	errLatitudeForm   = errors.New("latitude is not a number")
	errLongitudeForm  = errors.New("longitude is not a number")
	errLatitudeRange  = errors.New("latitude out of range")
	errLongitudeRange = errors.New("longitude out of range")
	errNullIsland     = errors.New("coordinates 0,0")
)

// place reads the coordinates and their uncertainty.
func (b *builder) place() (err error) {
	b.record.Lat, b.record.Lon, err = parseCoordinates(b.get(roleLat), b.get(roleLon))
	if err != nil {
		return err
	}
	stated := b.get(roleAccuracy)
	if text.Missing(stated) {
		return nil
	}
	metres, ok := parseNumber(stated)
	if !ok || metres < 0 {
		b.warn.Add("coordinate uncertainty is not a number of metres, kept in the metadata", b.line)
		b.keep("coordinateUncertaintyInMeters", stated)
		return nil
	}
	b.record.AccuracyM = &metres // 0 too, which GBIF has for some records
	return nil
}

// parseCoordinates reads decimal degrees and rounds them to 7 decimals, about a centimetre.
func parseCoordinates(lat, lon string) (latitude, longitude float64, err error) {
	if text.Missing(lat) || text.Missing(lon) {
		return 0, 0, errNoCoordinates
	}
	latitude, ok := parseDegrees(lat)
	if !ok {
		return 0, 0, errLatitudeForm
	}
	longitude, ok = parseDegrees(lon)
	switch {
	case !ok:
		return 0, 0, errLongitudeForm
	case latitude < -90 || latitude > 90:
		return 0, 0, errLatitudeRange
	case longitude < -180 || longitude > 180:
		return 0, 0, errLongitudeRange
	}
	latitude, longitude = round7(latitude), round7(longitude)
	if latitude == 0 && longitude == 0 {
		return 0, 0, errNullIsland
	}
	return latitude, longitude, nil
}

// parseDegrees reads a number of degrees. A comma alone is the decimal mark: as a mark of thousands it would make a number
// that no coordinate reaches.
func parseDegrees(s string) (float64, bool) {
	if i := strings.IndexByte(s, ','); i >= 0 {
		if strings.ContainsRune(s, '.') || strings.Count(s, ",") > 1 || i == 0 {
			return 0, false
		}
		s = s[:i] + "." + s[i+1:]
	}
	return parseNumber(s)
}

// parseNumber reads a decimal number, not the hexadecimal, infinite and underscored ones of Go.
func parseNumber(s string) (float64, bool) {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c == '+', c == '-', c == '.', c == 'e', c == 'E':
		default:
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

func round7(degrees float64) float64 {
	rounded := math.Round(degrees*1e7) / 1e7
	if rounded == 0 {
		return 0 // no negative zero
	}
	return rounded
}
