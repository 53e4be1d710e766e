package cql2

import (
	"time"

	"github.com/twpayne/go-geom"
)

// Expr is a node of a filter's tree: a predicate, a property or a literal. Text and JSON of the same filter give the same
// tree, but for the positions.
type Expr interface{ expr() }

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
		At   Position
	}
	// Casei is a text without the difference of upper and lower case.
	Casei struct {
		Arg Expr
		At  Position
	}
	// Accenti is a text without accents.
	Accenti struct {
		Arg Expr
		At  Position
	}
	// String is a text.
	String struct {
		Value string
		At    Position
	}
	// Number is a number in decimal notation, as it was written.
	Number struct {
		Text string
		At   Position
	}
	// Bool is true or false; as a predicate too.
	Bool struct {
		Value bool
		At    Position
	}
	// Date is a day; Time is its midnight, UTC.
	Date struct {
		Time time.Time
		At   Position
	}
	// Timestamp is a moment, UTC.
	Timestamp struct {
		Time time.Time
		At   Position
	}
	// Interval is from one instant to another, both inclusive. Each is a Date, a Timestamp, a Property or Unbounded.
	Interval struct {
		Start, End Expr
		At         Position
	}
	// Unbounded is the open end of an interval.
	Unbounded struct{ At Position }
	// Geometry is a shape of two dimensions, in the CRS of the filter, its axes in the order of that. Elevations are not kept.
	Geometry struct {
		Shape geom.T
		At    Position
	}
	// BBox is a box: the lower and the upper corner, in the CRS of the filter, its axes in the order of that. In degrees a box
	// whose western longitude is greater than its eastern crosses the antimeridian.
	BBox struct {
		Min, Max [2]float64
		At       Position
	}
)

func (And) expr()       {}
func (Or) expr()        {}
func (Not) expr()       {}
func (Compare) expr()   {}
func (Like) expr()      {}
func (Between) expr()   {}
func (In) expr()        {}
func (IsNull) expr()    {}
func (Spatial) expr()   {}
func (Temporal) expr()  {}
func (Property) expr()  {}
func (Casei) expr()     {}
func (Accenti) expr()   {}
func (String) expr()    {}
func (Number) expr()    {}
func (Bool) expr()      {}
func (Date) expr()      {}
func (Timestamp) expr() {}
func (Interval) expr()  {}
func (Unbounded) expr() {}
func (Geometry) expr()  {}
func (BBox) expr()      {}

// children are the nodes directly below one.
func children(e Expr) []Expr {
	switch e := e.(type) {
	case And:
		return e.Args
	case Or:
		return e.Args
	case Not:
		return []Expr{e.Arg}
	case Compare:
		return []Expr{e.Left, e.Right}
	case Like:
		return []Expr{e.Value, e.Pattern}
	case Between:
		return []Expr{e.Value, e.Low, e.High}
	case In:
		return append([]Expr{e.Value}, e.Items...)
	case IsNull:
		return []Expr{e.Arg}
	case Spatial:
		return []Expr{e.Left, e.Right}
	case Temporal:
		return []Expr{e.Left, e.Right}
	case Casei:
		return []Expr{e.Arg}
	case Accenti:
		return []Expr{e.Arg}
	case Interval:
		return []Expr{e.Start, e.End}
	}
	return nil
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
		for _, child := range children(e) {
			walk(child)
		}
	}
	walk(e)
	return names
}
