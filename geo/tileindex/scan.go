package tileindex

import (
	"math"

	"github.com/skeeter-surveillance/skeeter/internal/filter"
)

// blockSize is how many rows a scan looks at together: the columns of a block fit the processor's first cache.
const blockSize = 1024

// query is a Filter made ready for the index's codes.
type query struct {
	facets                   []bool // nil: all
	taxa                     []bool // nil: all
	firstDay, lastDay        int    // inclusive
	dated                    bool
	months                   uint16 // 0: all
	boxed, crosses           bool
	west, south, east, north int32
}

func (x *Index) compile(f filter.Filter) query {
	q := query{months: f.Months, firstDay: 0, lastDay: math.MaxInt}
	if facets, all := x.dict.matching(f); !all {
		q.facets = facets
	}
	if f.Taxa != nil {
		q.taxa = make([]bool, len(x.dict.taxa))
		for _, key := range f.Taxa {
			if code, ok := x.dict.taxonCode[key]; ok {
				q.taxa[code] = true
			}
		}
	}
	if f.Start != nil {
		q.firstDay, q.dated = dayOf(*f.Start), true
	}
	if f.End != nil {
		q.lastDay, q.dated = dayOf(*f.End), true
	}
	if b := f.BBox; b != nil {
		q.boxed, q.crosses = true, b.West > b.East
		q.west, q.east = e7(b.West, math.Ceil), e7(b.East, math.Floor)
		q.south, q.north = e7(b.South, math.Ceil), e7(b.North, math.Floor)
	}
	return q
}

// e7 converts degrees to 1e-7 degrees, rounding a border inwards; what lies on it to seven decimals stays on it.
func e7(degrees float64, inwards func(float64) float64) int32 {
	scaled := degrees * 1e7
	if nearest := math.Round(scaled); math.Abs(scaled-nearest) < 1e-5 {
		return int32(nearest)
	}
	return int32(inwards(scaled))
}

// scan calls visit with the rows that match, block by block. The indexes are valid during the call alone.
func (x *Index) scan(q query, visit func(rows []int32)) {
	var buffer [blockSize]int32
	for begin := 0; begin < x.cols.len(); begin += blockSize {
		end := min(begin+blockSize, x.cols.len())
		rows := buffer[:end-begin]
		for i := range rows {
			rows[i] = int32(begin + i)
		}
		rows = x.selectPlace(q, x.selectCodes(q, rows))
		rows = x.selectDays(q, rows)
		if len(rows) > 0 {
			visit(rows)
		}
	}
}

func (x *Index) selectCodes(q query, rows []int32) []int32 {
	if q.taxa != nil {
		kept := rows[:0]
		for _, i := range rows {
			if q.taxa[x.cols.taxon[i]] {
				kept = append(kept, i)
			}
		}
		rows = kept
	}
	if q.facets != nil {
		kept := rows[:0]
		for _, i := range rows {
			if q.facets[x.cols.facet[i]] {
				kept = append(kept, i)
			}
		}
		rows = kept
	}
	return rows
}

func (x *Index) selectPlace(q query, rows []int32) []int32 {
	if !q.boxed {
		return rows
	}
	kept := rows[:0]
	for _, i := range rows {
		if lat := x.cols.lat[i]; lat < q.south || lat > q.north {
			continue
		}
		lon := x.cols.lon[i]
		if q.crosses && (lon >= q.west || lon <= q.east) || !q.crosses && lon >= q.west && lon <= q.east {
			kept = append(kept, i)
		}
	}
	return kept
}

func (x *Index) selectDays(q query, rows []int32) []int32 {
	if q.dated {
		kept := rows[:0]
		for _, i := range rows {
			if w := x.cols.when[i]; w.first() >= q.firstDay && w.last() <= q.lastDay {
				kept = append(kept, i)
			}
		}
		rows = kept
	}
	if q.months != 0 {
		kept := rows[:0]
		for _, i := range rows {
			if monthsOf(x.cols.when[i])&^q.months == 0 {
				kept = append(kept, i)
			}
		}
		rows = kept
	}
	return rows
}

// monthOfDay is the month (0 to 11, and the number of months since dayZero) of every day the index can hold.
var monthOfDay = func() []uint16 {
	out := make([]uint16, maxDay+spanMask+2)
	for day := range out {
		t := dateOf(day)
		out[day] = uint16((t.Year()-dayZero.Year())*12 + int(t.Month()) - 1)
	}
	return out
}()

// monthsOf returns the months that a row touches, bit 0 is January; as months_mask does in SQL.
func monthsOf(w fact) uint16 {
	first, last := monthOfDay[w.first()], monthOfDay[w.last()]
	if last-first >= 11 {
		return 1<<12 - 1
	}
	run := uint32(1)<<(last-first+1) - 1
	run <<= first % 12
	return uint16((run | run>>12) & (1<<12 - 1))
}
