package darwincore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// dialect is how a delimited file separates its values.
type dialect struct {
	sep   byte
	quote byte // 0: no quoting at all, a quote is an ordinary character
	cr    bool // a bare CR ends a line (LF and CRLF then do as well)
}

// scanner splits delimited text into rows. It differs from encoding/csv in what field files need:
// bare CR line ends, files without quoting, stray quotes as literals, cells in any number, physical
// line numbers, and limits on fields and rows. It works on bytes of any charset that has ASCII as
// its lower half.
//
// A quoted value may span lines; a doubled quote in it stands for one; what follows the closing
// quote up to the separator is taken literally. A quote elsewhere is a literal.
type scanner struct {
	dialect
	file       string
	r          io.Reader
	buf        []byte
	start, end int
	eof        bool
	line       int // of the row that comes next

	// The last row, valid until the next call of next.
	rowLine int    // where it begins
	row     []byte // its values; in a plain row with the separator after each
	ends    []int  // where each value ends in row
	plain   bool
	text    []byte // memory of rows that are not plain
}

// scanChunk is the buffer that a scanner starts with; it grows for long rows.
const scanChunk = 128 << 10

func newScanner(file string, r io.Reader, d dialect) *scanner {
	return &scanner{file: file, r: r, dialect: d, buf: make([]byte, scanChunk), line: 1}
}

// next advances to the next row that is not blank. It returns io.EOF at the end and a *FileError
// for what cannot be a row.
func (s *scanner) next() error {
	for {
		stop, used, err := s.lineEnd()
		if err != nil {
			return err
		}
		raw := s.buf[s.start:stop]
		s.rowLine = s.line
		if s.quote != 0 && bytes.IndexByte(raw, s.quote) >= 0 {
			return s.quoted()
		}
		s.start += used
		s.line++
		if bytes.IndexByte(raw, 0) >= 0 {
			return s.fail("NUL byte, this is not text", nil)
		}
		if !blank(raw) {
			return s.split(raw)
		}
	}
}

// blank tells whether a line holds nothing but spaces.
func blank(line []byte) bool {
	for _, c := range line {
		if c != ' ' {
			return false
		}
	}
	return true
}

// lineEnd finds where the line at start stops, and how many bytes it has with its line end.
// io.EOF says that nothing is left.
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
		if err := s.fill(); err != nil {
			return 0, 0, err
		}
	}
}

func (s *scanner) indexLineEnd(window []byte) int {
	if !s.cr {
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

// trimLine says how long the line without and with its line end is, whose last byte, or the CR of
// whose CRLF, is at i. It is not whole when a CR ends the window and an LF may follow.
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

// fill reads more, keeping what lies between start and end.
func (s *scanner) fill() error {
	if s.start > 0 {
		copy(s.buf, s.buf[s.start:s.end])
		s.end -= s.start
		s.start = 0
	}
	if s.end == len(s.buf) {
		if len(s.buf) > maxRowBytes {
			s.rowLine = s.line
			return s.fail(fmt.Sprintf("a row over %d MiB, or a quote that is never closed", maxRowBytes>>20), nil)
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		switch {
		case errors.Is(err, io.EOF):
			s.eof = true
			return nil
		case err != nil:
			s.rowLine = s.line
			return s.fail("cannot be read", err)
		case n > 0:
			return nil
		}
	}
	return s.fail("cannot be read", io.ErrNoProgress)
}

// split cuts a row without quotes.
func (s *scanner) split(raw []byte) error {
	s.row, s.plain, s.ends = raw, true, s.ends[:0]
	for at := 0; ; {
		i := bytes.IndexByte(raw[at:], s.sep)
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
	if end-begin > maxFieldBytes {
		return s.fail(fmt.Sprintf("a value over %d MiB", maxFieldBytes>>20), nil)
	}
	if len(s.ends) == maxColumns {
		return s.fail(fmt.Sprintf("a row of more than %d values", maxColumns), nil)
	}
	s.ends = append(s.ends, end)
	return nil
}

// quoted reads a row that holds quotes, which may go on over several lines.
func (s *scanner) quoted() error {
	for {
		window := s.buf[s.start:s.end]
		used, err := s.unquote(window)
		if err != nil {
			return err
		}
		if used > 0 {
			if bytes.IndexByte(window[:used], 0) >= 0 {
				return s.fail("NUL byte, this is not text", nil)
			}
			s.row, s.plain = s.text, false
			s.start += used
			s.line += s.countLines(window[:used])
			return nil
		}
		if err := s.fill(); err != nil {
			return err
		}
	}
}

// unquote reads one row from the window into text and returns its length there, or 0 when the
// window ends too early.
func (s *scanner) unquote(window []byte) (used int, err error) {
	s.text, s.ends = s.text[:0], s.ends[:0]
	for at := 0; ; {
		begin := len(s.text)
		if at < len(window) && window[at] == s.quote {
			if at = s.unquoteValue(window, at+1); at < 0 {
				if s.eof {
					return 0, s.fail("unterminated quote", nil)
				}
				return 0, nil
			}
		}
		stop := at + s.indexStop(window[at:])
		if stop == len(window) && !s.eof {
			return 0, nil
		}
		more := stop < len(window) && window[stop] == s.sep
		length, next, whole := stop, stop+1, true
		if !more && stop < len(window) {
			length, next, whole = s.trimLine(window, stop)
		} else if !more {
			length, next = len(bytes.TrimSuffix(window, []byte{'\r'})), len(window)
		}
		if !whole {
			return 0, nil
		}
		s.text = append(s.text, window[at:max(at, length)]...)
		if err := s.endValue(begin, len(s.text)); err != nil {
			return 0, err
		}
		if !more {
			return next, nil
		}
		at = next
	}
}

// unquoteValue appends the quoted part of a value, whose opening quote stands before at, to text.
// It returns where the literal rest begins, or -1 when the window ends before the quote does.
func (s *scanner) unquoteValue(window []byte, at int) int {
	for {
		i := bytes.IndexByte(window[at:], s.quote)
		if i < 0 {
			return -1
		}
		s.text = append(s.text, window[at:at+i]...)
		at += i + 1
		if at == len(window) && !s.eof {
			return -1
		}
		if at == len(window) || window[at] != s.quote {
			return at
		}
		s.text = append(s.text, s.quote)
		at++
	}
}

// indexStop finds the first separator or line end; len(window) when there is none.
func (s *scanner) indexStop(window []byte) int {
	for i, c := range window {
		if c == s.sep || c == '\n' || c == '\r' && s.cr {
			return i
		}
	}
	return len(window)
}

// countLines counts the line ends in raw rows.
func (s *scanner) countLines(raw []byte) int {
	n := bytes.Count(raw, []byte{'\n'})
	if s.cr {
		n += bytes.Count(raw, []byte{'\r'}) - bytes.Count(raw, []byte("\r\n"))
	}
	return max(n, 1)
}

// len is the number of values in the last row.
func (s *scanner) len() int { return len(s.ends) }

// value returns the bytes of the i-th value of the last row.
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

func (s *scanner) fail(reason string, err error) error {
	var broken *FileError
	if errors.As(err, &broken) {
		return err
	}
	return &FileError{File: s.file, Line: s.rowLine, Reason: reason, Err: err}
}

// fillTexts puts the values of the last row into dst; they share one allocation.
func (s *scanner) fillTexts(dst []string) {
	text := string(s.row)
	begin := 0
	for i, end := range s.ends {
		dst[i] = text[begin:end]
		begin = end
		if s.plain {
			begin++
		}
	}
}

// texts returns the values of the last row.
func (s *scanner) texts() []string {
	out := make([]string, s.len())
	s.fillTexts(out)
	return out
}
