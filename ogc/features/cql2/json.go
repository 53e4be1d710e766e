package cql2

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParseJSON reads a filter in CQL2 JSON. The error is an *Error. Members that the standard does not name are left out.
func ParseJSON(b []byte) (_ Expr, err error) {
	defer catch(&err)
	checkText(string(b))
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, notJSON(err, b)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, Position{}.fail("the filter is more than one JSON value")
	}
	p := &jsonParser{newBudget()}
	return p.condition(v, ""), nil
}

// notJSON says where a text stops being JSON.
func notJSON(err error, b []byte) error {
	at, msg := len(b), "it ends too early"
	syntax := new(json.SyntaxError)
	if errors.As(err, &syntax) && syntax.Offset > 0 && syntax.Offset <= int64(len(b)) {
		at, msg = int(syntax.Offset)-1, "unexpected character"
	}
	return Position{Char: utf8.RuneCount(b[:at]) + 1}.fail("the filter is not JSON: " + msg)
}

// jsonParser reads decoded JSON. path is the JSON pointer of a value.
type jsonParser struct{ budget }

func at(path string) Position { return Position{Pointer: path, Whole: path == ""} }

// below is the pointer to a member or an item.
func below(path string, step any) string {
	text := strings.NewReplacer("~", "~0", "/", "~1").Replace(fmt.Sprint(step))
	return path + "/" + text
}

// isCondition says whether an operator makes a condition of its arguments.
func isCondition(op string) bool {
	return binary(op) != nil || slices.Contains([]string{"and", "or", "not", "like", "between", "in", "isnull"}, strings.ToLower(op))
}

func (p *jsonParser) condition(v any, path string) Expr {
	if _, ok := v.(bool); ok {
		return p.operand(v, path)
	}
	op, args := p.call(v, path)
	p.enter(at(path))
	defer p.leave()
	argsPath := below(path, "args")
	switch name := strings.ToLower(op); name {
	case "and", "or":
		if len(args) < 2 {
			panic(at(argsPath).failf("'%s' needs at least 2 arguments", name))
		}
		all := each(args, argsPath, p.condition)
		if name == "and" {
			return And{all}
		}
		return Or{all}
	case "not":
		checkCount(args, 1, op, argsPath)
		return Not{p.condition(args[0], below(argsPath, 0))}
	case "in":
		return p.in(args, argsPath)
	case "like":
		e := p.operands(op, args, 2, argsPath)
		return Like{e[0], e[1]}
	case "between":
		e := p.operands(op, args, 3, argsPath)
		return Between{e[0], e[1], e[2]}
	case "isnull":
		checkCount(args, 1, "isNull", argsPath)
		return IsNull{p.nullable(args[0], below(argsPath, 0))}
	}
	condition := binary(op)
	if condition == nil {
		panic(unknownOperator(op, path))
	}
	e := p.operands(op, args, 2, argsPath)
	return condition(e[0], e[1])
}

// isValue says whether an operator makes a value of its arguments.
func isValue(op string) bool {
	_, computes := arithmeticOf(op)
	_, calls := functionNamed(op)
	return computes > 0 || calls || strings.EqualFold(op, "casei") || strings.EqualFold(op, "accenti")
}

func unknownOperator(op, path string) *Error {
	at := at(below(path, "op"))
	switch {
	case strings.HasPrefix(op, "a_"):
		return at.fail("arrays are not supported: " + shown(op))
	case isValue(op):
		return at.fail("a value stands where a condition is needed")
	}
	return at.fail("unknown operator or function " + shown(op))
}

// call reads {"op": ..., "args": [...]}.
func (p *jsonParser) call(v any, path string) (op string, args []any) {
	object, ok := v.(map[string]any)
	if !ok {
		panic(at(path).fail(`expected a condition, {"op": ..., "args": [...]}, true or false`))
	}
	if op, ok = object["op"].(string); !ok {
		panic(at(path).fail(`expected a condition, which has a text "op"`))
	}
	if args, ok = object["args"].([]any); !ok {
		panic(at(path).fail(`expected an array "args"`))
	}
	return op, args
}

func checkCount(args []any, n int, op, path string) {
	if len(args) != n {
		panic(at(path).failf("%s needs %d arguments, not %d", shown(op), n, len(args)))
	}
}

// each reads the items of an array.
func each[T any](list []any, path string, read func(v any, path string) T) []T {
	all := make([]T, len(list))
	for i, item := range list {
		all[i] = read(item, below(path, i))
	}
	return all
}

func (p *jsonParser) operands(op string, args []any, n int, path string) []Expr {
	checkCount(args, n, op, path)
	return each(args, path, p.operand)
}

func (p *jsonParser) in(args []any, path string) Expr {
	checkCount(args, 2, "in", path)
	value := p.operand(args[0], below(path, 0))
	listPath := below(path, 1)
	list, ok := args[1].([]any)
	switch {
	case !ok || len(list) == 0:
		panic(at(listPath).fail("expected an array of values"))
	case len(list) > MaxItems:
		panic(at(listPath).failf("'in' has more than %d items", MaxItems))
	}
	return In{value, each(list, listPath, p.operand)}
}

// nullable reads the argument of isNull, which may be a condition.
func (p *jsonParser) nullable(v any, path string) Expr {
	if object, ok := v.(map[string]any); ok {
		if op, _ := object["op"].(string); isCondition(op) {
			return p.condition(v, path)
		}
	}
	return p.operand(v, path)
}

// operand reads a property or a literal.
func (p *jsonParser) operand(v any, path string) Expr {
	p.value(at(path))
	switch v := v.(type) {
	case string:
		return String{withoutNUL(v, path), at(path)}
	case bool:
		return Bool{v, at(path)}
	case json.Number:
		if len(v) > MaxNumber {
			panic(at(path).failf("a number of more than %d characters", MaxNumber))
		}
		return Number{v.String(), at(path)}
	case map[string]any:
		return p.object(v, path)
	}
	panic(at(path).fail("expected a property or a value"))
}

func withoutNUL(s, path string) string {
	if strings.ContainsRune(s, 0) {
		panic(at(path).fail("the character NUL in the filter"))
	}
	return s
}

// object reads an operand that is an object. Its member says what it is.
func (p *jsonParser) object(object map[string]any, path string) Expr {
	p.enter(at(path))
	defer p.leave()
	text := func(member string) string {
		s, ok := object[member].(string)
		if !ok {
			panic(at(below(path, member)).fail("expected a text"))
		}
		return withoutNUL(s, below(path, member))
	}
	has := func(member string) bool { _, ok := object[member]; return ok }
	switch {
	case has("property"):
		return Property{text("property"), at(path)}
	case has("date"):
		return instant(text("date"), at(path), "DATE")
	case has("timestamp"):
		return instant(text("timestamp"), at(path), "TIMESTAMP")
	case has("interval"):
		return p.interval(object["interval"], below(path, "interval"))
	case has("op"):
		return p.computed(object, path)
	case has("type"):
		return Geometry{p.geometry(object, path), at(path)}
	case has("bbox"):
		return box(numbers(object["bbox"], below(path, "bbox")), at(path))
	}
	panic(at(path).fail("expected a property or a value"))
}

func (p *jsonParser) interval(v any, path string) Expr {
	list, ok := v.([]any)
	if !ok || len(list) != 2 {
		panic(at(path).fail("expected an array of two"))
	}
	ends := each(list, path, p.operand)
	return interval(ends[0], ends[1], at(path))
}

// computed reads arithmetic, functions, casei and accenti.
func (p *jsonParser) computed(object map[string]any, path string) Expr {
	op, args := p.call(object, path)
	switch {
	case isCondition(op):
		panic(at(path).failf("%s is a condition, not a value", shown(op)))
	case !isValue(op):
		panic(unknownOperator(op, path))
	}
	argsPath := below(path, "args")
	if arithmetic, precedence := arithmeticOf(op); precedence > 0 {
		e := p.operands(op, args, 2, argsPath)
		return Arithmetic{arithmetic, e[0], e[1], at(path)}
	}
	arg := p.operands(op, args, 1, argsPath)[0]
	if f, ok := functionNamed(op); ok {
		return Call{f.Name, arg, at(path)}
	}
	if strings.EqualFold(op, "casei") {
		return Casei{arg, at(path)}
	}
	return Accenti{arg, at(path)}
}

// numbers reads an array of numbers.
func numbers(v any, path string) []float64 {
	list, ok := v.([]any)
	if !ok {
		panic(at(path).fail("expected an array of numbers"))
	}
	if len(list) > 6 {
		panic(at(path).fail("more than six numbers"))
	}
	return each(list, path, func(v any, path string) float64 {
		n, ok := v.(json.Number)
		if !ok {
			panic(at(path).fail("expected a number"))
		}
		return coordinate(n.String(), at(path))
	})
}
