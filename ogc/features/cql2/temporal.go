package cql2

import (
	"strings"
	"time"
)

// compareInstants writes the comparison of two dates or times, one of them a property. A date and a time are compared as days, in
// UTC, so that a time is equal to a date when it is of that day.
func (c *compiler) compareInstants(l operand, op Operator, r operand) string {
	if l.literal && !r.literal {
		l, r, op = r, l, operators[op]
	}
	if l.infinite != 0 {
		l.typ = r.typ
	} else if r.infinite != 0 {
		r.typ = l.typ
	}
	switch {
	case l.typ == r.typ:
	case l.typ == TimestampType && !l.literal && r.literal:
		return c.compareWithDay(l, op, r.time)
	default:
		l, r = l.day(), r.day()
	}
	return c.instant(l) + " " + string(op) + " " + c.instant(r)
}

// compareWithDay compares a time with a day so that an index of the time can be used.
func (c *compiler) compareWithDay(l operand, op Operator, day time.Time) string {
	at := func(op string, t time.Time) string { return l.sql + " " + op + " " + c.param(t, "timestamptz") }
	next := day.AddDate(0, 0, 1)
	switch op {
	case Equal:
		return "(" + at(">=", day) + " and " + at("<", next) + ")"
	case NotEqual:
		return "(" + at("<", day) + " or " + at(">=", next) + ")"
	case Less:
		return at("<", day)
	case LessOrEqual:
		return at("<", next)
	case Greater:
		return at(">=", next)
	}
	return at(">=", day)
}

// day is the day of a time, in UTC.
func (o operand) day() operand {
	if o.typ == TimestampType {
		o.typ = DateType
		o.time = o.time.Truncate(24 * time.Hour)
		o.sql = "(" + o.sql + " at time zone 'UTC')::date"
	}
	return o
}

func (c *compiler) instant(o operand) string {
	cast := "timestamptz"
	if o.typ == DateType {
		cast = "date"
	}
	switch {
	case !o.literal:
		return o.sql
	case o.infinite < 0:
		return "'-infinity'::" + cast
	case o.infinite > 0:
		return "'infinity'::" + cast
	}
	return c.param(o.time, cast)
}

func (c *compiler) temporal(e Temporal) string {
	relation := temporalOperators[e.Op]
	var operands [2][2]operand // left and right, first and last
	instants := true
	for i, arg := range e.children() {
		from, to, instant := c.times(arg)
		if instant && relation.intervals {
			panic(from.at.failf("%s compares intervals, and %s is none: use T_INTERSECTS, T_BEFORE, T_AFTER or an INTERVAL", e.Op, from.name))
		}
		operands[i] = [2]operand{first: from, last: to}
		instants = instants && instant
	}
	if instants {
		switch e.Op {
		case TEquals, TIntersects:
			return c.compareInstants(operands[0][first], Equal, operands[1][first])
		case TDisjoint:
			return c.compareInstants(operands[0][first], NotEqual, operands[1][first])
		}
	}
	var parts []string
	for _, pair := range relation.ends {
		parts = append(parts, c.compareInstants(operands[0][pair.left], pair.op, operands[1][pair.right]))
	}
	separator := " and "
	if relation.any {
		separator = " or "
	}
	return "(" + strings.Join(parts, separator) + ")"
}

// times returns the first and the last instant of a time, and whether they are one.
func (c *compiler) times(e Expr) (from, to operand, instant bool) {
	if i, ok := e.(Interval); ok {
		return c.intervalEnd(i.Start, -1), c.intervalEnd(i.End, 1), false
	}
	o := c.operand(e).as(TimestampType)
	switch o.typ {
	case DateType, TimestampType:
		return o, o, true
	case IntervalType:
		q := c.queryables[o.name]
		from, to = o, o
		from.sql, from.typ = q.Start, max(q.StartType, TimestampType)
		to.sql, to.typ = q.End, max(q.EndType, TimestampType)
		return from, to, false
	}
	panic(o.at.failf("%s is %s; a temporal function needs a date, a time or an interval", o.name, o.typ))
}

// intervalEnd returns an end of an interval. infinite is the value of an open end.
func (c *compiler) intervalEnd(e Expr, infinite int) operand {
	if open, ok := e.(Unbounded); ok {
		return operand{typ: TimestampType, name: "..", at: open.Position, literal: true, infinite: infinite}
	}
	o := c.operand(e)
	if o.typ != DateType && o.typ != TimestampType {
		panic(o.at.failf("%s is %s; an interval is from one date or time to another", o.name, o.typ))
	}
	return o
}

func (c *compiler) isNullEnd(o operand) string {
	if o.literal {
		return "false"
	}
	return o.sql + " is null"
}
