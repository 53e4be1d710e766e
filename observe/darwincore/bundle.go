package darwincore

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// bundle is a set of named files: a zip, a folder, or one file alone. Names have slashes.
type bundle struct {
	label string   // the name of the whole, for messages
	names []string // sorted; without hidden files and without what macOS adds
	open  func(name string) (io.ReadCloser, int64, error)
	close func() error
}

// openBundle opens whatever lies at a path. packed tells an archive or folder from a single file.
func openBundle(at string) (b *bundle, packed bool, err error) {
	label := filepath.Base(at)
	info, err := os.Stat(at)
	if err != nil {
		return nil, false, fileError(label, "cannot be opened", withoutPath(err))
	}
	if info.IsDir() {
		b, err := openFolder(at, label)
		return b, true, err
	}
	if !info.Mode().IsRegular() {
		return nil, false, fileError(label, "not a regular file", nil)
	}
	file, err := os.Open(at)
	if err != nil {
		return nil, false, fileError(label, "cannot be opened", withoutPath(err))
	}
	var magic [4]byte
	n, err := io.ReadFull(file, magic[:])
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		err = fileError(label, "cannot be read", withoutPath(err))
	case n == 0:
		err = fileError(label, "the file is empty", nil)
	case string(magic[:]) == "PK\x03\x04" || string(magic[:]) == "PK\x05\x06":
		b, err := openZip(file, info.Size(), label)
		return b, true, err
	case magic[0] == 0x1f && magic[1] == 0x8b:
		err = fileError(label, "compressed with gzip; unpack it first", nil)
	default:
		err = nil
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, false, err
	}
	return openSingle(at, label), false, nil
}

func openSingle(at, label string) *bundle {
	return &bundle{
		label: label,
		names: []string{label},
		open: func(string) (io.ReadCloser, int64, error) {
			file, err := os.Open(at)
			if err != nil {
				return nil, 0, withoutPath(err)
			}
			return withSize(file)
		},
		close: func() error { return nil },
	}
}

// openFolder opens a folder without following links that lead out of it.
func openFolder(at, label string) (*bundle, error) {
	root, err := os.OpenRoot(at)
	if err != nil {
		return nil, fileError(label, "cannot be opened", withoutPath(err))
	}
	b := &bundle{label: label, close: root.Close}
	b.open = func(name string) (io.ReadCloser, int64, error) {
		file, err := root.Open(filepath.FromSlash(name))
		if err != nil {
			return nil, 0, withoutPath(err)
		}
		return withSize(file)
	}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (hidden(name) || strings.Count(name, "/") >= maxFolderDepth):
			return fs.SkipDir
		case entry.IsDir() || hidden(name):
			return nil
		case len(b.names) == maxEntries:
			return fmt.Errorf("more than %d files", maxEntries)
		}
		b.names = append(b.names, name)
		return nil
	})
	if err != nil {
		return nil, errors.Join(fileError(label, "the folder cannot be listed", withoutPath(err)), root.Close())
	}
	slices.Sort(b.names)
	return b, nil
}

func withSize(file *os.File) (io.ReadCloser, int64, error) {
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, 0, errors.Join(withoutPath(err), file.Close())
	}
	return file, info.Size(), nil
}

// openZip opens the zip in file, which it closes with the bundle.
func openZip(file *os.File, size int64, label string) (*bundle, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, errors.Join(fileError(label, "the zip cannot be read", err), file.Close())
	}
	if len(archive.File) > maxEntries {
		return nil, errors.Join(fileError(label, fmt.Sprintf("the zip holds more than %d files", maxEntries), nil), file.Close())
	}
	entries := make(map[string]*zip.File, len(archive.File))
	b := &bundle{label: label, close: file.Close}
	for _, entry := range archive.File {
		name := path.Clean(strings.ReplaceAll(entry.Name, `\`, "/"))
		if entry.FileInfo().IsDir() || hidden(name) || !fs.ValidPath(name) {
			continue
		}
		if _, twice := entries[name]; twice {
			return nil, errors.Join(fileError(label, fmt.Sprintf("the zip holds %q twice", name), nil), file.Close())
		}
		entries[name] = entry
		b.names = append(b.names, name)
	}
	slices.Sort(b.names)
	b.open = func(name string) (io.ReadCloser, int64, error) {
		entry, ok := entries[name]
		if !ok {
			return nil, 0, fs.ErrNotExist
		}
		inflated, err := entry.Open()
		if err != nil {
			return nil, 0, err
		}
		guard := &inflateGuard{ReadCloser: inflated, packed: max(int64(entry.CompressedSize64), 1)}
		return guard, int64(min(entry.UncompressedSize64, maxInflatedBytes)), nil
	}
	return b, nil
}

// hidden tells the files that no data is in: dot files and the resource forks of macOS.
func hidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "__MACOSX" || strings.HasPrefix(part, ".") && part != "." {
			return true
		}
	}
	return false
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

// withoutPath strips the path from a system error; messages name files by their own name.
func withoutPath(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// find returns the name of the file at dir/name, whatever its case.
func (b *bundle) find(dir, name string) (string, bool) {
	want := path.Join(dir, name)
	if _, found := slices.BinarySearch(b.names, want); found {
		return want, true
	}
	for _, have := range b.names {
		if strings.EqualFold(have, want) {
			return have, true
		}
	}
	return "", false
}

// readAll reads a small file whole.
func (b *bundle) readAll(name string, limit int64) ([]byte, error) {
	file, _, err := b.open(name)
	if err != nil {
		return nil, fileError(path.Base(name), "cannot be opened", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, fileError(path.Base(name), "cannot be read", err)
	}
	if int64(len(data)) > limit {
		return nil, fileError(path.Base(name), fmt.Sprintf("over %d KiB", limit>>10), nil)
	}
	return data, nil
}

// opener gives the way to open one file again and again.
func (b *bundle) opener(name string) opener {
	return func() (io.ReadCloser, int64, error) { return b.open(name) }
}
