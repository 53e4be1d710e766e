package analytics

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/maypok86/otter/v2"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// Options of New. All are needed.
type Options struct {
	DB      postgres.Database
	Lookups *postgres.Lookups
	Index   *tileindex.Index
	Counter *counting.Counter
}

// Analytics answers questions about sampling.
type Analytics struct {
	db      postgres.Database
	lookups *postgres.Lookups
	index   *tileindex.Index
	counter *counting.Counter
	kept    kept
	shapes  shapes
	counted *otter.Cache[string, *placeCounts]
}

// New returns the routes of the analytics.
func New(o Options) *Analytics {
	return &Analytics{
		db: o.DB, lookups: o.Lookups, index: o.Index, counter: o.Counter, kept: newKept(), shapes: newShapes(o.DB), counted: newCounted(),
	}
}

// Routes returns the operations, with paths relative to the API's base.
func (a *Analytics) Routes() []httpapi.Route {
	return []httpapi.Route{
		{Method: http.MethodGet, Path: "/analytics/abundance", Name: "getAbundance", Handler: a.getAbundance},
		{Method: http.MethodGet, Path: "/analytics/anomaly", Name: "getAnomaly", Handler: a.getAnomaly},
		{Method: http.MethodGet, Path: "/analytics/infection", Name: "getInfection", Handler: a.getInfection},
		{Method: http.MethodGet, Path: "/analytics/vector_index", Name: "getVectorIndex", Handler: a.getVectorIndex},
		{Method: http.MethodGet, Path: "/analytics/counts", Name: "getCounts", Handler: a.getCounts},
		{Method: http.MethodGet, Path: "/analytics/presence", Name: "getPresence", Handler: a.getPresence},
		{Method: http.MethodGet, Path: "/stats/table", Name: "getTable", Handler: a.getTable},
		{Method: http.MethodGet, Path: "/analytics/timeseries", Name: "getTimeseries", Handler: a.getTimeseries},
		{Method: http.MethodGet, Path: "/analytics/seasonality", Name: "getSeasonality", Handler: a.getSeasonality},
		{Method: http.MethodGet, Path: "/analytics/hotspots", Name: "getHotspots", Handler: a.getHotspots},
		{Method: http.MethodGet, Path: "/analytics/trend", Name: "getTrend", Handler: a.getTrend},
		{Method: http.MethodGet, Path: "/analytics/spread", Name: "getSpread", Handler: a.getSpread},
		{Method: http.MethodGet, Path: "/analytics/richness", Name: "getRichness", Handler: a.getRichness},
	}
}

// moment is the state that one answer is made of.
type moment struct {
	db    postgres.Database
	state *tileindex.State
}

// moment returns the newest moment. The first call waits until one is known.
func (a *Analytics) moment(ctx context.Context) (*moment, error) {
	if a.index.State().Version().Epoch == "" {
		if err := a.index.CatchUp(ctx); err != nil {
			return nil, err
		}
	}
	return &moment{a.db, a.index.State()}, nil
}

func (m *moment) version() string { return m.state.Version().String() }

// inMemory says whether memory holds the events, so that an answer is of the moment that its name says.
func (m *moment) inMemory() bool { return m.state.Ready() && m.state.Events() != nil }

// selection returns the events of conditions, from memory or by SQL.
func (m *moment) selection(ctx context.Context, c eventindex.Conditions) (*eventindex.Selection, error) {
	if events := m.state.Events(); events.Holds(c.Filter) {
		return events.Select(c), nil
	}
	return eventindex.Matching(ctx, m.db, c)
}

// surveyOf reads the events of a question.
func (a *Analytics) surveyOf(ctx context.Context, m *moment, q *question, set string) (*survey, error) {
	s, err := a.openSurvey(ctx, m, q)
	if err != nil || q.filter.MatchesNothing() {
		return s, err
	}
	var parts *places.Areas
	if q.has(byArea) {
		if parts, err = a.areaParts(ctx, q, set); err != nil {
			return nil, err
		}
	}
	if s, err = newSurvey(ctx, s.scope, s.unit, parts); err != nil {
		return nil, err
	}
	return s, a.checkEffort(ctx, s)
}

// openSurvey selects the events of a question and finds their unit. It reads no event into the survey yet.
func (a *Analytics) openSurvey(ctx context.Context, m *moment, q *question) (*survey, error) {
	selection, err := m.selection(ctx, q.conditions())
	if err != nil {
		return nil, err
	}
	c := newScope(q, selection)
	if q.filter.MatchesNothing() {
		return emptySurvey(c, q.unit, nil), nil
	}
	unit, err := a.unitOf(ctx, c)
	return emptySurvey(c, unit, nil), err
}

// checkEffort refuses a question that no event can answer.
func (a *Analytics) checkEffort(ctx context.Context, s *survey) error {
	if s.all.events+s.all.unplaced > 0 {
		return nil
	}
	return a.effortMissing(ctx, s.scope.q, s.all.excluded)
}

// unitOf returns the unit that a question asks for, else the only one that its events have.
func (a *Analytics) unitOf(ctx context.Context, c *scope) (string, error) {
	if c.q.unit != "" {
		return c.q.unit, nil
	}
	found, err := units(ctx, c)
	switch {
	case err != nil:
		return "", err
	case len(found) > 1:
		return "", mixedUnits(found)
	case len(found) == 1:
		return found[0], nil
	}
	return unitTrapNight, nil // no event has any: what the survey excludes says why
}

func mixedUnits(found []string) error {
	return invalid("mixed_units", fmt.Sprintf("the events have effort in several units, %s: choose one with unit", strings.Join(found, ", ")))
}

// unitTrapNight is traps by nights.
const unitTrapNight = "trap_night"

// effortMissing is the error of a question that no event can answer.
func (a *Analytics) effortMissing(ctx context.Context, q *question, excluded map[string]int64) error {
	records, err := a.counter.Count(ctx, q.filter)
	if err != nil {
		return err
	}
	message := fmt.Sprintf("no sampling event with effort matches, so there is no rate; %d records match", records)
	if len(excluded) > 0 {
		message += "; events that do not count: " + listed(excluded)
	}
	if excluded[reasonNotTargeted] > 0 {
		message += " (they did not look for all of these taxa: ask for some of them, with species)"
	}
	return &effortError{invalid(codeEffortMissing, message)}
}

// codeEffortMissing is the code of questions that no event can answer.
const codeEffortMissing = "effort_missing"

// effortError is the error with that code.
type effortError struct{ error }

func (e *effortError) Unwrap() error { return e.error }

func isEffortMissing(err error) bool {
	var missing *effortError
	return errors.As(err, &missing)
}
