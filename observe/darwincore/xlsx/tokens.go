package xlsx

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"sync/atomic"
)

// tokens reads the elements of a large part, one at a time. What one of them takes of memory is bounded.
type tokens struct {
	*xml.Decoder
	feed *feed
}

// open opens a large part. size is that of the part, inflated.
func (w *workbook) open(name string) (t *tokens, size int64, err error) {
	part, found := w.parts[name]
	if !found {
		return nil, 0, errors.New(name + " is not there")
	}
	in, err := part.Open()
	if err != nil {
		return nil, 0, err
	}
	f := newFeed(w.ctx, in, part)
	return &tokens{Decoder: xml.NewDecoder(f), feed: f}, int64(min(part.UncompressedSize64, maxSheetBytes)), nil
}

// next reads the next element or text.
func (t *tokens) next() (xml.Token, error) {
	t.feed.budget = maxTokenBytes
	return t.RawToken()
}

// feed guards what a part inflates to, and what the decoder takes for one token.
type feed struct {
	ctx    context.Context
	in     io.ReadCloser
	packed int64
	budget int
	n      atomic.Int64
}

func newFeed(ctx context.Context, in io.ReadCloser, part *zip.File) *feed {
	return &feed{ctx: ctx, in: in, packed: max(int64(part.CompressedSize64), 1), budget: maxTokenBytes}
}

func (f *feed) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	if f.budget <= 0 {
		return 0, errToken
	}
	n, err := f.in.Read(p)
	f.budget -= n
	total := f.n.Add(int64(n))
	if total > maxSheetBytes || total > inflateGrace && total/f.packed > maxInflateRatio {
		return 0, errInflates
	}
	return n, err
}
