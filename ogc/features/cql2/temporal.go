package cql2

import (
	"strings"
	"time"
)

// compareInstants writes the comparison of two dates or times, one of them a property. A date and a time are compared as days, in
// UTC, so that a time is equal to a date when it is of that day.
func (c *compiler) compareInstants(l operand, op Operator, r operand) string {
	if l.literal && !r.literal {
		l, r, op = r, l, op.flipped()
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
	left := c.instant(l)
	return left + " " + string(op) + " " + c.instant(r)
}

// compareWithDay compares a time with a day so that an index of the time can be used.
func (c *compiler) compareWithDay(l operand, op Operator, day time.Time) string {
	at := func(op string, t time.Time) string { return l.sql + " " + op + " " + c.param(t, "timestamptz") }
	next := day.AddDate(0, 0, 1)
	switch op {
	case Equal:
		from := at(">=", day)
		return "(" + from + " and " + at("<", next) + ")"
	case NotEqual:
		before := at("<", day)
		return "(" + before + " or " + at(">=", next) + ")"
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

func (c *compiler) temporal(e Temporal) (string, error) {
	relation := temporalOperators[e.Op]
	var operands [2][2]operand // left and right, first and last
	instants := true
	for i, arg := range []Expr{e.Left, e.Right} {
		start, last, instant, err := c.times(arg)
		if err != nil {
			return "", err
		}
		if instant && relation.intervals {
			return "", start.at.failf("%s compares intervals, and %s is none: use T_INTERSECTS, T_BEFORE, T_AFTER or an INTERVAL", e.Op, start.name)
		}
		operands[i] = [2]operand{start, last}
		instants = instants && instant
	}
	if instants {
		switch e.Op {
		case TEquals, TIntersects:
			return c.compareInstants(operands[0][0], Equal, operands[1][0]), nil
		case TDisjoint:
			return c.compareInstants(operands[0][0], NotEqual, operands[1][0]), nil
		}
	}
	index := map[end]int{first: 0, last: 1}
	var parts []string
	for _, pair := range relation.ends {
		parts = append(parts, c.compareInstants(operands[0][index[pair.left]], pair.op, operands[1][index[pair.right]]))
	}
	if relation.any {
		return "(" + strings.Join(parts, " or ") + ")", nil
	}
	return "(" + strings.Join(parts, " and ") + ")", nil
}

// times returns the first and the last instant of a time, and whether they are one.
func (c *compiler) times(e Expr) (start, last operand, instant bool, err error) {
	if i, ok := e.(Interval); ok {
		if start, err = c.intervalEnd(i.Start, -1); err != nil {
			return start, last, false, err
		}
		last, err = c.intervalEnd(i.End, 1)
		return start, last, false, err
	}
	o, err := c.operand(e)
	if err != nil {
		return o, o, false, err
	}
	if o.literal {
		if o, err = o.as(TimestampType); err != nil {
			return o, o, false, err
		}
	}
	switch o.typ {
	case DateType, TimestampType:
		return o, o, true, nil
	case IntervalType:
		q := c.queryables[o.name]
		start, last = o, o
		start.sql, start.typ = q.Start, max(q.StartType, TimestampType)
		last.sql, last.typ = q.End, max(q.EndType, TimestampType)
		return start, last, false, nil
	}
	return o, o, false, o.at.failf("%s is %s; a temporal function needs a date, a time or an interval", o.name, o.typ)
}

// intervalEnd returns an end of an interval. infinite is the value of an open end.
func (c *compiler) intervalEnd(e Expr, infinite int) (operand, error) {
	if open, ok := e.(Unbounded); ok {
		return operand{typ: TimestampType, name: "..", at: open.At, literal: true, infinite: infinite}, nil
	}
	o, err := c.operand(e)
	if err == nil && o.typ != DateType && o.typ != TimestampType {
		err = o.at.failf("%s is %s; an interval is from one date or time to another", o.name, o.typ)
	}
	return o, err
}

func (c *compiler) isNullEnd(o operand) string {
	if o.literal {
		return "false"
	}
	return o.sql + " is null"
}
