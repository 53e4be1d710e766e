package analytics

import "fmt"

// capped holds values by key, of at most one key more than a limit. Further keys share a value, so that a question that asks for too much takes
// no more memory before it is refused.
type capped[K comparable, V any] struct {
	limit int
	byKey map[K]*V
	over  V
}

func newCapped[K comparable, V any](limit int) *capped[K, V] {
	return &capped[K, V]{limit: limit, byKey: map[K]*V{}}
}

// at returns the value of a key, a zero one at first.
func (c *capped[K, V]) at(key K) *V {
	found := c.byKey[key]
	switch {
	case found != nil:
		return found
	case len(c.byKey) > c.limit:
		return &c.over
	}
	found = new(V)
	c.byKey[key] = found
	return found
}

// merge adds what another has to the values of the same keys.
func (c *capped[K, V]) merge(other *capped[K, V], add func(to, from *V)) {
	for key, value := range other.byKey {
		add(c.at(key), value)
	}
}

// check refuses more keys than the limit.
func (c *capped[K, V]) check() error {
	if len(c.byKey) > c.limit {
		return invalid("too_many", fmt.Sprintf("the answer needs more than %d places by bins of time: narrow the filter, or take larger cells", c.limit))
	}
	return nil
}
