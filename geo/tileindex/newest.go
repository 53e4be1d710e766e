package tileindex

import (
	"container/heap"
	"context"
	"math"
	"slices"
)

// Newest are records in the order of lists: by time, the newest first, then by id.
type Newest struct {
	state   *State
	Records []Point
	details []detailsRef
}

// dayMargin is how many days before the local day of one record another may lie that is not older: clocks differ by 28 hours at most.
const dayMargin = 2

// Newest returns the newest limit records that match, of those after a position unless that is nil. The State has to have points. The error is
// that of ctx, or says that the point file failed: then read the records by SQL.
func (s Selection) Newest(ctx context.Context, limit int, after *Position) (Newest, error) {
	return s.newSearch(limit, after, false).run(ctx)
}

// NewestBefore returns the limit records that match and are nearest before a position, in the order of lists.
func (s Selection) NewestBefore(ctx context.Context, limit int, before *Position) (Newest, error) {
	n, err := s.newSearch(limit, before, true).run(ctx)
	n.Reverse()
	return n, err
}

// search looks for the next records that match from a position on.
//
// Each chunk knows the order of its rows in lists. A search walks through all chunks at once, from the position or the last day that a query
// asks for, and takes the next record of all until it has enough. It reads a record only when no other chunk can have one before it. When
// few of the rows match, testing all of them in the order of memory costs less: then it does that.
//
// Its days count in the direction of the walk: those of a walk from new to old are negative.
type search struct {
	Selection
	back        bool // from old to new
	from        *Position
	limit       int
	first, last int // days in which records may be
	scanner     scanner
	reader      pointReader
	wasted      int      // rows that were walked, less those for which that paid
	byRow       []uint64 // buffer of readRows
}

func (s Selection) newSearch(limit int, from *Position, back bool) *search {
	x := &search{Selection: s, back: back, from: from, limit: limit, scanner: scanner{q: s.q}, reader: pointReader{state: s.state, traits: map[uint32]*Traits{}, withDetails: true}}
	first, last := max(s.q.firstDay, 0), min(s.q.lastDay, maxDay)
	if s.q.overlap {
		first = 0 // records begin before the days that they overlap
	}
	if x.first, x.last = first, last; !back {
		x.first, x.last = -last, -first
	}
	if from != nil { // a record at its time has a local day beside its own at most
		day := from.day()
		if !back {
			day = -day
		}
		x.first = max(x.first, day-1)
	}
	return x
}

// compare compares positions in the direction of the search.
func (x *search) compare(a, b Position) int {
	if x.back {
		return b.Compare(a)
	}
	return a.Compare(b)
}

// maxClock is how far clocks are ahead of UTC or behind it at most, in microseconds. A check of the table says the same.
const maxClock = 840 * microsAMinute

// keyOf returns the key of a record's time; a record with a smaller key comes before.
func (x *search) keyOf(micros int64) int64 {
	if x.back {
		return micros
	}
	return -micros
}

// earliest returns a key that no record of a day of the walk is before.
func (x *search) earliest(day int) int64 {
	if x.back {
		return int64(day-pgDayZero)*microsADay - maxClock
	}
	return int64(day-1+pgDayZero)*microsADay - maxClock
}

// nextDay returns the first day, from one on, that the query asks for; one after the last when there is none.
func (x *search) nextDay(day int) int {
	day = max(day, x.first)
	for x.q.months != 0 && day <= x.last {
		month := monthOfDay[max(day, -day)]
		if x.q.months&(1<<(month%12)) != 0 {
			break
		}
		if x.back {
			day = firstDays[month+1]
		} else {
			day = 1 - firstDays[month]
		}
	}
	return day
}

// Walking tests a row in the time in which a scan tests walkCost rows, because they lie apart. walkFree rows may be walked in any case.
const (
	walkCost = 12
	walkFree = 2048
)

func (x *search) run(ctx context.Context) (Newest, error) {
	buffer := bufferPool.Get().(*[]byte)
	defer bufferPool.Put(buffer)
	x.reader.buffer = *buffer
	defer func() { *buffer = x.reader.buffer }()

	h, rows, ordered := x.begin()
	out := Newest{state: x.state}
	for h.Len() > 0 && len(out.Records) < x.limit {
		if err := ctx.Err(); err != nil {
			return Newest{}, err
		}
		if !ordered || x.wasted > walkFree+rows/walkCost {
			return x.scan(ctx)
		}
		w := h.all[0]
		switch {
		case len(w.read) > 0:
			out.Records, out.details = append(out.Records, w.read[0].Point), append(out.details, w.read[0].details)
			w.read = w.read[1:]
		case len(w.found) > 0:
			x.readAhead(w)
		}
		if x.reader.failed {
			return Newest{}, errPoints
		}
		if x.proceed(w) {
			heap.Fix(h, 0)
		} else {
			heap.Pop(h)
		}
	}
	return out, nil
}

// begin returns a walker for each chunk in which records may match, and the number of their rows. ordered says whether all of them have an order.
func (x *search) begin() (h *walkers, rows int, ordered bool) {
	chunks := x.state.rows
	all := make([]walker, 0, len(chunks))
	h, ordered = &walkers{search: x, all: make([]*walker, 0, len(chunks))}, true
	for _, c := range chunks {
		t := x.q.testsOf(c)
		if t.none {
			continue
		}
		ordered = ordered && c.order != nil
		all = append(all, walker{chunk: c, tests: t, block: max(firstBlock, x.limit/len(chunks)), ahead: 1 + x.limit/len(chunks)})
		if w := &all[len(all)-1]; ordered && !x.start(w) {
			continue
		}
		rows += c.len()
		h.all = append(h.all, &all[len(all)-1])
	}
	heap.Init(h)
	return h, rows, ordered
}

// scan finds the records among all rows.
func (x *search) scan(ctx context.Context) (Newest, error) {
	matching := x.matching(ctx)
	last := x.lastDay(matching)
	x.reader.out, x.reader.details = x.reader.out[:0], x.reader.details[:0]
	for c, rows := range matching {
		if x.reader.failed || ctx.Err() != nil {
			break
		}
		x.reader.visit(x.state.rows[c], slices.DeleteFunc(rows, func(row int32) bool { return x.day(x.state.rows[c], row) > last }))
	}
	if x.reader.failed {
		return Newest{}, errPoints
	}
	if err := ctx.Err(); err != nil {
		return Newest{}, err
	}
	return x.sorted(), nil
}

// matching returns the rows that match and are not certain to come before the position, by chunk.
func (x *search) matching(ctx context.Context) [][]int32 {
	chunks := x.state.rows
	out := make([][]int32, len(chunks))
	parallel(len(chunks), chunks.len(), func() func(int) {
		sc := scanner{q: x.q}
		return func(i int) {
			c := chunks[i]
			if ctx.Err() != nil {
				return
			}
			sc.scan(c, 0, c.len(), func(_ *chunk, rows []int32) {
				for _, row := range rows {
					if x.day(c, row) >= x.first {
						out[i] = append(out[i], row)
					}
				}
			})
		}
	})
	return out
}

// lastDay returns the last day of the walk in which one of the next records may be, the rows given of which they are.
func (x *search) lastDay(matching [][]int32) int {
	certain := x.first
	if x.from != nil {
		certain += 2 * dayMargin
	}
	first, last := math.MaxInt, math.MinInt
	for c, rows := range matching {
		for _, row := range rows {
			if day := x.day(x.state.rows[c], row); day >= certain {
				first, last = min(first, day), max(last, day)
			}
		}
	}
	if last < first {
		return math.MaxInt
	}
	counts := make([]int, last-first+1)
	for c, rows := range matching {
		for _, row := range rows {
			if day := x.day(x.state.rows[c], row); day >= certain {
				counts[day-first]++
			}
		}
	}
	left := x.limit
	for i, n := range counts {
		if left -= n; left <= 0 {
			return first + i + dayMargin
		}
	}
	return math.MaxInt
}

// sorted returns the next of the records that were read.
func (x *search) sorted() Newest {
	type key struct {
		Position
		n int
	}
	r := &x.reader
	keys := make([]key, 0, len(r.out))
	for i := range r.out {
		if p := r.out[i].Position(); x.from == nil || x.compare(p, *x.from) > 0 {
			keys = append(keys, key{p, i})
		}
	}
	slices.SortFunc(keys, func(a, b key) int { return x.compare(a.Position, b.Position) })
	keys = keys[:min(x.limit, len(keys))]
	out := Newest{state: x.state, Records: make([]Point, len(keys)), details: make([]detailsRef, len(keys))}
	for i, k := range keys {
		out.Records[i], out.details[i] = r.out[k.n], r.details[k.n]
	}
	return out
}

// Reverse turns the order of the records around.
func (n Newest) Reverse() {
	slices.Reverse(n.Records)
	slices.Reverse(n.details)
}

// detailsBatch is how many records have their details in memory at once.
const detailsBatch = 2000

// Each visits the records in their order, with their details. The texts are valid during the call only. The error is that of visit, or
// says that the details cannot be read: then read the records that were not visited by SQL.
func (n Newest) Each(visit func(*Point, *Details) error) error {
	if len(n.Records) == 0 {
		return nil
	}
	buffer := bufferPool.Get().(*[]byte)
	defer bufferPool.Put(buffer)
	batch := make([]Details, min(detailsBatch, len(n.Records)))
	for first := 0; first < len(n.Records); first += detailsBatch {
		refs := n.details[first:min(first+detailsBatch, len(n.Records))]
		var err error
		if *buffer, err = n.state.points.eachDetails(refs, (*buffer)[:0], func(i int, d Details) { batch[i] = d }); err != nil {
			return err
		}
		for i := range refs {
			if err := visit(&n.Records[first+i], &batch[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
