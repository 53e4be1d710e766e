package analytics

import (
	"context"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Records is the records of one bin of time.
type Records struct {
	Bin       string `json:"bin"`
	Start     string `json:"start"`
	End       string `json:"end"`
	Records   int64  `json:"records"`
	Specimens int64  `json:"specimens"`
	Species   int    `json:"species"` // distinct names
}

func (a *Analytics) getTimeseries(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	q, err := a.readQuestion(r, p, asked{intervals: []calendar.Interval{
		calendar.Monthly, calendar.Daily, calendar.Weekly, calendar.Biweekly, calendar.Yearly,
	}})
	if err != nil {
		return err
	}
	return a.answer(w, r, &q, func(m *moment) (answer, error) {
		line, series, err := a.series(r.Context(), &q)
		if err != nil {
			return answer{}, err
		}
		envelope, err := a.collections(r.Context(), m, &q, series)
		if err != nil {
			return answer{}, err
		}
		results := []Records{}
		first, last := line.shown(series, q.filter)
		for i := first; i <= last; i++ {
			bin := line.bins[i]
			from, to := q.calendar.Days(bin)
			sum := series.Bins[i]
			results = append(results, Records{q.calendar.Label(bin), from.String(), to.String(), sum.Records, sum.Specimens, sum.Species})
		}
		return newAnswer(envelope, results), nil
	})
}

// timeline is the bins from one day to another, without a gap.
type timeline struct {
	calendar calendar.Calendar
	first    calendar.Day // of the first bin
	bins     []calendar.Bin
	of       []int32 // number of the bin of each day
}

func newTimeline(c calendar.Calendar, first, last calendar.Day) timeline {
	bin := c.BinOf(first)
	from, _ := c.Days(bin)
	t := timeline{calendar: c, first: from}
	for {
		start, end := c.Days(bin)
		for d := start; d <= end; d++ {
			t.of = append(t.of, int32(len(t.bins)))
		}
		t.bins = append(t.bins, bin)
		if end >= last {
			return t
		}
		bin = c.Next(bin)
	}
}

// place returns the number of the bin of a record's days; -1 for none. Days that are a whole month or year are taken for one.
func (t timeline) place(first, last int32) int {
	if first != last {
		if _, ok := t.calendar.Place(calendar.Day(first), calendar.Day(last), precisionOf(calendar.Day(first), calendar.Day(last))); !ok {
			return -1
		}
	}
	return int(t.of[calendar.Day(last)-t.first])
}

// precisionOf says what days from first to last are.
func precisionOf(first, last calendar.Day) calendar.Precision {
	from, after := first.Time(), last.Time().AddDate(0, 0, 1)
	switch {
	case from.YearDay() == 1 && from.AddDate(1, 0, 0).Equal(after):
		return calendar.WholeYear
	case from.Day() == 1 && from.AddDate(0, 1, 0).Equal(after):
		return calendar.WholeMonth
	}
	return calendar.ExactDays
}

// series sums up the records of a question by the bins of a timeline. Without records in its days both are empty.
func (a *Analytics) series(ctx context.Context, q *question) (timeline, surveillance.Series, error) {
	first, last, ok, err := a.counter.Days(ctx)
	if err != nil || !ok {
		return timeline{}, surveillance.Series{}, err
	}
	if q.filter.Start != nil {
		first = max(first, int32(calendar.DayOf(*q.filter.Start)))
	}
	if q.filter.End != nil {
		last = min(last, int32(calendar.DayOf(*q.filter.End)))
	}
	if first > last {
		return timeline{}, surveillance.Series{}, nil
	}
	line := newTimeline(q.calendar, calendar.Day(first), calendar.Day(last))
	series, err := a.counter.Series(ctx, q.filter, len(line.bins), line.place)
	if err == nil {
		from, to := line.shown(series, q.filter)
		err = checkSize(to - from + 1)
	}
	return line, series, err
}

// shown returns the numbers of the first and the last bin of an answer: those that have records, and those of the Filter's dates where
// they lie within the days of all records. Nothing is shown when the last comes before the first, as it does without records unless the
// Filter has both dates.
func (t timeline) shown(s surveillance.Series, f surveillance.Filter) (first, last int) {
	first, last = 0, len(s.Bins)-1
	for first <= last && s.Bins[first].Records == 0 {
		first++
	}
	for last >= first && s.Bins[last].Records == 0 {
		last--
	}
	if first > last && (f.Start == nil || f.End == nil) {
		return 0, -1
	}
	if f.Start != nil {
		first = min(first, t.binAt(calendar.DayOf(*f.Start)))
	}
	if f.End != nil {
		last = max(last, t.binAt(calendar.DayOf(*f.End)))
	}
	return first, last
}

// binAt returns the number of the bin of a day, or of the nearest one.
func (t timeline) binAt(d calendar.Day) int {
	at := min(max(int(d-t.first), 0), len(t.of)-1)
	return int(t.of[at])
}

// collections is the envelope of an answer about records: of them it counts specimens, and beside them the valid events, each as one
// collection. Records of events that are not valid count as others do.
func (a *Analytics) collections(ctx context.Context, m *moment, q *question, series surveillance.Series) (Envelope, error) {
	if q.filter.MatchesNothing() {
		return newEnvelope(q), nil
	}
	whole := *q
	whole.calendar.Interval, whole.unit, whole.total = calendar.Whole, unitCollection, true
	selection, err := m.selection(ctx, eventindex.Conditions{Filter: q.filter}) // records of males and larvae count, too
	if err != nil {
		return Envelope{}, err
	}
	s, err := newSurvey(ctx, newScope(&whole, selection), unitCollection, nil)
	if err != nil {
		return Envelope{}, err
	}
	e := s.envelope()
	e.Unit, e.Effort = nil, nil
	e.Unplaced, e.Unsexed, e.Unidentified = series.Unplaced, series.Unsexed, 0
	for key, n := range series.ByTaxon {
		if t, _ := q.names.Taxon(key); !t.Identified() {
			e.Unidentified += n
		}
	}
	return e, nil
}
