package archive

import (
	"archive/zip"
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

// openZip opens the zip in file, which is closed with the Files. A workbook is a zip, too, but one file.
func openZip(file *os.File, size int64, label string) (*Files, error) {
	refuse := func(reason string, err error) (*Files, error) {
		return nil, text.Fail(label, 0, reason, err)
	}
	packed, err := zip.NewReader(file, size)
	if err != nil {
		return refuse("the zip cannot be read", err)
	}
	if len(packed.File) > maxFiles {
		return refuse(fmt.Sprintf("the zip holds more than %d files", maxFiles), nil)
	}
	switch what := zipType(packed); what.Format {
	case filetype.Workbook:
		return openSingle(file.Name(), label), file.Close()
	case filetype.Refused:
		return refuse(what.Refusal(), nil)
	}
	entries := make(map[string]*zip.File, len(packed.File))
	f := &Files{Label: label, Packed: true, close: file.Close}
	for _, entry := range packed.File {
		name := path.Clean(strings.ReplaceAll(entry.Name, `\`, "/"))
		if entry.FileInfo().IsDir() || hidden(name) || !fs.ValidPath(name) {
			continue
		}
		if _, twice := entries[name]; twice {
			return refuse(fmt.Sprintf("the zip holds %q twice", name), nil)
		}
		entries[name] = entry
		f.Names = append(f.Names, name)
	}
	slices.Sort(f.Names)
	f.open = func(name string) (io.ReadCloser, int64, error) {
		entry, found := entries[name]
		if !found {
			return nil, 0, fs.ErrNotExist
		}
		inflated, err := entry.Open()
		if err != nil {
			return nil, 0, err
		}
		guard := &inflateGuard{ReadCloser: inflated, packed: max(int64(entry.CompressedSize64), 1)}
		return guard, int64(min(entry.UncompressedSize64, maxInflatedBytes)), nil
	}
	return f, nil
}

// zipType tells what a zip is by its names.
func zipType(packed *zip.Reader) filetype.Type {
	names := make([]string, len(packed.File))
	mimetype := ""
	for i, entry := range packed.File {
		names[i] = entry.Name
		if entry.Name != "mimetype" {
			continue
		}
		if content, err := entry.Open(); err == nil {
			start, _ := io.ReadAll(io.LimitReader(content, maxMimetypeBytes)) // a broken one says nothing
			mimetype = string(start)
			_ = content.Close()
		}
	}
	return filetype.OfZip(names, mimetype)
}

// inflateGuard stops a zip bomb.
type inflateGuard struct {
	io.ReadCloser
	packed, n int64
}

func (g *inflateGuard) Read(p []byte) (int, error) {
	n, err := g.ReadCloser.Read(p)
	g.n += int64(n)
	if g.n > maxInflatedBytes || g.n > inflateGraceBytes && g.n/g.packed > maxInflateRatio {
		return 0, errors.New("it inflates beyond what a data file does")
	}
	return n, err
}
