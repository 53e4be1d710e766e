package tileindex

import "github.com/skeeter-surveillance/skeeter/internal/surveillance"

// monthRanks say which ranks the months have in the order of a chunk. The months are those of local days, and some rows have several, so the
// ranks of two months may overlap.
type monthRanks struct {
	Newest int      // month since dayZero; the lists begin with it and go to the oldest
	First  []uint16 // the first rank of a row that begins in the month or earlier
	Last   []uint16 // the last rank of a row that ends in the month or later
}

// newMonthRanks returns the months of the order of a chunk.
func newMonthRanks(c *chunk) (m monthRanks) {
	oldest := len(monthOfDay)
	for i := range c.order {
		d := c.days(int32(i))
		m.Newest, oldest = max(m.Newest, int(monthOfDay[d.last()])), min(oldest, int(monthOfDay[d.first()]))
	}
	m.First, m.Last = make([]uint16, m.Newest-oldest+1), make([]uint16, m.Newest-oldest+1)
	for i := range m.First {
		m.First[i] = uint16(len(c.order) - 1)
	}
	for rank, row := range c.order {
		d := c.days(int32(row))
		first, last := m.Newest-int(monthOfDay[d.first()]), m.Newest-int(monthOfDay[d.last()])
		m.First[first], m.Last[last] = min(m.First[first], uint16(rank)), max(m.Last[last], uint16(rank))
	}
	for i := len(m.First) - 1; i > 0; i-- {
		m.First[i-1] = min(m.First[i-1], m.First[i])
	}
	for i := 1; i < len(m.Last); i++ {
		m.Last[i] = max(m.Last[i], m.Last[i-1])
	}
	return m
}

// begin returns the first rank of a row that begins in a month or earlier; their number where none does.
func (c *chunk) begin(month int) int {
	switch i := c.months.Newest - month; {
	case i < 0:
		return 0
	case i < len(c.months.First):
		return int(c.months.First[i])
	}
	return len(c.order)
}

// end returns one more than the last rank of a row that ends in a month or later; 0 where none does.
func (c *chunk) end(month int) int {
	switch i := c.months.Newest - month; {
	case i < 0:
		return 0
	case i < len(c.months.Last):
		return int(c.months.Last[i]) + 1
	}
	return len(c.order)
}

// run is a run of ranks whose rows may have the days and months that a query asks for. Those from one to before another are certain to have them.
type run struct{ begin, certain, uncertain, end int }

// runsOf appends the runs of all rows that may have the days and months of a query.
func (q *query) runsOf(c *chunk, into []run) []run {
	last, first := c.months.Newest, c.months.Newest-len(c.months.First)+1
	firstFull, lastFull := first, last // months of which every day is asked for
	if q.dated {
		last, first = min(last, monthOf(q.lastDay)), max(first, monthOf(q.firstDay))
		firstFull, lastFull = monthOf(q.firstDay-1)+1, monthOf(min(q.lastDay, len(monthOfDay))+1)-1
	}
	seen := 0
	for ; last >= first; last-- {
		if !q.wantsMonth(last) {
			continue
		}
		from := last
		for from > first && q.wantsMonth(from-1) {
			from--
		}
		r := run{begin: max(c.begin(last), seen), end: max(c.end(from), seen)}
		r.certain = min(max(c.end(min(last, lastFull)+1), r.begin), r.end)
		r.uncertain = max(min(c.begin(max(from, firstFull)-1), r.end), r.certain)
		into, seen, last = append(into, r), r.end, from
	}
	return into
}

// monthRuns say for each day how many days in a row are asked for, from it on: days of some months, and within the days of a query where rows
// have to lie within these.
type monthRuns struct {
	first int // day of the first run
	days  []uint16
}

// monthRuns returns the runs of the days that rows begin on. Not all months are asked for.
func (q *query) monthRuns(rows chunks) (m monthRuns) {
	first, last := maxDay, 0
	for _, c := range rows {
		first, last = min(first, c.firstDay), max(last, c.lastDay)
	}
	if first > last {
		return m
	}
	m.first, m.days = first, make([]uint16, last-first+1)
	run := uint16(0)
	for day := min(last+maxRun, len(monthOfDay)-1); day >= first; day-- {
		if run++; !q.wantsMonth(int(monthOfDay[day])) || q.runsOfDays() && (day < q.firstDay || day > q.lastDay) {
			run = 0
		}
		run = min(run, maxRun)
		if day <= last {
			m.days[day-first] = run
		}
	}
	return m
}

// maxRun is longer than eleven months: a longer run is one of all months.
const maxRun = 366

// runsOfDays says whether the runs are of days, too.
func (q *query) runsOfDays() bool { return q.months != 0 && !q.overlap }

// hold says whether all days of a row are asked for.
func (m *monthRuns) hold(d packedDays) bool {
	return int(d>>countBits&spanMask) < int(m.days[d.first()-m.first])
}

// stay is what days are of a span: the place in the runs of its first day without the low bits, and how many days come after that one.
type stay struct{ first, length int32 }

func (m *monthRuns) stayOf(span packedDays) stay {
	return stay{int32(span.first() - m.first), int32(span >> countBits & spanMask)}
}

// markRuns takes the marks of rows of which not all days are asked for.
//
//go:noinline
func markRuns(marks []uint8, day, span []uint16, of []stay, runs []uint16) {
	day, span = day[:len(marks)], span[:len(marks)]
	for i := range marks {
		s := of[span[i]]
		marks[i] &= markOf(s.length < int32(runs[int32(day[i])+s.first]))
	}
}

func (q *query) wantsMonth(month int) bool {
	return q.months == 0 || q.months&(surveillance.Months(1)<<(month%12)) != 0
}

// monthOf returns the month of a day since dayZero, or of the nearest that the index can hold.
func monthOf(day int) int { return int(monthOfDay[min(max(day, 0), len(monthOfDay)-1)]) }

// firstDays are the first days of the months since dayZero.
var firstDays = func() (out []int) {
	for day, month := range monthOfDay {
		if int(month) == len(out) {
			out = append(out, day)
		}
	}
	return append(out, len(monthOfDay))
}()
