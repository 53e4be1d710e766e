package text

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// Opener opens a file anew and says its size in bytes.
type Opener func() (io.ReadCloser, int64, error)

// File is an open text. What it gives is UTF-8, but for a text in windows-1252, whose bytes it leaves as they are: every
// byte is one character there, so that a Reader can split it first and decode what it needs.
type File struct {
	name    string
	charset charset
	guessed bool // no encoding but UTF-8 was declared
	size    int64
	raw     *countingReader
	decoded *bufio.Reader
}

// Open opens a text and finds its encoding: a byte order mark decides, then the declared encoding, then the bytes
// themselves. Declared UTF-8 is not believed when the bytes say otherwise. An error is a *FileError.
func Open(name string, open Opener, declared string) (*File, error) {
	file, size, err := open()
	if err != nil {
		return nil, Fail(name, 0, "cannot be opened", err)
	}
	raw := &countingReader{ReadCloser: file}
	f := &File{name: name, size: size, raw: raw, decoded: bufio.NewReaderSize(raw, sniffBytes)}
	if err := f.detect(declared); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

func (f *File) detect(declared string) error {
	prefix, whole, err := f.Prefix()
	if err != nil {
		return err
	}
	label, err := lookUpEncoding(f.name, declared)
	if err != nil {
		return err
	}
	f.guessed = slices.Contains([]string{"", "utf-8", "utf8"}, strings.ToLower(strings.TrimSpace(declared)))
	switch wide := UTF16(prefix); {
	case bytes.HasPrefix(prefix, []byte("\xef\xbb\xbf")):
		_, err := f.decoded.Discard(3)
		f.charset = utf8Text
		return err
	case wide != nil:
		f.decode(wide)
	case label != nil && label != charmap.Windows1252:
		f.decode(label)
	case label != nil:
		f.charset = windows1252
	default:
		f.charset = guessCharset(prefix, whole)
	}
	return nil
}

// decode turns the rest of the text into UTF-8.
func (f *File) decode(from encoding.Encoding) {
	f.decoded = bufio.NewReaderSize(transform.NewReader(f.decoded, from.NewDecoder()), sniffBytes)
	f.charset = utf8Text
}

// DecodeAll makes a File give UTF-8 for windows-1252 too, for readers that do not decode value by value.
func (f *File) DecodeAll() {
	if f.charset == windows1252 {
		f.decode(charmap.Windows1252)
	}
}

// Name is the name of the file, for messages.
func (f *File) Name() string { return f.name }

// Prefix returns up to 1 MiB of the text that comes next without reading past it, and whether that is all of it.
func (f *File) Prefix() (prefix []byte, whole bool, err error) {
	prefix, err = f.decoded.Peek(sniffBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, Fail(f.name, 0, "cannot be read", err)
	}
	return prefix, err != nil, nil
}

func (f *File) Read(p []byte) (int, error) { return f.decoded.Read(p) }

// Progress returns how many bytes of the file have been read, of how many. It may be called from another goroutine.
func (f *File) Progress() (done, total int64) { return f.raw.n.Load(), f.size }

// Close closes the file.
func (f *File) Close() error { return f.raw.Close() }

type countingReader struct {
	io.ReadCloser
	n atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}
