package cql2

import (
	"slices"
	"strconv"
	"strings"
)

// comparable says which types compare with which others.
func comparable(a, b Type) bool {
	number := func(t Type) bool { return t == IntegerType || t == NumberType }
	instant := func(t Type) bool { return t == DateType || t == TimestampType }
	scalar := func(t Type) bool { return t != IntervalType && t != GeometryType }
	return a == b && scalar(a) || number(a) && number(b) || instant(a) && instant(b)
}

// operands reads two scalars that are compared with each other. A literal is read as the type of the other one.
func (c *compiler) operands(left, right Expr) (l, r operand) {
	return matched(c.operand(left), c.operand(right))
}

func matched(l, r operand) (operand, operand) {
	l = l.as(r.typ)
	r = r.as(l.typ)
	for _, o := range []operand{l, r} {
		switch o.typ {
		case IntervalType:
			panic(o.at.failf("%s is an interval; compare it with a temporal function such as T_INTERSECTS", o.name))
		case GeometryType:
			panic(o.at.failf("%s is a geometry; compare it with a spatial function such as S_INTERSECTS", o.name))
		}
	}
	if comparable(l.typ, r.typ) {
		return l, r
	}
	other, o := l, r // the error names the literal
	if l.literal {
		other, o = r, l
	}
	if o.literal && !other.literal {
		panic(o.at.failf("%s is %s and cannot be compared with %s", other.name, other.typ, o.name))
	}
	panic(o.at.failf("%s is %s and cannot be compared with %s, which is %s", other.name, other.typ, o.name, o.typ))
}

func (c *compiler) compare(e Compare) string {
	l, r := c.operands(e.Left, e.Right)
	if l.literal && !r.literal {
		l, r, e.Op = r, l, operators[e.Op]
	}
	switch l.typ {
	case DateType, TimestampType:
		return c.compareInstants(l, e.Op, r)
	case UUIDType:
		if e.Op != Equal && e.Op != NotEqual {
			panic(l.at.failf("%s is a UUID and has no order: compare it with =, <> or IN", l.name))
		}
	}
	return c.sql(l, r.typ) + " " + string(e.Op) + " " + c.sql(r, l.typ)
}

func (c *compiler) like(e Like) string {
	value, pattern := c.operand(e.Value), c.operand(e.Pattern)
	switch {
	case value.typ != StringType:
		panic(value.at.failf("%s is %s; LIKE needs text", value.name, value.typ))
	case !pattern.literal || pattern.typ != StringType:
		panic(pattern.at.fail("LIKE needs a pattern in quotes"))
	case strings.HasSuffix(strings.ReplaceAll(pattern.text, `\\`, ""), `\`):
		panic(pattern.at.fail(`the pattern ends with \, which stands before %, _ or \ only`))
	}
	return c.sql(value, StringType) + " like " + c.sql(pattern, StringType)
}

// in writes one comparison with an array if all items are literals of a type that has arrays, else one comparison for each item.
func (c *compiler) in(e In) string {
	if len(e.Items) == 0 {
		panic(position(e.Value).fail("IN has no items"))
	}
	args, computed := len(c.args), c.computed
	whole := c.operand(e.Value)
	value, items := whole, []operand(nil)
	for _, item := range e.Items {
		l, r := matched(whole, c.operand(item))
		value, items = l, append(items, r)
	}
	if list, array := listOf(value, items); list != nil {
		return c.sql(value, value.typ) + " = any(" + c.param(list, array) + ")"
	}
	c.args, c.computed = c.args[:args], computed // compare writes them again
	var parts []string
	for _, item := range e.Items {
		parts = append(parts, c.compare(Compare{Equal, e.Value, item}))
	}
	return "(" + strings.Join(parts, " or ") + ")"
}

// listOf returns two or more literals that a property is compared with as an array, and the array's type. It returns nil when the
// items are not such literals.
func listOf(value operand, items []operand) (list any, array string) {
	if value.literal || len(items) < 2 || slices.ContainsFunc(items, func(o operand) bool { return !o.literal }) {
		return nil, ""
	}
	switch value.typ {
	case StringType, UUIDType:
		texts := make([]string, len(items))
		for i, item := range items {
			texts[i] = item.text
		}
		if value.typ == UUIDType {
			return texts, "text[]::uuid[]"
		}
		return texts, "text[]"
	case NumberType:
		numbers := make([]float64, len(items))
		for i, item := range items {
			numbers[i], _ = strconv.ParseFloat(item.text, 64) // out of range is an infinity
		}
		return numbers, "double precision[]"
	case IntegerType:
		return integerList(items)
	}
	return nil, ""
}

// integerList returns an array of bigint, or of numeric when an item is no bigint.
func integerList(items []operand) (list any, array string) {
	integers, texts := make([]int64, len(items)), make([]string, len(items))
	whole := true
	for i, item := range items {
		var err error
		if integers[i], err = strconv.ParseInt(item.text, 10, 64); err != nil {
			whole = false
		}
		texts[i] = numeric(item.text)
	}
	if whole {
		return integers, "bigint[]"
	}
	return texts, "text[]::numeric[]"
}
