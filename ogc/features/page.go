package features

import (
	"context"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

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

// readPage reads at most q.Limit features.
func readPage(ctx context.Context, db *pgxpool.Pool, q query.Query, f format.Format, e *format.Encoder) (*page, error) {
	limit := q.Limit
	q.Limit++
	st, l, err := q.Write(ctx)
	if err != nil {
		return nil, err
	}
	p := &page{buf: *pageBuffers.Get().(*[]byte)}
	if f.Begin != nil {
		p.buf = f.Begin(p.buf, l)
	}
	err = query.Read(ctx, db, st, l, func(row postgres.Row) error {
		if len(p.features) == limit {
			p.more = true
			return nil
		}
		if len(p.features) > 0 {
			p.buf = append(p.buf, f.Between...)
		}
		from := len(p.buf)
		var err error
		if p.buf, err = f.Feature(p.buf, e, l, row); err != nil {
			return err
		}
		p.features = append(p.features, [2]int{from, len(p.buf)})
		p.last = position(p.last, l, row)
		if p.first == nil {
			p.first = position(nil, l, row)
		}
		return nil
	})
	if err != nil {
		p.release()
		return nil, err
	}
	if q.Back {
		p.reverse(f.Between)
	}
	return p, nil
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

// position returns the values of the order as texts. It reuses the memory of an earlier position.
func position(old [][]byte, l *query.Layout, row postgres.Row) [][]byte {
	if old == nil {
		old = make([][]byte, len(l.Order))
	}
	for i, k := range l.Order {
		old[i] = format.AppendPlain(old[i][:0], k.Field.Kind, row[i])
	}
	return old
}
