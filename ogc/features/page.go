package features

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/ogc/features/format"
	"github.com/skeeter-surveillance/skeeter/ogc/features/query"
)

// page is a page of features as bytes, in the order of the collection: what its format has before the features, and the features
// with what stands between two of them.
type page struct {
	buf         []byte
	returned    int      // features
	first, last [][]byte // positions of the first and last feature, as texts
	more        bool     // there are more in the direction it was read in
}

// readPage reads at most as many features as the query asks for: from memory when the state has them, else from the database.
func (s *Features) readPage(ctx context.Context, req itemsRequest, f format.Format, e *format.Encoder, state State) (p *page, err error) {
	q := req.query
	q.Limit++
	l := q.Layout()
	p = &page{buf: *pageBuffers.Get().(*[]byte)}
	defer func() {
		if err != nil {
			p.release()
		}
	}()
	var rows reversed
	add := func(row postgres.Row) error {
		switch {
		case p.returned == req.query.Limit:
			p.more = true
			return nil
		case q.Back:
			p.returned++
			rows.add(row)
			return nil
		}
		return p.add(f, e, l, row)
	}
	begin := func() error {
		*p, rows = page{buf: p.buf[:0]}, reversed{}
		return p.begin(f, e, l)
	}
	known := false
	if newest := req.newest(q.Limit); newest != nil && state != nil {
		if err := begin(); err != nil {
			return p, err
		}
		if known, err = state.Newest(ctx, *newest, l.Columns, add); err != nil {
			return p, err
		}
	}
	if !known {
		st, err := q.Write(ctx)
		if err != nil {
			return p, err
		}
		if err := begin(); err != nil {
			return p, err
		}
		if err := s.inSnapshot(ctx, state, func(tx pgx.Tx) error { return query.Read(ctx, tx, st, l, add) }); err != nil {
			return p, err
		}
	}
	if q.Back {
		p.returned = 0
		for row := range rows.all {
			if err := p.add(f, e, l, row); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// begin writes what the format has before the features.
func (p *page) begin(f format.Format, e *format.Encoder, l *query.Layout) (err error) {
	if f.Begin != nil {
		p.buf, err = f.Begin(p.buf, e, l)
	}
	return err
}

// add adds the feature of a row.
func (p *page) add(f format.Format, e *format.Encoder, l *query.Layout, row postgres.Row) (err error) {
	if p.returned > 0 {
		p.buf = append(p.buf, f.Between...)
	}
	if p.buf, err = f.Feature(p.buf, e, l, row); err != nil {
		return err
	}
	p.returned++
	p.last = position(p.last, l, row)
	if p.first == nil {
		p.first = position(nil, l, row)
	}
	return nil
}

// reversed keeps the rows of a page that is read backwards, to write them in the order of the collection.
type reversed []postgres.Row

func (r *reversed) add(row postgres.Row) {
	kept := make(postgres.Row, len(row))
	for i, v := range row {
		kept[i] = slices.Clone(v) // which is nil for null
	}
	*r = append(*r, kept)
}

// all visits the rows, the last first.
func (r reversed) all(yield func(postgres.Row) bool) {
	for _, row := range slices.Backward(r) {
		if !yield(row) {
			return
		}
	}
}

// pageBuffers keeps the buffers of pages that were sent: growing a new one for each page takes as long as filling it.
var pageBuffers = sync.Pool{New: func() any { b := make([]byte, 0, firstBuffer); return &b }}

const (
	firstBuffer = 256 << 10 // bytes, a first guess
	largeBuffer = 8 << 20   // bytes; a larger one is not kept; a page of MaxLimit features takes six million
)

// release gives the page's buffer back. Nothing of the page may be used after it.
func (p *page) release() {
	if b := p.buf[:0]; cap(b) <= largeBuffer {
		pageBuffers.Put(&b)
	}
	p.buf = nil
}

// position returns the values of the order as texts, nil for null. It reuses the memory of an earlier position.
func position(old [][]byte, l *query.Layout, row postgres.Row) [][]byte {
	if old == nil {
		old = make([][]byte, len(l.Order))
	}
	for i, k := range l.Order {
		if row[i] == nil {
			old[i] = nil
			continue
		}
		if old[i] == nil {
			old[i] = make([]byte, 0, len(row[i])) // not nil, also for a text without characters
		}
		old[i] = format.AppendPlain(old[i][:0], k.Field.Kind, row[i])
	}
	return old
}
