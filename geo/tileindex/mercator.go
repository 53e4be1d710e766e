package tileindex

import "math"

// The grid: Web Mercator as whole numbers, 2^32 units from west to east and from north to south, as the columns
// mercator_x and mercator_y have it (there with 0 in the middle, here with 0 in the north-western corner).
const (
	gridBits = 32
	gridSize = 1 << gridBits
)

// gridOf turns a column's number into the grid's.
func gridOf(column int32) uint32 { return uint32(column) ^ 1<<31 }

// LatitudeLimit is where the square of Web Mercator ends, in degrees.
const LatitudeLimit = 85.05112877980659

// gridX is the place of a longitude in the grid, not rounded.
func gridX(lon float64) float64 { return (lon + 180) / 360 * gridSize }

// gridY is the place of a latitude in the grid, not rounded. It may be a little outside for latitudes beyond the limit.
func gridY(lat float64) float64 {
	lat = max(-LatitudeLimit-0.01, min(lat, LatitudeLimit+0.01))
	return (0.5 - math.Log(math.Tan(math.Pi/4+lat*math.Pi/360))/(2*math.Pi)) * gridSize
}

// Two places that differ by 1e-7 degrees, the finest that records say, differ by 1.19 units or more. A row's number is
// rounded down, so a border at b takes what is above b-1.1 (the row on the border is above b-1, the next one outside
// below b-1.19) or not above b+0.1. It leaves room for the last digits in which the database's sine differs from ours.
const (
	borderBefore = 1.1
	borderAfter  = 0.1
)

// from is the smallest number that lies at or after a border.
func from(border float64) uint32 { return clamp(math.Ceil(border - borderBefore)) }

// until is the largest number that lies at or before a border.
func until(border float64) uint32 { return clamp(math.Floor(border + borderAfter)) }

func clamp(v float64) uint32 { return uint32(max(0, min(v, gridSize-1))) }

// interleave is the Morton code of a place: a cell of any zoom holds one run of codes.
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
