package eventindex

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// Saved is what the directory of a snapshot has of a State.
type Saved struct {
	Events []savedChunk
	Pools  []savedPoolChunk
	Codes  Codes
}

type savedChunk struct {
	IDs    snapshot.Column[uuid.UUID]
	Events snapshot.Column[Event]
	Catch  snapshot.Column[Catch]
}

type savedPoolChunk struct {
	IDs   snapshot.Column[uuid.UUID]
	Pools snapshot.Column[Pool]
}

// Save writes the columns of a State.
func (s *State) Save(w *snapshot.Writer) *Saved {
	out := &Saved{Codes: s.codes}
	for _, c := range s.chunks {
		out.Events = append(out.Events, savedChunk{snapshot.Put(w, c.ids), snapshot.Put(w, c.events), snapshot.Put(w, c.catch)})
	}
	for _, c := range s.pools {
		out.Pools = append(out.Pools, savedPoolChunk{snapshot.Put(w, c.ids), snapshot.Put(w, c.pools)})
	}
	return out
}

// Restore returns a State that shares the memory of the file.
func (s *Saved) Restore(file *snapshot.File) (*State, error) {
	out := &State{chunks: make([]*chunk, len(s.Events)), pools: make([]*poolChunk, len(s.Pools)), codes: s.Codes}
	err := snapshot.InParallel(len(s.Events), func(i int) (err error) {
		out.chunks[i], err = s.Events[i].chunk(file)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, snapshot.InParallel(len(s.Pools), func(i int) (err error) {
		out.pools[i], err = s.Pools[i].chunk(file)
		return err
	})
}

func (s savedPoolChunk) chunk(file *snapshot.File) (*poolChunk, error) {
	ids, err1 := s.IDs.In(file)
	pools, err2 := s.Pools.In(file)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if len(ids) == 0 || len(ids) != len(pools) {
		return nil, fmt.Errorf("%w: the columns of a chunk of pools differ in length", snapshot.ErrDamaged)
	}
	return &poolChunk{ids: ids, pools: pools, mapped: file}, nil
}

func (s savedChunk) chunk(file *snapshot.File) (*chunk, error) {
	ids, err1 := s.IDs.In(file)
	events, err2 := s.Events.In(file)
	catch, err3 := s.Catch.In(file)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	if len(ids) == 0 || len(ids) != len(events) || int(events[len(events)-1].last) != len(catch) {
		return nil, fmt.Errorf("%w: the columns of a chunk of sampling events differ in length", snapshot.ErrDamaged)
	}
	c := &chunk{ids: ids, events: events, catch: catch, mapped: file}
	c.sumUp()
	return c, nil
}

// Continue returns an Index that numbers from a State on.
func Continue(s *State) *Index {
	return &Index{reader{dict: &dictionary{
		taxa: continued[int32, uint16](s.codes.Taxa), words: continued[string, uint16](s.codes.Words), targets: continued[string, uint16](s.codes.Targets),
		kinds: continued[Kind, uint16](s.codes.Kinds), sites: continued[Site, uint32](s.codes.Sites), tests: continued[Test, uint16](s.codes.Tests),
		accuracies: continued[float64, uint32](s.codes.Accuracies),
	}}}
}

func continued[T comparable, N uint16 | uint32](values []T) numbers[T, N] {
	n := numbers[T, N]{of: make(map[T]N, len(values)), values: values}
	for i, value := range values {
		n.of[value] = N(i)
	}
	return n
}

// Mapped returns the State with the chunks of another one in the place of those of a third, of which the other one was made.
func (s *State) Mapped(from, to *State) *State {
	if s == nil || from == nil || to == nil {
		return s
	}
	return &State{chunks: mapped(s.chunks, from.chunks, to.chunks), pools: mapped(s.pools, from.pools, to.pools), codes: s.codes}
}

func mapped[C comparable](chunks, from, to []C) []C {
	twins := make(map[C]C, len(from))
	for i, c := range from {
		twins[c] = to[i]
	}
	out := make([]C, len(chunks))
	for i, c := range chunks {
		out[i] = c
		if twin, ok := twins[c]; ok {
			out[i] = twin
		}
	}
	return out
}
