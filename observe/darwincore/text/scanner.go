package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// scanner splits delimited text into rows. encoding/csv cannot do it: it knows neither bare CR line ends nor files without
// quoting, rewrites CRLF within values, reads on to the end of the file behind a stray quote, and holds a line of any
// length in memory. The scanner works on bytes of any charset that has ASCII as its lower half.
//
// A quoted value may span lines; a doubled quote in it stands for one; what follows the closing quote up to the separator
// is taken literally. A quote elsewhere is a literal.
type scanner struct {
	Dialect
	file       string
	r          io.Reader
	buf        []byte
	start, end int // of what is read and not yet split, in buf
	eof        bool
	line       int // of the row that comes next

	// The last row, valid until the next call of next.
	rowLine  int    // where it begins
	row      []byte // its values; in a plain row with the separator after each
	ends     []int  // where each value ends in row
	plain    bool   // the row holds no quote
	unquoted []byte // memory of rows that are not plain
}

// scanChunk is the buffer that a scanner starts with; it grows for long rows.
const scanChunk = 128 << 10

func newScanner(file string, r io.Reader, d Dialect) *scanner {
	return &scanner{file: file, r: r, Dialect: d, buf: make([]byte, scanChunk), line: 1}
}

// next advances to the next row that is not blank. It returns io.EOF at the end and a *FileError for what cannot be a row.
func (s *scanner) next() error {
	for {
		stop, used, err := s.lineEnd()
		if err != nil {
			return err
		}
		raw := s.buf[s.start:stop]
		s.rowLine = s.line
		if s.Quote != 0 && bytes.IndexByte(raw, s.Quote) >= 0 {
			return s.quoted()
		}
		s.start += used
		s.line++
		if bytes.IndexByte(raw, 0) >= 0 {
			return s.fail("NUL byte, this is not text", nil)
		}
		if len(bytes.TrimLeft(raw, " ")) > 0 {
			return s.split(raw)
		}
	}
}

// lineEnd finds where the line at start stops, and how many bytes it has with its line end. io.EOF says that nothing is left.
func (s *scanner) lineEnd() (stop, used int, err error) {
	searched := 0
	for {
		window := s.buf[s.start:s.end]
		if i := s.indexLineEnd(window[searched:]); i >= 0 {
			length, used, whole := s.trimLine(window, searched+i)
			if whole {
				return s.start + length, used, nil
			}
		}
		if s.eof {
			if len(window) == 0 {
				return 0, 0, io.EOF
			}
			return s.start + len(bytes.TrimSuffix(window, []byte{'\r'})), len(window), nil
		}
		searched = max(0, len(window)-1)
		if err := s.read(); err != nil {
			return 0, 0, err
		}
	}
}

func (s *scanner) indexLineEnd(window []byte) int {
	if !s.bareCR {
		return bytes.IndexByte(window, '\n')
	}
	i := bytes.IndexByte(window, '\r')
	if i >= 0 {
		window = window[:i]
	}
	if j := bytes.IndexByte(window, '\n'); j >= 0 {
		return j
	}
	return i
}

// trimLine returns the length without and with its line end of a line whose LF or CR is at i. It is not whole when a CR
// ends the window and an LF may follow.
func (s *scanner) trimLine(window []byte, i int) (length, used int, whole bool) {
	if window[i] == '\n' {
		return len(bytes.TrimSuffix(window[:i], []byte{'\r'})), i + 1, true
	}
	if i+1 == len(window) {
		return i, i + 1, s.eof
	}
	if window[i+1] == '\n' {
		return i, i + 2, true
	}
	return i, i + 1, true
}

// read reads more, keeping what lies between start and end.
func (s *scanner) read() error {
	if s.start > 0 {
		copy(s.buf, s.buf[s.start:s.end])
		s.end -= s.start
		s.start = 0
	}
	if s.end == len(s.buf) {
		if len(s.buf) > MaxRowBytes {
			s.rowLine = s.line
			return s.fail(fmt.Sprintf("a row over %d MiB, or a quote that is never closed", MaxRowBytes>>20), nil)
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	n, err := s.r.Read(s.buf[s.end:])
	s.end += n
	switch {
	case errors.Is(err, io.EOF):
		s.eof = true
	case err != nil:
		s.rowLine = s.line
		return s.fail("cannot be read", err)
	}
	return nil
}

func (s *scanner) split(raw []byte) error {
	s.row, s.plain, s.ends = raw, true, s.ends[:0]
	for at := 0; ; {
		i := bytes.IndexByte(raw[at:], s.Sep)
		if i < 0 {
			return s.endValue(at, len(raw))
		}
		if err := s.endValue(at, at+i); err != nil {
			return err
		}
		at += i + 1
	}
}

// endValue notes a value that lies from begin to end in the row.
func (s *scanner) endValue(begin, end int) error {
	if end-begin > MaxFieldBytes {
		return s.fail(fmt.Sprintf("a value over %d MiB", MaxFieldBytes>>20), nil)
	}
	if len(s.ends) == MaxColumns {
		return s.fail(fmt.Sprintf("a row of more than %d values", MaxColumns), nil)
	}
	s.ends = append(s.ends, end)
	return nil
}

func (s *scanner) len() int { return len(s.ends) }

func (s *scanner) value(i int) []byte {
	begin := 0
	if i > 0 {
		begin = s.ends[i-1]
		if s.plain {
			begin++
		}
	}
	return s.row[begin:s.ends[i]]
}

// fill puts the values of the last row into dst; they share one allocation.
func (s *scanner) fill(dst []string) {
	shared := string(s.row)
	begin := 0
	for i, end := range s.ends {
		dst[i] = shared[begin:end]
		begin = end
		if s.plain {
			begin++
		}
	}
}

func (s *scanner) fail(reason string, err error) error { return Fail(s.file, s.rowLine, reason, err) }
