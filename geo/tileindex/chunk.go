package tileindex

import (
	"slices"
	"sort"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// chunkRows is how many rows a chunk holds at most, unless they are all equal. A change rewrites the chunks that it touches:
// larger chunks make changes slower, smaller ones waste memory on their edges.
const chunkRows = 4 << 10

// distinctItems is how many different taxa a chunk lists, and of how many facets it knows the rows.
const distinctItems = 512

// chunk is a run of rows in Morton order. It is stored by column, so that a scan reads only what the filter asks for. It never
// changes. Its bounds and lists let a scan skip it, or take all of its rows without tests.
type chunk struct {
	head              row // the first row
	lots              lots
	facet             []uint16     // of each row, its place in facets
	facets            []uint32     // the different ones
	facetRows         []uint32     // how many rows have each of them; nil when there are more than distinctItems
	day               []uint16     // the low bits of the first day of each row
	span              []uint16     // of each row, its place in spans
	spans             []packedDays // the different values of days without these bits
	minX, maxX        uint32
	minY, maxY        uint32
	firstDay, lastDay int                    // the earliest first day and the latest last day of the rows
	order             []uint16               // the rows as lists show them; nil for a chunk without slots, or of too many rows
	months            monthRanks             // of the order
	taxa              []uint16               // distinct values; nil when there are more than distinctItems
	taxonRows         []uint32               // how many rows have each of them
	totals            atomic.Pointer[totals] // nil: not asked for yet
	slots             *slots                 // of the point file; nil when the chunk has none
	mapped            *snapshot.File         // whose memory the columns are; nil for memory of Go
}

// newChunk makes a chunk of records and writes their point data to the file, if it is usable.
func newChunk(rows []record, file *pointFile) *chunk {
	n := len(rows)
	columns := make([]uint16, 3*n)
	c := &chunk{
		head: rows[0].row, lots: newLots(rows), facet: columns[:n:n], day: columns[n : 2*n : 2*n], span: columns[2*n:], firstDay: rows[0].days.first(),
	}
	c.minX, c.maxX, c.minY, c.maxY = c.lots.bounds()
	taxa, facets, spans := newDistinct[uint16](), newNumbers[uint32](), newNumbers[packedDays]()
	for i, r := range rows {
		low, rest := r.days.split()
		c.day[i], c.facet[i], c.span[i] = low, facets.of(r.facet), spans.of(rest)
		c.firstDay, c.lastDay = min(c.firstDay, r.days.first()), max(c.lastDay, r.days.last())
		taxa.add(r.taxon)
	}
	c.taxa, c.taxonRows = taxa.list()
	c.facets, c.spans = slices.Clip(facets.values), slices.Clip(spans.values)
	if len(c.facets) <= distinctItems {
		c.facetRows = slices.Clip(facets.rows)
	}
	if c.slots = file.write(rows); c.slots != nil {
		if c.order = listOrder(rows); c.order != nil {
			c.months = newMonthRanks(c)
		}
	}
	return c
}

func (c *chunk) len() int { return len(c.facet) }

func (c *chunk) at(i int) row {
	lot := c.lots.of(int32(i))
	return row{c.lots.code(lot), c.days(int32(i)), c.facetOf(int32(i)), c.lots.taxon[lot]}
}

// place returns the grid coordinates of a row.
func (c *chunk) place(i int32) (x, y uint32) {
	lot := c.lots.of(i)
	return c.lots.x[lot], c.lots.y[lot]
}

// taxonOf returns the code of the taxon of a row.
func (c *chunk) taxonOf(i int32) uint16 { return c.lots.taxon[c.lots.of(i)] }

// days returns the days and the count of a row.
func (c *chunk) days(i int32) packedDays { return c.spans[c.span[i]].with(c.day[i]) }

// facetOf returns the code of the facet of a row.
func (c *chunk) facetOf(i int32) uint32 { return c.facets[c.facet[i]] }

// bytes returns the memory that the chunk takes, mapped or not.
func (c *chunk) bytes() int64 {
	slots := (c.len() + slotRecords - 1) / slotRecords
	return c.lots.bytes() + pages(6*c.len()) + pages(2*len(c.order)) +
		int64(6*len(c.taxa)+4*len(c.facets)+4*len(c.facetRows)+8*len(c.spans)+4*len(c.months.First)+8*slots) + 256
}

// pages rounds up to whole pages, as the allocator does for large allocations.
func pages(bytes int) int64 {
	const page, large = 8 << 10, 32 << 10
	if bytes <= large {
		return int64(bytes)
	}
	return int64(bytes+page-1) / page * page
}

// numbers numbers different items from 0 on. A chunk has 65,536 at most: rows beyond its usual number are all equal.
type numbers[T comparable] struct {
	values []T
	rows   []uint32 // how many rows have each of them
	number map[T]uint16
	last   T
	lastOf uint16
}

func newNumbers[T comparable]() *numbers[T] { return &numbers[T]{number: map[T]uint16{}} }

// of returns the number of the item of the next row.
func (d *numbers[T]) of(v T) uint16 {
	if len(d.values) == 0 || v != d.last { // neighbouring rows often have the same value
		n, ok := d.number[v]
		if !ok {
			n = uint16(len(d.values))
			d.values, d.rows = append(d.values, v), append(d.rows, 0)
			d.number[v] = n
		}
		d.last, d.lastOf = v, n
	}
	d.rows[d.lastOf]++
	return d.lastOf
}

// distinct collects different items with their numbers, up to one more item than distinctItems.
type distinct[T comparable] struct {
	last  T
	run   uint32 // how often last came since another item
	items map[T]uint32
}

func newDistinct[T comparable]() *distinct[T] { return &distinct[T]{items: map[T]uint32{}} }

func (d *distinct[T]) add(v T) {
	if v != d.last { // neighbouring rows often have the same value
		d.endRun()
		d.last = v
	}
	d.run++
}

func (d *distinct[T]) endRun() {
	if d.run > 0 && len(d.items) <= distinctItems {
		d.items[d.last] += d.run
	}
	d.run = 0
}

// list returns the items and the number of each; nil when there are too many.
func (d *distinct[T]) list() (items []T, numbers []uint32) {
	d.endRun()
	if len(d.items) > distinctItems {
		return nil, nil
	}
	items, numbers = make([]T, 0, len(d.items)), make([]uint32, 0, len(d.items))
	for item, n := range d.items {
		items, numbers = append(items, item), append(numbers, n)
	}
	return items, numbers
}

// chunks are all rows, in order.
type chunks []*chunk

func (cs chunks) len() (n int) {
	for _, c := range cs {
		n += c.len()
	}
	return n
}

func (cs chunks) bytes() (n int64) {
	for _, c := range cs {
		n += c.bytes()
	}
	return n
}

// changed returns the rows without removed and with added, both of which are sorted. It writes the point data of new chunks to the
// file and shares the chunks that did not change. ok is false when a record to remove is not there, or the file cannot be read.
// Without a usable file, records have no point data.
func (cs chunks) changed(added, removed []record, file *pointFile) (out chunks, ok bool) {
	if !file.usable() {
		file, added, removed = nil, withoutPointData(added), withoutPointData(removed)
	}
	d := newDelta(added, removed)
	b := builder{file: file, out: make(chunks, 0, len(cs)+len(d.added)/chunkRows+1)}
	for len(cs) > 0 && !d.empty() {
		i := cs.holding(d.first())
		b.share(cs[:i])
		of := d
		if i+1 < len(cs) {
			of = d.before(cs[i+1].head)
		}
		if !b.merge(cs[i], of) {
			return nil, false
		}
		cs, d = cs[i+1:], d.after(of)
	}
	b.share(cs)
	b.add(d.added...) // only when there was no chunk
	b.flush()
	return b.out, len(d.removed) == 0
}

// holding returns the chunk in whose range a row lies. cs has one at least.
func (cs chunks) holding(r row) int {
	return sort.Search(len(cs)-1, func(i int) bool { return compareRows(cs[i+1].head, r) > 0 })
}

func withoutPointData(records []record) []record {
	out := make([]record, len(records))
	for i, r := range records {
		out[i].row = r.row
	}
	return out
}

// builder makes chunks of records that come in order.
type builder struct {
	file    *pointFile // nil: records have no point data
	out     chunks
	pending []record
	old     []record // records of the chunk that merge reads
}

// share adds chunks as they are, which come after what was added.
func (b *builder) share(cs chunks) {
	if len(cs) > 0 {
		b.flush()
		b.out = append(b.out, cs...)
	}
}

func (b *builder) add(records ...record) {
	for len(records) > 0 {
		n := min(len(records), chunkRows)
		b.pending = append(b.pending, records[:n]...)
		records = records[n:]
		if len(b.pending) >= 2*chunkRows {
			b.cut(chunkRows)
		}
	}
}

// cut makes one chunk of about n pending records. Equal rows stay in one chunk, so that a removal finds its row there.
func (b *builder) cut(n int) {
	for n < len(b.pending) && b.pending[n-1].row == b.pending[n].row {
		n++
	}
	b.out = append(b.out, newChunk(b.pending[:n], b.file))
	b.pending = b.pending[:copy(b.pending, b.pending[n:])]
}

func (b *builder) flush() {
	for len(b.pending) > chunkRows {
		b.cut(len(b.pending) / 2)
	}
	if len(b.pending) > 0 {
		b.cut(len(b.pending))
	}
}

// merge adds the records of a chunk after a delta. It is false when a record to remove is not there, or the file cannot be read.
func (b *builder) merge(c *chunk, d delta) bool {
	var ok bool
	if b.old, ok = b.file.records(c, b.old[:0]); !ok {
		return false
	}
	for _, r := range b.old {
		for len(d.added) > 0 && compareRecords(d.added[0], r) < 0 {
			b.add(d.added[0])
			d.added = d.added[1:]
		}
		if len(d.removed) > 0 && compareRecords(d.removed[0], r) == 0 {
			b.file.lose(r.details)
			d.removed = d.removed[1:]
			continue
		}
		if same := d.replacing(r); same != nil && same.details != 0 {
			b.file.lose(r.details)
			r.details = same.details
		}
		b.add(r)
	}
	b.add(d.added...)
	return len(d.removed) == 0
}

func sortRecords(records []record) { slices.SortFunc(records, compareRecords) }
