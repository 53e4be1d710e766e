package cql2

import "unicode/utf8"

// Limits of a filter. A filter beyond them is refused before it costs the work that they bound.
const (
	MaxLength    = 256 << 10 // bytes of the text or of the JSON: MaxVertices of 17 digits an ordinate, with room
	MaxDepth     = 32        // operators, parentheses and functions inside each other
	MaxValues    = 1000      // properties and literals
	MaxItems     = 500       // of one IN
	MaxVertices  = 4000      // of all geometries together
	MaxCrossings = 100       // how often the lines of a geometry may cross each other: each crossing costs PostGIS a vertex
	MaxNumber    = 100       // characters of one number
	MaxComputed  = 2000      // numbers that arithmetic and functions make, each where SQL has it
	MaxFolded    = 32        // times that CASEI or ACCENTI fold a property: each takes some kilobytes of SQL

	// MaxJSONDepth is how deep the JSON of a filter may be: an operator is an object and its arguments, and a geometry has five levels.
	MaxJSONDepth = 2*MaxDepth + 6

	MaxGroups     = 16   // comparisons with a Group: each looks through all names
	MaxKeys       = 1000 // keys that one condition on a coded value may hold
	MaxKeyQueries = 16   // queries for such keys
)

// budget counts down what is left of the limits. It panics with an *Error when nothing is left.
type budget struct{ depth, values, vertices int }

// checkText refuses a filter that is too long or not UTF-8.
func checkText(s string) {
	if len(s) > MaxLength {
		panic(Position{}.failf("the filter is longer than %d bytes", MaxLength))
	}
	if !utf8.ValidString(s) {
		panic(Position{}.fail("the filter is not UTF-8"))
	}
}

func newBudget() budget { return budget{MaxDepth, MaxValues, MaxVertices} }

// value takes a property or a literal.
func (b *budget) value(at Position) {
	if b.values--; b.values < 0 {
		panic(at.failf("the filter has more than %d properties and values", MaxValues))
	}
}

// enter and leave count how deep the parts of a filter are inside each other.
func (b *budget) enter(at Position) {
	if b.depth--; b.depth < 0 {
		panic(at.failf("the filter is nested more than %d deep", MaxDepth))
	}
}

func (b *budget) leave() { b.depth++ }

func (b *budget) vertex(at Position) {
	if b.vertices--; b.vertices < 0 {
		panic(at.failf("the geometries of the filter have more than %d points", MaxVertices))
	}
}
