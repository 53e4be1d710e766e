package flatgeobuf

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

// Limits of a dataset with an index. A feature takes 24 bytes of memory until the file is complete.
const (
	MaxIndexed      = 3_000_000 // features
	MaxIndexedBytes = 2 << 30   // of features
)

// Errors of datasets that get no index.
var (
	ErrTooLarge = errors.New("flatgeobuf: there are too many features for an index")
	ErrDisk     = errors.New("flatgeobuf: the temporary folder does not take the file")
)

const (
	boxBytes   = 4 * 8   // of a Box before its feature, in the first file
	copyBuffer = 1 << 20 // bytes
	checkEvery = 1 << 12 // features, between two looks whether somebody still waits
)

// indexed writes a table with an index. Features come into a file without a name first, since the index stands before them and in its order.
type indexed struct {
	writer
	ctx      context.Context // of who waits for the file
	file     *os.File
	first    *os.File // each feature after its box, as they came; nil after Discard
	buffer   *bufio.Writer
	position int64
	features []indexedFeature
	box      wkb.Box
	limit    int
	bytes    int64 // limit of position
}

// indexedFeature is where a feature is in the first file, and the middle of its box.
type indexedFeature struct {
	x, y  float32
	at    int64
	size  uint32
	along uint32
}

// NewIndexed begins a dataset with an index, which is written into an empty file when the Writer is closed. A table without places, and
// one without rows, has none. The errors of more than MaxIndexed rows or MaxIndexedBytes wrap ErrTooLarge, those of a disk that is full ErrDisk.
func NewIndexed(ctx context.Context, file *os.File, s table.Schema) (table.Writer, error) {
	return newIndexed(ctx, file, s, MaxIndexed, MaxIndexedBytes)
}

func newIndexed(ctx context.Context, file *os.File, s table.Schema, limit int, bytes int64) (*indexed, error) {
	e, err := NewEncoder(headerOf(s))
	if err != nil {
		return nil, err
	}
	first, err := Temporary()
	if err != nil {
		return nil, err
	}
	w := &indexed{ctx: ctx, file: file, first: first, buffer: bufio.NewWriterSize(first, copyBuffer), box: wkb.NoBox, limit: limit, bytes: bytes}
	w.writer = writer{schema: s, out: w.buffer, encoder: e}
	return w, nil
}

// Temporary makes a file without a name in the temporary folder: it is gone when it is closed, also by the end of the program.
func Temporary() (*os.File, error) {
	file, err := os.CreateTemp("", "skeeter-*.fgb")
	if err != nil {
		return nil, onDisk(err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(onDisk(err), file.Close())
	}
	return file, nil
}

func onDisk(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrDisk, err)
}

// Write implements table.Writer.
func (w *indexed) Write(row *table.Row) error {
	if len(w.features) == w.limit || w.position > w.bytes {
		return ErrTooLarge
	}
	box := wkb.NoBox
	if row.WKB != nil {
		var err error
		if box, err = wkb.BoxOf(row.WKB); err != nil {
			return err
		}
	}
	w.buf = w.buf[:0]
	for _, v := range box {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(v))
	}
	if err := w.append(row); err != nil {
		return err
	}
	size := len(w.buf) - boxBytes
	w.features = append(w.features, indexedFeature{x: float32((box[0] + box[2]) / 2), y: float32((box[1] + box[3]) / 2), at: w.position, size: uint32(size)})
	w.position += int64(len(w.buf))
	w.box = w.box.With(box)
	_, err := w.buffer.Write(w.buf)
	return onDisk(err)
}

// Close implements table.Writer.
func (w *indexed) Close() error {
	defer w.Discard()
	if err := w.buffer.Flush(); err != nil {
		return onDisk(err)
	}
	header := w.encoder.header
	header.Features, header.Indexed = len(w.features), w.schema.Geometry != nil && len(w.features) > 0
	if w.box != wkb.NoBox {
		header.Box = &w.box
	}
	w.encoder.header = header
	begin := w.encoder.AppendHeader(nil)
	if _, err := w.file.WriteAt(begin, 0); err != nil {
		return onDisk(err)
	}
	if !header.Indexed {
		return w.copy(int64(len(begin)), func(wkb.Box, int64) error { return nil })
	}
	for i := range w.features {
		f := &w.features[i]
		f.along = along(w.box, float64(f.x), float64(f.y))
	}
	slices.SortFunc(w.features, func(a, b indexedFeature) int { return cmp.Or(cmp.Compare(a.along, b.along), cmp.Compare(a.at, b.at)) })
	return w.index(int64(len(begin)))
}

// index writes the index and the features after it.
func (w *indexed) index(begin int64) error {
	levels := levelsOf(len(w.features))
	nodes := sum(levels)
	above, leaf := newBranches(levels), 0
	leaves := bufio.NewWriterSize(io.NewOffsetWriter(w.file, begin+int64(nodes-len(w.features))*nodeBytes), copyBuffer)
	var node []byte
	err := w.copy(begin+int64(nodes)*nodeBytes, func(box wkb.Box, at int64) error {
		above.add(leaf, box)
		leaf++
		node = appendNode(node[:0], box, uint64(at))
		_, err := leaves.Write(node)
		return onDisk(err)
	})
	if err == nil {
		err = onDisk(leaves.Flush())
	}
	if err == nil {
		_, err = w.file.WriteAt(above.append(nil), begin)
		err = onDisk(err)
	}
	return err
}

// copy copies the features in their order, and visits the box of each and where it begins after the first.
func (w *indexed) copy(to int64, visit func(box wkb.Box, at int64) error) error {
	out := bufio.NewWriterSize(io.NewOffsetWriter(w.file, to), copyBuffer)
	var box wkb.Box
	at := int64(0)
	for i, f := range w.features {
		if i%checkEvery == 0 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		w.buf = slices.Grow(w.buf[:0], boxBytes+int(f.size))[:boxBytes+int(f.size)]
		if _, err := w.first.ReadAt(w.buf, f.at); err != nil {
			return onDisk(err)
		}
		for j := range box {
			box[j] = math.Float64frombits(binary.LittleEndian.Uint64(w.buf[8*j:]))
		}
		if err := visit(box, at); err != nil {
			return err
		}
		at += int64(f.size)
		if _, err := out.Write(w.buf[boxBytes:]); err != nil {
			return onDisk(err)
		}
	}
	return onDisk(out.Flush())
}

// Discard implements table.Writer.
func (w *indexed) Discard() {
	if w.first != nil {
		_ = w.first.Close()
		w.first = nil
	}
}
