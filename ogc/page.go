package ogc

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// page is a page of features as bytes, in the order of the collection: the beginning that the format has, then the features with
// what stands between two of them.
type page struct {
	buf         []byte
	features    [][2]int // where in buf each feature is
	first, last [][]byte // positions of the first and last feature, as texts
	more        bool     // there are more in the direction it was read in
}

// readPage reads at most q.limit features.
func (s store) readPage(ctx context.Context, q query, f itemFormat, e *encoder) (*page, *layout, error) {
	limit := q.limit
	q.limit++
	st, l, err := q.write(ctx)
	if err != nil {
		return nil, nil, err
	}
	p := &page{buf: *pageBuffers.Get().(*[]byte)}
	if f.begin != nil {
		p.buf = f.begin(p.buf, l)
	}
	err = read(ctx, s.db, st, l, func(row postgres.Row) error {
		if len(p.features) == limit {
			p.more = true
			return nil
		}
		if len(p.features) > 0 {
			p.buf = append(p.buf, f.between...)
		}
		from := len(p.buf)
		var err error
		if p.buf, err = f.feature(p.buf, e, l, row); err != nil {
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
		return nil, nil, err
	}
	if q.back {
		p.reverse(f.between)
	}
	return p, l, nil
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

// pageBuffers keeps the buffers of pages that were sent, because growing a new one takes as long as filling it.
var pageBuffers = sync.Pool{New: func() any { b := make([]byte, 0, firstBuffer); return &b }}

const (
	firstBuffer = 256 << 10 // bytes, a first guess
	largeBuffer = 8 << 20   // bytes; a page of MaxLimit features takes six million
)

// release gives the page's buffer back. Nothing of the page may be used any more.
func (p *page) release() {
	if b := p.buf[:0]; cap(b) <= largeBuffer {
		pageBuffers.Put(&b)
	}
	p.buf = nil
}

// position returns the values of order as texts, in the memory of an earlier position.
func position(old [][]byte, l *layout, row postgres.Row) [][]byte {
	if old == nil {
		old = make([][]byte, len(l.order))
	}
	for i, k := range l.order {
		old[i] = appendPlain(old[i][:0], k.field.kind, row[i])
	}
	return old
}

// envelope holds what an answer says besides its features.
type envelope struct {
	links    []link
	returned int
	matched  *int64 // nil: not known
	at       time.Time
}
