package darwincore

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// rawRow is a row before it becomes a record.
type rawRow struct {
	line   int
	values []string // as the header of the table has them
	key    string   // id of the core row, in an archive
	fault  string   // why the row cannot be a record, or empty
}

// table is a source of rows: delimited text, GeoJSON, or an extension joined with its core.
type table interface {
	header() []string
	next() (rawRow, error) // io.EOF at the end, else a *FileError
	progress() (done, total int64)
	close() error
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) }

// delimited reads one delimited text.
type delimited struct {
	text  *textFile
	scan  *scanner
	names []string
	width int // values of a row
	warn  *warnings
}

// openDelimited opens a text that says by its first row what its columns are.
func openDelimited(text *textFile, mapping map[string]string, warn *warnings) (*delimited, error) {
	prefix, err := text.Peek(sniffBytes)
	if err != nil && !isEOF(err) {
		return nil, fileError(text.name, "cannot be read", err)
	}
	d := &delimited{text: text, warn: warn}
	d.scan = newScanner(text.name, text, detectDialect(prefix, err != nil, mapping))
	if err := d.scan.next(); err != nil {
		if isEOF(err) {
			return nil, fileError(text.name, "the file is empty", nil)
		}
		return nil, err
	}
	d.names = make([]string, d.scan.len())
	for i, name := range d.decode(make([]string, d.scan.len())) {
		d.names[i] = strings.TrimSpace(name)
	}
	for i := len(d.names) - 1; i > 0 && d.names[i] == ""; i-- {
		d.names = d.names[:i]
	}
	d.width = len(d.names)
	return d, nil
}

func (d *delimited) header() []string { return d.names }

func (d *delimited) next() (rawRow, error) {
	row, err := d.read()
	if err != nil {
		return row, err
	}
	n := len(row.values)
	if n > d.width && strings.Join(row.values[d.width:], "") != "" {
		row.fault = fmt.Sprintf("row has %d values, the header has %d", n, d.width)
		return row, nil
	}
	row.values = row.values[:d.width]
	return row, nil
}

// read reads a row of any length; a short one gets empty values up to the width.
func (d *delimited) read() (rawRow, error) {
	if err := d.scan.next(); err != nil {
		return rawRow{}, err
	}
	values := d.decode(make([]string, max(d.scan.len(), d.width)))
	return rawRow{line: d.scan.rowLine, values: values}, nil
}

// decode puts the values of the scanner's row into dst, as UTF-8 as far as they can be.
func (d *delimited) decode(dst []string) []string {
	if d.text.charset == ascii && !isASCII(d.scan.row) {
		d.text.charset = guessCharset(d.scan.row, true)
		if d.text.charset == windows1252 {
			d.warn.add("read as windows-1252: the text is not valid UTF-8", d.scan.rowLine)
		}
	}
	if d.text.charset == windows1252 && !isASCII(d.scan.row) {
		for i := range d.scan.len() {
			dst[i] = fromWindows1252(d.scan.value(i))
		}
		return dst
	}
	d.scan.fillTexts(dst)
	return dst
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

func fromWindows1252(text []byte) string {
	var out strings.Builder
	out.Grow(len(text) + 8)
	for _, c := range text {
		out.WriteRune(charmap.Windows1252.DecodeByte(c))
	}
	return out.String()
}

func (d *delimited) progress() (done, total int64) {
	return d.text.raw.n.Load(), d.text.size
}

func (d *delimited) close() error { return d.text.Close() }
