package eventindex

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// testCodes are the values behind the numbers of random events: kind 1 is of rejected records.
var testCodes = Codes{
	Taxa: []int32{7, 8, 9}, Words: []string{"", "fr"}, Targets: []string{""},
	Kinds: []Kind{{Status: surveillance.Verified}, {Status: surveillance.Rejected}},
}

// randomEvent returns an event of one of three data sources; the third one catches something always.
func randomEvent(rng *rand.Rand, id uuid.UUID) loaded {
	e := loaded{id: id, event: Event{
		Sampling: Sampling{Lon: rng.Int32N(1000), Lat: rng.Int32N(1000), Source: 1 + rng.Int32N(3), FirstDay: rng.Int32N(7000)},
		Effort:   float64(1 + rng.IntN(9)), Unit: 1,
	}}
	e.event.LastDay = e.event.FirstDay + 1
	for range rng.IntN(6) {
		e.catch = append(e.catch, Catch{uint16(rng.IntN(3)), uint16(rng.IntN(2)), 1 + rng.Int32N(50)})
	}
	if e.event.Source == 3 {
		e.catch = append(e.catch, Catch{Count: 1})
	}
	return e
}

func randomID(rng *rand.Rand) (id uuid.UUID) {
	for i := range id {
		id[i] = byte(rng.Uint32())
	}
	return id
}

// newState returns a State of events in the order of their ids.
func newState(events []loaded) *State {
	return &State{chunks: split(events, newChunk), codes: testCodes}
}

// inOrder returns events in the order of their ids.
func inOrder(events map[uuid.UUID]loaded) []loaded {
	return slices.SortedFunc(maps.Values(events), func(a, b loaded) int { return bytes.Compare(a.id[:], b.id[:]) })
}

// all returns the events of a State.
func (s *State) all() (events []loaded) {
	for _, c := range s.chunks {
		events = append(events, c.list()...)
	}
	for i := range events {
		events[i].event.first, events[i].event.last = 0, 0 // differ with the chunk
		if len(events[i].catch) == 0 {
			events[i].catch = nil
		}
	}
	return events
}

// TestChangesMakeTheStateOfAllEvents changes events at random, and compares with a State that is made of what is left.
func TestChangesMakeTheStateOfAllEvents(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 1))
	for range 5 {
		s, events := &State{codes: testCodes}, map[uuid.UUID]loaded{}
		for range 30 {
			changed := map[uuid.UUID]loaded{}
			ids := slices.Collect(maps.Keys(events))
			for range rng.IntN(2000) { // new ones
				e := randomEvent(rng, randomID(rng))
				changed[e.id], events[e.id] = e, e
			}
			gone := rng.IntN(4) == 0 // now and then nearly all events go
			for _, id := range ids {
				switch {
				case gone && rng.IntN(100) > 0, rng.IntN(50) == 0:
					changed[id] = loaded{id: id}
					delete(events, id)
				case rng.IntN(50) == 0:
					e := randomEvent(rng, id)
					changed[id], events[id] = e, e
				}
			}
			unknown := randomID(rng) // came and went between two reads
			changed[unknown] = loaded{id: unknown}
			var now []loaded
			var touched []uuid.UUID
			for _, e := range inOrder(changed) {
				touched = append(touched, e.id)
				if _, ok := events[e.id]; ok {
					now = append(now, e)
				}
			}
			s = &State{chunks: change(s.chunks, touched, now, newChunk), codes: testCodes}
			want := newState(inOrder(events))
			if s.Len() != len(events) || want.Len() != len(events) {
				t.Fatalf("%d events, a new State has %d, want %d", s.Len(), want.Len(), len(events))
			}
			if got, want := s.all(), want.all(); !reflect.DeepEqual(got, want) {
				t.Fatalf("after changes the events differ from those of a new State: %d, want %d", len(got), len(want))
			}
			if got, want := s.zeroSources(), want.zeroSources(); !reflect.DeepEqual(got, want) || got[3] {
				t.Fatalf("sources with an event without catch: %v, want %v", got, want)
			}
			for _, c := range s.chunks {
				if len(c.ids) == 0 || len(c.ids) > 2*chunkEntries {
					t.Fatalf("a chunk has %d events", len(c.ids))
				}
			}
		}
	}
}

// TestEachVisitsEveryEventOnce: whatever goroutine visits it.
func TestEachVisitsEveryEventOnce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(17, 2))
	events := map[uuid.UUID]loaded{}
	for range 10 * chunkEntries {
		id := randomID(rng)
		events[id] = randomEvent(rng, id)
	}
	s := newState(inOrder(events))
	type sums struct{ events, days, specimens int }
	var got, want sums
	for _, e := range events {
		if e.event.Source == 2 {
			want.events, want.days = want.events+1, want.days+int(e.event.LastDay)
			for _, c := range e.catch {
				want.specimens += int(c.Count)
			}
		}
	}
	selection := s.Select(Conditions{Filter: surveillance.Filter{DataSources: []int32{2}}})
	err := selection.Each(t.Context(), func() (func(*Event, []Catch), func()) {
		var local sums
		return func(e *Event, catch []Catch) {
				local.events, local.days = local.events+1, local.days+int(e.LastDay)
				for _, c := range catch {
					local.specimens += int(c.Count)
				}
			}, func() {
				got = sums{got.events + local.events, got.days + local.days, got.specimens + local.specimens}
			}
	})
	if err != nil || got != want {
		t.Errorf("visited %+v (%v), want %+v", got, err, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := selection.Each(ctx, func() (func(*Event, []Catch), func()) {
		return func(*Event, []Catch) {}, func() { t.Error("a visit that was cancelled is finished") }
	}); err == nil {
		t.Error("a visit that was cancelled has no error")
	}
}

// benchmarkEvents is how many events the benchmarks have.
const benchmarkEvents = 2_000_000

func benchmarkState(b *testing.B) (*State, *rand.Rand) {
	b.Helper()
	rng := rand.New(rand.NewPCG(17, 3))
	list := make([]loaded, benchmarkEvents)
	for i := range list {
		list[i] = randomEvent(rng, randomID(rng))
	}
	slices.SortFunc(list, func(a, b loaded) int { return bytes.Compare(a.id[:], b.id[:]) })
	return newState(list), rng
}

func BenchmarkEach(b *testing.B) {
	s, _ := benchmarkState(b)
	for _, test := range []struct {
		name   string
		filter surveillance.Filter
	}{{"all", surveillance.Filter{}}, {"one source", surveillance.Filter{DataSources: []int32{2}}}} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				total := int64(0)
				_ = s.Select(Conditions{Filter: test.filter}).Each(b.Context(), func() (func(*Event, []Catch), func()) {
					n := int64(0)
					return func(_ *Event, catch []Catch) { n += int64(len(catch)) }, func() { total += n }
				})
				if total == 0 {
					b.Fatal("no catch")
				}
			}
		})
	}
}

// BenchmarkOneChange measures the State after one event of millions changed, and its first Selection.
func BenchmarkOneChange(b *testing.B) {
	s, rng := benchmarkState(b)
	for b.Loop() {
		c := s.chunks[rng.IntN(len(s.chunks))]
		id := c.ids[rng.IntN(len(c.ids))]
		s = &State{chunks: change(s.chunks, []uuid.UUID{id}, []loaded{randomEvent(rng, id)}, newChunk), codes: testCodes}
		_ = s.Select(Conditions{})
	}
}
