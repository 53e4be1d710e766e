package eventindex

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	matchingEventsQuery = sql.Get("eventindex/matching_events.sql")
	matchingCatchQuery  = sql.Get("eventindex/matching_catch.sql")
	zeroSourcesQuery    = sql.Get("eventindex/zero_sources.sql")
)

// Conditions select events by their own place, days and sampling, and what of their catch counts by all that the Filter asks of a record
// but its name.
type Conditions struct {
	surveillance.Filter
	Females bool // and records without sex; else those that the Filter asks for
	Adults  bool // and records without a life stage
}

// Selection is the events of Conditions.
type Selection struct {
	Codes
	Counts      []bool         // which numbers of Kinds count
	ZeroSources map[int32]bool // keys of the data sources that have an event which caught nothing, among all their events

	state *State
	match func(*Event) bool // nil: all
}

// Each visits the events. Of the catch, what counts has a kind that Counts marks. The slice is valid during the call.
func (s *Selection) Each(ctx context.Context, visit func(e *Event, catch []Catch)) error {
	for _, c := range s.state.chunks {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read the sampling events: %w", err)
		}
		for i := range c.events {
			if e := &c.events[i]; s.match == nil || s.match(e) {
				visit(e, c.catch[e.first:e.last])
			}
		}
	}
	return nil
}

// Holds says whether the State can select what a Filter asks for. It does not hold the eventIDs: select those by SQL.
func (s *State) Holds(f surveillance.Filter) bool { return s != nil && f.EventIDs == nil }

// Select returns the events of the State that match. The Filter must be one that it Holds.
func (s *State) Select(c Conditions) *Selection {
	return &Selection{Codes: s.codes, Counts: s.codes.countingKinds(c), ZeroSources: s.zeroSources(), state: s, match: s.codes.matcher(c.Filter)}
}

// zeroSources returns the data sources that have an event without a record which is shown by default.
func (s *State) zeroSources() map[int32]bool {
	s.zeros.Do(func() {
		s.zeroOf = map[int32]bool{}
		for _, c := range s.chunks {
			for i := range c.events {
				e := &c.events[i]
				if !s.zeroOf[e.Source] && !slices.ContainsFunc(c.catch[e.first:e.last], func(caught Catch) bool {
					return s.codes.Kinds[caught.Kind].Status != surveillance.Rejected
				}) {
					s.zeroOf[e.Source] = true
				}
			}
		}
	})
	return s.zeroOf
}

// countingKinds marks the kinds that conditions let count.
func (c Codes) countingKinds(want Conditions) []bool {
	marks := make([]bool, len(c.Kinds))
	for i, k := range c.Kinds {
		marks[i] = in(want.Statuses, k.Status) && in(want.Sexes, k.Sex) && in(want.LifeStages, k.LifeStage) &&
			(!want.Females || k.Sex == "" || k.Sex == female) && (!want.Adults || k.LifeStage == "" || k.LifeStage == adult) &&
			(want.Flags == 0 || k.Flags&want.Flags != 0) && k.Flags&want.WithoutFlags == 0 &&
			(want.Qualifier == "" || k.Uncertain == (want.Qualifier == surveillance.Uncertain))
	}
	return marks
}

// What counts without a condition on sex or life stage.
const (
	female = "female"
	adult  = "adult"
)

// matcher returns the test of an event's own place, days and sampling.
func (c Codes) matcher(f surveillance.Filter) func(*Event) bool {
	countries, regions := c.marked(f.Countries, same), c.marked(f.Regions, same)
	protocols := c.marked(f.SamplingProtocols, strings.ToLower)
	areas := f.Areas.Union()
	first, last := int32(math.MinInt32), int32(math.MaxInt32)
	if f.Start != nil {
		first = int32(f.Start.Unix() / secondsADay)
	}
	if f.End != nil {
		last = int32(f.End.Unix() / secondsADay)
	}
	return func(e *Event) bool {
		return e.FirstDay >= first && e.LastDay <= last &&
			(countries == nil || countries[e.Country]) && (regions == nil || regions[e.Region]) && (protocols == nil || protocols[e.Protocol]) &&
			(f.DataSources == nil || slices.Contains(f.DataSources, e.Source)) && (f.Months == 0 || e.Months&^f.Months == 0) &&
			(f.MaxUncertaintyM == nil || math.IsNaN(e.AccuracyM) || e.AccuracyM <= *f.MaxUncertaintyM) &&
			(f.BBox == nil || f.BBox.Contains(Degrees(e.Lon), Degrees(e.Lat))) &&
			(f.Areas == nil || areas.Covers(Degrees(e.Lon), Degrees(e.Lat)))
	}
}

func same(word string) string { return word }

// marked marks the words that are among those wanted; nil for all.
func (c Codes) marked(wanted []string, as func(string) string) []bool {
	if wanted == nil {
		return nil
	}
	marks := make([]bool, len(c.Words))
	for i, w := range c.Words {
		marks[i] = in(wanted, as(w))
	}
	return marks
}

// in says whether a word is among those wanted. Nil lets every word pass; "" is in no list.
func in(wanted []string, word string) bool {
	return wanted == nil || word != "" && slices.Contains(wanted, word)
}

// Degrees returns 1e-7 degrees as degrees.
func Degrees(units int32) float64 { return float64(units) / 1e7 }

// Matching selects by SQL.
func Matching(ctx context.Context, db postgres.Beginner, c Conditions) (s *Selection, err error) {
	err = postgres.Transaction(ctx, db, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		s, err = matching(ctx, tx, c)
		return err
	})
	return s, err
}

func matching(ctx context.Context, tx pgx.Tx, c Conditions) (*Selection, error) {
	r := reader{newDictionary()}
	ofEvents := postgres.EventArgs(c.Filter)
	ofCatch := maps.Clone(ofEvents)
	maps.Copy(ofCatch, postgres.CatchArgs(c.withoutTaxa()))
	ofCatch["females"], ofCatch["adults"] = orNull(c.Females), orNull(c.Adults)
	list, err := r.read(ctx, tx, query{matchingEventsQuery, ofEvents}, query{matchingCatchQuery, ofCatch})
	if err != nil {
		return nil, err
	}
	s := &Selection{Codes: r.dict.codes(), ZeroSources: map[int32]bool{}, state: newState(list, r.dict.codes())}
	s.Counts = make([]bool, len(s.Kinds))
	for i := range s.Counts {
		s.Counts[i] = true
	}
	rows, err := tx.Query(ctx, zeroSourcesQuery.String())
	if err != nil {
		return nil, fmt.Errorf("look for data sources with events without catch: %w", err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		return nil, fmt.Errorf("look for data sources with events without catch: %w", err)
	}
	for _, key := range keys {
		s.ZeroSources[key] = true
	}
	return s, nil
}

// withoutTaxa is the Filter without its conditions on names.
func (c Conditions) withoutTaxa() surveillance.Filter {
	f := c.Filter
	f.Taxa = nil
	return f
}

// orNull is true, or nil for a condition that is not set.
func orNull(condition bool) any {
	if condition {
		return true
	}
	return nil
}
