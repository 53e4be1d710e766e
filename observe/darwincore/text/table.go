package text

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// Table is a Reader of a delimited text whose first row names its columns.
type Table struct {
	*Reader
	header []string
}

// OpenTable finds the dialect of a File and reads its header. The Table closes the File when it is closed; an error is a
// *FileError and leaves it open.
func OpenTable(f *File, known Known, warn *Warnings) (*Table, error) {
	separators, line, err := f.passSeparatorLine()
	if err != nil {
		return nil, err
	}
	prefix, whole, err := f.Prefix()
	if err != nil {
		return nil, err
	}
	r, err := NewReader(f, detect(prefix, whole, known, separators), warn)
	if err != nil {
		return nil, err
	}
	r.scan.line = line
	first, err := r.Next()
	if errors.Is(err, io.EOF) {
		return nil, Fail(f.name, 0, "the file is empty", nil)
	}
	if err != nil {
		return nil, err
	}
	header := first.Values
	for i := range header {
		header[i] = strings.TrimSpace(header[i])
	}
	for len(header) > 1 && header[len(header)-1] == "" {
		header = header[:len(header)-1]
	}
	r.width = len(header)
	return &Table{Reader: r, header: header}, nil
}

// passSeparatorLine passes a first line that states the separator. It returns the separators that may be, and the line that comes next.
func (f *File) passSeparatorLine() (possible string, line int, err error) {
	prefix, _, err := f.Prefix()
	if err != nil {
		return "", 0, err
	}
	stated := separatorLine.FindSubmatch(prefix)
	if stated == nil || len(stated[1]) != 1 {
		return separators, 1, nil
	}
	possible = string(stated[1])
	_, err = f.decoded.Discard(len(stated[0]))
	return possible, 2, err
}

// Header names the columns, without blanks around their names.
func (t *Table) Header() []string { return t.header }

// CRS is empty: a text does not say as a whole what its coordinates are of.
func (t *Table) CRS() string { return "" }

// Next returns the next row. It has as many values as the header: what a short one lacks is empty, and a longer one that
// says something there has a Fault.
func (t *Table) Next() (Row, error) {
	row, err := t.Reader.Next()
	if err == nil {
		row.Fit(len(t.header))
	}
	return row, err
}

// Fit cuts empty values behind the given width off a row. A row with more to say is left whole, with a Fault.
func (r *Row) Fit(width int) {
	n := len(r.Values)
	if n > width && strings.Join(r.Values[width:], "") != "" {
		r.Fault = fmt.Errorf("row has %d values, the header has %d", n, width)
		return
	}
	r.Values = r.Values[:min(n, width)]
}
