package cql2

import "fmt"

// Limits of a filter. A filter beyond them is refused before it costs the work that they bound.
const (
	MaxLength    = 32 << 10 // bytes of the text or of the JSON
	MaxDepth     = 32       // operators, parentheses and functions inside each other
	MaxValues    = 1000     // properties and literals
	MaxItems     = 500      // of one IN
	MaxVertices  = 4000     // of all geometries together
	MaxCrossings = 100      // how often the lines of a geometry may cross each other: each crossing costs PostGIS a vertex
	MaxNumber    = 100      // characters of one number
	MaxFolded    = 32       // times that CASEI or ACCENTI fold a property: each takes some kilobytes of SQL

	MaxKeys       = 1000 // keys that one condition on a coded value may hold
	MaxKeyQueries = 16   // queries for such keys
)

// budget counts down what is left of the limits.
type budget struct{ depth, values, vertices int }

func newBudget() budget { return budget{MaxDepth, MaxValues, MaxVertices} }

// value takes a property or a literal. The answer is an error's text, or "".
func (b *budget) value() string {
	if b.values--; b.values < 0 {
		return fmt.Sprintf("the filter has more than %d properties and values", MaxValues)
	}
	return ""
}

func (b *budget) enter() string {
	if b.depth--; b.depth < 0 {
		return fmt.Sprintf("the filter is nested more than %d deep", MaxDepth)
	}
	return ""
}

func (b *budget) leave() { b.depth++ }

func (b *budget) vertex() string {
	if b.vertices--; b.vertices < 0 {
		return fmt.Sprintf("the geometries of the filter have more than %d points", MaxVertices)
	}
	return ""
}
