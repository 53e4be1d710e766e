package ogc

import (
	"context"
	"slices"
	"time"
)

// page is a page of features as bytes, in the order of the collection.
type page struct {
	buf         []byte
	features    [][2]int // where in buf each feature is
	first, last []string // positions of the first and last feature
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
	p := &page{buf: make([]byte, 0, firstBuffer)}
	err = s.read(ctx, st, func(row [][]byte) error {
		if len(p.features) == limit {
			p.more = true
			return nil
		}
		from := len(p.buf)
		var err error
		if p.buf, err = f.feature(p.buf, e, l, row); err != nil {
			return err
		}
		p.features = append(p.features, [2]int{from, len(p.buf)})
		p.last = position(p.last, l, row)
		if p.first == nil {
			p.first = slices.Clone(p.last)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if q.back {
		slices.Reverse(p.features)
		p.first, p.last = p.last, p.first
	}
	return p, l, nil
}

// firstBuffer is the first guess of a page's size in bytes.
const firstBuffer = 256 << 10

// position returns the values of order as texts, in the memory of an earlier position.
func position(old []string, l *layout, row [][]byte) []string {
	old = old[:0]
	for i, k := range l.order {
		old = append(old, string(appendPlain(nil, k.field.kind, row[i])))
	}
	return old
}

// envelope is what an answer says beside its features.
type envelope struct {
	links    []link
	returned int
	matched  *int64 // nil: not known
	at       time.Time
}
