package cql2

import (
	"fmt"
	"strconv"
)

// Position is a place in a filter. The zero value is the position in a tree that was not read from a filter.
type Position struct {
	Char    int    // number of the character in the text, from 1; 0 if the filter is no text
	Pointer string // JSON pointer; "" in text
	Whole   bool   // the value at the top of JSON, whose pointer is empty
}

// Error says what is wrong with a filter, in words for its author.
type Error struct {
	Position
	Msg  string // without the place
	Hint string // what follows the place: what would be right; "" for nothing
}

// Error returns "unknown property 'sepcies' at character 12; known: count, species".
func (e *Error) Error() string {
	out := e.Msg
	switch {
	case e.Char > 0:
		out += " at character " + strconv.Itoa(e.Char)
	case e.Pointer != "":
		out += " at " + e.Pointer
	case e.Whole:
		out += " at the top"
	}
	if e.Hint != "" {
		out += "; " + e.Hint
	}
	return out
}

func (p Position) fail(msg string) *Error { return &Error{Position: p, Msg: msg} }

func (p Position) failf(format string, args ...any) *Error {
	return p.fail(fmt.Sprintf(format, args...))
}

// keysError is an error of Options.Keys.
type keysError struct{ error }

// catch ends ParseText, ParseJSON and Compile. The functions below them panic with what is wrong, as those of text/template/parse
// do, so that each can be read as a rule of the grammar. catch returns it as the error.
func catch(err *error) {
	switch failure := recover().(type) {
	case nil:
	case *Error:
		*err = failure
	case keysError:
		*err = failure.error
	default:
		panic(failure)
	}
}

// maxShown is how many characters of the filter an error repeats.
const maxShown = 40

// shown returns a piece of the filter as errors quote it.
func shown(s string) string {
	if r := []rune(s); len(r) > maxShown {
		return "'" + string(r[:maxShown]) + "...'"
	}
	return "'" + s + "'"
}
