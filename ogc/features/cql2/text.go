package cql2

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// ParseText reads a filter in CQL2 text. The error is an *Error.
func ParseText(s string) (Expr, error) {
	if len(s) > MaxLength {
		return nil, Position{}.failf("the filter is longer than %d bytes", MaxLength)
	}
	if !utf8.ValidString(s) {
		return nil, Position{}.fail("the filter is not UTF-8")
	}
	p := &textParser{tokens: scan(s), budget: newBudget()}
	e, err := p.or()
	if err != nil {
		return nil, err
	}
	if p.peek().kind != kindEnd {
		return nil, p.expected("AND, OR or the end")
	}
	return e, nil
}

// textParser is a recursive descent over the rules of the standard's grammar; each method is a rule.
type textParser struct {
	tokens []token // ends with kindEnd or kindBad, which are never taken
	at     int
	budget budget
}

func (p *textParser) peek() token { return p.tokens[p.at] }

func (p *textParser) ahead() token { return p.tokens[min(p.at+1, len(p.tokens)-1)] }

func (p *textParser) take() token {
	t := p.tokens[p.at]
	if p.at < len(p.tokens)-1 {
		p.at++
	}
	return t
}

// accept takes the next token if it is the word or symbol.
func (p *textParser) accept(text string) bool {
	if !p.peek().is(text) {
		return false
	}
	p.take()
	return true
}

func (p *textParser) expect(text string) error {
	if !p.accept(text) {
		return p.expected("'" + text + "'")
	}
	return nil
}

// arithmetic are the operators that are not supported, as JSON spells them. Text may spell div in any case.
var arithmetic = []string{"+", "-", "*", "/", "%", "^", "div"}

// expected says what should stand where the next token stands.
func (p *textParser) expected(what string) error {
	t := p.peek()
	switch {
	case t.kind == kindBad:
		return t.at.fail(t.text)
	case t.kind == kindSymbol && slices.Contains(arithmetic, t.text), t.is("div"):
		return t.at.fail("arithmetic is not supported: " + shown(t.text))
	case t.is("!="):
		return t.at.fail("'!=' is written '<>'")
	}
	return t.at.failf("expected %s, found %s", what, t.found())
}

// enter and leave count how deep the rules are inside each other.
func (p *textParser) enter() error {
	if msg := p.budget.enter(); msg != "" {
		return p.peek().at.fail(msg)
	}
	return nil
}

func (p *textParser) leave() { p.budget.leave() }

func (p *textParser) or() (Expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	args, err := p.chain("OR", p.and)
	if err != nil || len(args) == 1 {
		return only(args), err
	}
	return Or{args}, nil
}

func (p *textParser) and() (Expr, error) {
	args, err := p.chain("AND", p.not)
	if err != nil || len(args) == 1 {
		return only(args), err
	}
	return And{args}, nil
}

func only(args []Expr) Expr {
	if len(args) == 1 {
		return args[0]
	}
	return nil
}

func (p *textParser) chain(word string, rule func() (Expr, error)) ([]Expr, error) {
	var args []Expr
	for {
		arg, err := rule()
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
		if !p.accept(word) {
			return args, nil
		}
	}
}

func (p *textParser) not() (Expr, error) {
	if !p.accept("NOT") {
		return p.primary()
	}
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	arg, err := p.not()
	if err != nil {
		return nil, err
	}
	return Not{arg}, nil
}

func (p *textParser) primary() (Expr, error) {
	t := p.peek()
	if t.is("(") {
		p.take()
		e, err := p.or()
		if err != nil {
			return nil, err
		}
		return p.orNull(e, p.expect(")"))
	}
	if t.kind == kindWord && p.ahead().is("(") {
		switch op := function(t.text).(type) {
		case SpatialOperator:
			left, right, err := p.pair()
			return p.orNull(Spatial{op, left, right}, err)
		case TemporalOperator:
			left, right, err := p.pair()
			return p.orNull(Temporal{op, left, right}, err)
		}
	}
	e, err := p.operand()
	if err != nil {
		return nil, err
	}
	if _, ok := e.(Bool); ok && !p.comparisonFollows() {
		return e, nil
	}
	return p.predicate(e)
}

// orNull reads the IS NULL that may follow a condition.
func (p *textParser) orNull(e Expr, err error) (Expr, error) {
	if err != nil || !p.peek().is("IS") {
		return e, err
	}
	return p.predicate(e)
}

// pair reads the operands of a function.
func (p *textParser) pair() (left, right Expr, err error) {
	p.take()
	p.take()
	if left, err = p.operand(); err != nil {
		return nil, nil, err
	}
	if err = p.expect(","); err != nil {
		return nil, nil, err
	}
	if right, err = p.operand(); err != nil {
		return nil, nil, err
	}
	return left, right, p.expect(")")
}

func (p *textParser) comparisonFollows() bool {
	t := p.peek()
	_, ok := operators[t.text]
	return t.kind == kindSymbol && ok || slices.ContainsFunc([]string{"NOT", "LIKE", "BETWEEN", "IN", "IS", "!="}, t.is)
}

// predicate reads what follows the first operand of a predicate.
func (p *textParser) predicate(left Expr) (Expr, error) {
	if t := p.peek(); t.kind == kindSymbol {
		if op, ok := operators[t.text]; ok {
			p.take()
			right, err := p.operand()
			return Compare{op, left, right}, err
		}
	}
	if p.accept("IS") {
		not := p.accept("NOT")
		if err := p.expect("NULL"); err != nil {
			return nil, err
		}
		return negated(not, IsNull{left}), nil
	}
	not := p.accept("NOT")
	var e Expr
	var err error
	switch {
	case p.accept("LIKE"):
		var pattern Expr
		pattern, err = p.operand()
		e = Like{left, pattern}
	case p.accept("BETWEEN"):
		e, err = p.between(left)
	case p.accept("IN"):
		e, err = p.in(left)
	case not:
		err = p.expected("LIKE, BETWEEN or IN")
	default:
		err = p.expected("=, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL")
	}
	if err != nil {
		return nil, err
	}
	return negated(not, e), nil
}

func negated(not bool, e Expr) Expr {
	if not {
		return Not{e}
	}
	return e
}

func (p *textParser) between(value Expr) (Expr, error) {
	low, err := p.operand()
	if err != nil {
		return nil, err
	}
	if err := p.expect("AND"); err != nil {
		return nil, err
	}
	high, err := p.operand()
	return Between{value, low, high}, err
}

func (p *textParser) in(value Expr) (Expr, error) {
	if err := p.expect("("); err != nil {
		return nil, err
	}
	var items []Expr
	for {
		if len(items) == MaxItems {
			return nil, p.peek().at.failf("IN has more than %d items", MaxItems)
		}
		item, err := p.operand()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if !p.accept(",") {
			break
		}
	}
	return In{value, items}, p.expect(")")
}

// reserved words are properties only in quotes. Another keyword is a property if no parenthesis follows.
var reserved = []string{"AND", "OR", "NOT", "LIKE", "BETWEEN", "IN", "IS", "NULL", "DIV"}

// operand reads a property or a literal.
func (p *textParser) operand() (Expr, error) {
	t := p.peek()
	if msg := p.budget.value(); msg != "" {
		return nil, t.at.fail(msg)
	}
	switch t.kind {
	case kindQuoted:
		p.take()
		return Property{t.text, t.at}, nil
	case kindString:
		p.take()
		return String{t.text, t.at}, nil
	case kindNumber:
		return p.number()
	case kindSymbol:
		if sign := t.is("-") || t.is("+"); sign && p.ahead().kind == kindNumber {
			return p.number()
		}
	case kindWord:
		if slices.ContainsFunc(reserved, t.is) {
			break
		}
		if t.is("TRUE") || t.is("FALSE") {
			p.take()
			return Bool{t.is("TRUE"), t.at}, nil
		}
		if p.ahead().is("(") || p.ahead().is("Z") && isGeometry(t.text) {
			return p.constructor()
		}
		p.take()
		return Property{t.text, t.at}, nil
	}
	if t.is("(") {
		return nil, t.at.fail("expected a property or a value, not '('; arithmetic and arrays are not supported")
	}
	return nil, p.expected("a property or a value")
}

// number reads a number with its sign.
func (p *textParser) number() (Expr, error) {
	t := p.take()
	if t.kind == kindNumber {
		return Number{t.text, t.at}, nil
	}
	n := p.take()
	if t.text == "-" {
		return Number{"-" + n.text, t.at}, nil
	}
	return Number{n.text, t.at}, nil
}

// constructor reads what is written like a function: NAME(...).
func (p *textParser) constructor() (Expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	t := p.peek()
	name := strings.ToUpper(t.text)
	switch name {
	case "CASEI", "ACCENTI":
		p.take()
		p.take()
		arg, err := p.operand()
		if err != nil {
			return nil, err
		}
		if name == "CASEI" {
			return Casei{arg, t.at}, p.expect(")")
		}
		return Accenti{arg, t.at}, p.expect(")")
	case "DATE", "TIMESTAMP":
		p.take()
		p.take()
		s := p.peek()
		if s.kind != kindString {
			return nil, p.expected("a " + strings.ToLower(name) + " in quotes")
		}
		p.take()
		e, err := instant(s.text, s.at, name)
		if err != nil {
			return nil, err
		}
		return e, p.expect(")")
	case "INTERVAL":
		start, end, err := p.pair()
		if err != nil {
			return nil, err
		}
		return interval(start, end, t.at)
	case "BBOX":
		return p.bbox()
	}
	if isGeometry(name) {
		shape, err := p.geometry()
		return Geometry{shape, t.at}, err
	}
	if strings.HasPrefix(name, "A_") {
		return nil, t.at.fail("arrays are not supported: " + shown(t.text))
	}
	if function(name) != nil {
		return nil, t.at.failf("%s is a condition, not a value", name)
	}
	return nil, t.at.fail("unknown function " + shown(t.text))
}
