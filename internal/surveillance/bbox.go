package surveillance

import (
	"math"
	"strings"
)

// BBox is a box in degrees, WGS 84. Longitudes are in [-180, 180]; West > East crosses the antimeridian. Points on the
// border are inside.
type BBox struct {
	West, South, East, North float64
}

// World is the box around the whole world.
var World = BBox{-180, -90, 180, 90}

// ParseBBox reads min_lon,min_lat,max_lon,max_lat: finite numbers, latitudes in [-90, 90] with min <= max. A span of 360
// degrees or more is the whole world. Longitudes beyond 180 wrap, because map clients send them.
func ParseBBox(s string) (BBox, bool) {
	parts := strings.Split(s, ",")
	if len(parts) != 4 {
		return BBox{}, false
	}
	var n [4]float64
	for i, part := range parts {
		v, ok := ParseNumber(strings.TrimSpace(part))
		if !ok {
			return BBox{}, false
		}
		n[i] = v
	}
	return NewBBox(n[0], n[1], n[2], n[3])
}

// NewBBox returns the box of four finite numbers. ok is false for latitudes that ParseBBox refuses; longitudes are taken as it takes
// them.
func NewBBox(west, south, east, north float64) (b BBox, ok bool) {
	b = BBox{west, south, east, north}
	if b.South < -90 || b.North > 90 || b.South > b.North {
		return BBox{}, false
	}
	if b.East-b.West >= 360 {
		b.West, b.East = -180, 180
		return b, true
	}
	outside := func(lon float64) bool { return lon < -180 || lon > 180 }
	if outside(b.West) || outside(b.East) {
		b.West, b.East = wrap(b.West), wrap(b.East)
	}
	return b, true
}

// wrap brings a longitude into [-180, 180].
func wrap(lon float64) float64 {
	if lon >= -180 && lon <= 180 {
		return lon
	}
	lon = math.Mod(lon+180, 360)
	if lon < 0 {
		lon += 360
	}
	return math.Round((lon-180)*1e9) / 1e9 // removes the rounding error of the sum, which would move the border
}

// Contains reports whether a place lies in the box or on its border.
func (b BBox) Contains(lon, lat float64) bool {
	if lat < b.South || lat > b.North {
		return false
	}
	if b.West > b.East {
		return lon >= b.West || lon <= b.East
	}
	return lon >= b.West && lon <= b.East
}
