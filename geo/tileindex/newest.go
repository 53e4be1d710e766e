package tileindex

import (
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
//
// Rows know their day and lie by place. So the search goes by the latest day of each dayRows rows: it looks through those that may hold
// one of the last days, and takes four times as many until the matching rows of these days are enough. Where the latest day of rows says
// little, because a query or a position leaves out later ones, its matching rows are counted by day first.
func (s Selection) Newest(ctx context.Context, limit int, after *Position) (Newest, error) {
	if after != nil {
		day := after.day()
		first := s.q.days().since(limit, day-dayMargin)
		return s.read(ctx, s.within(ctx, first-dayMargin, day+dayMargin), limit, func(p Position) bool { return p.Compare(*after) > 0 })
	}
	if s.q.byDay() {
		return s.readNewest(ctx, s.within(ctx, s.q.days().since(limit, maxDay)-dayMargin, maxDay), limit)
	}
	days := s.latestDays()
	var found []candidates
	for rows := firstSearch + limit/dayRows; ; rows *= 4 {
		day := days.since(rows, maxDay)
		found = s.within(ctx, day, maxDay)
		if ctx.Err() != nil {
			return Newest{}, ctx.Err()
		}
		if day == 0 || enough(found, day+dayMargin, limit) {
			break
		}
	}
	return s.readNewest(ctx, found, limit)
}

// NewestBefore returns the limit records that match and are nearest before a position, in the order of lists.
func (s Selection) NewestBefore(ctx context.Context, limit int, before *Position) (Newest, error) {
	day := before.day()
	last := s.q.days().until(limit, day+dayMargin)
	found, err := s.read(ctx, s.within(ctx, day-dayMargin, last+dayMargin), math.MaxInt, func(p Position) bool { return p.Compare(*before) < 0 })
	drop := max(len(found.Records)-limit, 0)
	found.Records, found.details = found.Records[drop:], found.details[drop:]
	return found, err
}

// firstSearch is how many times dayRows rows a search looks through first.
const firstSearch = 64

// latestDays counts parts of dayRows rows by their latest day.
func (s Selection) latestDays() dayCounts {
	d := newDayCounts(s.state.rows)
	for _, c := range s.state.rows {
		if s.q.testsOf(c).none {
			continue
		}
		for _, day := range c.newest {
			d.add(int(day))
		}
	}
	return d
}

// candidates are rows of a chunk.
type candidates struct {
	chunk *chunk
	rows  []int32
}

// within returns the matching rows of the days from first to last.
func (s Selection) within(ctx context.Context, first, last int) []candidates {
	chunks := s.state.rows
	found := make([]candidates, len(chunks))
	parallel(len(chunks), chunks.len(), func() func(int) {
		sc := scanner{q: s.q}
		return func(i int) {
			c := chunks[i]
			if ctx.Err() != nil || int(slices.Max(c.newest)) < first || c.firstDay > last {
				return
			}
			t := s.q.testsOf(c)
			if t.none {
				return
			}
			found[i].chunk = c
			for part, latest := range c.newest {
				if int(latest) < first {
					continue
				}
				begin := part * dayRows
				rows := keepWithin(sc.buffer[:dayRows], c.days[begin:min(begin+dayRows, c.len())], int32(begin), first, last)
				found[i].rows = append(found[i].rows, sc.keep(c, t, rows)...)
			}
		}
	})
	return slices.DeleteFunc(found, func(f candidates) bool { return len(f.rows) == 0 })
}

// keepWithin returns the numbers of the days that begin from first to last, counted from begin. Like the functions that keep rows it has no
// branch for the processor to mispredict.
func keepWithin(rows []int32, days []packedDays, begin int32, first, last int) []int32 {
	n, from, until := 0, packedDays(max(first, 0))<<dayShift, packedDays(last+1)<<dayShift
	for i, d := range days {
		rows[n] = begin + int32(i)
		if d-from < until-from {
			n++
		}
	}
	return rows[:n]
}

// enough says whether as many rows as wanted lie on a day or later.
func enough(found []candidates, day, wanted int) bool {
	for _, f := range found {
		for _, row := range f.rows {
			if f.chunk.days[row].first() >= day {
				wanted--
			}
		}
	}
	return wanted <= 0
}

// readNewest reads the candidates that may be among the newest, and sorts these out.
func (s Selection) readNewest(ctx context.Context, found []candidates, limit int) (Newest, error) {
	first := firstDayOf(found, limit) - dayMargin
	for i, f := range found {
		found[i].rows = slices.DeleteFunc(f.rows, func(row int32) bool { return f.chunk.days[row].first() < first })
	}
	return s.read(ctx, found, limit, func(Position) bool { return true })
}

// read reads the candidates and returns the first limit of those at wanted positions.
func (s Selection) read(ctx context.Context, found []candidates, limit int, wanted func(Position) bool) (Newest, error) {
	r := pointReader{state: s.state, withDetails: true}
	buffer := bufferPool.Get().(*[]byte)
	r.buffer = *buffer
	for _, f := range found {
		if r.failed || ctx.Err() != nil {
			break
		}
		r.visit(f.chunk, f.rows)
	}
	*buffer = r.buffer
	bufferPool.Put(buffer)
	if r.failed {
		return Newest{}, errPoints
	}
	if err := ctx.Err(); err != nil {
		return Newest{}, err
	}
	return r.newest(limit, wanted), nil
}

// firstDayOf returns the day of the limit-th of the rows from the newest, 0 when there are fewer.
func firstDayOf(found []candidates, limit int) int {
	first, last := maxDay, 0
	for _, f := range found {
		for _, row := range f.rows {
			day := f.chunk.days[row].first()
			first, last = min(first, day), max(last, day)
		}
	}
	if last < first {
		return 0
	}
	rows := make([]int, last-first+1)
	for _, f := range found {
		for _, row := range f.rows {
			rows[f.chunk.days[row].first()-first]++
		}
	}
	for i := len(rows) - 1; i >= 0; i-- {
		if limit -= rows[i]; limit <= 0 {
			return first + i
		}
	}
	return 0
}

// newest returns the newest of the records that were read and are at wanted positions.
func (r *pointReader) newest(limit int, wanted func(Position) bool) Newest {
	type key struct {
		Position
		n int32
	}
	keys := make([]key, 0, len(r.out))
	for i := range r.out {
		if p := r.out[i].Position(); wanted(p) {
			keys = append(keys, key{p, int32(i)})
		}
	}
	slices.SortFunc(keys, func(a, b key) int { return a.Compare(b.Position) })
	keys = keys[:min(limit, len(keys))]
	out := Newest{state: r.state, Records: make([]Point, len(keys)), details: make([]detailsRef, len(keys))}
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
