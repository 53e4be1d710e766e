package export

import (
	"io"
	"strings"
)

// flushBytes is how much is gathered before it is written.
const flushBytes = 64 << 10

// CSVOptions of NewCSV.
type CSVOptions struct {
	BOM     bool // begin with a byte order mark, which Excel needs to read UTF-8
	Raw     bool // write cells as they are, also those that a spreadsheet program takes for formulas
	Private bool // with Occurrence.Private, and the observers that the metadata names
}

// csvWriter gathers rows and writes them in chunks. encoding/csv cannot do it: with CRLF between rows it changes the line
// ends within values too.
type csvWriter struct {
	w       io.Writer
	rows    rowWriter
	buf     []byte
	lineEnd string
	err     error
}

// NewCSV writes CSV as RFC 4180 has it: UTF-8, comma, CRLF, Darwin Core headers. Open reads it back without loss, but for what a public
// file leaves out and the citation and address of the data sources.
func NewCSV(w io.Writer, opts CSVOptions) Writer {
	c := newCSVWriter(w, Kind{Table: true, Raw: opts.Raw, Private: opts.Private}, "\r\n")
	if opts.BOM {
		c.buf = append([]byte("\xef\xbb\xbf"), c.buf...)
	}
	return c
}

// newCSVWriter begins with the header, so that a file without rows has it too.
func newCSVWriter(w io.Writer, kind Kind, lineEnd string) *csvWriter {
	return &csvWriter{w: w, rows: rowWriter{Kind: kind}, lineEnd: lineEnd, buf: []byte(strings.Join(kind.occurrenceColumns(), ",") + lineEnd)}
}

func (c *csvWriter) Write(o Occurrence) error {
	if c.err != nil {
		return c.err
	}
	c.buf = append(c.rows.append(c.buf, &o), c.lineEnd...)
	if len(c.buf) < flushBytes {
		return nil
	}
	return c.flush()
}

func (c *csvWriter) flush() error {
	if c.err == nil {
		_, c.err = c.w.Write(c.buf)
		c.buf = c.buf[:0]
	}
	return c.err
}

// Close writes what is gathered.
func (c *csvWriter) Close() error { return c.flush() }

// appendCell appends a value, quoted as RFC 4180 has it where it must be.
func appendCell[T string | []byte](b []byte, value T) []byte {
	quoted := false
	for i := range len(value) {
		switch value[i] {
		case ',', '"', '\n', '\r':
			quoted = true
		}
	}
	if !quoted {
		return append(b, value...)
	}
	b = append(b, '"')
	for i := range len(value) {
		if value[i] == '"' {
			b = append(b, '"')
		}
		b = append(b, value[i])
	}
	return append(b, '"')
}
