package analytics

import (
	"context"
	"net/http"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Presence is what is known of a cell, an area or a country: a taxon was found there, or searched and not found, or nobody searched.
type Presence struct {
	places.Place
	Class    string   `json:"class"` // found, searched, undecided, not_searched
	Found    Found    `json:"found"`
	Searched Searched `json:"searched"`
	// ConfidenceAbsent is 1 - (1-p)^effort where something was searched and nothing found; null without detectability.
	ConfidenceAbsent *float64 `json:"confidence_absent"`
}

// Found is the records of a place, and the valid events that caught one. Dates of the Filter may select an event by its last day and leave out
// its records, which have to lie within them with all of their days.
type Found struct {
	Records int64   `json:"records"`
	Events  int64   `json:"events"`
	First   *string `json:"first"` // day of a record, else of an event
	Last    *string `json:"last"`
	Years   int     `json:"years"` // with a record that lies in one
}

// Searched is the valid events that looked for a taxon and caught none, and the absences that belong to no event.
type Searched struct {
	Events    int64    `json:"events"`
	Effort    *float64 `json:"effort"` // null where protocols differ, whose effort is never added together
	Absences  int64    `json:"absences"`
	Last      *string  `json:"last"`      // last day of the newest event or absence
	Undecided int64    `json:"undecided"` // events that caught what may be the taxon, or records of it that the Filter leaves out
}

// Classes of a place.
const (
	classFound       = "found"
	classSearched    = "searched"
	classUndecided   = "undecided"
	classNotSearched = "not_searched"
)

// presenceQuestion is what a request for presence asks beside the question.
type presenceQuestion struct {
	placeQuestion
	detectability *float64
}

func (a *Analytics) getPresence(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	q := presenceQuestion{detectability: p.Float("detectability", minDetectability, maxDetectability)}
	var err error
	if q.placeQuestion, err = a.readPlaces(r, p, asked{by: []string{byCountry}, events: true}); err != nil {
		return err
	}
	return a.answerOfSet(w, r, &q.question, q.set, func(m *moment) (answer, error) { return a.presence(r.Context(), m, &q) })
}

// Probabilities that one unit of effort finds the taxon.
const (
	minDetectability = 1e-9
	maxDetectability = 1 - 1e-9
)

// presence says what is known of each place.
func (a *Analytics) presence(ctx context.Context, m *moment, q *presenceQuestion) (answer, error) {
	parts, err := a.placesOfPresence(ctx, q)
	if err != nil {
		return answer{}, err
	}
	spots := newSpots()
	inaccurate, err := a.addFound(ctx, q, parts, spots)
	if err != nil {
		return answer{}, err
	}
	s, err := a.addSearched(ctx, m, q, parts, spots)
	if err != nil {
		return answer{}, err
	}
	if q.detectability != nil {
		if err := s.oneProtocol(); err != nil {
			return answer{}, err
		}
	}
	if err := a.addAbsences(ctx, q.question, parts, func(id places.ID, last int32, records int64) {
		spot := spots.at(id)
		spot.absences += records
		spot.search(last)
	}); err != nil {
		return answer{}, err
	}
	if !q.placed() {
		for _, id := range parts.All() {
			spots.at(id)
		}
	}
	if err := checkSize(len(spots.byKey)); err != nil {
		return answer{}, err
	}
	envelope := s.envelope()
	envelope.InaccurateRecords = &inaccurate
	results := make([]Presence, 0, len(spots.byKey))
	for id, spot := range spots.byKey {
		results = append(results, q.presenceOf(parts.Place(id), spot, s.mixed()))
	}
	slices.SortFunc(results, func(a, b Presence) int { return a.Compare(b.Place) })
	return newAnswer(envelope, results), nil
}

// placesOfPresence returns the places that a question asks for: countries where nothing says otherwise.
func (a *Analytics) placesOfPresence(ctx context.Context, q *presenceQuestion) (places.Parts, error) {
	switch {
	case q.cells || q.set != "":
		return a.placeParts(ctx, &q.placeQuestion)
	case q.has(byCountry) || q.filter.Areas == nil:
		return places.Countries{Names: q.names, Lang: q.lang}, nil
	}
	return a.areaParts(ctx, &q.question, q.set)
}

// placed reports whether the Filter asks for some places alone: nothing is said of the others.
func (q *presenceQuestion) placed() bool {
	f := q.filter
	return f.MatchesNothing() || f.BBox != nil || f.Areas != nil || f.Countries != nil || f.Regions != nil
}

// addFound adds the records. It returns how many are less exact than a cell.
func (a *Analytics) addFound(ctx context.Context, q *presenceQuestion, parts places.Parts, found *spots) (inaccurate int64, err error) {
	return a.eachRecord(ctx, q.filter, parts, func() (func([]places.ID, surveillance.Place), func()) {
		local := newSpots()
		return func(ids []places.ID, p surveillance.Place) {
			for _, id := range ids {
				local.at(id).addRecords(p)
			}
		}, func() { found.merge(local, (*spot).merge) }
	})
}

// addSearched adds the valid events: those that caught none of the taxa, and those that did.
func (a *Analytics) addSearched(ctx context.Context, m *moment, q *presenceQuestion, parts places.Parts, searched *spots) (*survey, error) {
	s, err := a.openSearch(ctx, m, &q.question, q.detectability != nil)
	if err != nil || q.filter.MatchesNothing() {
		return s, err
	}
	return s, s.eachPlaced(ctx, parts, func() (func(*placedEvent), func()) {
		local := newSpots()
		return func(e *placedEvent) {
			for _, id := range e.places {
				spot := local.at(id)
				switch {
				case e.caught.specimens > 0:
					spot.addCatch(e.FirstDay, e.LastDay)
				case e.caught.undecided():
					spot.undecided++
				default:
					spot.events++
					spot.effort.Add(e.effort)
					spot.search(e.LastDay)
				}
			}
		}, func() { searched.merge(local, (*spot).merge) }
	})
}

// openSearch selects the events that searched, whatever they caught: males and larvae are there, too. It takes the unit that a question asks for,
// else the only one that its events have. Where they have several or none, each is one collection, unless oneUnit.
func (a *Analytics) openSearch(ctx context.Context, m *moment, q *question, oneUnit bool) (*survey, error) {
	selection, err := m.selection(ctx, eventindex.Conditions{Filter: q.filter})
	if err != nil {
		return nil, err
	}
	c, unit := newScope(q, selection), q.unit
	if unit != "" || q.filter.MatchesNothing() {
		return emptySurvey(c, unit, nil), nil
	}
	found, err := units(ctx, c)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 1:
		unit = found[0]
	case len(found) > 1 && oneUnit:
		return nil, mixedUnits(found)
	default:
		unit = unitCollection
	}
	return emptySurvey(c, unit, nil), nil
}

// presenceOf is the result of a place.
func (q *presenceQuestion) presenceOf(place places.Place, s *spot, mixed bool) Presence {
	p := Presence{Place: place, Class: classNotSearched, Found: Found{Records: s.records, Events: s.caught}, Searched: Searched{Events: s.events, Absences: s.absences, Undecided: s.undecided}}
	if !mixed {
		p.Searched.Effort = new(s.effort.Value())
	}
	if s.undecided > 0 {
		p.Class = classUndecided
	}
	if s.searched {
		p.Class, p.Searched.Last = classSearched, new(calendar.Day(s.lastSearched).String())
		if q.detectability != nil && s.records+s.caught == 0 && s.undecided == 0 && s.events > 0 {
			p.ConfidenceAbsent = new(estimate.Absence(*q.detectability, s.effort.Value()))
		}
	}
	if s.records+s.caught > 0 {
		p.Class, p.Found.First, p.Found.Last = classFound, new(calendar.Day(s.first).String()), new(calendar.Day(s.last).String())
		p.Found.Years = s.years.len()
	}
	return p
}
