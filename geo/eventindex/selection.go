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
	countingQuery       = sql.Get("eventindex/counting_sources.sql")
)

// Conditions select events by their own place, days and sampling, and what of their catch counts by all that the Filter asks of a record
// but its name.
type Conditions struct {
	surveillance.Filter
	NoMales    bool // males do not count; records that do not say do
	NoImmature bool // larvae, pupae and eggs do not count; records that do not say do
}

// Selection is the events of Conditions.
type Selection struct {
	Codes
	Counts      []bool         // which numbers of Kinds count
	Unsure      []bool         // which do not count for their status, flags or doubt alone: another review may find them right
	ZeroSources map[int32]bool // keys of the data sources that have a valid event which caught nothing, among all their events
	Counting    map[int32]bool // keys of the data sources whose events caught something of a sex and stage that the Filter asks for; nil where it asks for none

	state *State
	match func(*Event) bool // nil: all
}

// Each visits the events. Several goroutines visit, each with its own visitor of begin, in no order; when all are done, the finish functions
// are called one after another. Of the catch, what counts has a kind that Counts marks. The slice is valid during the call.
func (s *Selection) Each(ctx context.Context, begin func() (visit func(e *Event, catch []Catch), finish func())) error {
	return eachChunk(ctx, s.state.chunks, func() (func(*chunk), func()) {
		visit, finish := begin()
		return func(c *chunk) { s.visit(c, visit) }, finish
	})
}

func (s *Selection) visit(c *chunk, visit func(e *Event, catch []Catch)) {
	for i := range c.events {
		if e := &c.events[i]; s.match == nil || s.match(e) {
			visit(e, c.catch[e.first:e.last])
		}
	}
}

// Holds says whether the State can select what a Filter asks for. It does not hold the eventIDs: select those by SQL.
func (s *State) Holds(f surveillance.Filter) bool { return s != nil && f.EventIDs == nil }

// Select returns the events of the State that match. The Filter must be one that it Holds.
func (s *State) Select(c Conditions) *Selection {
	counts := make([]bool, len(s.codes.Kinds))
	for i, k := range s.codes.Kinds {
		counts[i] = c.allows(k)
	}
	out := c.selection(s, counts, s.zeroSources(), s.codes.eventMatcher(c.Filter))
	if c.Sexes != nil || c.LifeStages != nil {
		out.Counting = s.countingSources(c)
	}
	return out
}

// countingSources returns the data sources whose events caught a sex and stage that the Filter asks for.
func (s *State) countingSources(c Conditions) map[int32]bool {
	s.kinds.Do(func() {
		s.kindOf = map[int32]kindSet{}
		for _, chunk := range s.chunks {
			for source, kinds := range chunk.kindOf {
				joined := s.kindOf[source]
				joined.join(kinds)
				s.kindOf[source] = joined
			}
		}
	})
	counting := map[int32]bool{}
	for source, kinds := range s.kindOf {
		for i, k := range s.codes.Kinds {
			if kinds.has(i) && in(c.Sexes, k.Sex) && in(c.LifeStages, k.LifeStage) {
				counting[source] = true
				break
			}
		}
	}
	return counting
}

// selection returns the events of a State. counts says which kinds the Filter takes.
func (c Conditions) selection(s *State, counts []bool, zeros map[int32]bool, match func(*Event) bool) *Selection {
	out := &Selection{Codes: s.codes, Counts: counts, Unsure: make([]bool, len(counts)), ZeroSources: zeros, state: s, match: match}
	for i, k := range s.codes.Kinds {
		asked := c.asks(k)
		out.Counts[i], out.Unsure[i] = counts[i] && asked, asked && !counts[i] && in(c.Sexes, k.Sex) && in(c.LifeStages, k.LifeStage)
	}
	return out
}

// allows reports whether the Filter takes records of a kind.
func (c Conditions) allows(k Kind) bool {
	return in(c.Statuses, k.Status) && in(c.Sexes, k.Sex) && in(c.LifeStages, k.LifeStage) && (c.Flags == 0 || k.Flags&c.Flags != 0) &&
		k.Flags&c.WithoutFlags == 0 && (c.Qualifier == "" || k.Uncertain == (c.Qualifier == surveillance.Uncertain))
}

// asks reports whether the sex and the life stage of a kind are asked for where the Filter says nothing of them.
func (c Conditions) asks(k Kind) bool {
	return (!c.NoMales || !surveillance.IsMale(k.Sex)) && (!c.NoImmature || !surveillance.IsImmature(k.LifeStage))
}

// zeroSources returns the data sources that have a valid event without a record.
func (s *State) zeroSources() map[int32]bool {
	s.zeros.Do(func() {
		s.zeroOf = map[int32]bool{}
		for _, c := range s.chunks {
			for _, source := range c.zeroOf {
				s.zeroOf[source] = true
			}
		}
	})
	return s.zeroOf
}

// eventMatcher returns the test of an event's own place, days and sampling.
func (c Codes) eventMatcher(f surveillance.Filter) func(*Event) bool {
	match := c.matcher(f)
	return func(e *Event) bool {
		return match(&e.Sampling) && (f.MaxUncertaintyM == nil || math.IsNaN(e.AccuracyM) || e.AccuracyM <= *f.MaxUncertaintyM)
	}
}

// matcher returns the test of a sampling, but for its accuracy.
func (c Codes) matcher(f surveillance.Filter) func(*Sampling) bool {
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
	return func(e *Sampling) bool {
		return e.selectedBy() >= first && e.LastDay <= last &&
			(countries == nil || countries[e.Country]) && (regions == nil || regions[e.Region]) && (protocols == nil || protocols[e.Protocol]) &&
			(f.DataSources == nil || slices.Contains(f.DataSources, e.Source)) && (f.Months == 0 || e.selectedMonths()&^f.Months == 0) &&
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
	r := reader{dict: newDictionary(), counting: map[uint16]bool{}}
	ofEvents := postgres.EventArgs(c.Filter)
	ofCatch := maps.Clone(ofEvents)
	maps.Copy(ofCatch, postgres.CatchArgs(c.withoutTaxa()))
	list, err := r.read(ctx, tx, query{matchingEventsQuery, ofEvents}, query{matchingCatchQuery, ofCatch})
	if err != nil {
		return nil, err
	}
	zeros, err := sources(ctx, tx, zeroSourcesQuery, nil)
	if err != nil {
		return nil, fmt.Errorf("look for data sources with events without catch: %w", err)
	}
	state := &State{chunks: split(list, newChunk), codes: r.dict.codes()}
	counts := make([]bool, len(state.codes.Kinds))
	for kind := range r.counting {
		counts[kind] = true
	}
	out := c.selection(state, counts, zeros, nil)
	if c.Sexes != nil || c.LifeStages != nil {
		if out.Counting, err = sources(ctx, tx, countingQuery, postgres.Args{"sexes": c.Sexes, "life_stages": c.LifeStages}); err != nil {
			return nil, fmt.Errorf("look for data sources that count a sex or stage: %w", err)
		}
	}
	return out, nil
}

// sources returns the set of keys that a query finds.
func sources(ctx context.Context, tx pgx.Tx, q sql.Query, args postgres.Args) (map[int32]bool, error) {
	rows, err := tx.Query(ctx, q.String(), args)
	if err != nil {
		return nil, err
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	set := make(map[int32]bool, len(keys))
	for _, key := range keys {
		set[key] = true
	}
	return set, err
}

// withoutTaxa is the Filter without its conditions on names.
func (c Conditions) withoutTaxa() surveillance.Filter {
	f := c.Filter
	f.Taxa = nil
	return f
}
