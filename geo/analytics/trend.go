package analytics

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Trend is whether the abundance of a place rises or falls over years, and how fast.
type Trend struct {
	places.Place
	Years     []int     `json:"years"`     // with effort
	Abundance []float64 `json:"abundance"` // of these years
	S         *int      `json:"s"`         // pairs of values that rise less pairs that fall
	Variance  *float64  `json:"variance"`  // of S
	Z         *float64  `json:"z"`
	P         *float64  `json:"p"`
	Q         *float64  `json:"q"`       // over the places of the answer
	Slope     *float64  `json:"slope"`   // abundance by year
	Lower     *float64  `json:"lower"`   // of the slope, 95 %
	Upper     *float64  `json:"upper"`   // of the slope
	Percent   *float64  `json:"percent"` // slope as a percentage of the median abundance; null for a median of 0
	Class     *string   `json:"class"`   // rising, falling, none
	Reason    *string   `json:"reason"`  // why there is no trend
}

// minTrendYears is how many years with effort a trend needs.
const minTrendYears = 5

// Classes of a trend.
const (
	classRising  = "rising"
	classFalling = "falling"
)

// reasonYears is why a place has no trend.
const reasonYears = "few_years"

// seasonalMonth compares each month with the same month of other years.
const seasonalMonth = "month"

func (a *Analytics) getTrend(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	seasonal := p.OneOf("seasonal", "", seasonalMonth) == seasonalMonth
	q, err := a.readPlaces(r, p, asked{by: []string{byArea, byCountry, byCells}, events: true})
	if err != nil {
		return err
	}
	q.calendar.Interval = calendar.Yearly
	if seasonal {
		q.calendar.Interval = calendar.Monthly
	}
	return a.answerOfSet(w, r, &q.question, q.set, func(m *moment) (answer, error) { return a.trends(r.Context(), m, &q) })
}

func (a *Analytics) trends(ctx context.Context, m *moment, q *placeQuestion) (answer, error) {
	parts, err := a.placeParts(ctx, q)
	if err != nil {
		return answer{}, err
	}
	s, err := a.openSurvey(ctx, m, &q.question)
	if err != nil {
		return answer{}, err
	}
	sums, err := a.sumPlaces(ctx, s, parts, maxPlaceBins)
	if err != nil {
		return answer{}, err
	}
	byPlace := map[places.ID]map[calendar.Bin]*catchSum{}
	for at, sum := range sums {
		if byPlace[at.place] == nil {
			byPlace[at.place] = map[calendar.Bin]*catchSum{}
		}
		byPlace[at.place][at.bin] = sum
	}
	if err := checkSize(len(byPlace)); err != nil {
		return answer{}, err
	}
	results, most := make([]Trend, 0, len(byPlace)), 0
	for id, bins := range byPlace {
		t := Trend{Place: parts.Place(id)}
		t.read(bins)
		results, most = append(results, t), max(most, len(t.Years))
	}
	if most < minTrendYears && !q.filter.MatchesNothing() {
		return answer{}, invalid(reasonYears, fmt.Sprintf("a trend needs %d years with effort; no place has more than %d", minTrendYears, most))
	}
	slices.SortFunc(results, func(a, b Trend) int { return a.Compare(b.Place) })
	classifyTrends(results)
	return newAnswer(s.envelope(), results), nil
}

// read sets the years, the test and the slope from the sums of years, or of the months of years.
func (t *Trend) read(bins map[calendar.Bin]*catchSum) {
	years, seasons := map[int]*catchSum{}, map[int16][]estimate.Point{}
	for bin, sum := range bins {
		year := int(bin.Year)
		if years[year] == nil {
			years[year] = &catchSum{}
		}
		years[year].merge(sum)
		seasons[bin.Number] = append(seasons[bin.Number], estimate.Point{Time: float64(year), Value: sum.rate()})
	}
	for year := range years {
		t.Years = append(t.Years, year)
	}
	slices.Sort(t.Years)
	for _, year := range t.Years {
		t.Abundance = append(t.Abundance, years[year].rate())
	}
	if len(t.Years) < minTrendYears {
		t.Reason = new(reasonYears)
		return
	}
	var series [][]estimate.Point
	for _, number := range slices.Sorted(maps.Keys(seasons)) { // the order of sums shows in the last digit
		series = append(series, seasons[number])
	}
	trend := estimate.TrendOf(series...)
	t.S, t.Variance, t.Z, t.P = &trend.S, &trend.Variance, &trend.Z, &trend.P
	t.Slope, t.Lower, t.Upper = trend.Slope, trend.Lower, trend.Upper
	if median := estimate.Quantile(slices.Clone(t.Abundance), 0.5); median > 0 && t.Slope != nil {
		t.Percent = new(100 * *t.Slope / median)
	}
}

// classifyTrends sets q and the class of the places that have a trend.
func classifyTrends(results []Trend) {
	var tested []*Trend
	var ps []float64
	for i := range results {
		if t := &results[i]; t.P != nil {
			tested, ps = append(tested, t), append(ps, *t.P)
		}
	}
	for i, q := range estimate.BenjaminiHochberg(ps) {
		t := tested[i]
		t.Q, t.Class = &q, new(classNone)
		switch {
		case q <= significant && *t.S > 0:
			t.Class = new(classRising)
		case q <= significant:
			t.Class = new(classFalling)
		}
	}
}
