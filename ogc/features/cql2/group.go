package cql2

import (
	"errors"
	"slices"
)

// grouped writes a predicate on a queryable that is a group, "" for another predicate.
func (c *compiler) grouped(e Expr) string {
	switch e := e.(type) {
	case Compare:
		left, right := e.Left, e.Right
		if _, ok := c.group(right); ok {
			left, right = right, left
		}
		if g, ok := c.group(left); ok && e.Op == Equal {
			return c.inGroup(g, left, []Expr{right})
		} else if ok && e.Op == NotEqual {
			return "not (" + c.inGroup(g, left, []Expr{right}) + ")"
		}
	case In:
		if g, ok := c.group(e.Value); ok {
			return c.inGroup(g, e.Value, e.Items)
		}
	}
	return ""
}

// group returns the group that a property names.
func (c *compiler) group(e Expr) (*Group, bool) {
	p, ok := e.(Property)
	g := c.queryables[p.Name].Group
	return g, ok && g != nil
}

func (c *compiler) inGroup(g *Group, property Expr, items []Expr) string {
	var values []string
	for _, item := range items {
		switch item := item.(type) {
		case String:
			values = append(values, item.Value)
		case Number:
			values = append(values, item.Text)
		default:
			panic(position(item).fail(property.(Property).Name + " is compared with texts or numbers"))
		}
	}
	if c.groups++; c.groups > MaxGroups {
		panic(position(property).failf("the filter has more than %d comparisons such as that of %s", MaxGroups, shown(property.(Property).Name)))
	}
	keys, err := g.Find(values)
	if wrong := new(Error); errors.As(err, &wrong) {
		panic(position(items[0]).fail(wrong.Msg))
	} else if err != nil {
		panic(keysError{err})
	}
	slices.Sort(keys)
	switch {
	case keys == nil:
		return "true"
	case len(keys) == 1: // an index on the key and the order of the records keeps that order for an equality
		return g.Key + " = " + c.param(keys[0], "int")
	}
	return g.Key + " = any(" + c.param(keys, "int[]") + ")"
}
