package cql2

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/twpayne/go-geom"
)

// Options of Compile. The zero value is for literals and storage in longitude and latitude of WGS 84.
type Options struct {
	First       int  // the number of the first placeholder; 0 is 1
	StorageSRID int  // of the geometry queryables; 0 is 4326
	FilterSRID  int  // of the filter's geometries; 0 is 4326
	SwapAxes    bool // the filter's geometries give the second coordinate first, as EPSG:4326 has it: latitude, longitude
	Geographic  bool // the filter's coordinates are degrees; those of SRID 4326 always are

	// Transform brings a geometry from FilterSRID to StorageSRID; needed when they differ. Its axes are in the order of
	// PostGIS. An error says that a coordinate has no place there; the author of the filter sees its text.
	Transform func(geom.T) (geom.T, error)

	// Box brings a box from FilterSRID to degrees where its sides stay straight, as in Web Mercator; a western side east of the
	// eastern one says that it crosses the antimeridian. Nil: Transform does it.
	Box func(BBox) (BBox, error)

	// Keys runs a query for the keys of a condition on a Coded value, which are integers or texts. The query has $1, $2, ... for its
	// arguments. The condition then holds the keys, so that the planner knows how many records have them. The condition holds
	// the query instead without Keys, where null differs from false, and beyond MaxKeys and MaxKeyQueries.
	Keys func(query string, args []any) ([]any, error)
}

// SQL is a condition: a boolean expression with a placeholder for each argument.
type SQL struct {
	Text string
	Args []any
}

// Compile writes a filter as SQL over queryables, by their names. The error is an *Error, except for an error of Options.Keys
// and for Options that contradict each other. The condition is true for the records that the filter asks for, and false or
// null for the others. Below NOT and IS NULL it is null where the standard says null; elsewhere false may stand for null.
//
// A literal is read as the type that it is compared with: a text is a date, a time or a UUID if the property is one. A date and a
// time are compared as days, in UTC. Texts are ordered as the database orders them. A comparison is null if it needs an end of
// an interval that is null.
func Compile(e Expr, queryables map[string]Queryable, o Options) (_ SQL, err error) {
	defer catch(&err)
	o.First, o.StorageSRID, o.FilterSRID = cmp.Or(o.First, 1), cmp.Or(o.StorageSRID, 4326), cmp.Or(o.FilterSRID, 4326)
	o.Geographic = o.Geographic || o.FilterSRID == 4326
	if o.FilterSRID != o.StorageSRID && o.Transform == nil {
		return SQL{}, fmt.Errorf("compile a filter of SRID %d for %d: no Transform", o.FilterSRID, o.StorageSRID)
	}
	c := &compiler{queryables: queryables, options: o, tables: map[*folding]string{}}
	text := c.condition(e, false)
	if c.folded > MaxFolded {
		return SQL{}, Position{}.failf("the filter folds case or accents of properties more than %d times", MaxFolded)
	}
	return SQL{text, c.args}, nil
}

type compiler struct {
	queryables map[string]Queryable
	options    Options
	args       []any
	groups     int                 // comparisons with a Group
	asked      int                 // queries for keys
	computed   int                 // how often SQL computes
	folded     int                 // how often SQL folds case or accents
	tables     map[*folding]string // the placeholders of their tables
}

// param adds an argument and returns its placeholder.
func (c *compiler) param(value any, cast string) string {
	c.args = append(c.args, value)
	return "$" + strconv.Itoa(c.options.First+len(c.args)-1) + "::" + cast
}

// condition writes a predicate. If exact, it is null where the standard says null; else false may stand for null.
func (c *compiler) condition(e Expr, exact bool) string {
	if text := c.grouped(e); text != "" {
		return text
	}
	if q, ok := c.codedAlone(e); ok {
		return c.coded(e, q, exact)
	}
	switch e := e.(type) {
	case And:
		return c.join(e.Args, " and ", "true", exact)
	case Or:
		return c.join(e.Args, " or ", "false", exact)
	case Not:
		return "not (" + c.condition(e.Arg, true) + ")"
	case Bool:
		return strconv.FormatBool(e.Value)
	case Spatial:
		return c.spatial(e)
	case Temporal:
		return c.temporal(e)
	case Compare:
		return c.compare(e)
	case Like:
		return c.like(e)
	case Between:
		return "(" + c.compare(Compare{GreaterOrEqual, e.Value, e.Low}) + " and " + c.compare(Compare{LessOrEqual, e.Value, e.High}) + ")"
	case In:
		return c.in(e)
	case IsNull:
		return c.isNull(e)
	}
	panic(position(e).fail("a value stands where a condition is needed"))
}

func (c *compiler) join(args []Expr, operator, none string, exact bool) string {
	if len(args) == 0 {
		return none
	}
	var parts []string
	for _, arg := range args {
		parts = append(parts, c.condition(arg, exact))
	}
	return "(" + strings.Join(parts, operator) + ")"
}

// queryable returns the queryable of a property.
func (c *compiler) queryable(p Property) Queryable {
	q, ok := c.queryables[p.Name]
	if !ok {
		err := p.fail("unknown property " + shown(p.Name))
		err.Hint = "known: " + strings.Join(slices.Sorted(maps.Keys(c.queryables)), ", ")
		panic(err)
	}
	if q.Group != nil {
		panic(p.fail(shown(p.Name) + " is compared with =, <> or IN"))
	}
	return q
}

// codedAlone returns the coded queryable that is the only property of a comparison. ok is false where the property may be null
// and the comparison not.
func (c *compiler) codedAlone(e Expr) (q Queryable, ok bool) {
	tested := e
	switch e := e.(type) {
	case Compare, Like:
	case Between:
		tested = e.Value
	case In:
		tested = e.Value
	case IsNull:
		tested = e.Arg
		if _, ok := innermost(tested).(Property); !ok {
			return Queryable{}, false
		}
	default:
		return Queryable{}, false
	}
	names := Properties(e)
	if len(names) != 1 || len(Properties(tested)) != 1 {
		return Queryable{}, false
	}
	q = c.queryables[names[0]]
	return q, q.Coded != nil
}

// innermost returns the argument of CASEI and ACCENTI, which may stand inside each other.
func innermost(e Expr) Expr {
	switch f := e.(type) {
	case Casei:
		return innermost(f.Arg)
	case Accenti:
		return innermost(f.Arg)
	}
	return e
}

// coded writes a predicate on a coded value as one on its key.
func (c *compiler) coded(e Expr, q Queryable, exact bool) string {
	key := q.Coded.Key
	isNull, known := key+" is null", key+" is not null"
	if q.Coded.Nullable {
		without := "array(select " + q.Coded.TableKey + " from " + q.Coded.Table + " where " + q.Coded.Value + " is null)"
		isNull, known = "("+isNull+" or "+key+" = any("+without+"))", key+" <> all("+without+")" // which is null where the key is
	}
	if is, ok := e.(IsNull); ok {
		c.operand(is.Arg) // CASEI and ACCENTI need text
		return isNull
	}
	compare, ok := e.(Compare)
	not := ok && compare.Op == NotEqual
	if not {
		compare.Op = Equal
		e = compare
	}
	if c.options.Keys != nil && !not && !exact && c.asked < MaxKeyQueries {
		if found := c.known(e, q); found != "" {
			return found
		}
	}
	keys := c.keyQuery(e, q)
	switch {
	case not:
		return "(" + key + " <> all(array(" + keys + ")) and (" + known + " or null::boolean))"
	case exact:
		return "(" + key + " = any(array(" + keys + ")) or (" + isNull + " and null::boolean))"
	case ok && compare.Op == Equal && q.Coded.Unique && plain(compare):
		return key + " = (" + keys + ")"
	}
	return key + " = any(array(" + keys + "))"
}

// keyQuery writes the query for the keys of the values that a predicate takes.
func (c *compiler) keyQuery(e Expr, q Queryable) string {
	outside := c.queryables
	c.queryables = map[string]Queryable{Properties(e)[0]: {Name: q.Name, Type: q.Type, SQL: q.Coded.Value, Fold: q.Fold}}
	condition := c.condition(e, false)
	c.queryables = outside
	return "select " + q.Coded.TableKey + " from " + q.Coded.Table + " where " + condition
}

// known writes a predicate on a coded value with the keys themselves, "" if there are too many keys.
func (c *compiler) known(e Expr, q Queryable) string {
	query := &compiler{options: c.options, tables: map[*folding]string{}}
	query.options.First = 1
	text := query.keyQuery(e, q)
	if query.folded > MaxFolded {
		return ""
	}
	c.asked++
	keys, err := c.options.Keys(text+" limit "+strconv.Itoa(MaxKeys+1), query.args)
	if err != nil {
		panic(keysError{err})
	}
	switch {
	case len(keys) > MaxKeys:
		return ""
	case len(keys) == 0:
		return "false"
	}
	list, cast := keyList(keys)
	if len(keys) == 1 { // an index on the key and the order of the records keeps that order for an equality, not for any()
		return q.Coded.Key + " = " + c.param(keys[0], cast)
	}
	return q.Coded.Key + " = any(" + c.param(list, cast+"[]") + ")"
}

// keyList returns keys as an array of their type, and the name of the type.
func keyList(keys []any) (list any, cast string) {
	switch keys[0].(type) {
	case int32:
		return listOfType[int32](keys), "int"
	case int64:
		return listOfType[int64](keys), "bigint"
	}
	return listOfType[string](keys), "text"
}

func listOfType[T any](keys []any) []T {
	list := make([]T, len(keys))
	for i, key := range keys {
		var ok bool
		if list[i], ok = key.(T); !ok {
			panic(keysError{fmt.Errorf("a key of a coded value is of type %T", key)})
		}
	}
	return list
}

// plain says whether a comparison is one of a property with a text, without CASEI and ACCENTI.
func plain(e Compare) bool {
	_, left := e.Left.(Property)
	_, right := e.Right.(Property)
	_, text := e.Left.(String)
	_, other := e.Right.(String)
	return (left || right) && (text || other)
}

func (c *compiler) isNull(e IsNull) string {
	switch arg := e.Arg.(type) {
	case Property:
		q := c.queryable(arg)
		if q.Type == IntervalType {
			return "(" + q.Start + " is null or " + q.End + " is null)"
		}
		return q.value() + " is null"
	case Arithmetic, Call:
		return c.operand(arg).sql + " is null"
	case Casei, Accenti:
		return c.sql(c.operand(arg), StringType) + " is null"
	case Interval:
		start, end, _ := c.times(arg)
		return "(" + c.isNullEnd(start) + " or " + c.isNullEnd(end) + ")"
	case String, Number, Date, Timestamp, Geometry, BBox:
		return "false"
	}
	return "(" + c.condition(e.Arg, true) + ") is null"
}
