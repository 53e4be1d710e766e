package surveillance

import "math"

// Location is a place in decimal degrees, WGS 84, with at most 7 decimals.
type Location struct {
	Lat float64 `json:"lat"` // [-90, 90]
	Lng float64 `json:"lng"` // [-180, 180]
}

// RoundDegrees returns a coordinate with 7 decimals, about a centimetre, and never -0.
func RoundDegrees(v float64) float64 {
	rounded := math.Round(v*1e7) / 1e7
	if rounded == 0 {
		return 0
	}
	return rounded
}
