package cql2

import (
	"slices"
	"strings"
)

// ParseText reads a filter in CQL2 text. The error is an *Error.
func ParseText(s string) (_ Expr, err error) {
	defer catch(&err)
	checkText(s)
	p := &textParser{tokens: scan(s), budget: newBudget()}
	tree := p.or()
	if p.peek().kind != kindEnd {
		return nil, p.expected("AND, OR or the end")
	}
	return tree, nil
}

// textParser is a recursive descent over the rules of the standard's grammar; each method is a rule.
type textParser struct {
	budget
	tokens []token // ends with kindEnd or kindBad, which are never taken
	at     int
	inside int // parentheses that are open round conditions
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

func (p *textParser) expect(text string) {
	if !p.accept(text) {
		panic(p.expected("'" + text + "'"))
	}
}

// expected says what should stand where the next token stands.
func (p *textParser) expected(what string) *Error {
	t := p.peek()
	switch {
	case t.kind == kindBad:
		return t.at.fail(t.text)
	case t.is("!="):
		return t.at.fail("'!=' is written '<>'")
	}
	return t.at.failf("expected %s, found %s", what, t.found())
}

func (p *textParser) enter() { p.budget.enter(p.peek().at) }

func (p *textParser) or() Expr {
	p.enter()
	defer p.leave()
	args := p.chain("OR", p.and)
	if len(args) == 1 {
		return args[0]
	}
	return Or{args}
}

func (p *textParser) and() Expr {
	args := p.chain("AND", p.not)
	if len(args) == 1 {
		return args[0]
	}
	return And{args}
}

func (p *textParser) chain(word string, rule func() Expr) []Expr {
	args := []Expr{rule()}
	for p.accept(word) {
		args = append(args, rule())
	}
	return args
}

func (p *textParser) not() Expr {
	if !p.accept("NOT") {
		return p.primary()
	}
	p.enter()
	defer p.leave()
	return Not{p.not()}
}

func (p *textParser) primary() Expr {
	t := p.peek()
	if p.accept("(") {
		p.inside++
		e := p.or()
		p.inside--
		p.expect(")")
		if isPredicate(e) {
			return p.orNull(e)
		}
		return p.predicate(p.arithmetic(e, 1))
	}
	if t.kind == kindWord && p.ahead().is("(") {
		if condition := binary(t.text); condition != nil {
			return p.orNull(condition(p.pair()))
		}
	}
	e := p.scalar()
	if _, ok := e.(Bool); ok && !p.comparisonFollows() {
		return e
	}
	return p.predicate(e)
}

// scalar reads a property, a literal, or numbers with arithmetic operators between them.
func (p *textParser) scalar() Expr { return p.arithmetic(p.term(), 1) }

// arithmetic reads the operators that follow a first operand and bind as tight as least or tighter.
func (p *textParser) arithmetic(left Expr, least int) Expr {
	for {
		t := p.peek()
		op, precedence := arithmeticOf(t.text)
		if precedence < least || t.kind != kindSymbol && !t.is("div") {
			return left
		}
		p.take()
		right := p.term()
		if op == Power {
			right = p.arithmetic(right, precedence)
		} else {
			right = p.arithmetic(right, precedence+1)
		}
		left = Arithmetic{op, left, right, t.at}
	}
}

// term reads an operand of arithmetic: a property, a literal, arithmetic in parentheses, or one of these with a minus before it.
func (p *textParser) term() Expr {
	if t := p.peek(); t.kind == kindSymbol && t.is("-") && p.ahead().kind != kindNumber {
		p.enter()
		defer p.leave()
		p.take()
		return Arithmetic{Multiply, Number{"-1", t.at}, p.arithmetic(p.term(), precedences[Power]), t.at}
	}
	if !p.peek().is("(") {
		return p.operand()
	}
	p.enter()
	defer p.leave()
	p.take()
	e := p.scalar()
	p.expect(")")
	return e
}

// orNull reads the IS NULL that may follow a condition.
func (p *textParser) orNull(e Expr) Expr {
	if !p.peek().is("IS") {
		return e
	}
	return p.predicate(e)
}

// pair reads the name and the operands of a function.
func (p *textParser) pair() (left, right Expr) {
	p.take()
	p.expect("(")
	left = p.scalar()
	p.expect(",")
	right = p.scalar()
	p.expect(")")
	return left, right
}

func (p *textParser) comparisonFollows() bool {
	t := p.peek()
	return t.kind == kindSymbol && binary(t.text) != nil || slices.ContainsFunc([]string{"NOT", "LIKE", "ILIKE", "BETWEEN", "IN", "IS", "!="}, t.is)
}

// predicate reads what follows the first operand of a predicate.
func (p *textParser) predicate(left Expr) Expr {
	if t := p.peek(); t.kind == kindSymbol {
		if comparison := binary(t.text); comparison != nil {
			p.take()
			return comparison(left, p.scalar())
		}
	}
	if p.accept("IS") {
		not := p.accept("NOT")
		p.expect("NULL")
		return negated(not, IsNull{left})
	}
	not := p.accept("NOT")
	switch {
	case p.accept("LIKE"):
		return negated(not, Like{left, p.operand()})
	case p.accept("ILIKE"): // not of the standard: GDAL writes it
		at := p.peek().at
		return negated(not, Like{Casei{left, at}, Casei{p.operand(), at}})
	case p.accept("BETWEEN"):
		low := p.scalar()
		p.expect("AND")
		return negated(not, Between{left, low, p.scalar()})
	case p.accept("IN"):
		return negated(not, In{left, p.items()})
	case not:
		panic(p.expected("LIKE, BETWEEN or IN"))
	}
	if p.peek().is(")") && p.inside > 0 { // a value in parentheses, with more behind them
		return left
	}
	panic(p.expected("=, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL"))
}

func negated(not bool, e Expr) Expr {
	if not {
		return Not{e}
	}
	return e
}

func (p *textParser) items() (items []Expr) {
	p.list(func() {
		if len(items) == MaxItems {
			panic(p.peek().at.failf("IN has more than %d items", MaxItems))
		}
		items = append(items, p.scalar())
	}, 0)
	return items
}

// reserved words are properties only in quotes. Another keyword is a property if no parenthesis follows.
var reserved = []string{"AND", "OR", "NOT", "LIKE", "BETWEEN", "IN", "IS", "NULL", "DIV"}

// operand reads a property or a literal.
func (p *textParser) operand() Expr {
	t := p.peek()
	p.value(t.at)
	switch {
	case p.numberFollows():
		return p.number()
	case t.kind == kindQuoted:
		p.take()
		return Property{t.text, t.at}
	case t.kind == kindString:
		p.take()
		return String{t.text, t.at}
	case t.kind == kindWord && !slices.ContainsFunc(reserved, t.is):
		if t.is("TRUE") || t.is("FALSE") {
			p.take()
			return Bool{t.is("TRUE"), t.at}
		}
		if p.ahead().is("(") || p.ahead().is("Z") && isGeometry(t.text) {
			return p.constructor()
		}
		p.take()
		return Property{t.text, t.at}
	}
	panic(p.expected("a property or a value"))
}

// numberFollows says whether the next token is a number, or its sign.
func (p *textParser) numberFollows() bool {
	t := p.peek()
	return t.kind == kindNumber || (t.is("-") || t.is("+")) && p.ahead().kind == kindNumber
}

// number reads a number with its sign.
func (p *textParser) number() Number {
	t := p.take()
	if t.kind == kindNumber {
		return Number{t.text, t.at}
	}
	return Number{strings.TrimPrefix(t.text, "+") + p.take().text, t.at}
}

// constructor reads what is written like a function: NAME(...).
func (p *textParser) constructor() Expr {
	p.enter()
	defer p.leave()
	t := p.peek()
	if f, ok := functionNamed(t.text); ok {
		return Call{f.Name, p.argument(p.scalar), t.at}
	}
	switch name := strings.ToUpper(t.text); {
	case name == "CASEI":
		return Casei{p.argument(p.operand), t.at}
	case name == "ACCENTI":
		return Accenti{p.argument(p.operand), t.at}
	case name == "DATE" || name == "TIMESTAMP":
		return p.argument(func() Expr {
			s := p.peek()
			if s.kind != kindString {
				panic(p.expected("a " + strings.ToLower(name) + " in quotes"))
			}
			p.take()
			return instant(s.text, s.at, name)
		})
	case name == "INTERVAL":
		start, end := p.pair()
		return interval(start, end, t.at)
	case name == "BBOX":
		return p.bbox()
	case isGeometry(name):
		return Geometry{p.geometry(), t.at}
	case strings.HasPrefix(name, "A_"):
		panic(t.at.fail("arrays are not supported: " + shown(t.text)))
	case binary(name) != nil:
		panic(t.at.failf("%s is a condition, not a value", name))
	}
	panic(t.at.fail("unknown function " + shown(t.text)))
}

// argument reads the name and the one argument of a function.
func (p *textParser) argument(read func() Expr) Expr {
	p.take()
	p.expect("(")
	e := read()
	p.expect(")")
	return e
}
