package darwincore

import "slices"

// Warning is one kind of thing that the reader did or left, and how often.
type Warning struct {
	Message string // without the values of a row
	Count   int    // rows
	Line    int    // of the first such row; 0 when no line is to blame
}

// warnings collects them by message, in order of appearance.
type warnings struct {
	list  []Warning
	index map[string]int
}

func (w *warnings) add(message string, line int) { w.addMany(message, line, 1) }

func (w *warnings) addMany(message string, line, n int) {
	if w.index == nil {
		w.index = map[string]int{}
	}
	at, ok := w.index[message]
	if !ok {
		at = len(w.list)
		w.index[message] = at
		w.list = append(w.list, Warning{Message: message, Line: line})
	}
	w.list[at].Count += n
}

func (w *warnings) all() []Warning { return slices.Clone(w.list) }
