package cql2

import (
	"fmt"
	"strconv"
)

// Position is a place in a filter. The zero value is the position in a tree that was not read from a filter.
type Position struct {
	Byte    int    // offset in the text
	Char    int    // number of the character in the text, from 1; 0 if the filter is no text
	Pointer string // JSON pointer; "" in text
	Whole   bool   // the value at the top of JSON, whose pointer is empty
}

// Error says what is wrong with a filter, in words for its author.
type Error struct {
	Pos     int    // offset in the text in bytes; -1 if the filter is no text
	Char    int    // number of the character in the text, from 1; 0 if the filter is no text
	Pointer string // JSON pointer to the place; "" if the filter is no JSON, and for the whole of it
	Whole   bool   // it is about the value at the top of JSON
	Msg     string // without the place
	Hint    string // what follows the place: what would be right; "" for nothing
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

func (p Position) fail(msg string) *Error {
	e := &Error{Pos: -1, Char: p.Char, Pointer: p.Pointer, Whole: p.Whole, Msg: msg}
	if p.Char > 0 {
		e.Pos = p.Byte
	}
	return e
}

func (p Position) failf(format string, args ...any) *Error {
	return p.fail(fmt.Sprintf(format, args...))
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
