package cql2

import "strings"

// Function is one of the server's own functions: of a date or a time, to a whole number.
type Function struct {
	Name, Description string
	field, unit       string // of PostgreSQL: what is extracted, and what has to be known of the time
}

// Functions are the functions that a filter may call, by names in lower case.
var Functions = []Function{
	{"year", "The year, in UTC; null where the time is not known to one", "year", "year"},
	{"month", "The month, 1 to 12, in UTC; null where the time is not known to one", "month", "month"},
	{"week", "The week of ISO 8601, 1 to 53, in UTC; null where the time is not known to one", "week", "week"},
	{"dayofyear", "The day of the year, 1 to 366, in UTC; null where the time is not known to one", "doy", "day"},
}

// functionNamed returns a function by its name in any case.
func functionNamed(name string) (Function, bool) {
	for _, f := range Functions {
		if strings.EqualFold(f.Name, name) {
			return f, true
		}
	}
	return Function{}, false
}

// extract writes the value of a function of a date or a time.
func (c *compiler) extract(e Call) operand {
	c.compute(e.Position)
	f, _ := functionNamed(e.Function)
	o := c.operand(e.Arg).as(TimestampType)
	var value string
	switch {
	case o.typ == TimestampType && o.literal:
		value = c.param(o.time, "timestamptz") + " at time zone 'UTC'"
	case o.typ == TimestampType:
		value = o.sql + " at time zone 'UTC'"
	case o.typ == DateType && o.literal:
		value = c.param(o.time, "date")
	case o.typ == DateType:
		value = o.sql
	default:
		panic(o.at.failf("%s is %s; %s needs a date or a time", o.name, o.typ, f.Name))
	}
	sql := "extract(" + f.field + " from " + value + ")::int"
	if p, ok := e.Arg.(Property); ok {
		if known := c.queryable(p).Known; known != nil {
			sql = "case when " + known(f.unit) + " then " + sql + " end"
		}
	}
	return operand{typ: IntegerType, name: f.Name + " of " + o.name, at: e.Position, sql: "(" + sql + ")"}
}
