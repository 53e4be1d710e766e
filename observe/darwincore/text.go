package darwincore

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// charset says what the bytes of a text are, once UTF-16 and the rarer charsets have been decoded.
type charset int

const (
	ascii       charset = iota // so far; the first byte above it decides
	utf8Text                   // bytes that do not fit are a fault of their row
	windows1252                // every byte above ASCII is one character
)

// opener opens a file anew and says its size in bytes.
type opener func() (io.ReadCloser, int64, error)

// textFile is an open text, decoded as far as it must be to be split into rows.
type textFile struct {
	*bufio.Reader
	name    string
	charset charset
	size    int64
	raw     *countingReader
}

// openText opens a text and finds its encoding: a byte order mark decides, then the declared
// encoding, then the bytes themselves. Declared UTF-8 is not believed when the bytes say otherwise.
func openText(name string, open opener, declared string) (*textFile, error) {
	file, size, err := open()
	if err != nil {
		return nil, fileError(name, "cannot be opened", err)
	}
	raw := &countingReader{ReadCloser: file}
	t := &textFile{Reader: bufio.NewReaderSize(raw, sniffBytes), name: name, size: size, raw: raw}
	if err := t.detect(declared); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return t, nil
}

func (t *textFile) detect(declared string) error {
	prefix, err := t.Peek(sniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return fileError(t.name, "cannot be read", err)
	}
	whole := err != nil
	declaredAs, err := lookUpEncoding(t.name, declared)
	if err != nil {
		return err
	}
	switch wide := utf16Of(prefix); {
	case bytes.HasPrefix(prefix, []byte("\xef\xbb\xbf")):
		_, err := t.Discard(3)
		t.charset = utf8Text
		return err
	case wide != nil:
		t.decode(wide)
	case declaredAs != nil && declaredAs != charmap.Windows1252:
		t.decode(declaredAs)
	case declaredAs != nil:
		t.charset = windows1252
	default:
		t.charset = guessCharset(prefix, whole)
	}
	return nil
}

// decode turns the rest of the text into UTF-8.
func (t *textFile) decode(from encoding.Encoding) {
	t.Reader = bufio.NewReaderSize(transform.NewReader(t.Reader, from.NewDecoder()), sniffBytes)
	t.charset = utf8Text
}

func (t *textFile) Close() error { return t.raw.Close() }

// lookUpEncoding finds a declared encoding by its label; nil stands for UTF-8, for UTF-16 (which
// shows in the bytes) and for none.
func lookUpEncoding(file, label string) (encoding.Encoding, error) {
	label = strings.TrimSpace(label)
	switch strings.ToLower(label) {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return nil, nil
	case "utf-16", "utf16":
		return nil, nil
	}
	found, err := htmlindex.Get(label)
	if err != nil {
		return nil, fileError(file, fmt.Sprintf("unknown encoding %q", label), nil)
	}
	if name, _ := htmlindex.Name(found); name == "replacement" || name == "utf-8" {
		return nil, nil
	}
	return found, nil
}

// utf16Of recognizes UTF-16 by its byte order mark, or by NUL bytes that stand in every other place.
func utf16Of(prefix []byte) encoding.Encoding {
	switch {
	case bytes.HasPrefix(prefix, []byte{0xff, 0xfe}):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case bytes.HasPrefix(prefix, []byte{0xfe, 0xff}):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case len(prefix) < 4:
		return nil
	}
	var nuls [2]int
	for i, c := range prefix {
		if c == 0 {
			nuls[i%2]++
		}
	}
	half := len(prefix) / 2
	switch {
	case nuls[1] > half/2 && nuls[0] < half/20:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case nuls[0] > half/2 && nuls[1] < half/20:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}

// guessCharset decides between UTF-8 and windows-1252 over a prefix. Text in windows-1252 hardly
// ever forms UTF-8 by accident, so the text is UTF-8 when most of what lies above ASCII is.
func guessCharset(prefix []byte, whole bool) charset {
	valid, broken := 0, 0
	for at := 0; at < len(prefix); {
		if prefix[at] < utf8.RuneSelf {
			at++
			continue
		}
		if !whole && !utf8.FullRune(prefix[at:]) {
			break
		}
		r, size := utf8.DecodeRune(prefix[at:])
		if r == utf8.RuneError && size == 1 {
			broken++
		} else {
			valid++
		}
		at += size
	}
	switch {
	case valid == 0 && broken == 0:
		return ascii
	case valid >= broken:
		return utf8Text
	default:
		return windows1252
	}
}

// countingReader counts what is read, for the progress that another goroutine shows.
type countingReader struct {
	io.ReadCloser
	n atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// fileError makes a *FileError, or passes on the one that err already is.
func fileError(file, reason string, err error) error {
	var broken *FileError
	if errors.As(err, &broken) {
		return err
	}
	return &FileError{File: file, Reason: reason, Err: err}
}
