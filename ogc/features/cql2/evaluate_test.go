package cql2

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/paulmach/orb"
	"golang.org/x/text/cases"
)

// truth is a value of three-valued logic, in the order in which AND is the least and OR the greatest.
type truth int

const (
	isFalse truth = iota
	isNull
	isTrue
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// record is a row: string, int64, float64, bool, time.Time, day, span, orb.Point, or nil for null.
type record map[string]any

type (
	open int                    // the open end of an interval: -1 before all times, 1 after them
	day  time.Time              // its midnight
	span struct{ from, to any } // of time.Time or day, or open
)

// evaluate says what a filter is for a record, from the words of the standard, without SQL.
func evaluate(e Expr, r record) truth {
	switch e := e.(type) {
	case And:
		all := isTrue
		for _, arg := range e.Args {
			all = min(all, evaluate(arg, r))
		}
		return all
	case Or:
		one := isFalse
		for _, arg := range e.Args {
			one = max(one, evaluate(arg, r))
		}
		return one
	case Not:
		return isTrue - evaluate(e.Arg, r)
	case Bool:
		return truthOf(e.Value)
	case IsNull:
		switch e.Arg.(type) {
		case Property, Casei, Accenti, Arithmetic, Call:
			v := valueOf(e.Arg, r)
			s, ok := v.(span)
			return truthOf(v == nil || ok && (s.from == nil || s.to == nil))
		}
		return truthOf(evaluate(e.Arg, r) == isNull)
	case Compare:
		return compareValues(valueOf(e.Left, r), e.Op, valueOf(e.Right, r))
	case Between:
		v := valueOf(e.Value, r)
		return min(compareValues(v, GreaterOrEqual, valueOf(e.Low, r)), compareValues(v, LessOrEqual, valueOf(e.High, r)))
	case In:
		one := isFalse
		for _, item := range e.Items {
			one = max(one, compareValues(valueOf(e.Value, r), Equal, valueOf(item, r)))
		}
		return one
	case Like:
		v := valueOf(e.Value, r)
		if v == nil {
			return isNull
		}
		return truthOf(matches([]rune(v.(string)), []rune(valueOf(e.Pattern, r).(string))))
	case Spatial:
		return relate(e, r)
	case Temporal:
		return relateTimes(e.Op, valueOf(e.Left, r), valueOf(e.Right, r))
	}
	panic("no condition")
}

func valueOf(e Expr, r record) any {
	switch e := e.(type) {
	case Property:
		return r[e.Name]
	case String:
		return e.Value
	case Number:
		return number(e.Text)
	case Bool:
		return e.Value
	case Date:
		return day(e.Time)
	case Timestamp:
		return e.Time
	case Interval:
		s := span{valueOf(e.Start, r), valueOf(e.End, r)}
		if _, ok := e.Start.(Unbounded); ok {
			s.from = open(-1)
		}
		if _, ok := e.End.(Unbounded); ok {
			s.to = open(1)
		}
		return s
	case Arithmetic:
		return compute(e.Op, valueOf(e.Left, r), valueOf(e.Right, r))
	case Call:
		return extracted(e.Function, valueOf(e.Arg, r))
	case Casei:
		if v := valueOf(e.Arg, r); v != nil {
			return cases.Fold().String(v.(string))
		}
	case Accenti:
		if v := valueOf(e.Arg, r); v != nil {
			var out strings.Builder
			for _, c := range v.(string) {
				out.WriteString(withoutAccents(c))
			}
			return out.String()
		}
	}
	return nil
}

func compute(op ArithmeticOperator, left, right any) any {
	a, ok := left.(float64)
	b, also := right.(float64)
	if !ok || !also || b == 0 && (op == Divide || op == Div || op == Modulo) {
		return nil
	}
	if n := computed(op, a, b); !math.IsInf(n, 0) && !math.IsNaN(n) {
		return n
	}
	return nil
}

func computed(op ArithmeticOperator, a, b float64) float64 {
	switch op {
	case Add:
		return a + b
	case Subtract:
		return a - b
	case Multiply:
		return a * b
	case Divide:
		return a / b
	case Div:
		return math.Trunc(a / b)
	case Modulo:
		return math.Mod(a, b)
	}
	return math.Pow(a, b)
}

func extracted(function string, v any) any {
	if v == nil {
		return nil
	}
	t, ok := v.(time.Time)
	if !ok {
		t = time.Time(v.(day))
	}
	_, week := t.UTC().ISOWeek()
	return float64(map[string]int{"year": t.UTC().Year(), "month": int(t.UTC().Month()), "week": week, "dayofyear": t.UTC().YearDay()}[function])
}

func compareValues(a any, op Operator, b any) truth {
	if a == nil || b == nil {
		return isNull
	}
	c := order(a, b)
	return truthOf(map[Operator]bool{Equal: c == 0, NotEqual: c != 0, Less: c < 0, LessOrEqual: c <= 0, Greater: c > 0, GreaterOrEqual: c >= 0}[op])
}

func order(a, b any) int {
	switch a := a.(type) {
	case string:
		return cmp.Compare(a, b.(string))
	case float64:
		return cmp.Compare(a, b.(float64))
	case bool:
		return cmp.Compare(map[bool]int{true: 1}[a], map[bool]int{true: 1}[b.(bool)])
	}
	_, days := a.(day)
	if _, ok := b.(day); ok || days {
		return midnight(a).Compare(midnight(b))
	}
	return a.(time.Time).Compare(b.(time.Time))
}

func midnight(v any) time.Time {
	if d, ok := v.(day); ok {
		return time.Time(d)
	}
	return v.(time.Time).Truncate(24 * time.Hour)
}

// matches is LIKE.
func matches(s, pattern []rune) bool {
	if len(pattern) == 0 {
		return len(s) == 0
	}
	switch p := pattern[0]; {
	case p == '%':
		return matches(s, pattern[1:]) || len(s) > 0 && matches(s[1:], pattern)
	case len(s) == 0:
		return false
	case p == '_':
		return matches(s[1:], pattern[1:])
	case p == '\\':
		return len(pattern) > 1 && s[0] == pattern[1] && matches(s[1:], pattern[2:])
	default:
		return s[0] == p && matches(s[1:], pattern[1:])
	}
}

// relateTimes is Allen's algebra over closed intervals. An end that is missing makes what depends on it null.
func relateTimes(op TemporalOperator, a, b any) truth {
	if a == nil || b == nil {
		return isNull
	}
	bounds := func(v any) (from, to any) {
		if s, ok := v.(span); ok {
			return s.from, s.to
		}
		return v, v
	}
	a1, a2 := bounds(a)
	b1, b2 := bounds(b)
	holds := func(x any, op Operator, y any) truth {
		if x == nil || y == nil {
			return isNull
		}
		i, xOpen := x.(open)
		j, yOpen := y.(open)
		if xOpen || yOpen {
			return compareValues(float64(i), op, float64(j))
		}
		return compareValues(x, op, y)
	}
	switch op {
	case TBefore:
		return holds(a2, Less, b1)
	case TAfter:
		return holds(a1, Greater, b2)
	case TDisjoint:
		return max(holds(a2, Less, b1), holds(a1, Greater, b2))
	case TIntersects:
		return isTrue - max(holds(a2, Less, b1), holds(a1, Greater, b2))
	case TEquals:
		return min(holds(a1, Equal, b1), holds(a2, Equal, b2))
	case TContains:
		return min(holds(a1, Less, b1), holds(a2, Greater, b2))
	case TDuring:
		return relateTimes(TContains, b, a)
	case TFinishes:
		return min(holds(a1, Greater, b1), holds(a2, Equal, b2))
	case TFinishedBy:
		return relateTimes(TFinishes, b, a)
	case TMeets:
		return holds(a2, Equal, b1)
	case TMetBy:
		return relateTimes(TMeets, b, a)
	case TOverlaps:
		return min(holds(a1, Less, b1), holds(a2, Greater, b1), holds(a2, Less, b2))
	case TOverlappedBy:
		return relateTimes(TOverlaps, b, a)
	case TStarts:
		return min(holds(a1, Equal, b1), holds(a2, Less, b2))
	}
	return relateTimes(TStarts, b, a)
}

// relate is a relation of the point g of a record with a box, a convex polygon or points.
func relate(e Spatial, r record) truth {
	p, ok := r["g"].(orb.Point)
	if !ok {
		return isNull
	}
	where := outside
	switch shape := e.Right.(type) {
	case BBox:
		if shape.Min[0] > shape.Max[0] {
			west := inBox(p, orb.Bound{Min: shape.Min, Max: orb.Point{180, shape.Max[1]}})
			where = max(west, inBox(p, orb.Bound{Min: orb.Point{-180, shape.Min[1]}, Max: shape.Max}))
		} else {
			where = inBox(p, orb.Bound{Min: shape.Min, Max: shape.Max})
		}
	case Geometry:
		switch g := orbOf(shape.Shape).(type) {
		case orb.Point:
			where = place3(p == g)
		case orb.MultiPoint:
			where = place3(slices.Contains(g, p))
		case orb.Polygon:
			where = inTriangle(p, g[0])
		case orb.Collection:
			where = max(place3(slices.Contains(g, orb.Geometry(p))), inTriangle(p, g[len(g)-1].(orb.Polygon)[0]))
		}
	}
	return truthOf(map[SpatialOperator]bool{
		SIntersects: where != outside, SDisjoint: where == outside, SWithin: where == inner, STouches: where == border,
		SEquals: where == inner && single(e.Right), SContains: where == inner && single(e.Right),
	}[e.Op])
}

// single says whether a shape is one point.
func single(e Expr) bool {
	switch e := e.(type) {
	case BBox:
		return e.Min == e.Max
	case Geometry:
		b := orbOf(e.Shape).Bound()
		return b.Min == b.Max
	}
	return false
}

// position3 is the place of a point to a shape.
type position3 int

const (
	outside position3 = iota
	border
	inner
)

func place3(in bool) position3 {
	if in {
		return inner
	}
	return outside
}

func inBox(p orb.Point, b orb.Bound) position3 {
	switch {
	case !b.Contains(p):
		return outside
	case b.Min == b.Max:
		return inner
	case b.Min[0] == b.Max[0]:
		return ofLine(p[1], b.Min[1], b.Max[1])
	case b.Min[1] == b.Max[1]:
		return ofLine(p[0], b.Min[0], b.Max[0])
	case p[0] == b.Min[0] || p[0] == b.Max[0] || p[1] == b.Min[1] || p[1] == b.Max[1]:
		return border
	}
	return inner
}

func ofLine(v, from, to float64) position3 {
	if v == from || v == to {
		return border
	}
	return inner
}

func inTriangle(p orb.Point, ring orb.Ring) position3 {
	var signs []int
	for i := range 3 {
		a, b := ring[i], ring[i+1]
		signs = append(signs, cmp.Compare((b[0]-a[0])*(p[1]-a[1]), (b[1]-a[1])*(p[0]-a[0])))
	}
	least, most := slices.Min(signs), slices.Max(signs)
	switch {
	case least < 0 && most > 0:
		return outside
	case least == 0 || most == 0:
		return border
	}
	return inner
}
