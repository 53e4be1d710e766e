package cql2

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseJSON reads a filter in CQL2 JSON. The error is an *Error. Members that the standard does not name are left out.
func ParseJSON(b []byte) (Expr, error) {
	if len(b) > MaxLength {
		return nil, Position{}.failf("the filter is longer than %d bytes", MaxLength)
	}
	if !utf8.Valid(b) {
		return nil, Position{}.fail("the filter is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, notJSON(err, b)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, Position{}.fail("the filter is more than one JSON value")
	}
	p := &jsonParser{budget: newBudget()}
	return p.condition(v, "")
}

// notJSON says where a text stops being JSON.
func notJSON(err error, b []byte) error {
	syntax := new(json.SyntaxError)
	if errors.As(err, &syntax) && syntax.Offset > 0 && syntax.Offset <= int64(len(b)) {
		at := int(syntax.Offset) - 1
		return Position{Byte: at, Char: utf8.RuneCount(b[:at]) + 1}.fail("the filter is not JSON: unexpected character")
	}
	return Position{Byte: len(b), Char: utf8.RuneCount(b) + 1}.fail("the filter is not JSON: it ends too early")
}

// jsonParser reads decoded JSON. path is the JSON pointer of a value.
type jsonParser struct{ budget budget }

func at(path string) Position { return Position{Pointer: path, Whole: path == ""} }

// below is the pointer to a member or an item.
func below(path string, step any) string {
	text := strings.NewReplacer("~", "~0", "/", "~1").Replace(fmt.Sprint(step))
	return path + "/" + text
}

func (p *jsonParser) enter(path string) error {
	if msg := p.budget.enter(); msg != "" {
		return at(path).fail(msg)
	}
	return nil
}

// jsonConditions are the operators without a table, in lower case.
var jsonConditions = []string{"and", "or", "not", "like", "between", "in", "isnull"}

func (p *jsonParser) condition(v any, path string) (Expr, error) {
	if _, ok := v.(bool); ok {
		return p.operand(v, path)
	}
	op, args, err := p.call(v, path)
	if err != nil {
		return nil, err
	}
	if err := p.enter(path); err != nil {
		return nil, err
	}
	defer p.budget.leave()
	argsPath := below(path, "args")
	switch name := strings.ToLower(op); name {
	case "and", "or":
		return p.chain(name, args, argsPath)
	case "not":
		if err := count(args, 1, op, argsPath); err != nil {
			return nil, err
		}
		arg, err := p.condition(args[0], below(argsPath, 0))
		return Not{arg}, err
	case "in":
		return p.in(args, argsPath)
	case "like":
		e, err := p.operands(op, args, 2, argsPath)
		if err != nil {
			return nil, err
		}
		return Like{e[0], e[1]}, nil
	case "between":
		e, err := p.operands(op, args, 3, argsPath)
		if err != nil {
			return nil, err
		}
		return Between{e[0], e[1], e[2]}, nil
	case "isnull":
		return p.isNull(args, argsPath)
	}
	var pair func(l, r Expr) Expr
	if o, ok := operators[op]; ok {
		pair = func(l, r Expr) Expr { return Compare{o, l, r} }
	}
	switch o := function(op).(type) {
	case SpatialOperator:
		pair = func(l, r Expr) Expr { return Spatial{o, l, r} }
	case TemporalOperator:
		pair = func(l, r Expr) Expr { return Temporal{o, l, r} }
	}
	if pair == nil {
		return nil, unknownOperator(op, path)
	}
	e, err := p.operands(op, args, 2, argsPath)
	if err != nil {
		return nil, err
	}
	return pair(e[0], e[1]), nil
}

func unknownOperator(op, path string) error {
	path = below(path, "op")
	switch {
	case slices.Contains(arithmetic, op):
		return at(path).fail("arithmetic is not supported: " + shown(op))
	case strings.HasPrefix(op, "a_"):
		return at(path).fail("arrays are not supported: " + shown(op))
	case strings.EqualFold(op, "casei") || strings.EqualFold(op, "accenti"):
		return at(path).fail("a value stands where a condition is needed")
	}
	return at(path).fail("unknown operator or function " + shown(op))
}

// call reads {"op": ..., "args": [...]}.
func (p *jsonParser) call(v any, path string) (op string, args []any, err error) {
	object, ok := v.(map[string]any)
	if !ok {
		return "", nil, at(path).fail(`expected a condition, {"op": ..., "args": [...]}, true or false`)
	}
	if op, ok = object["op"].(string); !ok {
		return "", nil, at(path).fail(`expected a condition, which has a text "op"`)
	}
	if args, ok = object["args"].([]any); !ok {
		return "", nil, at(path).fail(`expected an array "args"`)
	}
	return op, args, nil
}

func count(args []any, n int, op, path string) error {
	if len(args) != n {
		return at(path).failf("%s needs %d arguments, not %d", shown(op), n, len(args))
	}
	return nil
}

func (p *jsonParser) chain(op string, args []any, path string) (Expr, error) {
	if len(args) < 2 {
		return nil, at(path).failf("'%s' needs at least 2 arguments", op)
	}
	all := make([]Expr, len(args))
	for i, arg := range args {
		var err error
		if all[i], err = p.condition(arg, below(path, i)); err != nil {
			return nil, err
		}
	}
	if op == "and" {
		return And{all}, nil
	}
	return Or{all}, nil
}

func (p *jsonParser) operands(op string, args []any, n int, path string) ([]Expr, error) {
	if err := count(args, n, op, path); err != nil {
		return nil, err
	}
	all := make([]Expr, n)
	for i, arg := range args {
		var err error
		if all[i], err = p.operand(arg, below(path, i)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (p *jsonParser) in(args []any, path string) (Expr, error) {
	if err := count(args, 2, "in", path); err != nil {
		return nil, err
	}
	value, err := p.operand(args[0], below(path, 0))
	if err != nil {
		return nil, err
	}
	listPath := below(path, 1)
	list, ok := args[1].([]any)
	switch {
	case !ok || len(list) == 0:
		return nil, at(listPath).fail("expected an array of values")
	case len(list) > MaxItems:
		return nil, at(listPath).failf("'in' has more than %d items", MaxItems)
	}
	items := make([]Expr, len(list))
	for i, item := range list {
		if items[i], err = p.operand(item, below(listPath, i)); err != nil {
			return nil, err
		}
	}
	return In{value, items}, nil
}

// isNull reads the argument of isNull, which may be a condition.
func (p *jsonParser) isNull(args []any, path string) (Expr, error) {
	if err := count(args, 1, "isNull", path); err != nil {
		return nil, err
	}
	path = below(path, 0)
	if object, ok := args[0].(map[string]any); ok {
		op, _ := object["op"].(string)
		_, compares := operators[op]
		if compares || function(op) != nil || slices.Contains(jsonConditions, strings.ToLower(op)) {
			arg, err := p.condition(args[0], path)
			return IsNull{arg}, err
		}
	}
	arg, err := p.operand(args[0], path)
	return IsNull{arg}, err
}

// operand reads a property or a literal.
func (p *jsonParser) operand(v any, path string) (Expr, error) {
	if msg := p.budget.value(); msg != "" {
		return nil, at(path).fail(msg)
	}
	switch v := v.(type) {
	case string:
		return String{v, at(path)}, noNUL(v, path)
	case bool:
		return Bool{v, at(path)}, nil
	case json.Number:
		if len(v) > MaxNumber {
			return nil, at(path).failf("a number of more than %d characters", MaxNumber)
		}
		return Number{v.String(), at(path)}, nil
	case map[string]any:
		return p.object(v, path)
	}
	return nil, at(path).fail("expected a property or a value")
}

func noNUL(s, path string) error {
	if strings.ContainsRune(s, 0) {
		return at(path).fail("the character NUL in the filter")
	}
	return nil
}

// object reads an operand that is an object. Its member says what it is.
func (p *jsonParser) object(object map[string]any, path string) (Expr, error) {
	if err := p.enter(path); err != nil {
		return nil, err
	}
	defer p.budget.leave()
	text := func(member string) (string, error) {
		s, ok := object[member].(string)
		if !ok {
			return "", at(below(path, member)).fail("expected a text")
		}
		return s, noNUL(s, below(path, member))
	}
	has := func(member string) bool { _, ok := object[member]; return ok }
	switch {
	case has("property"):
		name, err := text("property")
		return Property{name, at(path)}, err
	case has("date"), has("timestamp"):
		member := "date"
		if !has(member) {
			member = "timestamp"
		}
		s, err := text(member)
		if err != nil {
			return nil, err
		}
		return instant(s, at(path), strings.ToUpper(member))
	case has("interval"):
		return p.interval(object["interval"], below(path, "interval"))
	case has("op"):
		return p.folded(object, path)
	case has("type"):
		return p.geometry(object, path)
	case has("bbox"):
		n, err := numbers(object["bbox"], below(path, "bbox"))
		if err != nil {
			return nil, err
		}
		return box(n, at(path))
	}
	return nil, at(path).fail("expected a property or a value")
}

func (p *jsonParser) interval(v any, path string) (Expr, error) {
	list, ok := v.([]any)
	if !ok || len(list) != 2 {
		return nil, at(path).fail("expected an array of two")
	}
	ends, err := p.operands("interval", list, 2, path)
	if err != nil {
		return nil, err
	}
	return interval(ends[0], ends[1], at(path))
}

// folded reads casei and accenti.
func (p *jsonParser) folded(object map[string]any, path string) (Expr, error) {
	op, args, err := p.call(object, path)
	if err != nil {
		return nil, err
	}
	name := strings.ToLower(op)
	if name != "casei" && name != "accenti" {
		if _, ok := operators[op]; ok || function(op) != nil || slices.Contains(jsonConditions, name) {
			return nil, at(path).failf("%s is a condition, not a value", shown(op))
		}
		return nil, unknownOperator(op, path)
	}
	e, err := p.operands(op, args, 1, below(path, "args"))
	if err != nil {
		return nil, err
	}
	if name == "casei" {
		return Casei{e[0], at(path)}, nil
	}
	return Accenti{e[0], at(path)}, nil
}

// numbers reads an array of numbers.
func numbers(v any, path string) ([]float64, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, at(path).fail("expected an array of numbers")
	}
	if len(list) > 6 {
		return nil, at(path).fail("more than six numbers")
	}
	out := make([]float64, len(list))
	for i, item := range list {
		n, ok := item.(json.Number)
		if !ok {
			return nil, at(below(path, i)).fail("expected a number")
		}
		var err error
		if out[i], err = coordinate(n.String(), at(path+"/"+strconv.Itoa(i))); err != nil {
			return nil, err
		}
	}
	return out, nil
}
