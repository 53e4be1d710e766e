package eventindex

import (
	"bytes"
	"slices"
	"sort"
	"sync"

	"github.com/google/uuid"
)

// State is the events at one moment. It never changes. The zero State has none.
type State struct {
	chunks []*chunk
	codes  Codes
	size   int

	zeros  sync.Once
	zeroOf map[int32]bool // made by zeros

	kinds  sync.Once
	kindOf map[int32]kindSet // made by kinds, by the key of the data source
}

// chunk holds events in the order of their ids.
type chunk struct {
	ids    []uuid.UUID
	events []Event
	catch  []Catch
	zeroOf []int32           // keys of the data sources with a valid event here that caught nothing
	kindOf map[int32]kindSet // by the key of the data source
}

// kindSet is a set of numbers of Codes.Kinds.
type kindSet []uint64

func (k *kindSet) add(kind uint16) {
	for len(*k) <= int(kind>>6) {
		*k = append(*k, 0)
	}
	(*k)[kind>>6] |= 1 << (kind & 63)
}

func (k kindSet) has(kind int) bool { return kind>>6 < len(k) && k[kind>>6]&(1<<(kind&63)) != 0 }

func (k *kindSet) join(other kindSet) {
	for len(*k) < len(other) {
		*k = append(*k, 0)
	}
	for i, word := range other {
		(*k)[i] |= word
	}
}

// chunkEvents is how many events a chunk has when it is made.
const chunkEvents = 4096

// Codes returns the values behind the numbers of events and their catch.
func (s *State) Codes() Codes { return s.codes }

// Len returns the number of events.
func (s *State) Len() int {
	if s == nil {
		return 0
	}
	return s.size
}

// Bytes returns the memory that the events and their catch take.
func (s *State) Bytes() (n int64) {
	for _, c := range s.chunks {
		n += int64(cap(c.ids))*16 + int64(cap(c.events))*72 + int64(cap(c.catch))*8
	}
	return n
}

// loaded is an event on its way into a chunk.
type loaded struct {
	id    uuid.UUID
	event Event
	catch []Catch
}

// newState returns a State of events in the order of their ids.
func newState(events []loaded, codes Codes) *State {
	s := &State{codes: codes}
	s.add(events)
	return s
}

// add appends chunks of events. A chunk may grow to twice its size, so that changes do not leave small ones.
func (s *State) add(events []loaded) {
	if len(events) == 0 {
		return
	}
	each := chunkEvents
	if len(events) <= 2*chunkEvents {
		each = len(events)
	}
	for part := range slices.Chunk(events, each) {
		s.chunks = append(s.chunks, newChunk(part))
		s.size += len(part)
	}
}

func newChunk(events []loaded) *chunk {
	caught := 0
	for _, e := range events {
		caught += len(e.catch)
	}
	c := &chunk{ids: make([]uuid.UUID, 0, len(events)), events: make([]Event, 0, len(events)), catch: make([]Catch, 0, caught), kindOf: map[int32]kindSet{}}
	for _, e := range events {
		kinds := c.kindOf[e.event.Source]
		for i := range e.catch {
			kinds.add(e.catch[i].Kind)
		}
		c.kindOf[e.event.Source] = kinds
		e.event.first = uint32(len(c.catch))
		c.catch = append(c.catch, e.catch...)
		e.event.last = uint32(len(c.catch))
		c.ids, c.events = append(c.ids, e.id), append(c.events, e.event)
		if len(e.catch) == 0 && e.event.Traits&(Problem|Incomplete) == 0 && !slices.Contains(c.zeroOf, e.event.Source) {
			c.zeroOf = append(c.zeroOf, e.event.Source)
		}
	}
	return c
}

// list returns the events of a chunk.
func (c *chunk) list() []loaded {
	out := make([]loaded, len(c.ids))
	for i, e := range c.events {
		out[i] = loaded{c.ids[i], e, c.catch[e.first:e.last]}
	}
	return out
}

// changed returns a State in which events are replaced, added, or gone. ids are those of all events that changed and now holds those that
// are still there; both are in order.
func (s *State) changed(ids []uuid.UUID, now []loaded, codes Codes) *State {
	out := &State{codes: codes}
	if len(s.chunks) == 0 {
		out.add(now)
		return out
	}
	for i, c := range s.chunks {
		// A chunk takes what lies before the next one begins; the first also what lies before it, the last all behind it.
		end, added := len(ids), len(now)
		if i+1 < len(s.chunks) {
			next := s.chunks[i+1].ids[0]
			end = sort.Search(len(ids), func(k int) bool { return bytes.Compare(ids[k][:], next[:]) >= 0 })
			added = sort.Search(len(now), func(k int) bool { return bytes.Compare(now[k].id[:], next[:]) >= 0 })
		}
		if end == 0 {
			out.chunks = append(out.chunks, c)
			out.size += len(c.ids)
			continue
		}
		out.add(merge(c.list(), ids[:end], now[:added]))
		ids, now = ids[end:], now[added:]
	}
	return out
}

// merge returns events without those that changed and with those that are still there, in order.
func merge(events []loaded, changed []uuid.UUID, now []loaded) []loaded {
	kept := make([]loaded, 0, len(events)+len(now))
	for _, e := range events {
		for len(now) > 0 && bytes.Compare(now[0].id[:], e.id[:]) < 0 {
			kept, now = append(kept, now[0]), now[1:]
		}
		for len(changed) > 0 && bytes.Compare(changed[0][:], e.id[:]) < 0 {
			changed = changed[1:]
		}
		if len(changed) == 0 || changed[0] != e.id {
			kept = append(kept, e)
		}
	}
	return append(kept, now...)
}
