package text

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// asWindows1252 warns that the encoding was guessed.
const asWindows1252 = "read as windows-1252: the text is not valid UTF-8"

// Reader reads the rows of a File in a Dialect. Their values are UTF-8 unless the text itself is not.
type Reader struct {
	*File
	scan  *scanner
	warn  *Warnings
	width int // the least number of values of a row
}

// NewReader returns a Reader, which closes the File when it is closed. It finds out by itself whether a bare CR ends a line.
func NewReader(f *File, d Dialect, warn *Warnings) (*Reader, error) {
	prefix, _, err := f.Prefix()
	if err != nil {
		return nil, err
	}
	if f.charset == windows1252 && f.guessed {
		warn.Add(asWindows1252, 0)
	}
	d.bareCR = endsInCR(prefix, d.Quote)
	return &Reader{File: f, scan: newScanner(f.name, f, d), warn: warn}, nil
}

// Next returns the next row that is not blank. The error is io.EOF at the end, else a *FileError.
func (r *Reader) Next() (Row, error) {
	if err := r.scan.next(); err != nil {
		return Row{}, err
	}
	values := make([]string, max(r.scan.len(), r.width))
	r.decode(values)
	return Row{Line: r.scan.rowLine, Values: values}, nil
}

// decode puts the values of the scanner's row into dst.
func (r *Reader) decode(dst []string) {
	if r.charset == ascii && !isASCII(r.scan.row) {
		r.charset = guessCharset(r.scan.row, true)
		if r.charset == windows1252 {
			r.warn.Add(asWindows1252, r.scan.rowLine)
		}
	}
	if r.charset != windows1252 || isASCII(r.scan.row) {
		r.scan.fill(dst)
		return
	}
	for i := range r.scan.len() {
		dst[i] = fromWindows1252(r.scan.value(i))
	}
}

func isASCII(raw []byte) bool {
	for _, c := range raw {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

func fromWindows1252(raw []byte) string {
	var out strings.Builder
	out.Grow(len(raw) + 8)
	for _, c := range raw {
		out.WriteRune(charmap.Windows1252.DecodeByte(c))
	}
	return out.String()
}
