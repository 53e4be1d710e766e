package tileindex

import "math"

// The grid is Web Mercator as whole numbers: 2^32 units from west to east and from north to south. The origin is the north-western
// corner; the columns mercator_x and mercator_y count from the centre.
const (
	GridBits = 32
	gridSize = 1 << GridBits
)

// gridOf returns the grid coordinate of a value of mercator_x or mercator_y.
func gridOf(column int32) uint32 { return uint32(column) ^ 1<<31 }

// LatitudeLimit is the latitude at which the square of Web Mercator ends, in degrees.
const LatitudeLimit = 85.05112877980659

// gridX returns the grid coordinate of a longitude, not rounded.
func gridX(lon float64) float64 { return (lon + 180) / 360 * gridSize }

// gridY returns the grid coordinate of a latitude, not rounded. It lies a little outside the grid for latitudes beyond the limit.
func gridY(lat float64) float64 {
	lat = max(-LatitudeLimit-0.01, min(lat, LatitudeLimit+0.01))
	return (0.5 - math.Log(math.Tan(math.Pi/4+lat*math.Pi/360))/(2*math.Pi)) * gridSize
}

// roundUp returns the first coordinate with 7 decimals that is not before a border. Records have no coordinates between the two.
func roundUp(border float64) float64 {
	nearest := math.Round(border * degreeUnit)
	if nearest/degreeUnit < border {
		nearest++
	}
	return nearest / degreeUnit
}

// roundDown returns the last coordinate with 7 decimals that is not after a border.
func roundDown(border float64) float64 { return -roundUp(-border) }

// Coordinates have at most 7 decimals, and two places that differ by 1e-7 degrees differ by at least 1.19 units. A row's coordinate
// is rounded down: for a border at b, a row on the border is above b-1, and the next row outside is below b-1.19. The tolerances
// lie between the two. They absorb the last digits in which PostgreSQL's arithmetic differs from Go's.
const (
	borderBefore = 1.1
	borderAfter  = 0.1
)

// atOrAfter returns the smallest coordinate at or after a border.
func atOrAfter(border float64) uint32 { return clamp(math.Ceil(border - borderBefore)) }

// atOrBefore returns the largest coordinate at or before a border.
func atOrBefore(border float64) uint32 { return clamp(math.Floor(border + borderAfter)) }

func clamp(v float64) uint32 { return uint32(max(0, min(v, gridSize-1))) }

// interleave returns the Morton code of a place. The codes of a cell of any zoom follow each other.
func interleave(x, y uint32) uint64 { return spread(x) | spread(y)<<1 }

func spread(v uint32) uint64 {
	s := uint64(v)
	s = (s | s<<16) & 0x0000ffff0000ffff
	s = (s | s<<8) & 0x00ff00ff00ff00ff
	s = (s | s<<4) & 0x0f0f0f0f0f0f0f0f
	s = (s | s<<2) & 0x3333333333333333
	return (s | s<<1) & 0x5555555555555555
}

func gather(s uint64) uint32 {
	s &= 0x5555555555555555
	s = (s | s>>1) & 0x3333333333333333
	s = (s | s>>2) & 0x0f0f0f0f0f0f0f0f
	s = (s | s>>4) & 0x00ff00ff00ff00ff
	s = (s | s>>8) & 0x0000ffff0000ffff
	return uint32(s | s>>16)
}

func deinterleave(code uint64) (x, y uint32) { return gather(code), gather(code >> 1) }
