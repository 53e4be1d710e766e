package analytics

import (
	"context"
	"strings"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// placedEvent is a valid event with its places and its bin. It is read into again and again.
type placedEvent struct {
	*eventindex.Event
	places []places.ID
	bin    calendar.Bin
	effort float64
	caught *eventCatch
}

// eachPlaced visits the valid events that lie in a place and in a bin, and counts all events as the survey does. Several goroutines visit, as
// those of eventindex.Selection.
func (s *survey) eachPlaced(ctx context.Context, parts places.Parts, begin func() (visit func(*placedEvent), finish func())) error {
	return s.scope.selection.Each(ctx, func() (func(*eventindex.Event, []eventindex.Catch), func()) {
		part := emptySurvey(s.scope, s.unit, nil)
		days, locate, event := newDays(s.scope.q.calendar), parts.Locator(), placedEvent{caught: newEventCatch(s.scope)}
		visit, finish := begin()
		return func(e *eventindex.Event, all []eventindex.Catch) {
				event.Event = e
				if reason := event.locate(s, parts, locate); reason != "" {
					part.all.excluded[reason]++
					return
				}
				var ok bool
				if event.bin, ok = days.place(e); !ok {
					part.all.unplaced++
					return
				}
				event.caught.read(e, all)
				part.all.add(e, event.effort, event.caught)
				visit(&event)
			}, func() {
				s.merge(part)
				finish()
			}
	})
}

// locate finds the effort and the places of an event, or returns why it does not count.
func (e *placedEvent) locate(s *survey, parts places.Parts, locate places.Locator) (reason string) {
	if e.effort, reason = s.scope.valid(e.Event, s.unit); reason != "" {
		return reason
	}
	if e.AccuracyM > parts.Radius() { // false for NaN
		return reasonInaccurate
	}
	if e.places = locate(eventindex.Degrees(e.Lon), eventindex.Degrees(e.Lat), s.scope.selection.Words[e.Country]); len(e.places) == 0 {
		return reasonNoArea
	}
	return ""
}

// eachRecord visits the records that match with the parts that they lie in. It returns how many are less exact than a part. Several goroutines
// visit, as those of counting.Counter.Places.
func (a *Analytics) eachRecord(ctx context.Context, f surveillance.Filter, parts places.Parts, begin func() (visit func([]places.ID, surveillance.Place), finish func())) (inaccurate int64, err error) {
	err = a.counter.Places(ctx, f, func() (func(surveillance.Place), func()) {
		outside := int64(0)
		locate := parts.Locator()
		visit, finish := begin()
		return func(p surveillance.Place) {
				if p.AccuracyM > parts.Radius() { // false for NaN
					outside += p.Records
					return
				}
				visit(locate(p.Lon, p.Lat, p.Country), p)
			}, func() {
				inaccurate += outside
				finish()
			}
	})
	return inaccurate, err
}

// placeBin is a bin of time in a place.
type placeBin struct {
	place places.ID
	bin   calendar.Bin
}

// maxPlaceBins is how many bins in places a question may sum up.
const maxPlaceBins = 2_000_000

// catchSum is what events caught with their effort.
type catchSum struct {
	specimens, events int64
	effort            estimate.Sum
}

func (c *catchSum) merge(other *catchSum) {
	c.specimens += other.specimens
	c.events += other.events
	c.effort.Join(other.effort)
}

func (c *catchSum) rate() float64 { return float64(c.specimens) / c.effort.Value() }

// sumPlaces sums up the catch of each place and bin, and adds the events to a survey of one protocol.
func (a *Analytics) sumPlaces(ctx context.Context, s *survey, parts places.Parts, limit int) (map[placeBin]*catchSum, error) {
	sums := newCapped[placeBin, catchSum](limit)
	if s.scope.q.filter.MatchesNothing() {
		return sums.byKey, nil
	}
	err := s.eachPlaced(ctx, parts, func() (func(*placedEvent), func()) {
		local := newCapped[placeBin, catchSum](limit)
		return func(e *placedEvent) {
			for _, place := range e.places {
				sum := local.at(placeBin{place, e.bin})
				sum.specimens += e.caught.specimens
				sum.events++
				sum.effort.Add(e.effort)
			}
		}, func() { sums.merge(local, (*catchSum).merge) }
	})
	return sums.byKey, a.checkPlaced(ctx, s, err, sums.check)
}

// checkPlaced returns the error of reading events, or refuses what they cannot answer: too many places, no effort, several protocols.
func (a *Analytics) checkPlaced(ctx context.Context, s *survey, err error, size func() error) error {
	for _, check := range []func() error{size, func() error { return a.checkEffort(ctx, s) }, s.oneProtocol} {
		if err == nil {
			err = check()
		}
	}
	return err
}

// mixed reports whether protocols differ that the question does not add together.
func (s *survey) mixed() bool { return s.all.protocols.len() > 1 && !s.scope.q.pool }

// oneProtocol refuses events of several protocols.
func (s *survey) oneProtocol() error {
	if !s.mixed() {
		return nil
	}
	names := s.all.protocols.names(s.scope.selection.Words)
	if s.all.protocols.has(0) {
		names = append(names, "none stated")
	}
	return invalid("mixed_protocols", "the events have several sampling protocols, "+strings.Join(names, ", ")+
		", which do not catch alike: choose one with sampling_protocol, or add them with pool_protocols")
}
