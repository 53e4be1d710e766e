package analytics

import (
	"cmp"
	"context"
	"math/bits"
	"net/http"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Presence is what is known of a cell, an area or a country: a taxon was found there, or searched and not found, or nobody searched.
type Presence struct {
	Cell      *string  `json:"cell"` // H3 index
	AreaID    *string  `json:"area_id"`
	CountryID *string  `json:"country_id"`
	Name      *string  `json:"name"`  // of the area or the country
	Class     string   `json:"class"` // found, searched, undecided, not_searched
	Found     Found    `json:"found"`
	Searched  Searched `json:"searched"`
	// ConfidenceAbsent is 1 - (1-p)^effort where something was searched and nothing found; null without detectability.
	ConfidenceAbsent *float64 `json:"confidence_absent"`

	outline any // GeoJSON geometry
}

// Found is the records of a place.
type Found struct {
	Records int64   `json:"records"`
	First   *string `json:"first"` // day
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

func (p Presence) geometry() any { return p.outline }

// presenceQuestion is what a request for presence asks beside the question.
type presenceQuestion struct {
	question
	cells         bool
	resolution    int
	set           string
	detectability *float64
}

func (a *Analytics) getPresence(w http.ResponseWriter, r *http.Request) error {
	p := httpapi.Query(r)
	q := presenceQuestion{set: p.Text("set"), cells: p.OneOf("cells", "", cellsH3) == cellsH3 || p.Has("resolution")}
	q.resolution = p.Int("resolution", defaultResolution, minResolution, maxResolution)
	q.detectability = p.Float("detectability", minDetectability, maxDetectability)
	var err error
	if q.question, err = a.readQuestion(r, p, asked{by: []string{byCountry}, events: true}); err != nil {
		return err
	}
	if err := q.check(); err != nil {
		return err
	}
	return a.answerOfSet(w, r, &q.question, q.set, func(m *moment) (answer, error) { return a.presence(r.Context(), m, &q) })
}

// Probabilities that one unit of effort finds the taxon.
const (
	minDetectability = 1e-9
	maxDetectability = 1 - 1e-9
)

// check refuses a request that says in several ways what the places are.
func (q *presenceQuestion) check() error {
	kinds := 0
	for _, asked := range []bool{q.cells, q.set != "", q.has(byCountry)} {
		if asked {
			kinds++
		}
	}
	if kinds > 1 {
		return invalid("conflict", "only one of cells=h3 (or resolution), set and by=country says what the places are")
	}
	return nil
}

// presence says what is known of each place.
func (a *Analytics) presence(ctx context.Context, m *moment, q *presenceQuestion) (answer, error) {
	parts, err := a.placeParts(ctx, q)
	if err != nil {
		return answer{}, err
	}
	spots := newSpots()
	inaccurate, err := a.addFound(ctx, q, parts, spots)
	if err != nil {
		return answer{}, err
	}
	envelope, err := a.addSearched(ctx, m, q, parts, spots)
	if err != nil {
		return answer{}, err
	}
	mixed := len(envelope.Protocols) > 1 && !q.pool
	if mixed && q.detectability != nil {
		return answer{}, invalid("mixed_protocols", "the events have several sampling protocols, "+strings.Join(envelope.Protocols, ", ")+
			", which do not find a taxon with the same probability: choose one with sampling_protocol, or add them with pool_protocols")
	}
	if err := a.addAbsences(ctx, q, parts, spots); err != nil {
		return answer{}, err
	}
	if !q.placed() {
		for _, id := range parts.all() {
			spots.at(id)
		}
	}
	if err := checkSize(len(spots.byID)); err != nil {
		return answer{}, err
	}
	envelope.InaccurateRecords = &inaccurate
	results := make([]Presence, 0, len(spots.byID))
	for id, s := range spots.byID {
		results = append(results, q.presenceOf(parts, id, s, mixed))
	}
	slices.SortFunc(results, func(a, b Presence) int {
		return cmp.Or(compareText(a.Cell, b.Cell), compareText(a.AreaID, b.AreaID), compareText(a.CountryID, b.CountryID))
	})
	return newAnswer(envelope, results), nil
}

// placed reports whether the Filter asks for some places alone: nothing is said of the others.
func (q *presenceQuestion) placed() bool {
	f := q.filter
	return f.MatchesNothing() || f.BBox != nil || f.Areas != nil || f.Countries != nil || f.Regions != nil
}

// addFound adds the records. It returns how many are less exact than a cell.
func (a *Analytics) addFound(ctx context.Context, q *presenceQuestion, parts placeParts, spots *spots) (inaccurate int64, err error) {
	err = a.counter.Places(ctx, q.filter, func() (func(surveillance.Place), func()) {
		local, outside := newSpots(), int64(0)
		locate := parts.locator()
		return func(p surveillance.Place) {
				if p.AccuracyM > parts.radius() { // false for NaN
					outside += p.Records
					return
				}
				for _, id := range locate(p.Lon, p.Lat, p.Country) {
					local.at(id).addRecords(p)
				}
			}, func() {
				inaccurate += outside
				spots.merge(local)
			}
	})
	return inaccurate, err
}

// addSearched adds the valid events that caught none of the taxa.
func (a *Analytics) addSearched(ctx context.Context, m *moment, q *presenceQuestion, parts placeParts, spots *spots) (Envelope, error) {
	if q.filter.MatchesNothing() {
		return newEnvelope(&q.question), nil
	}
	conditions := eventindex.Conditions{Filter: q.filter} // males and larvae are there, too
	selection, err := m.selection(ctx, conditions)
	if err != nil {
		return Envelope{}, err
	}
	c := newScope(&q.question, selection)
	unit, err := q.unitOf(ctx, c)
	if err != nil {
		return Envelope{}, err
	}
	s := emptySurvey(c, unit, nil)
	err = selection.Each(ctx, func() (func(*eventindex.Event, []eventindex.Catch), func()) {
		part, local := emptySurvey(c, unit, nil), newSpots()
		locate, caught := parts.locator(), newEventCatch(c)
		return func(e *eventindex.Event, all []eventindex.Catch) {
				effort, reason := c.valid(e, unit)
				if reason == "" && e.AccuracyM > parts.radius() {
					reason = reasonInaccurate
				}
				if reason != "" {
					part.all.excluded[reason]++
					return
				}
				caught.read(e, all)
				part.all.add(e, effort, caught)
				if caught.specimens > 0 {
					return
				}
				for _, id := range locate(eventindex.Degrees(e.Lon), eventindex.Degrees(e.Lat), selection.Words[e.Country]) {
					spot := local.at(id)
					if caught.inDoubt || caught.leftOut > 0 {
						spot.undecided++
						continue
					}
					spot.events++
					spot.effort.Add(effort)
					spot.search(e.LastDay)
				}
			}, func() {
				s.merge(part)
				spots.merge(local)
			}
	})
	return s.envelope(), err
}

// unitOf returns the unit that a question asks for, else the only one that its events have. Where they have several or none, each is one
// collection; a probability needs to know of what it is.
func (q *presenceQuestion) unitOf(ctx context.Context, c *scope) (string, error) {
	if q.unit != "" {
		return q.unit, nil
	}
	found, err := units(ctx, c)
	switch {
	case err != nil:
		return "", err
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1 && q.detectability != nil:
		return "", mixedUnits(found)
	}
	return unitCollection, nil
}

// presenceOf is the result of a place.
func (q *presenceQuestion) presenceOf(parts placeParts, id partID, s *spot, mixed bool) Presence {
	p := Presence{Class: classNotSearched, Found: Found{Records: s.records}, Searched: Searched{Events: s.events, Absences: s.absences, Undecided: s.undecided}}
	parts.name(&p, id)
	if !mixed {
		p.Searched.Effort = new(s.effort.Value())
	}
	if s.undecided > 0 {
		p.Class = classUndecided
	}
	if s.searched {
		p.Class, p.Searched.Last = classSearched, new(calendar.Day(s.lastSearched).String())
		if q.detectability != nil && s.records == 0 && s.undecided == 0 && s.events > 0 {
			p.ConfidenceAbsent = new(estimate.Absence(*q.detectability, s.effort.Value()))
		}
	}
	if s.records > 0 {
		p.Class, p.Found.First, p.Found.Last = classFound, new(calendar.Day(s.first).String()), new(calendar.Day(s.last).String())
		for _, word := range s.years {
			p.Found.Years += bits.OnesCount64(word)
		}
	}
	return p
}
