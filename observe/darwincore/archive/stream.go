package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// stream is a file that is read from its beginning only: what gzip compressed, or a tar, compressed or not.
type stream struct {
	at     string
	label  string
	gzip   bool
	packed int64 // size of the file
}

// openStream opens what gzip compressed, or a tar.
func openStream(ctx context.Context, at, label string, format filetype.Format, size int64) (*Files, error) {
	s := &stream{at: at, label: label, gzip: format == filetype.Gzip, packed: max(size, 1)}
	if !s.gzip {
		return s.openTar(ctx)
	}
	content, err := s.open()
	if err != nil {
		return nil, text.Fail(label, 0, "cannot be unpacked", err)
	}
	prefix, err := readPrefix(content)
	if err := errors.Join(err, content.Close()); err != nil {
		return nil, text.Fail(label, 0, "cannot be unpacked", err)
	}
	switch what := filetype.Of(prefix); {
	case len(prefix) == 0:
		return nil, text.Fail(label, 0, "the file in it is empty", nil)
	case what.Format == filetype.Tar:
		return s.openTar(ctx)
	case what.Format == filetype.Refused:
		return nil, text.Fail(label, 0, what.Refusal(), nil)
	case what.Format == filetype.Zip && isWorkbook(prefix): // one file
	case what.Format == filetype.Zip, what.Format == filetype.Gzip:
		return nil, text.Fail(label, 0, "packed twice; unpack it once", nil)
	}
	inflated, err := s.inflatedSize()
	if err != nil {
		return nil, text.Fail(label, 0, "cannot be read", err)
	}
	return &Files{
		Label: label, Names: []string{withoutGzip(label)}, close: func() error { return nil },
		open: func(string) (io.ReadCloser, int64, error) {
			content, err := s.open()
			return content, inflated, err
		},
	}, nil
}

// workbookFiles are files of workbooks of which one is among the first: Excel begins with the types of the contents, openpyxl with the theme, others
// with a sheet.
var workbookFiles = []string{"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/theme/", "xl/worksheets/", "xl/styles.xml", "xl/sharedStrings.xml"}

// isWorkbook reports whether a zip is a workbook by its beginning, where the names of its first files stand.
func isWorkbook(prefix []byte) bool {
	return slices.ContainsFunc(workbookFiles, func(name string) bool { return bytes.Contains(prefix, []byte(name)) })
}

// withoutGzip is the name of the file in a compressed one.
func withoutGzip(label string) string {
	if inner := strings.TrimSuffix(label, path.Ext(label)); strings.EqualFold(path.Ext(label), ".gz") && inner != "" {
		return inner
	}
	return label
}

// streamed is an open stream.
type streamed struct {
	io.Reader
	close func() error
}

func (s streamed) Close() error { return s.close() }

// open opens the stream at its beginning, unpacked.
func (s *stream) open() (io.ReadCloser, error) {
	file, err := os.Open(s.at)
	if err != nil {
		return nil, withoutPath(err)
	}
	if !s.gzip {
		return file, nil
	}
	inflated, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	guard := &inflateGuard{ReadCloser: inflated, packed: s.packed}
	return streamed{guard, func() error { return errors.Join(inflated.Close(), file.Close()) }}, nil
}

// inflatedSize is what the end of a gzip says of its size, modulo 4 GiB. It serves to show progress, and no more.
func (s *stream) inflatedSize() (int64, error) {
	file, err := os.Open(s.at)
	if err != nil {
		return 0, withoutPath(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	var size [4]byte
	if _, err := file.ReadAt(size[:], max(s.packed-int64(len(size)), 0)); err != nil {
		return 0, withoutPath(err)
	}
	return max(int64(binary.LittleEndian.Uint32(size[:])), s.packed), nil
}

// openTar lists the files of a tar. Each of them is opened by reading the tar up to it.
func (s *stream) openTar(ctx context.Context) (*Files, error) {
	f := &Files{Label: s.label, Packed: true, close: func() error { return nil }}
	f.open = s.openEntry
	content, err := s.open()
	if err != nil {
		return nil, text.Fail(s.label, 0, "cannot be unpacked", err)
	}
	defer content.Close() //nolint:errcheck // it was only read
	for entries := tar.NewReader(untilDone{ctx, content}); ; {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		name := ""
		if err == nil {
			name = path.Clean(entry.Name)
		}
		switch {
		case err != nil:
			return nil, text.Fail(s.label, 0, "the tar cannot be read", err)
		case entry.Typeflag != tar.TypeReg || hidden(name) || !fs.ValidPath(name):
			continue
		case len(f.Names) == maxFiles:
			return nil, text.Fail(s.label, 0, fmt.Sprintf("the tar holds more than %d files", maxFiles), nil)
		}
		f.Names = append(f.Names, name)
	}
	slices.Sort(f.Names)
	for i, name := range f.Names[min(1, len(f.Names)):] {
		if name == f.Names[i] {
			return nil, text.Fail(s.label, 0, fmt.Sprintf("the tar holds %q twice", name), nil)
		}
	}
	return f, nil
}

func (s *stream) openEntry(name string) (io.ReadCloser, int64, error) {
	content, err := s.open()
	if err != nil {
		return nil, 0, err
	}
	for entries := tar.NewReader(content); ; {
		entry, err := entries.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, 0, errors.Join(fs.ErrNotExist, content.Close())
		case err != nil:
			return nil, 0, errors.Join(err, content.Close())
		case entry.Typeflag == tar.TypeReg && path.Clean(entry.Name) == name:
			// Holes of a sparse file are not in the stream, so that its own guard does not count them.
			guard := &inflateGuard{ReadCloser: streamed{entries, content.Close}, packed: s.packed}
			return guard, entry.Size, nil
		}
	}
}
