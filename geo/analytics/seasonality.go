package analytics

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Season is how one week or month of the year differs over the years: quartiles of the abundance where there is effort, else of the
// number of records.
type Season struct {
	Season   string  `json:"season"` // W31, B16 or 07
	Of       string  `json:"of"`     // abundance or records
	Protocol *string `json:"protocol"`
	Years    int     `json:"years"`
	Min      float64 `json:"min"`
	Q1       float64 `json:"q1"`
	Median   float64 `json:"median"`
	Q3       float64 `json:"q3"`
	Max      float64 `json:"max"`

	number int16
}

// Values of Of.
const (
	ofAbundance = "abundance"
	ofRecords   = "records"
)

func (a *Analytics) getSeasonality(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	q, err := a.readQuestion(r, p, asked{intervals: []calendar.Interval{calendar.Monthly, calendar.Weekly, calendar.Biweekly}, events: true})
	if err != nil {
		return err
	}
	return a.answer(w, r, &q, func(m *moment) (answer, error) {
		s, err := a.surveyOf(r.Context(), m, &q, "")
		if isEffortMissing(err) {
			return a.seasonsOfRecords(r.Context(), m, &q)
		}
		if err != nil {
			return answer{}, err
		}
		return newAnswer(s.envelope(), s.seasons()), nil
	})
}

// seasons are the quartiles of the abundance over years.
func (s *survey) seasons() []Season {
	type part struct {
		number   int16
		protocol uint16
	}
	values := map[part][]float64{}
	for key, g := range s.groups {
		at := part{key.bin.Number, key.protocol}
		values[at] = append(values[at], g.rate())
	}
	results := []Season{}
	for at, list := range values {
		season := newSeason(s.scope.q.calendar, at.number, ofAbundance, list)
		if at.protocol != 0 {
			season.Protocol = &s.scope.selection.Words[at.protocol]
		}
		results = append(results, season)
	}
	return ordered(results)
}

// seasonsOfRecords are the quartiles of the number of records over years. Nothing is known of what lies before the first record or after the
// last.
func (a *Analytics) seasonsOfRecords(ctx context.Context, m *moment, q *question) (answer, error) {
	line, series, err := a.series(ctx, q)
	if err != nil {
		return answer{}, err
	}
	envelope, err := a.collections(ctx, m, q, series)
	if err != nil {
		return answer{}, err
	}
	values := map[int16][]float64{}
	first, last := line.shown(series, q.filter)
	for i := first; i <= last; i++ {
		number := line.bins[i].Number
		values[number] = append(values[number], float64(series.Bins[i].Records))
	}
	results := []Season{}
	for number, list := range values {
		results = append(results, newSeason(q.calendar, number, ofRecords, list))
	}
	return newAnswer(envelope, ordered(results)), nil
}

func newSeason(c calendar.Calendar, number int16, of string, values []float64) Season {
	at := func(p float64) float64 { return estimate.Quantile(values, p) }
	return Season{
		Season: c.Season(number), Of: of, Years: len(values), Min: at(0), Q1: at(0.25), Median: at(0.5), Q3: at(0.75), Max: at(1), number: number,
	}
}

func ordered(seasons []Season) []Season {
	slices.SortFunc(seasons, func(a, b Season) int {
		return cmp.Or(cmp.Compare(a.number, b.number), compareText(a.Protocol, b.Protocol))
	})
	return seasons
}
