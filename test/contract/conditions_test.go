package contract_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// queryable is a property that conditions in CQL2 may name.
type queryable struct {
	name   string
	schema *openapi3.Schema
}

// conditions are the queryables by the path of a collection's items.
type conditions map[string][]queryable

// draw makes a condition over the collection of a path, as text or as JSON. Tiles have the conditions of items.
func (c conditions) draw(d dice, path string) (text, language string) {
	if collection, _, tiled := strings.Cut(path, "/tiles/"); tiled {
		path = collection + "/items"
	}
	node := c.node(d, c[path], 3)
	if d.chance(50) {
		return node.text(), "cql2-text"
	}
	raw, err := json.Marshal(node)
	if err != nil {
		panic(err)
	}
	return string(raw), "cql2-json"
}

// node is an operation of CQL2 with its operands: nodes, properties, literals and lists of them.
type node struct {
	Op   string `json:"op"`
	Args []any  `json:"args"`
}

type property struct {
	Property string `json:"property"`
}

// groups are the queryables whose values stand for several values of a record.
var groups = []string{"species", "disease", "months"}

// instant is a date or a timestamp, interval a pair of them, polygon a closed ring, as CQL2's JSON has them.
type instant map[string]string

type interval struct {
	Interval [2]string `json:"interval"`
}

type polygon struct {
	Type        string          `json:"type"`
	Coordinates [1][][2]float64 `json:"coordinates"`
}

func (c conditions) node(d dice, all []queryable, depth int) node {
	if depth > 0 && d.chance(55) {
		switch d.IntN(3) {
		case 0:
			return node{"not", []any{c.node(d, all, depth-1)}}
		case 1:
			return node{"and", []any{c.node(d, all, depth-1), c.node(d, all, depth-1)}}
		}
		return node{"or", []any{c.node(d, all, depth-1), c.node(d, all, depth-1), c.node(d, all, depth-1)}}
	}
	q := pick(d, all)
	p := property{q.name}
	if strings.HasPrefix(q.schema.Format, "geometry-") {
		w, s := d.between(-170, 160), d.between(-80, 70)
		ring := [][2]float64{{w, s}, {w + 10, s}, {w + 10, s + 10}, {w, s + 10}, {w, s}}
		return node{pick(d, []string{"s_intersects", "s_within", "s_disjoint", "s_contains", "s_touches", "s_overlaps", "s_equals"}), []any{p, polygon{"Polygon", [1][][2]float64{ring}}}}
	}
	if slices.Contains(groups, q.name) { // a name stands for what it includes, which has no order
		if d.chance(30) {
			return node{"in", []any{p, []any{c.literal(d, q), c.literal(d, q)}}}
		}
		return node{pick(d, []string{"=", "<>"}), []any{p, c.literal(d, q)}}
	}
	if d.chance(15) {
		return node{"isNull", []any{p}}
	}
	timed := q.schema.Format == "date" || q.schema.Format == "date-time"
	isText := q.schema.Type.Is("string") && q.schema.Format == ""
	switch {
	case timed && d.chance(50):
		return node{pick(d, []string{"t_before", "t_after", "t_disjoint", "t_intersects"}), []any{p, interval{[2]string{d.date(), pick(d, []string{"..", "2030-01-01"})}}}}
	case isText && d.chance(30):
		return node{"like", []any{p, pick(d, []string{"A%", "%s", "_e%", "100%", `a\%b`, "%'%", "%"})}}
	case isText && d.chance(30):
		f := pick(d, []string{"casei", "accenti"})
		return node{"=", []any{node{f, []any{p}}, node{f, []any{c.literal(d, q)}}}}
	case q.schema.Format == "uuid":
		return node{"=", []any{p, c.literal(d, q)}}
	case !isText && !timed && d.chance(30):
		return node{"between", []any{p, c.literal(d, q), c.literal(d, q)}}
	case d.chance(30):
		return node{"in", []any{p, []any{c.literal(d, q), c.literal(d, q)}}}
	}
	return node{pick(d, []string{"=", "<>", "<", "<=", ">", ">="}), []any{p, c.literal(d, q)}}
}

func (c conditions) literal(d dice, q queryable) any {
	switch q.schema.Format {
	case "date":
		return instant{"date": d.date()}
	case "date-time":
		return instant{"timestamp": d.date() + "T06:00:00Z"}
	}
	return d.valid(q.schema)
}

// text is the operation in CQL2's text form.
func (n node) text() string {
	var args []string
	for _, a := range n.Args {
		args = append(args, operandText(a))
	}
	switch n.Op {
	case "and", "or":
		return "(" + strings.Join(args, " "+strings.ToUpper(n.Op)+" ") + ")"
	case "not":
		return "NOT " + args[0]
	case "isNull":
		return "(" + args[0] + " IS NULL)"
	case "between":
		return fmt.Sprintf("(%s BETWEEN %s AND %s)", args[0], args[1], args[2])
	case "in", "like", "=", "<>", "<", "<=", ">", ">=":
		return "(" + args[0] + " " + strings.ToUpper(n.Op) + " " + args[1] + ")"
	}
	return strings.ToUpper(n.Op) + "(" + strings.Join(args, ",") + ")"
}

func operandText(v any) string {
	quoted := func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
	switch v := v.(type) {
	case node:
		return v.text()
	case property:
		return v.Property
	case string:
		return quoted(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case instant:
		if day, ok := v["date"]; ok {
			return "DATE(" + quoted(day) + ")"
		}
		return "TIMESTAMP(" + quoted(v["timestamp"]) + ")"
	case interval:
		return "INTERVAL(" + quoted(v.Interval[0]) + "," + quoted(v.Interval[1]) + ")"
	case polygon:
		var corners []string
		for _, c := range v.Coordinates[0] {
			corners = append(corners, operandText(c[0])+" "+operandText(c[1]))
		}
		return "POLYGON((" + strings.Join(corners, ",") + "))"
	case []any:
		var items []string
		for _, item := range v {
			items = append(items, operandText(item))
		}
		return "(" + strings.Join(items, ",") + ")"
	}
	return fmt.Sprint(v)
}
