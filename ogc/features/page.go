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
	features    [][2]int // where in buf each feature is
	first, last [][]byte // positions of the first and last feature, as texts
	more        bool     // there are more in the direction it was read in
}

// readPage reads at most as many features as the query asks for: from memory when the state has them, else from the database.
func (s *Features) readPage(ctx context.Context, req itemsRequest, f format.Format, state State) (p *page, err error) {
	q := req.query
	q.Limit++
	l, e := q.Layout(), format.NewEncoder(s.Lookups.Current(), req.lang)
	p = &page{buf: *pageBuffers.Get().(*[]byte)}
	defer func() {
		if err != nil {
			p.release()
		}
	}()
	add := func(row postgres.Row) error { return p.add(f, e, l, row, req.query.Limit) }
	known := false
	if newest := req.newest(q.Limit); newest != nil && state != nil {
		p.begin(f, l)
		if known, err = state.Newest(ctx, *newest, l.Columns, add); err != nil {
			return p, err
		}
	}
	if !known {
		st, err := q.Write(ctx)
		if err != nil {
			return p, err
		}
		p.begin(f, l)
		if err := s.inSnapshot(ctx, state, func(tx pgx.Tx) error { return query.Read(ctx, tx, st, l, add) }); err != nil {
			return p, err
		}
	}
	if q.Back {
		p.reverse(f.Between)
	}
	return p, nil
}

// begin empties the page and writes what its format has before the features.
func (p *page) begin(f format.Format, l *query.Layout) {
	*p = page{buf: p.buf[:0]}
	if f.Begin != nil {
		p.buf = f.Begin(p.buf, l)
	}
}

// add adds the feature of a row, unless the page is full.
func (p *page) add(f format.Format, e *format.Encoder, l *query.Layout, row postgres.Row, limit int) (err error) {
	if len(p.features) == limit {
		p.more = true
		return nil
	}
	if len(p.features) > 0 {
		p.buf = append(p.buf, f.Between...)
	}
	from := len(p.buf)
	if p.buf, err = f.Feature(p.buf, e, l, row); err != nil {
		return err
	}
	p.features = append(p.features, [2]int{from, len(p.buf)})
	p.last = position(p.last, l, row)
	if p.first == nil {
		p.first = position(nil, l, row)
	}
	return nil
}

// reverse brings a page that was read backwards into the order of the collection.
func (p *page) reverse(between string) {
	p.first, p.last = p.last, p.first
	if len(p.features) == 0 {
		return
	}
	read := slices.Clone(p.buf)
	p.buf = p.buf[:p.features[0][0]]
	slices.Reverse(p.features)
	for i, at := range p.features {
		if i > 0 {
			p.buf = append(p.buf, between...)
		}
		from := len(p.buf)
		p.buf = append(p.buf, read[at[0]:at[1]]...)
		p.features[i] = [2]int{from, len(p.buf)}
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
