package coordinates

import "math"

// Round rounds degrees to 7 decimals, about a centimetre. It makes no negative zero.
func Round(degrees float64) float64 {
	rounded := math.Round(degrees*1e7) / 1e7
	if rounded == 0 {
		return 0
	}
	return rounded
}
