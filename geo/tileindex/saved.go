package tileindex

import (
	"errors"
	"fmt"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// savedState is the directory of a snapshot: a State with its place in the change log.
type savedState struct {
	Format         int    // savedFormat, for what the types of the fields do not tell
	ID             string // by which the database knows the snapshot
	Schema         int64  // version of the database's schema
	Epoch          string
	Number         int64
	Snapshot       string // of PostgreSQL
	Areas          snapshot.Column[int64]
	Facets         savedFacets
	Taxa           []int32
	Chunks         []savedChunk
	Points         string // name of the point file
	DetailsBytes   int64
	DeadBytes      int64
	DetailsWritten []detailsBlock
	Events         *eventindex.Saved // nil: not loaded
}

// savedFormat changes with the meaning of what is saved: of codes, packed values, point data or details.
const savedFormat = 6

type savedChunk struct {
	Places      snapshot.Column[uint32] // all x of lots, then all y
	Lots        snapshot.Column[uint16] // all taxa, then all first rows
	Codes       snapshot.Column[uint16] // all facets, then all days and spans
	Order       snapshot.Column[uint16] // empty for a chunk of too many rows
	Spans       snapshot.Column[packedDays]
	Facets      snapshot.Column[uint32] // all facets, then how many rows have each of them, if that is known
	FacetCount  int
	Months      monthRanks
	Taxa        []uint16
	TaxonRows   []uint32
	Slots, Sums []uint32
}

func saveChunk(w *snapshot.Writer, c *chunk) savedChunk {
	return savedChunk{
		Places: snapshot.Put(w, slices.Concat(c.lots.x, c.lots.y)), Lots: snapshot.Put(w, slices.Concat(c.lots.taxon, c.lots.begin)),
		Codes: snapshot.Put(w, slices.Concat(c.facet, c.day, c.span)), Spans: snapshot.Put(w, c.spans), Order: snapshot.Put(w, c.order),
		Facets: snapshot.Put(w, slices.Concat(c.facets, c.facetRows)), FacetCount: len(c.facets),
		Months: c.months, Taxa: c.taxa, TaxonRows: c.taxonRows, Slots: c.slots.numbers, Sums: c.slots.sums,
	}
}

// save writes the columns of a State with points and returns the rest. details are the blocks of its details file.
func (s *State) save(w *snapshot.Writer, details []detailsBlock) *savedState {
	out := &savedState{
		Format: savedFormat, Epoch: s.version.Epoch, Number: s.version.Number, Snapshot: s.snapshot,
		Facets: s.codes.facets.save(w), Taxa: s.codes.taxa, Points: s.points.name,
		DetailsBytes: s.points.details.size.Load(), DeadBytes: s.points.details.dead.Load(), DetailsWritten: details,
	}
	out.Areas = snapshot.Put(w, slices.Concat(s.areas.rows()...))
	for _, c := range s.rows {
		out.Chunks = append(out.Chunks, saveChunk(w, c))
	}
	if s.events != nil {
		out.Events = s.events.Save(w)
	}
	return out
}

func (a *areas) rows() (rows [][]int64) {
	for i := range a {
		rows = append(rows, a[i][:])
	}
	return rows
}

// position returns the place in the change log.
func (s *savedState) position(file *snapshot.File) (at position, err error) {
	at = position{epoch: s.Epoch, snapshot: s.Snapshot, number: s.Number, areas: new(areas), seen: new(areas)}
	touches, err := s.Areas.In(file)
	if err == nil && len(touches) != len(areas{})*len(areas{}[0]) {
		err = fmt.Errorf("%w: it has %d areas", snapshot.ErrDamaged, len(touches))
	}
	if err != nil {
		return at, err
	}
	for i, n := range touches {
		at.areas[i>>AreaZoom][i&(1<<AreaZoom-1)] = n
		at.seen[i>>AreaZoom][i&(1<<AreaZoom-1)] = s.Number
	}
	return at, err
}

// dictionary returns the dictionary that gave the codes.
func (s *savedState) dictionary(file *snapshot.File) (*dictionary, error) {
	d := newDictionary()
	if err := s.Facets.restore(file, d); err != nil {
		return nil, err
	}
	for _, key := range s.Taxa {
		_, _ = d.taxonCode(key)
	}
	if len(d.codes.taxa) != len(s.Taxa) {
		return nil, fmt.Errorf("%w: a name is there twice", snapshot.ErrDamaged)
	}
	return d, nil
}

// chunks returns the rows. They share the memory of the file.
func (s *savedState) chunks(file *snapshot.File) (chunks, error) {
	out := make(chunks, len(s.Chunks))
	err := snapshot.InParallel(len(out), func(i int) (err error) {
		if out[i], err = s.Chunks[i].chunk(file); err == nil {
			err = s.check(out[i])
		}
		return err
	})
	if err == nil {
		err = checkOrder(out)
	}
	return out, err
}

func (s *savedChunk) chunk(file *snapshot.File) (*chunk, error) {
	places, err1 := s.Places.In(file)
	narrow, err2 := s.Lots.In(file)
	codes, err3 := s.Codes.In(file)
	spans, err4 := s.Spans.In(file)
	order, err5 := s.Order.In(file)
	facets, err6 := s.Facets.In(file)
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		return nil, err
	}
	n, l, f := len(codes)/3, len(places)/2, s.FacetCount
	if n == 0 || len(codes) != 3*n || len(places) != 2*l || len(narrow) != 2*l || len(s.Slots) != (n+slotRecords-1)/slotRecords || len(s.Sums) != len(s.Slots) ||
		len(order) != n && (n <= maxOrdered || len(order) > 0) || f < 0 || len(facets) != f && len(facets) != 2*f {
		return nil, fmt.Errorf("%w: the columns of a chunk differ in length", snapshot.ErrDamaged)
	}
	c := &chunk{
		lots:  lots{x: places[:l:l], y: places[l:], taxon: narrow[:l:l], begin: narrow[l:], rows: n},
		facet: codes[:n:n], day: codes[n : 2*n : 2*n], span: codes[2*n:], spans: spans, facets: facets[:f:f],
		order: order, months: s.Months, taxa: s.Taxa, taxonRows: s.TaxonRows, slots: &slots{s.Slots, s.Sums}, mapped: file,
	}
	if len(facets) > f {
		c.facetRows = facets[f:]
	}
	if n > maxOrdered {
		c.order = nil
	}
	return c, nil
}

// openPoints opens the point file of rows and compares the checksums of all that they need of it.
func (s *savedState) openPoints(f *folder, rows chunks, warn func(error)) (*pointFile, error) {
	if err := s.checkName(); err != nil {
		return nil, err
	}
	p := &pointFile{name: s.Points, warn: warn}
	if err := f.openPoints(p, 0); err != nil {
		return nil, err
	}
	p.details.size.Store(s.DetailsBytes)
	p.details.dead.Store(s.DeadBytes)
	for i := range s.DetailsWritten {
		p.details.blocks = append(p.details.blocks, &s.DetailsWritten[i])
	}
	err := errors.Join(
		snapshot.InParallel(len(rows), func(i int) error { return p.check(rows[i].slots, rows[i].len()) }),
		snapshot.InParallel(len(s.DetailsWritten), func(i int) error { return p.checkDetails(s.DetailsWritten[i]) }),
	)
	if err != nil {
		p.close()
		return nil, err
	}
	if err := p.take(rows); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// take makes the slots of rows those that are used, and saved.
func (f *pointFile) take(rows chunks) error {
	used := map[uint32]bool{}
	for _, c := range rows {
		for _, n := range c.slots.numbers {
			if used[n] {
				return fmt.Errorf("the point file: %w: two chunks have slot %d", snapshot.ErrDamaged, n)
			}
			used[n] = true
			f.end = max(f.end, n+1)
		}
	}
	for n := range f.end {
		if !used[n] {
			f.free = append(f.free, n)
		}
	}
	for _, c := range rows {
		f.releaseAfter(c.slots)
	}
	f.keep(rows)
	return nil
}

// keep makes the slots of rows, which the newest snapshot holds, wait for the next one before they are released.
func (f *pointFile) keep(rows chunks) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.saved = f.saved[:0:0]
	for _, c := range rows {
		f.saved = append(f.saved, c.slots)
	}
}
