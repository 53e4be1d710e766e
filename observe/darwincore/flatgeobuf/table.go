package flatgeobuf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geometry"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Table reads features as rows. The line of a row is its place in the file.
type Table struct {
	name    string
	file    io.Closer
	in      *bufio.Reader
	n       atomic.Int64
	size    int64
	kind    byte // of all geometries; 0 when each says its own
	columns []column
	header  []string
	crs     string
	line    int
	stated  uint64 // features, as the header says; 0 for unknown
	buffer  []byte
}

// Geometries, by their numbers in header.fbs.
const (
	anyGeometry = 0
	pointType   = 1
	multiPoint  = 4
)

// Open opens a dataset. An error is a *text.FileError.
func Open(name string, open text.Opener) (*Table, error) {
	file, size, err := open()
	if err != nil {
		return nil, text.Fail(name, 0, "cannot be opened", err)
	}
	t := &Table{name: name, file: file, size: size}
	t.in = bufio.NewReader(io.TeeReader(file, &counter{&t.n}))
	if err := t.readHeader(); err != nil {
		return nil, errors.Join(t.fail(err), file.Close())
	}
	return t, nil
}

type counter struct{ n *atomic.Int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}

func (t *Table) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file ends too early")
	}
	return text.Fail(t.name, 0, "the FlatGeobuf cannot be read", err)
}

// next reads the next table, which its size precedes. It is valid until the next call.
func (t *Table) next(most uint32) ([]byte, error) {
	const least = 8
	var prefix [4]byte
	if _, err := io.ReadFull(t.in, prefix[:]); err != nil {
		return nil, err
	}
	size := uint32At(prefix[:])
	if size < least || size > most {
		return nil, fmt.Errorf("a table of %d bytes; wanted are at most %d", size, most)
	}
	if int(size) > cap(t.buffer) {
		t.buffer = make([]byte, size)
	}
	t.buffer = t.buffer[:size]
	if _, err := io.ReadFull(t.in, t.buffer); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return t.buffer, nil
}

// readHeader reads the header and passes the index.
func (t *Table) readHeader() error {
	const magic = 8
	if _, err := t.in.Discard(magic); err != nil {
		return err
	}
	raw, err := t.next(maxHeaderBytes)
	if err != nil {
		return err
	}
	var index uint64
	fits := true
	if err := guard(func() {
		h := root(raw)
		t.kind, t.stated = h.byteAt(2), h.uint64At(8)
		const columns, standardNode = 7, 16
		for i := range h.length(columns, offsetBytes) {
			c := h.element(columns, i)
			t.columns = append(t.columns, column{name: c.text(0), kind: c.byteAt(1)})
		}
		index, fits = indexBytes(t.stated, h.uint16At(9, standardNode))
		if crs, stated := h.sub(10); stated {
			t.crs = geometry.OfAuthority(crs.text(0), crs.int32At(1), crs.text(2))
		}
	}); err != nil {
		return err
	}
	switch {
	case t.kind != anyGeometry && t.kind != pointType && t.kind != multiPoint:
		return text.Fail(t.name, 0, "it holds geometries that are not points", nil)
	case len(t.columns) > text.MaxColumns:
		return fmt.Errorf("it has more than %d columns", text.MaxColumns)
	case !fits:
		return errMalformed
	}
	t.layOut()
	_, err = io.CopyN(io.Discard, t.in, int64(index))
	return err
}

// layOut names the columns. Those of the place keep their names.
func (t *Table) layOut() {
	for _, c := range t.columns {
		if c.name == geometry.ColumnLat || c.name == geometry.ColumnLon {
			c.name = "properties." + c.name
		}
		t.header = append(t.header, c.name)
	}
	t.header = append(t.header, geometry.ColumnLon, geometry.ColumnLat)
}

// Header names the columns: the properties, then decimalLongitude and decimalLatitude.
func (t *Table) Header() []string { return t.header }

// CRS is the coordinate reference system of the points; empty when the file does not say.
func (t *Table) CRS() string { return t.crs }

// Next returns the next feature as a row. One that has no place has a Fault. The error is io.EOF at the end, else a
// *text.FileError.
func (t *Table) Next() (text.Row, error) {
	raw, err := t.next(maxFeatureBytes)
	if errors.Is(err, io.EOF) && (t.stated == 0 || uint64(t.line) == t.stated) {
		return text.Row{}, io.EOF
	}
	if err != nil {
		return text.Row{}, t.fail(err)
	}
	t.line++
	row := text.Row{Line: t.line, Values: make([]string, len(t.header))}
	var x, y float64
	var wrong error
	if err := guard(func() {
		f := root(raw)
		wrong = properties(f.bytes(1), t.columns, row.Values)
		x, y, row.Fault = t.place(f)
	}); err != nil || wrong != nil {
		return text.Row{}, t.fail(fmt.Errorf("feature %d: %w", t.line, errMalformed))
	}
	if row.Fault == nil {
		row.Values[len(t.columns)], row.Values[len(t.columns)+1] = geometry.Number(x), geometry.Number(y)
	}
	return row, nil
}

// place returns the position of a feature, which is a point or a multipoint of one.
func (t *Table) place(feature table) (x, y float64, err error) {
	const xy, kind = 1, 6
	shape, found := feature.sub(0)
	if !found {
		return 0, 0, geometry.ErrNoCoordinates
	}
	is := t.kind
	if is == anyGeometry {
		is = shape.byteAt(kind)
	}
	n := shape.length(xy, doubleBytes)
	switch {
	case is != pointType && is != multiPoint:
		return 0, 0, geometry.ErrNoPoint
	case n == 0:
		return 0, 0, geometry.ErrNoCoordinates
	case n != 2:
		return 0, 0, geometry.ErrNoPoint
	}
	x, y = shape.float(xy, 0), shape.float(xy, 1)
	if x != x || y != y { // an empty point
		return 0, 0, geometry.ErrNoCoordinates
	}
	return x, y, nil
}

// Progress returns how many bytes of the file have been read, of how many.
func (t *Table) Progress() (done, total int64) { return t.n.Load(), t.size }

// Close closes the file.
func (t *Table) Close() error { return t.file.Close() }
