package tileindex

import "math"

// dayCounts counts something by day.
type dayCounts struct {
	first  int // day of the first count
	counts []int32
}

// newDayCounts returns counts for the first days of rows.
func newDayCounts(rows chunks) dayCounts {
	first, last := math.MaxInt, -1
	for _, c := range rows {
		first, last = min(first, c.firstDay), max(last, c.lastDay)
	}
	if last < first {
		return dayCounts{}
	}
	return dayCounts{first, make([]int32, last-first+1)}
}

func (d dayCounts) add(day int) { d.counts[day-d.first]++ }

func (d dayCounts) total() (n int64) {
	for _, count := range d.counts {
		n += int64(count)
	}
	return n
}

// since returns the last day from which on at least n are counted until another day, 0 when there are fewer.
func (d dayCounts) since(n, until int) int {
	for i := min(len(d.counts)-1, until-d.first); i >= 0; i-- {
		if n -= int(d.counts[i]); n <= 0 {
			return d.first + i
		}
	}
	return 0
}

// until returns the first day until which at least n are counted from another day on, maxDay when there are fewer.
func (d dayCounts) until(n, from int) int {
	for i := max(from-d.first, 0); i < len(d.counts); i++ {
		if n -= int(d.counts[i]); n <= 0 {
			return d.first + i
		}
	}
	return maxDay
}

// byDay says whether a query leaves out days among those of the rows.
func (q *query) byDay() bool { return q.months != 0 || q.lastDay != math.MaxInt }

// countDays counts the matching rows by their first day.
func (s *State) countDays(q *query) dayCounts {
	out := newDayCounts(s.rows)
	s.scanAll(q, func() (visitor, func()) {
		local := newDayCounts(s.rows)
		return func(c *chunk, rows []int32) {
				for _, row := range rows {
					local.counts[c.days[row].first()-local.first]++
				}
			}, func() {
				for i, n := range local.counts {
					out.counts[i] += n
				}
			}
	})
	return out
}
