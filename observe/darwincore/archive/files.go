package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/filetype"
	"github.com/skeeter-surveillance/skeeter/observe/darwincore/text"
)

// Files is a set of named files: a zip, a tar, a folder, or one file alone, which may be compressed. Names have slashes.
type Files struct {
	Label  string   // name of the whole, for messages
	Packed bool     // a zip, a tar or a folder, not a single file
	Names  []string // sorted; without hidden files and without what macOS adds

	ctx   context.Context // ends long readings
	open  func(name string) (io.ReadCloser, int64, error)
	close func() error
	held  *held    // rows of the archive that was opened, for the next time
	temp  []string // paths of unpacked copies, which go with Close
}

// OpenFiles opens whatever lies at a path. What is read of it ends with ctx. An error is a *text.FileError.
func OpenFiles(ctx context.Context, at string) (*Files, error) {
	files, err := openPath(ctx, at)
	if err != nil {
		return nil, err
	}
	files.ctx = ctx
	return files, nil
}

func openPath(ctx context.Context, at string) (*Files, error) {
	label := filepath.Base(at)
	info, err := os.Stat(at)
	switch {
	case err != nil:
		return nil, text.Fail(label, 0, "cannot be opened", withoutPath(err))
	case info.IsDir():
		return openFolder(at, label)
	case !info.Mode().IsRegular():
		return nil, text.Fail(label, 0, "not a regular file", nil)
	}
	file, err := os.Open(at)
	if err != nil {
		return nil, text.Fail(label, 0, "cannot be opened", withoutPath(err))
	}
	files, err := openRegular(ctx, file, at, label, info.Size())
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return files, nil
}

// openRegular opens a file by what it is. It closes file with the Files, or at once where it is opened anew; never with an error.
func openRegular(ctx context.Context, file *os.File, at, label string, size int64) (*Files, error) {
	prefix, err := readPrefix(file)
	switch {
	case err != nil:
		return nil, text.Fail(label, 0, "cannot be read", withoutPath(err))
	case len(prefix) == 0:
		return nil, text.Fail(label, 0, "the file is empty", nil)
	}
	switch what := filetype.Of(prefix); what.Format {
	case filetype.Zip:
		return openZip(file, size, label)
	case filetype.Gzip, filetype.Tar:
		files, err := openStream(ctx, at, label, what.Format, size)
		if err != nil {
			return nil, err
		}
		return files, file.Close()
	case filetype.Refused:
		return nil, text.Fail(label, 0, what.Refusal(), nil)
	}
	return openSingle(at, label), file.Close()
}

// readPrefix returns the first bytes of a file, which tell what it is.
func readPrefix(r io.Reader) ([]byte, error) {
	return io.ReadAll(io.LimitReader(r, filetype.PrefixBytes))
}

func openSingle(at, label string) *Files {
	return &Files{
		Label: label, Names: []string{label}, close: func() error { return nil },
		open: func(string) (io.ReadCloser, int64, error) {
			return withSize(os.Open(at))
		},
	}
}

// openFolder opens a folder without following links that lead out of it.
func openFolder(at, label string) (*Files, error) {
	root, err := os.OpenRoot(at)
	if err != nil {
		return nil, text.Fail(label, 0, "cannot be opened", withoutPath(err))
	}
	f := &Files{Label: label, Packed: true, close: root.Close}
	f.open = func(name string) (io.ReadCloser, int64, error) {
		return withSize(root.Open(filepath.FromSlash(name)))
	}
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (hidden(name) || strings.Count(name, "/") >= maxFolderDepth):
			return fs.SkipDir
		case entry.IsDir() || hidden(name):
			return nil
		case len(f.Names) == maxFiles:
			return fmt.Errorf("more than %d files", maxFiles)
		}
		f.Names = append(f.Names, name)
		return nil
	})
	if err != nil {
		return nil, errors.Join(text.Fail(label, 0, "the folder cannot be listed", withoutPath(err)), root.Close())
	}
	slices.Sort(f.Names)
	return f, nil
}

// withSize returns an opened file and its size, or why it cannot be read.
func withSize(file *os.File, err error) (io.ReadCloser, int64, error) {
	if err != nil {
		return nil, 0, withoutPath(err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return nil, 0, errors.Join(withoutPath(err), file.Close())
	}
	return file, info.Size(), nil
}

// hidden reports whether a file holds no data by its name: dot files and the resource forks of macOS.
func hidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "__MACOSX" || strings.HasPrefix(part, ".") && part != "." {
			return true
		}
	}
	return false
}

// withoutPath strips the path from a system error, because messages name files without their folder.
func withoutPath(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// Close closes the zip or the folder and removes the copies that Local made.
func (f *Files) Close() error {
	err := f.close()
	for _, copied := range f.temp {
		err = errors.Join(err, os.Remove(copied))
	}
	f.temp, f.held = nil, nil
	return err
}

// Opener returns a function that opens a file. Each call opens it anew.
func (f *Files) Opener(name string) text.Opener {
	return func() (io.ReadCloser, int64, error) {
		content, size, err := f.open(name)
		if err != nil {
			return nil, 0, err
		}
		return streamed{untilDone{f.ctx, content}, content.Close}, size, nil
	}
}

// untilDone reads until a context ends.
type untilDone struct {
	ctx context.Context
	io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// find returns the name of the file at dir/name, whatever its case.
func (f *Files) find(dir, name string) (string, bool) {
	want := path.Join(dir, name)
	if _, found := slices.BinarySearch(f.Names, want); found {
		return want, true
	}
	i := slices.IndexFunc(f.Names, func(have string) bool { return strings.EqualFold(have, want) })
	if i < 0 {
		return "", false
	}
	return f.Names[i], true
}

func (f *Files) readAll(name string, limit int64) ([]byte, error) {
	base := path.Base(name)
	file, _, err := f.open(name)
	if err != nil {
		return nil, text.Fail(base, 0, "cannot be opened", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, text.Fail(base, 0, "cannot be read", err)
	}
	if int64(len(data)) > limit {
		return nil, text.Fail(base, 0, fmt.Sprintf("over %d KiB", limit>>10), nil)
	}
	return data, nil
}
