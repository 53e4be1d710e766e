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

var operators = map[string]Operator{"=": Equal, "<>": NotEqual, "<": Less, "<=": LessOrEqual, ">": Greater, ">=": GreaterOrEqual}

// flipped returns the operator that holds when the operands change places.
func (o Operator) flipped() Operator {
	switch o {
	case Less:
		return Greater
	case LessOrEqual:
		return GreaterOrEqual
	case Greater:
		return Less
	case GreaterOrEqual:
		return LessOrEqual
	}
	return o
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

type end bool

const (
	first end = false
	last  end = true
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

// function returns the operator of a function's name in any case, or nil.
func function(name string) any {
	name = strings.ToUpper(name)
	if _, ok := spatialOperators[SpatialOperator(name)]; ok {
		return SpatialOperator(name)
	}
	if _, ok := temporalOperators[TemporalOperator(name)]; ok {
		return TemporalOperator(name)
	}
	return nil
}
