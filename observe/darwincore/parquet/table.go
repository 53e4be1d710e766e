package parquet

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	pq "github.com/parquet-go/parquet-go"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/geometry"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Table reads rows. The line of a row is its place in the file.
type Table struct {
	name    string
	file    *os.File
	parquet *pq.File
	geo     geo
	header  []string
	columns []*column
	shape   [2]*column // the geometry, or x and y
	lat     int        // in the header; -1 without geometries
	groups  []pq.RowGroup
	left    int64 // rows of the open group
	line    int
	done    atomic.Int64
}

// Open opens a file, which the Table closes when it is closed. An error is a *text.FileError and leaves it open.
func Open(name string, file *os.File, warn *text.Warnings) (*Table, error) {
	t := &Table{name: name, file: file, lat: -1}
	if err := guard(func() error { return t.open(warn) }); err != nil {
		return nil, t.fail(err)
	}
	return t, nil
}

func (t *Table) fail(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file ends too early")
	}
	return text.Fail(t.name, 0, "the Parquet file cannot be read", err)
}

func (t *Table) open(warn *text.Warnings) error {
	info, err := t.file.Stat()
	if err != nil {
		return err
	}
	if err := checkFooter(t.file, info.Size()); err != nil {
		return err
	}
	t.parquet, err = pq.OpenFile(t.file, info.Size(), pq.SkipPageIndex(true), pq.SkipBloomFilters(true))
	if err != nil {
		return err
	}
	if t.geo, err = findGeo(t.parquet); err != nil {
		return err
	}
	if err := t.layOut(t.parquet.Root(), warn); err != nil {
		return err
	}
	t.groups = t.parquet.RowGroups()
	return checkPages(t.file, info.Size(), t.parquet, t.leaves())
}

// leaves are the numbers of the columns that are read.
func (t *Table) leaves() (leaves []int) {
	for _, c := range t.all() {
		leaves = append(leaves, c.at)
	}
	return leaves
}

func (t *Table) all() []*column {
	all := append([]*column{}, t.columns...)
	for _, c := range t.shape {
		if c != nil {
			all = append(all, c)
		}
	}
	return all
}

// layOut finds the columns that have one value in each row, and the place among them.
func (t *Table) layOut(root *pq.Column, warn *text.Warnings) error {
	var visit func(c *pq.Column)
	visit = func(c *pq.Column) {
		for _, child := range c.Columns() {
			name := strings.Join(child.Path(), ".")
			switch {
			case t.geo.covering != "" && name == t.geo.covering:
			case !child.Leaf():
				visit(child)
			case child.MaxRepetitionLevel() > 0:
				warn.Add(fmt.Sprintf("the column %q holds lists, not read", name), 0)
			default:
				t.addColumn(child, name, warn)
			}
		}
	}
	visit(root)
	switch {
	case len(t.columns) > text.MaxColumns:
		return fmt.Errorf("it has more than %d columns", text.MaxColumns)
	case t.geo.column == "":
		return nil
	case t.shape[0] == nil || t.geo.native && t.shape[1] == nil:
		return fmt.Errorf("the column of the geometry %q is not there", t.geo.column)
	}
	for i, name := range t.header {
		if name == geometry.ColumnLat || name == geometry.ColumnLon {
			t.header[i] = "properties." + name
		}
	}
	t.lat = len(t.header) + 1
	t.header = append(t.header, geometry.ColumnLon, geometry.ColumnLat)
	return nil
}

func (t *Table) addColumn(c *pq.Column, name string, warn *text.Warnings) {
	kind := c.Type().Kind()
	switch {
	case t.geo.native && name == t.geo.column+".x" && kind == pq.Double:
		t.shape[0] = &column{at: c.Index()}
		return
	case t.geo.native && name == t.geo.column+".y" && kind == pq.Double:
		t.shape[1] = &column{at: c.Index()}
		return
	case !t.geo.native && t.geo.column != "" && name == t.geo.column && kind == pq.ByteArray:
		t.shape[0] = &column{at: c.Index()}
		return
	}
	write := texts(c.Type())
	if write == nil {
		warn.Add(fmt.Sprintf("the column %q holds no texts or numbers, not read", name), 0)
		return
	}
	t.header = append(t.header, name)
	t.columns = append(t.columns, &column{at: c.Index(), text: write})
}

// Header names the columns, those within others with a dot; then decimalLongitude and decimalLatitude for points.
func (t *Table) Header() []string { return t.header }

// CRS is the coordinate reference system of the points; empty when the file does not say, or has no geometries.
func (t *Table) CRS() string { return t.geo.crs }

// Next returns the next row. One that has no place has a Fault. The error is io.EOF at the end, else a *text.FileError.
func (t *Table) Next() (row text.Row, err error) {
	err = guard(func() error {
		row, err = t.next()
		return err
	})
	if err != nil && !errors.Is(err, io.EOF) {
		return text.Row{}, t.fail(err)
	}
	return row, err
}

func (t *Table) next() (text.Row, error) {
	for t.left == 0 {
		if len(t.groups) == 0 {
			return text.Row{}, io.EOF
		}
		for _, c := range t.all() {
			if err := c.open(t.groups[0]); err != nil {
				return text.Row{}, notEnd(err)
			}
		}
		t.left, t.groups = t.groups[0].NumRows(), t.groups[1:]
	}
	t.left--
	t.line++
	t.done.Add(1)
	row := text.Row{Line: t.line, Values: make([]string, len(t.header))}
	for i, c := range t.columns {
		value, err := c.next()
		if err != nil {
			return text.Row{}, notEnd(err)
		}
		if !value.IsNull() {
			row.Values[i] = c.text(value)
		}
	}
	if t.lat < 0 {
		return row, nil
	}
	x, y, err := t.place()
	switch {
	case errors.Is(err, geometry.ErrNoCoordinates), errors.Is(err, geometry.ErrNoPoint), errors.Is(err, geometry.ErrMalformed):
		row.Fault = err
	case err != nil:
		return text.Row{}, notEnd(err)
	default:
		row.Values[t.lat-1], row.Values[t.lat] = geometry.Number(x), geometry.Number(y)
	}
	return row, nil
}

// notEnd makes another error of an end within the rows.
func notEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// place reads the position of the row.
func (t *Table) place() (x, y float64, err error) {
	first, err := t.shape[0].next()
	if err != nil {
		return 0, 0, err
	}
	if !t.geo.native {
		if first.IsNull() {
			return 0, 0, geometry.ErrNoCoordinates
		}
		return geometry.Point(first.ByteArray())
	}
	second, err := t.shape[1].next()
	if err != nil {
		return 0, 0, err
	}
	x, y = first.Double(), second.Double()
	if first.IsNull() || second.IsNull() || x != x || y != y {
		return 0, 0, geometry.ErrNoCoordinates
	}
	return x, y, nil
}

// Progress returns how many rows have been read, of how many.
func (t *Table) Progress() (done, total int64) { return t.done.Load(), t.parquet.NumRows() }

// Close closes the file.
func (t *Table) Close() error {
	err := guard(func() error {
		var err error
		for _, c := range t.all() {
			err = errors.Join(err, c.close())
		}
		return err
	})
	return errors.Join(err, t.file.Close())
}
