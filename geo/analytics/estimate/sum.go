package estimate

import (
	"math"
	"math/bits"
)

// Sum adds numbers up exactly, so that their order, and the goroutine that added them, does not show in the last digit. The zero Sum is
// zero. It is a fixed-point number: digits below 2^-64 are cut off, and it holds less than 2^64.
type Sum struct{ whole, part uint64 }

const partUnits = 1 << 64 // of one

// SumOf returns the sum of one number, from 0 to below 2^64.
func SumOf(v float64) Sum {
	whole, part := math.Modf(v)
	return Sum{uint64(whole), uint64(part * partUnits)}
}

// Add adds a number from 0 to below 2^64.
func (s *Sum) Add(v float64) { s.Join(SumOf(v)) }

// Join adds another sum.
func (s *Sum) Join(o Sum) {
	var carry uint64
	s.part, carry = bits.Add64(s.part, o.part, 0)
	s.whole, _ = bits.Add64(s.whole, o.whole, carry)
}

// Value returns the sum.
func (s Sum) Value() float64 { return float64(s.whole) + float64(s.part)/partUnits }

// norm is the root of the sum of the squares of n numbers, in any order.
func norm(n int, number func(int) float64) float64 {
	largest := 0.0
	for i := range n {
		largest = max(largest, math.Abs(number(i)))
	}
	_, exponent := math.Frexp(largest)
	const digits = 20 // of the largest before the point: a Sum holds the squares of 16 million of them
	var squares Sum
	for i := range n {
		scaled := math.Ldexp(number(i), digits-exponent)
		squares.Add(scaled * scaled)
	}
	return math.Ldexp(math.Sqrt(squares.Value()), exponent-digits)
}
