package analytics

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Anomaly is the abundance of one bin of a year against the mean of the same bin in the years before.
type Anomaly struct {
	Bin       string   `json:"bin"`
	Start     string   `json:"start"`
	End       string   `json:"end"`
	Protocol  *string  `json:"protocol"`
	Abundance float64  `json:"abundance"`
	Mean      *float64 `json:"mean"`    // plain mean over years; null for fewer than two
	Years     []int    `json:"years"`   // of the mean, the newest first
	Percent   *float64 `json:"percent"` // abundance as a percentage of the mean
	Band      *int     `json:"band"`    // 1 to 5
	Reason    *string  `json:"reason"`  // why there is no percentage

	area string // id, where areas part the results
}

// Area returns the id of the area that an Anomaly of an Inquiry is of; "" for everywhere.
func (a Anomaly) Area() string { return a.area }

// Years before one that make its mean: at most, and at least.
const (
	meanYears    = 5
	minMeanYears = 2
)

// Why there is no percentage.
const (
	reasonFewYears = "fewer_than_two_years"
	reasonZeroMean = "mean_zero"
)

func (a *Analytics) getAnomaly(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	year := p.Int("year", 0, calendar.MinYear, calendar.MaxYear)
	q, err := a.readQuestion(r, p, asked{
		intervals: []calendar.Interval{calendar.Weekly, calendar.Biweekly, calendar.Monthly, calendar.Yearly}, events: true,
	})
	if err != nil {
		return err
	}
	q.lastYear = year
	within := q.filter
	q.filter.Start, q.filter.End = nil, nil // the years before are those of the same bins, whatever the dates of the Filter
	return a.answer(w, r, &q, func(m *moment) (answer, error) {
		s, err := a.surveyOf(r.Context(), m, &q, "")
		if err != nil {
			return answer{}, err
		}
		results, used := s.anomalies(cmp.Or(year, s.newestYear(within)), within)
		e, err := s.envelopeOf(r.Context(), used)
		return newAnswer(e, results), err
	})
}

// newestYear is the year of the newest bin that touches the Filter's dates; 0 without any.
func (s *survey) newestYear(within surveillance.Filter) (year int) {
	for key := range s.groups {
		if s.touches(key.bin, within) {
			year = max(year, int(key.bin.Year))
		}
	}
	return year
}

// touches reports whether a day of a bin lies within the Filter's dates.
func (s *survey) touches(b calendar.Bin, within surveillance.Filter) bool {
	first, last := s.scope.q.calendar.Days(b)
	return (within.Start == nil || last >= calendar.DayOf(*within.Start)) && (within.End == nil || first <= calendar.DayOf(*within.End))
}

// someGroups are groups by bin and protocol, and the days in which they lie.
type someGroups struct {
	groups      map[groupKey]bool
	first, last int32
}

// envelopeOf is the envelope of the events of some groups.
func (s *survey) envelopeOf(ctx context.Context, groups map[groupKey]bool) (Envelope, error) {
	q := *s.scope.q
	q.only, q.total = &someGroups{groups: groups, first: math.MaxInt32, last: math.MinInt32}, true
	for key := range groups {
		first, last := q.calendar.Days(key.bin)
		q.only.first, q.only.last = min(q.only.first, int32(first)), max(q.only.last, int32(last))
	}
	c := *s.scope
	c.q = &q
	counted, err := newSurvey(ctx, &c, s.unit, nil)
	if err != nil {
		return Envelope{}, err
	}
	e := counted.envelope()
	e.Unplaced = s.all.unplaced
	return e, nil
}

// anomalies compares the bins of a year that touch the Filter's dates with those before it, in the order of time and protocol. used are the
// groups that the results are made of.
func (s *survey) anomalies(year int, within surveillance.Filter) (results []Anomaly, used map[groupKey]bool) {
	type season struct {
		number   int16
		protocol uint16
		area     int32
	}
	abundance, years := map[groupKey]float64{}, map[season][]int{}
	for key, g := range s.groups {
		abundance[key] = g.rate()
		at := season{key.bin.Number, key.protocol, key.area}
		years[at] = append(years[at], int(key.bin.Year))
	}
	results, used = []Anomaly{}, map[groupKey]bool{}
	for key, value := range abundance {
		if int(key.bin.Year) != year || !s.touches(key.bin, within) {
			continue
		}
		used[key] = true
		before := slices.DeleteFunc(years[season{key.bin.Number, key.protocol, key.area}], func(y int) bool { return y >= year })
		slices.SortFunc(before, func(a, b int) int { return b - a })
		a := Anomaly{Abundance: value, Years: append([]int{}, before[:min(len(before), meanYears)]...)}
		label, start, end := binOf(s.scope.q.calendar, key.bin)
		a.Bin, a.Start, a.End = *label, *start, *end
		if key.protocol != 0 {
			a.Protocol = &s.scope.selection.Words[key.protocol]
		}
		if key.area != 0 {
			a.area = *s.areas.Place(places.ID(key.area)).AreaID
		}
		var values []float64
		for _, y := range a.Years {
			other := key
			other.bin.Year = int16(y)
			used[other] = true
			values = append(values, abundance[other])
		}
		a.compare(values)
		results = append(results, a)
	}
	slices.SortFunc(results, func(a, b Anomaly) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), compareText(a.Protocol, b.Protocol))
	})
	return results, used
}

// compare sets mean, percent and band by the abundance of the years before.
func (a *Anomaly) compare(before []float64) {
	if len(before) < minMeanYears {
		a.Reason = new(reasonFewYears)
		return
	}
	sum := 0.0
	for _, value := range before {
		sum += value
	}
	a.Mean = new(sum / float64(len(before)))
	if *a.Mean == 0 {
		a.Reason = new(reasonZeroMean)
		return
	}
	a.Percent = new(100 * a.Abundance / *a.Mean)
	a.Band = new(band(*a.Percent))
}

// band is the level, 1 to 5, that a percentage of the five-year mean has in the California Mosquito-Borne Virus Surveillance and Response
// Plan: well below average below 50, below average to 90, average to 150, above average to 300, well above average.
func band(percent float64) int {
	level := 1
	if percent >= 50 {
		level++
	}
	for _, limit := range []float64{90, 150, 300} {
		if percent > limit {
			level++
		}
	}
	return level
}
