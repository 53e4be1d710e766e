package cql2

import "strings"

// ArithmeticOperator makes a number of two.
type ArithmeticOperator string

// The arithmetic operators. Div is the whole number of times that the right number goes into the left one; Modulo is what remains. What double
// precision has no number for is null: dividing by 0, a root of a negative number, a result that is too large.
const (
	Add      ArithmeticOperator = "+"
	Subtract ArithmeticOperator = "-"
	Multiply ArithmeticOperator = "*"
	Divide   ArithmeticOperator = "/"
	Div      ArithmeticOperator = "div"
	Modulo   ArithmeticOperator = "%"
	Power    ArithmeticOperator = "^"
)

// precedences are how tight the operators bind. Power binds its right side first, the others their left side.
var precedences = map[ArithmeticOperator]int{Add: 1, Subtract: 1, Multiply: 2, Divide: 2, Div: 2, Modulo: 2, Power: 3}

// arithmeticOf returns the operator of a symbol or of the word div.
func arithmeticOf(text string) (op ArithmeticOperator, precedence int) {
	op = ArithmeticOperator(strings.ToLower(text))
	return op, precedences[op]
}

// arithmetic computes in double precision, by a function of the database that never fails. Remainders and whole quotients are those of numeric,
// which has them.
func (c *compiler) arithmetic(e Arithmetic) operand {
	c.compute(e.Position)
	l, r := c.number(e.Left), c.number(e.Right)
	return operand{
		typ: NumberType, name: "the result of " + string(e.Op), at: position(e),
		sql: "computed('" + string(e.Op) + "', " + l + ", " + r + ")",
	}
}

// compute counts what SQL computes: IN and BETWEEN repeat it.
func (c *compiler) compute(at Position) {
	if c.computed++; c.computed > MaxComputed {
		panic(at.failf("the filter computes more than %d numbers, those that IN and BETWEEN repeat among them", MaxComputed))
	}
}

// number writes an operand of arithmetic.
func (c *compiler) number(e Expr) string {
	o := c.operand(e)
	if o.typ != IntegerType && o.typ != NumberType {
		panic(o.at.failf("%s is %s; arithmetic needs numbers", o.name, o.typ))
	}
	if o.literal {
		return c.numberParam(o.text, NumberType)
	}
	return o.sql + "::double precision"
}
