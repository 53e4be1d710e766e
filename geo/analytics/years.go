package analytics

import (
	"math/bits"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
)

// yearSet is a set of the years that records and events may have.
type yearSet [(calendar.MaxYear-calendar.MinYear)/64 + 1]uint64

func (y *yearSet) add(year int) {
	year -= calendar.MinYear
	y[year/64] |= 1 << (year % 64)
}

func (y *yearSet) has(year int) bool {
	year -= calendar.MinYear
	return y[year/64]&(1<<(year%64)) != 0
}

func (y *yearSet) join(other *yearSet) {
	for i := range y {
		y[i] |= other[i]
	}
}

func (y *yearSet) len() (n int) {
	for _, word := range y {
		n += bits.OnesCount64(word)
	}
	return n
}

// first returns the first year; 0 for none.
func (y *yearSet) first() int {
	for i, word := range y {
		if word != 0 {
			return calendar.MinYear + 64*i + bits.TrailingZeros64(word)
		}
	}
	return 0
}

// lastBefore returns the last year before another; 0 for none.
func (y *yearSet) lastBefore(year int) int {
	for year--; year >= calendar.MinYear; year-- {
		if y.has(year) {
			return year
		}
	}
	return 0
}

// years lists the years from the first to the last of a range.
func (y *yearSet) years(first, last int) (list []int) {
	for year := first; year <= last; year++ {
		if y.has(year) {
			list = append(list, year)
		}
	}
	return list
}
