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

// yearSums sum up the places of a year.
type yearSums struct {
	found        int // for the first time
	area         estimate.Sum
	searched     int
	both, either int // searched in the year and in the last one before with a search
}

// expansionOf returns the growth of the area found, by the radius of a disk of that size (Skellam 1951). Years without any search are gaps.
func expansionOf(known map[places.ID]*history, parts places.Measured) (x Expansion) {
	x.Years = []ExpansionYear{}
	var found, searched yearSet
	for _, h := range known {
		found.join(&h.found)
		searched.join(&h.searched)
	}
	first := found.first()
	if first == 0 {
		x.Reason = new(reasonYears)
		return x
	}
	last := max(found.lastBefore(calendar.MaxYear+1), searched.lastBefore(calendar.MaxYear+1))
	sums := sumYears(known, parts, searched.years(first, last), first, last)
	var points []estimate.Point
	var area estimate.Sum
	soFar, differs := 0, false
	for i, sum := range sums {
		soFar += sum.found
		area.Join(sum.area)
		y := ExpansionYear{Year: first + i, Searched: sum.searched, Found: soFar, AreaKM2: area.Value(), RadiusKM: math.Sqrt(area.Value() / math.Pi)}
		if sum.searched > 0 {
			points = append(points, estimate.Point{Time: float64(y.Year), Value: y.RadiusKM})
		}
		if len(points) > 1 && sum.searched > 0 {
			y.Overlap = new(float64(sum.both) / float64(sum.either))
			differs = differs || *y.Overlap < minOverlap
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

// sumYears returns the sums of the years from the first to the last. searched are those in which there was a search.
func sumYears(known map[places.ID]*history, parts places.Measured, searched []int, first, last int) []yearSums {
	sums := make([]yearSums, last-first+1)
	for id, h := range known {
		if year := h.found.first(); year != 0 {
			sums[year-first].found++
			sums[year-first].area.Add(parts.KM2(id))
		}
		before := false
		for _, year := range searched {
			sum, now := &sums[year-first], h.searched.has(year)
			if now {
				sum.searched++
			}
			if now && before {
				sum.both++
			}
			if now || before {
				sum.either++
			}
			before = now
		}
	}
	return sums
}
