package analytics

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
)

// Expansion is how the area where a taxon is known grows.
type Expansion struct {
	Rate   *float64        `json:"rate"`  // of the radius, km a year
	Lower  *float64        `json:"lower"` // of the rate, 95 %
	Upper  *float64        `json:"upper"`
	Reason *string         `json:"reason"` // why there is no rate
	Years  []ExpansionYear `json:"years"`  // from the first find to the last find or search
}

// ExpansionYear is what is known at the end of a year.
type ExpansionYear struct {
	Year     int      `json:"year"`
	Searched int      `json:"searched"` // places with a search in the year
	Overlap  *float64 `json:"overlap"`  // with the places of the last year before with a search: both by either (Jaccard)
	Found    int      `json:"found"`    // places where it was found until then
	AreaKM2  float64  `json:"area_km2"`
	RadiusKM float64  `json:"radius_km"` // of a disk of this area
}

// Limits of a rate.
const (
	minExpansionYears = 3 // with a search
	minOverlap        = 0.5
)

// reasonSearchDiffers is why there is no rate: the area may grow because the search does.
const reasonSearchDiffers = "search_differs"

// expansionOf returns the growth of the area found, by the radius of a disk of that size (Skellam 1951). Years without any search are gaps.
func expansionOf(known map[places.ID]*history, parts places.Measured) (x Expansion) {
	x.Years = []ExpansionYear{}
	var found, active yearSet
	for _, h := range known {
		found.join(&h.found)
		active.join(&h.found)
		active.join(&h.searched)
	}
	first, last := found.first(), active.lastBefore(calendar.MaxYear+1)
	if first == 0 {
		x.Reason = new(reasonYears)
		return x
	}
	var points []estimate.Point
	var area estimate.Sum
	places, searchedBefore, differs := 0, 0, false
	for year := first; year <= last; year++ {
		y := ExpansionYear{Year: year}
		both, either := 0, 0
		for id, h := range known {
			if h.found.first() == year {
				places++
				area.Add(parts.KM2(id))
			}
			now, before := h.searched.has(year), searchedBefore != 0 && h.searched.has(searchedBefore)
			if now && before {
				both++
			}
			if now || before {
				either++
			}
			if now {
				y.Searched++
			}
		}
		y.Found, y.AreaKM2 = places, area.Value()
		y.RadiusKM = math.Sqrt(y.AreaKM2 / math.Pi)
		if y.Searched > 0 {
			if searchedBefore != 0 {
				y.Overlap = new(float64(both) / float64(either))
				differs = differs || *y.Overlap < minOverlap
			}
			searchedBefore = year
			points = append(points, estimate.Point{Time: float64(year), Value: y.RadiusKM})
		}
		x.Years = append(x.Years, y)
	}
	switch {
	case len(points) < minExpansionYears:
		x.Reason = new(reasonYears)
	case differs:
		x.Reason = new(reasonSearchDiffers)
	default:
		trend := estimate.TrendOf(points)
		x.Rate, x.Lower, x.Upper = trend.Slope, trend.Lower, trend.Upper
	}
	return x
}
