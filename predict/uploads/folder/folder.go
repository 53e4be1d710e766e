// Package folder keeps the pictures of predictions as files of one folder, which several servers may share. It imports nothing of the project.
package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// PartialPrefix begins the name of a file while it is written. A crash leaves such files.
const PartialPrefix = ".new-"

// Folder is a folder of files. It is safe for concurrent use.
type Folder struct{ path string }

// Open returns a folder, which is made when it is missing.
func Open(path string) (*Folder, error) {
	if err := os.MkdirAll(path, 0o750); err != nil {
		return nil, fmt.Errorf("make the folder of saved pictures: %w", err)
	}
	return &Folder{path}, nil
}

// within opens the folder such that no name leads out of it. It opens it each time, because the folder may be replaced by another.
func (f *Folder) within(do func(root *os.Root) error) error {
	root, err := os.OpenRoot(f.path)
	if err != nil {
		return fmt.Errorf("open the folder of saved pictures: %w", err)
	}
	defer root.Close() //nolint:errcheck // closing the handle loses nothing
	return do(root)
}

// Write writes a file under a temporary name and renames it, so that no partial file has another name.
func (f *Folder) Write(_ context.Context, name string, data []byte) error {
	err := f.within(func(root *os.Root) error {
		temporary := PartialPrefix + strings.TrimPrefix(name, PartialPrefix)
		file, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o640)
		if err != nil {
			return err
		}
		_, err = file.Write(data)
		if err == nil {
			err = file.Sync()
		}
		if err = errors.Join(err, file.Close()); err == nil {
			err = root.Rename(temporary, name)
		}
		if err != nil {
			return errors.Join(err, root.Remove(temporary))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("save a picture: %w", err)
	}
	return nil
}

// Open opens a file.
func (f *Folder) Open(_ context.Context, name string) (file io.ReadSeekCloser, since time.Time, err error) {
	err = f.within(func(root *os.Root) error {
		info, err := root.Lstat(name)
		if err == nil && !info.Mode().IsRegular() {
			return fs.ErrNotExist // nothing here writes links, and reading a pipe would block
		}
		if err == nil {
			since = info.ModTime()
			file, err = root.Open(name)
		}
		return err
	})
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("open a saved picture: %w", err)
	}
	return file, since, nil
}

// Remove removes a file.
func (f *Folder) Remove(_ context.Context, name string) error {
	return f.within(func(root *os.Root) error { return root.Remove(name) })
}

// List calls each with every file.
func (f *Folder) List(ctx context.Context, each func(name string, bytes int64, since time.Time) error) error {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return fmt.Errorf("list saved pictures: %w", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // it was removed meanwhile, or nothing here wrote it
		}
		if err := errors.Join(ctx.Err(), each(e.Name(), info.Size(), info.ModTime())); err != nil {
			if errors.Is(err, fs.SkipAll) {
				return nil
			}
			return err
		}
	}
	return nil
}

// Silent is false: a folder answers.
func (f *Folder) Silent(error) bool { return false }
