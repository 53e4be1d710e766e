package eventindex

import (
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// State is the events and the pools at one moment. It never changes. The zero State has none.
type State struct {
	chunks []*chunk
	pools  []*poolChunk
	codes  Codes

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
	mapped *snapshot.File    // whose memory the columns are; nil for memory of Go
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

// Codes returns the values behind the numbers of events and their catch.
func (s *State) Codes() Codes { return s.codes }

// Len returns the number of events.
func (s *State) Len() (n int) {
	if s != nil {
		for _, c := range s.chunks {
			n += len(c.ids)
		}
	}
	return n
}

// Pools returns the number of pools; one that was tested for several pathogens counts for each.
func (s *State) Pools() (n int) {
	if s != nil {
		for _, c := range s.pools {
			n += len(c.ids)
		}
	}
	return n
}

// loaded is an event on its way into a chunk.
type loaded struct {
	id    uuid.UUID
	event Event
	catch []Catch
}

func (e loaded) key() uuid.UUID { return e.id }

func newChunk(events []loaded) *chunk {
	caught := 0
	for _, e := range events {
		caught += len(e.catch)
	}
	c := &chunk{ids: make([]uuid.UUID, 0, len(events)), events: make([]Event, 0, len(events)), catch: make([]Catch, 0, caught)}
	for _, e := range events {
		e.event.first = uint32(len(c.catch))
		c.catch = append(c.catch, e.catch...)
		e.event.last = uint32(len(c.catch))
		c.ids, c.events = append(c.ids, e.id), append(c.events, e.event)
	}
	c.sumUp()
	return c
}

// sumUp notes what the events of each data source caught.
func (c *chunk) sumUp() {
	c.kindOf = map[int32]kindSet{}
	for i := range c.events {
		e := &c.events[i]
		kinds := c.kindOf[e.Source]
		for _, caught := range c.catch[e.first:e.last] {
			kinds.add(caught.Kind)
		}
		c.kindOf[e.Source] = kinds
		if e.first == e.last && e.Traits&(Problem|Incomplete) == 0 && !slices.Contains(c.zeroOf, e.Source) {
			c.zeroOf = append(c.zeroOf, e.Source)
		}
	}
}

// list returns the events of a chunk.
func (c *chunk) list() []loaded {
	out := make([]loaded, len(c.ids))
	for i, e := range c.events {
		out[i] = loaded{c.ids[i], e, c.catch[e.first:e.last]}
	}
	return out
}

func (c *chunk) first() uuid.UUID { return c.ids[0] }
