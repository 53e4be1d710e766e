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
func (c *compiler) operands(left, right Expr) (l, r operand, err error) {
	if l, err = c.operand(left); err != nil {
		return l, r, err
	}
	if r, err = c.operand(right); err != nil {
		return l, r, err
	}
	if l, err = l.as(r.typ); err != nil {
		return l, r, err
	}
	if r, err = r.as(l.typ); err != nil {
		return l, r, err
	}
	for _, o := range []operand{l, r} {
		switch o.typ {
		case IntervalType:
			return l, r, o.at.failf("%s is an interval; compare it with a temporal function such as T_INTERSECTS", o.name)
		case GeometryType:
			return l, r, o.at.failf("%s is a geometry; compare it with a spatial function such as S_INTERSECTS", o.name)
		}
	}
	if !comparable(l.typ, r.typ) {
		other, o := l, r // the error names the literal
		if l.literal {
			other, o = r, l
		}
		if o.literal && !other.literal {
			return l, r, o.at.failf("%s is %s and cannot be compared with %s", other.name, other.typ, o.name)
		}
		return l, r, o.at.failf("%s is %s and cannot be compared with %s, which is %s", other.name, other.typ, o.name, o.typ)
	}
	return l, r, nil
}

func (c *compiler) compare(e Compare) (string, error) {
	l, r, err := c.operands(e.Left, e.Right)
	if err != nil {
		return "", err
	}
	if l.literal && !r.literal {
		l, r, e.Op = r, l, e.Op.flipped()
	}
	switch l.typ {
	case DateType, TimestampType:
		return c.compareInstants(l, e.Op, r), nil
	case UUIDType:
		if e.Op != Equal && e.Op != NotEqual {
			return "", l.at.failf("%s is a UUID and has no order: compare it with =, <> or IN", l.name)
		}
	}
	left := c.sql(l, r.typ)
	return left + " " + string(e.Op) + " " + c.sql(r, l.typ), nil
}

func (c *compiler) like(e Like) (string, error) {
	value, err := c.operand(e.Value)
	if err != nil {
		return "", err
	}
	pattern, err := c.operand(e.Pattern)
	if err != nil {
		return "", err
	}
	switch {
	case value.typ != StringType:
		return "", value.at.failf("%s is %s; LIKE needs text", value.name, value.typ)
	case !pattern.literal || pattern.typ != StringType:
		return "", pattern.at.fail("LIKE needs a pattern in quotes")
	case strings.HasSuffix(strings.ReplaceAll(pattern.text, `\\`, ""), `\`):
		return "", pattern.at.fail(`the pattern ends with \, which stands before %, _ or \ only`)
	}
	left := c.sql(value, StringType)
	return left + " like " + c.sql(pattern, StringType), nil
}

// in writes one comparison with an array if all items are literals of a type that has arrays, else one comparison for each item.
func (c *compiler) in(e In) (string, error) {
	if len(e.Items) == 0 {
		return "", position(e.Value).fail("IN has no items")
	}
	var value operand
	var items []operand
	for _, item := range e.Items {
		l, r, err := c.operands(e.Value, item)
		if err != nil {
			return "", err
		}
		value, items = l, append(items, r)
	}
	if list, array := listOf(value, items); list != nil {
		left := c.sql(value, value.typ)
		return left + " = any(" + c.param(list, array) + ")", nil
	}
	var parts []string
	for _, item := range e.Items {
		part, err := c.compare(Compare{Equal, e.Value, item})
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	return "(" + strings.Join(parts, " or ") + ")", nil
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
