package cql2

import (
	"time"

	"github.com/twpayne/go-geom"
)

// Expr is a node of a filter's tree: a predicate, a property or a literal. Text and JSON of the same filter give the same
// tree, but for the positions.
type Expr interface {
	// children are the nodes directly below.
	children() []Expr
}

// Predicates.
type (
	// And is true when all are; without any it is true.
	And struct{ Args []Expr }
	// Or is true when one is; without any it is false.
	Or struct{ Args []Expr }
	// Not turns true into false, and false into true.
	Not struct{ Arg Expr }
	// Compare compares two scalars of the same type.
	Compare struct {
		Op          Operator
		Left, Right Expr
	}
	// Like compares a text with a pattern: % for any characters, _ for one, \ before those for themselves.
	Like struct{ Value, Pattern Expr }
	// Between is true for numbers and instants from Low to High, both inclusive.
	Between struct{ Value, Low, High Expr }
	// In is true when one of the items equals the value.
	In struct {
		Value Expr
		Items []Expr
	}
	// IsNull is true for a property without a value.
	IsNull struct{ Arg Expr }
	// Spatial is a relation of two geometries.
	Spatial struct {
		Op          SpatialOperator
		Left, Right Expr
	}
	// Temporal is a relation of two instants or intervals.
	Temporal struct {
		Op          TemporalOperator
		Left, Right Expr
	}
)

// Scalars, geometries and times.
type (
	// Property is the value of a queryable.
	Property struct {
		Name string
		Position
	}
	// Arithmetic is a number made of two.
	Arithmetic struct {
		Op          ArithmeticOperator
		Left, Right Expr
		Position
	}
	// Call is the value of a function.
	Call struct {
		Function string // a name of Functions
		Arg      Expr
		Position
	}
	// Casei is a text without the difference of upper and lower case.
	Casei struct {
		Arg Expr
		Position
	}
	// Accenti is a text without accents.
	Accenti struct {
		Arg Expr
		Position
	}
	// String is a text.
	String struct {
		Value string
		Position
	}
	// Number is a number in decimal notation, as it was written.
	Number struct {
		Text string
		Position
	}
	// Bool is true or false; as a predicate too.
	Bool struct {
		Value bool
		Position
	}
	// Date is a day; Time is its midnight, UTC.
	Date struct {
		Time time.Time
		Position
	}
	// Timestamp is a moment, UTC.
	Timestamp struct {
		Time time.Time
		Position
	}
	// Interval is from one instant to another, both inclusive. Each is a Date, a Timestamp, a Property or Unbounded.
	Interval struct {
		Start, End Expr
		Position
	}
	// Unbounded is the open end of an interval.
	Unbounded struct{ Position }
	// Geometry is a shape of two dimensions, in the CRS of the filter, its axes in the order of that. Elevations are not kept.
	Geometry struct {
		Shape geom.T
		Position
	}
	// BBox is a box: the lower and the upper corner, in the CRS of the filter, its axes in the order of that. In degrees a box
	// whose western longitude is greater than its eastern crosses the antimeridian.
	BBox struct {
		Min, Max [2]float64
		Position
	}
)

func (e And) children() []Expr      { return e.Args }
func (e Or) children() []Expr       { return e.Args }
func (e Not) children() []Expr      { return []Expr{e.Arg} }
func (e Compare) children() []Expr  { return []Expr{e.Left, e.Right} }
func (e Like) children() []Expr     { return []Expr{e.Value, e.Pattern} }
func (e Between) children() []Expr  { return []Expr{e.Value, e.Low, e.High} }
func (e In) children() []Expr       { return append([]Expr{e.Value}, e.Items...) }
func (e IsNull) children() []Expr   { return []Expr{e.Arg} }
func (e Spatial) children() []Expr  { return []Expr{e.Left, e.Right} }
func (e Temporal) children() []Expr { return []Expr{e.Left, e.Right} }
func (e Casei) children() []Expr    { return []Expr{e.Arg} }
func (e Call) children() []Expr     { return []Expr{e.Arg} }
func (e Accenti) children() []Expr  { return []Expr{e.Arg} }
func (e Arithmetic) children() []Expr {
	return []Expr{e.Left, e.Right}
}
func (e Interval) children() []Expr { return []Expr{e.Start, e.End} }
func (Position) children() []Expr   { return nil } // of a property and a literal

// place returns where a property or a literal is. It tells them from predicates.
func (p Position) place() Position { return p }

// position returns where a node begins. A predicate begins with its first child.
func position(e Expr) Position {
	if placed, ok := e.(interface{ place() Position }); ok {
		return placed.place()
	}
	if below := e.children(); len(below) > 0 {
		return position(below[0])
	}
	return Position{}
}

// isPredicate tells predicates from values.
func isPredicate(e Expr) bool {
	switch e.(type) {
	case And, Or, Not, Compare, Like, Between, In, IsNull, Spatial, Temporal, Bool:
		return true
	}
	return false
}

// Properties returns the names of the properties that a filter uses, each once, in the order of the filter.
func Properties(e Expr) []string {
	var names []string
	seen := map[string]bool{}
	var walk func(Expr)
	walk = func(e Expr) {
		if p, ok := e.(Property); ok && !seen[p.Name] {
			seen[p.Name] = true
			names = append(names, p.Name)
		}
		for _, child := range e.children() {
			walk(child)
		}
	}
	walk(e)
	return names
}
