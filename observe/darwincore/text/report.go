package text

import (
	"errors"
	"fmt"
	"slices"
)

// FileError is a file that cannot be read as a whole: broken, unreadable or not of the expected kind.
type FileError struct {
	File   string // name of the file, inside an archive the name of its part
	Line   int    // 1-based; 0 when no line is to blame
	Reason string
	Err    error // cause, may be nil
}

// Fail makes a *FileError. When err is or wraps one already, Fail returns err as it is, because the inner one names the
// place more exactly.
func Fail(file string, line int, reason string, err error) error {
	var broken *FileError
	if errors.As(err, &broken) {
		return err
	}
	return &FileError{File: file, Line: line, Reason: reason, Err: err}
}

func (e *FileError) Error() string {
	message := e.File
	if e.Line > 0 {
		message = fmt.Sprintf("%s line %d", e.File, e.Line)
	}
	message += ": " + e.Reason
	if e.Err != nil {
		message += ": " + e.Err.Error()
	}
	return message
}

func (e *FileError) Unwrap() error { return e.Err }

// Warning is one kind of thing that a reader changed or left out, and how often.
type Warning struct {
	Message string // without the values of a row
	Count   int    // rows
	Line    int    // of the first such row; 0 when no line is to blame
}

// Warnings collects warnings by message, in order of appearance. The zero value is empty and ready to use.
type Warnings struct {
	list  []Warning
	index map[string]int // of list
}

// Add counts one row under a message. Line 0 says that no line is to blame.
func (w *Warnings) Add(message string, line int) { w.AddRows(message, line, 1) }

// AddRows counts n rows under a message.
func (w *Warnings) AddRows(message string, line, n int) {
	if w.index == nil {
		w.index = map[string]int{}
	}
	at, known := w.index[message]
	if !known {
		at = len(w.list)
		w.index[message] = at
		w.list = append(w.list, Warning{Message: message, Line: line})
	}
	w.list[at].Count += n
}

// All returns a copy of the warnings so far.
func (w *Warnings) All() []Warning { return slices.Clone(w.list) }
