package cql2

import "strings"

// Operator compares two scalars.
type Operator string

// The comparison operators.
const (
	Equal          Operator = "="
	NotEqual       Operator = "<>"
	Less           Operator = "<"
	LessOrEqual    Operator = "<="
	Greater        Operator = ">"
	GreaterOrEqual Operator = ">="
)

// operators are the comparison operators, and which one holds when the operands change places.
var operators = map[Operator]Operator{
	Equal: Equal, NotEqual: NotEqual, Less: Greater, LessOrEqual: GreaterOrEqual, Greater: Less, GreaterOrEqual: LessOrEqual,
}

// SpatialOperator is a relation of OGC 06-103r4, 6.1.15, by its name in CQL2 text.
type SpatialOperator string

// The spatial operators.
const (
	SIntersects SpatialOperator = "S_INTERSECTS"
	SEquals     SpatialOperator = "S_EQUALS"
	SDisjoint   SpatialOperator = "S_DISJOINT"
	STouches    SpatialOperator = "S_TOUCHES"
	SWithin     SpatialOperator = "S_WITHIN"
	SOverlaps   SpatialOperator = "S_OVERLAPS"
	SCrosses    SpatialOperator = "S_CROSSES"
	SContains   SpatialOperator = "S_CONTAINS"
)

// spatialOperators are PostGIS' functions.
var spatialOperators = map[SpatialOperator]string{
	SIntersects: "ST_Intersects", SEquals: "ST_Equals", SDisjoint: "ST_Disjoint", STouches: "ST_Touches", SWithin: "ST_Within",
	SOverlaps: "ST_Overlaps", SCrosses: "ST_Crosses", SContains: "ST_Contains",
}

// TemporalOperator is a relation of the Time Ontology in OWL, by its name in CQL2 text.
type TemporalOperator string

// The temporal operators.
const (
	TAfter        TemporalOperator = "T_AFTER"
	TBefore       TemporalOperator = "T_BEFORE"
	TContains     TemporalOperator = "T_CONTAINS"
	TDisjoint     TemporalOperator = "T_DISJOINT"
	TDuring       TemporalOperator = "T_DURING"
	TEquals       TemporalOperator = "T_EQUALS"
	TFinishedBy   TemporalOperator = "T_FINISHEDBY"
	TFinishes     TemporalOperator = "T_FINISHES"
	TIntersects   TemporalOperator = "T_INTERSECTS"
	TMeets        TemporalOperator = "T_MEETS"
	TMetBy        TemporalOperator = "T_METBY"
	TOverlappedBy TemporalOperator = "T_OVERLAPPEDBY"
	TOverlaps     TemporalOperator = "T_OVERLAPS"
	TStartedBy    TemporalOperator = "T_STARTEDBY"
	TStarts       TemporalOperator = "T_STARTS"
)

// relation is a temporal operator as comparisons of the ends of its operands.
type relation struct {
	intervals bool // it is for intervals only
	any       bool // one comparison is enough
	ends      []ends
}

// ends compares the first or last instant of the left operand with one of the right.
type ends struct {
	left  end
	op    Operator
	right end
}

// end is which end of an interval.
type end int

const (
	first end = iota
	last
)

// temporalOperators compare the ends of intervals. An interval includes both its ends, so one that ends when another starts
// meets it and intersects it.
var temporalOperators = map[TemporalOperator]relation{
	TAfter:        {ends: []ends{{first, Greater, last}}},
	TBefore:       {ends: []ends{{last, Less, first}}},
	TDisjoint:     {any: true, ends: []ends{{last, Less, first}, {first, Greater, last}}},
	TIntersects:   {ends: []ends{{first, LessOrEqual, last}, {last, GreaterOrEqual, first}}},
	TEquals:       {ends: []ends{{first, Equal, first}, {last, Equal, last}}},
	TContains:     {intervals: true, ends: []ends{{first, Less, first}, {last, Greater, last}}},
	TDuring:       {intervals: true, ends: []ends{{first, Greater, first}, {last, Less, last}}},
	TFinishes:     {intervals: true, ends: []ends{{first, Greater, first}, {last, Equal, last}}},
	TFinishedBy:   {intervals: true, ends: []ends{{first, Less, first}, {last, Equal, last}}},
	TMeets:        {intervals: true, ends: []ends{{last, Equal, first}}},
	TMetBy:        {intervals: true, ends: []ends{{first, Equal, last}}},
	TOverlaps:     {intervals: true, ends: []ends{{first, Less, first}, {last, Greater, first}, {last, Less, last}}},
	TOverlappedBy: {intervals: true, ends: []ends{{first, Greater, first}, {first, Less, last}, {last, Greater, last}}},
	TStarts:       {intervals: true, ends: []ends{{first, Equal, first}, {last, Less, last}}},
	TStartedBy:    {intervals: true, ends: []ends{{first, Equal, first}, {last, Greater, last}}},
}

// binary returns what makes a condition of two operands: a comparison by its symbol, a spatial or temporal function by its name in
// any case. It returns nil for other names.
func binary(name string) func(left, right Expr) Expr {
	upper := strings.ToUpper(name)
	if _, ok := operators[Operator(name)]; ok {
		return func(left, right Expr) Expr { return Compare{Operator(name), left, right} }
	}
	if _, ok := spatialOperators[SpatialOperator(upper)]; ok {
		return func(left, right Expr) Expr { return Spatial{SpatialOperator(upper), left, right} }
	}
	if _, ok := temporalOperators[TemporalOperator(upper)]; ok {
		return func(left, right Expr) Expr { return Temporal{TemporalOperator(upper), left, right} }
	}
	return nil
}
