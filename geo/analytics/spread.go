package analytics

import (
	"context"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Spread is since when a taxon is known of a place where it was found.
type Spread struct {
	places.Place
	Class              string `json:"class"` // new_here, first_searched
	FirstFound         int    `json:"first_found"`
	LastSearchedBefore *int   `json:"last_searched_before"` // year; null where nobody searched before the first find
	Records            int64  `json:"records"`
}

// Classes of a place where a taxon was found.
const (
	classNewHere       = "new_here"       // it was searched before, without finding
	classFirstSearched = "first_searched" // nobody is known to have searched before
)

// SpreadEnvelope is what an answer says of all places.
type SpreadEnvelope struct {
	Envelope
	UnplacedRecords int64 `json:"unplaced_records"` // that lie in no one year
	Expansion
}

func (a *Analytics) getSpread(w http.ResponseWriter, r *http.Request) error {
	q, err := a.readPlaces(r, httpapi.Query(r), asked{events: true})
	if err != nil {
		return err
	}
	if !q.filter.NamesTaxa {
		return missingSpecies("it is what spreads")
	}
	q.calendar.Interval = calendar.Yearly
	return a.answerOfSet(w, r, &q.question, q.set, func(m *moment) (answer, error) { return a.spread(r.Context(), m, &q) })
}

func (a *Analytics) spread(ctx context.Context, m *moment, q *placeQuestion) (answer, error) {
	parts, err := a.spreadParts(ctx, q)
	if err != nil {
		return answer{}, err
	}
	known := newCapped[places.ID, history](MaxResults)
	var e SpreadEnvelope
	inaccurate, err := a.addFinds(ctx, q, parts, known, &e.UnplacedRecords)
	if err != nil {
		return answer{}, err
	}
	s, err := a.openSearch(ctx, m, &q.question, false)
	if err != nil {
		return answer{}, err
	}
	if err := s.addSearches(ctx, parts, known); err != nil {
		return answer{}, err
	}
	if err := a.addAbsences(ctx, q.question, parts, func(id places.ID, last int32, _ int64) {
		known.at(id).search(yearOf(last))
	}); err != nil {
		return answer{}, err
	}
	if err := known.check(); err != nil {
		return answer{}, err
	}
	e.Envelope, e.Expansion = s.envelope(), expansionOf(known.byKey, parts)
	e.InaccurateRecords = &inaccurate
	results := []Spread{}
	for id, h := range known.byKey {
		if h.found.first() != 0 {
			results = append(results, h.spread(parts.Place(id)))
		}
	}
	slices.SortFunc(results, func(a, b Spread) int { return a.Compare(b.Place) })
	return newAnswer(e, results), nil
}

// spreadParts returns the areas of a set, else cells.
func (a *Analytics) spreadParts(ctx context.Context, q *placeQuestion) (places.Measured, error) {
	if q.set == "" {
		return places.Cells{Resolution: q.resolution, Outlines: q.format == formatGeoJSON}, nil
	}
	return a.areaParts(ctx, &q.question, q.set)
}

// history is what is known of a place by year.
type history struct {
	found, searched  yearSet
	empty, undecided yearSet // years with a search that found nothing, with one that leaves it in doubt
	records          int64
}

// search adds a search that found nothing.
func (h *history) search(year int) {
	h.searched.add(year)
	h.empty.add(year)
}

func (h *history) merge(other *history) {
	h.found.join(&other.found)
	h.searched.join(&other.searched)
	h.empty.join(&other.empty)
	h.undecided.join(&other.undecided)
	h.records += other.records
}

// spread is the result of a place where something was found.
func (h *history) spread(place places.Place) Spread {
	s := Spread{Place: place, Class: classFirstSearched, FirstFound: h.found.first(), Records: h.records}
	empty := h.empty
	for i := range empty {
		empty[i] &^= h.undecided[i]
	}
	if year := empty.lastBefore(s.FirstFound); year != 0 {
		s.Class, s.LastSearchedBefore = classNewHere, &year
	}
	return s
}

// addFinds adds the years of the records.
func (a *Analytics) addFinds(ctx context.Context, q *placeQuestion, parts places.Parts, known *capped[places.ID, history], unplaced *int64) (inaccurate int64, err error) {
	return a.eachRecord(ctx, q.filter, parts, func() (func([]places.ID, surveillance.Place), func()) {
		local, days, outside := newCapped[places.ID, history](MaxResults), newDays(q.calendar), int64(0)
		return func(ids []places.ID, p surveillance.Place) {
				first, last := calendar.Day(p.First), calendar.Day(p.Last)
				if first != last && !q.calendar.Fits(first, last, precisionOf(first, last)) {
					outside += p.Records
					return
				}
				for _, id := range ids {
					h := local.at(id)
					h.found.add(int(days.bin(p.Last).Year))
					h.records += p.Records
				}
			}, func() {
				*unplaced += outside
				known.merge(local, (*history).merge)
			}
	})
}

// addSearches adds the years of the valid events.
func (s *survey) addSearches(ctx context.Context, parts places.Parts, known *capped[places.ID, history]) error {
	if s.scope.q.filter.MatchesNothing() {
		return nil
	}
	return s.eachPlaced(ctx, parts, func() (func(*placedEvent), func()) {
		local := newCapped[places.ID, history](MaxResults)
		return func(e *placedEvent) {
			for _, id := range e.places {
				h, year := local.at(id), int(e.bin.Year)
				switch {
				case e.caught.specimens > 0:
					h.searched.add(year)
				case e.caught.undecided():
					h.searched.add(year)
					h.undecided.add(year)
				default:
					h.search(year)
				}
			}
		}, func() { known.merge(local, (*history).merge) }
	})
}
