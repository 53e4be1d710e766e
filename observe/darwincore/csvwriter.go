package darwincore

import (
	"io"
	"strings"
)

// flushBytes is how much is gathered before it is written.
const flushBytes = 64 << 10

// csvWriter gathers rows and writes them in chunks. encoding/csv cannot do it: with CRLF between rows it changes the line
// ends within values too.
type csvWriter struct {
	w       io.Writer
	buf     []byte
	lineEnd string
	err     error
}

// NewCSV writes CSV as RFC 4180 has it: UTF-8, comma, CRLF, Darwin Core headers. bom puts a byte order mark before it,
// which Excel needs to read UTF-8. Values that begin with = + - or @ stay as they are, although a spreadsheet program may
// take them for formulas.
func NewCSV(w io.Writer, bom bool) Writer {
	c := newCSVWriter(w, "\r\n")
	if bom {
		c.buf = append([]byte("\xef\xbb\xbf"), c.buf...)
	}
	return c
}

// newCSVWriter begins with the header, so that a file without rows has it too.
func newCSVWriter(w io.Writer, lineEnd string) *csvWriter {
	return &csvWriter{w: w, lineEnd: lineEnd, buf: []byte(strings.Join(ownColumns, ",") + lineEnd)}
}

func (c *csvWriter) Write(o Occurrence) error {
	if c.err != nil {
		return c.err
	}
	c.buf = append(appendRow(c.buf, &o), c.lineEnd...)
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
