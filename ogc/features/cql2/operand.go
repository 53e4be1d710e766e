package cql2

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// operand is a scalar or a time of a predicate: a property, or a literal.
type operand struct {
	typ      Type
	name     string // as errors call it
	at       Position
	literal  bool
	sql      string     // of a property
	fold     string     // Queryable.Fold
	text     string     // of a String literal, or of a Number
	truth    bool       // of a Bool literal
	time     time.Time  // of a Date or Timestamp literal
	infinite int        // of a literal: -1 is before all times, 1 after them
	folding  []*folding // of a property, the first one first
}

func (c *compiler) operand(e Expr) operand {
	switch e := e.(type) {
	case Property:
		q := c.queryable(e)
		return operand{typ: q.Type, name: e.Name, at: e.Position, sql: q.value(), fold: q.Fold}
	case String:
		return operand{typ: StringType, name: "the text " + shown(e.Value), at: e.Position, literal: true, text: e.Value}
	case Number:
		return operand{typ: NumberType, name: "the number " + e.Text, at: e.Position, literal: true, text: e.Text}
	case Bool:
		return operand{typ: BooleanType, name: strconv.FormatBool(e.Value), at: e.Position, literal: true, truth: e.Value}
	case Date:
		return operand{typ: DateType, name: "the date " + e.Time.Format(dateLayout), at: e.Position, literal: true, time: e.Time}
	case Timestamp:
		return operand{typ: TimestampType, name: "the time " + e.Time.Format(timestampLayout), at: e.Position, literal: true, time: e.Time}
	case Casei:
		return c.foldedOperand(e.Arg, caseFolding)
	case Accenti:
		return c.foldedOperand(e.Arg, accentFolding)
	case Arithmetic:
		return c.arithmetic(e)
	case Call:
		return c.extract(e)
	case Interval:
		return operand{typ: IntervalType, name: "an INTERVAL", at: e.Position, literal: true}
	case Geometry:
		return operand{typ: GeometryType, name: "a shape", at: e.Position, literal: true}
	case BBox:
		return operand{typ: GeometryType, name: "a BBOX", at: e.Position, literal: true}
	}
	panic(position(e).fail("a condition stands where a value is needed"))
}

func (c *compiler) foldedOperand(arg Expr, f *folding) operand {
	o := c.operand(arg)
	if o.typ != StringType {
		panic(o.at.failf("%s is %s; CASEI and ACCENTI need text", o.name, o.typ))
	}
	if o.literal {
		o.text = f.literal(o.text)
		return o
	}
	if n := len(o.folding); n == 0 || o.folding[n-1] != f { // twice is once
		o.folding = append(o.folding, f)
	}
	if len(o.folding) > 2 {
		panic(o.at.fail("CASEI and ACCENTI inside each other more than once"))
	}
	return o
}

// ParseBool reads true or false in any case, or 1 or 0, which GDAL writes.
func ParseBool(text string) (truth, ok bool) {
	switch strings.ToLower(text) {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	return false, false
}

// as reads a literal as the type that it is compared with. Properties stay as they are.
func (o operand) as(t Type) operand {
	if !o.literal || o.typ == t {
		return o
	}
	switch {
	case o.typ == NumberType && t == IntegerType:
		o.typ = IntegerType
	case o.typ == NumberType && t == BooleanType:
		if truth, ok := ParseBool(o.text); ok {
			o.typ, o.truth = BooleanType, truth
		}
	case o.typ == StringType && t == UUIDType:
		id, err := uuid.Parse(o.text)
		if err != nil || len(o.text) != 36 {
			panic(o.at.fail(shown(o.text) + " is no UUID"))
		}
		o.typ, o.text = UUIDType, id.String()
	case o.typ == StringType && (t == TimestampType || t == DateType):
		e := instant(o.text, o.at, "")
		o.time, _ = timeOf(e)
		o.typ = TimestampType
		if _, day := e.(Date); day {
			o.typ = DateType
		}
	}
	return o
}

// sql writes an operand of a comparison with a value of a type.
func (c *compiler) sql(o operand, with Type) string {
	if !o.literal {
		return c.property(o)
	}
	switch o.typ {
	case BooleanType:
		return c.param(o.truth, "boolean")
	case UUIDType:
		return c.param(o.text, "uuid")
	case IntegerType, NumberType:
		return c.numberParam(o.text, with)
	}
	return c.param(o.text, "text")
}

// numberParam writes a number. One that is no bigint is compared with integers as numeric.
func (c *compiler) numberParam(text string, with Type) string {
	if with == NumberType {
		v, _ := strconv.ParseFloat(text, 64) // out of range is an infinity
		return c.param(v, "double precision")
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return c.param(n, "bigint")
	}
	return c.param(numeric(text), "numeric")
}

// numeric returns a number as PostgreSQL's numeric reads it, which has fewer digits than an exponent may ask for. A number beyond
// the range of double precision becomes an infinity; one too close to 0 becomes the smallest double precision.
func numeric(text string) string {
	v, _ := strconv.ParseFloat(text, 64)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	switch {
	case math.IsInf(v, 1):
		return "Infinity"
	case math.IsInf(v, -1):
		return "-Infinity"
	case v == 0 && strings.ContainsAny(mantissa, "123456789"):
		return strconv.FormatFloat(math.Copysign(math.SmallestNonzeroFloat64, v), 'g', -1, 64)
	case v == 0:
		return "0" // whatever its exponent
	}
	return text
}
