// Package memo remembers what texts mean, because a file repeats few texts many times. It imports the standard library alone.
package memo

import "strings"

// Memo holds what texts mean, up to a number of them; it begins anew when it is full. It is not safe for concurrent use.
type Memo[T any] struct {
	most  int
	known map[string]T
}

// New returns a Memo of up to most texts.
func New[T any](most int) Memo[T] { return Memo[T]{most, map[string]T{}} }

// Get returns what a text means, which find says of one that is not known. Both keep a copy of the text, because it may share the memory
// of the whole row that it stands in.
func (m Memo[T]) Get(text string, find func(text string) T) T {
	found, known := m.known[text]
	if !known {
		if len(m.known) == m.most {
			clear(m.known)
		}
		text = strings.Clone(text)
		found = find(text)
		m.known[text] = found
	}
	return found
}
