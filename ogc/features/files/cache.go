// Package files keeps finished files, so that a client reads one piece by piece. They lie in the temporary folder, where they have no names:
// whatever ends the program, nothing of them is left. It imports nothing of the project.
//
// A Cache belongs to one set of records: whoever may ask for a file may have it.
package files

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
)

// Limits of a Cache. Beyond them the file goes that was asked for the longest ago; one that is being read takes its room until that ends,
// also beyond the limits.
const (
	MaxFiles = 64
	MaxBytes = 4 << 30
)

// Cache keeps files by what they hold, each of one version of it. It is safe for concurrent use.
type Cache struct {
	maxFiles int
	maxBytes int64

	mu      sync.Mutex
	entries []*entry // in the order in which they were asked for, the latest last
	bytes   int64    // of open files
}

// entry is a file, or the place of one.
type entry struct {
	content, version string
	making           chan struct{} // holds a token of who makes the file
	file             *os.File      // nil: there is none
	size, features   int64
	refused          error // why there never will be one
	users            int
	listed           bool
}

// New returns an empty Cache.
func New() *Cache { return &Cache{maxFiles: MaxFiles, maxBytes: MaxBytes} }

// RefusedError says that content has no file in this version. The Cache remembers it.
type RefusedError struct{ Cause error }

func (e RefusedError) Error() string { return e.Cause.Error() }

func (e RefusedError) Unwrap() error { return e.Cause }

// Made is a file that was made, and how many features it has. The Cache closes it.
type Made struct {
	File     *os.File
	Features int64
}

// File is a finished file, to be released after use.
type File struct {
	cache *Cache
	entry *entry
}

// Get returns the file of some content in a version. If there is none, produce makes it; of several that ask one makes it and the others wait. A file of
// another version goes.
func (c *Cache) Get(ctx context.Context, content, version string, produce func() (Made, error)) (*File, error) {
	e := c.enter(content, version)
	got := false
	defer func() {
		if !got {
			c.leave(e)
		}
	}()
	select {
	case e.making <- struct{}{}:
		defer func() { <-e.making }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if e.refused != nil {
		return nil, e.refused
	}
	if e.file == nil {
		if err := c.fill(e, produce); err != nil {
			return nil, err
		}
	}
	got = true
	return &File{c, e}, nil
}

// enter returns the entry of some content in a version, which leave leaves.
func (c *Cache) enter(content, version string) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	var e *entry
	if i := slices.IndexFunc(c.entries, func(e *entry) bool { return e.content == content }); i >= 0 {
		e = c.unlist(i)
		if e.version != version {
			c.close(e)
			e = nil
		}
	}
	if e == nil {
		e = &entry{content: content, version: version, making: make(chan struct{}, 1)}
	}
	e.listed = true
	e.users++
	c.entries = append(c.entries, e)
	c.shrink()
	return e
}

// leave ends the use of an entry.
func (c *Cache) leave(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
	if i := slices.Index(c.entries, e); i >= 0 && e.users == 0 && e.file == nil && e.refused == nil {
		c.unlist(i)
	}
	c.close(e)
	c.shrink()
}

// fill makes the file of an entry.
func (c *Cache) fill(e *entry, produce func() (Made, error)) error {
	made, err := produce()
	if err != nil {
		if errors.As(err, new(RefusedError)) {
			c.mu.Lock()
			defer c.mu.Unlock()
			e.refused = err
		}
		return err
	}
	info, err := made.File.Stat()
	if err != nil {
		_ = made.File.Close()
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e.file, e.size, e.features = made.File, info.Size(), made.Features
	c.bytes += e.size
	c.shrink()
	return nil
}

// shrink drops what is beyond the limits, the oldest first.
func (c *Cache) shrink() {
	for i := 0; i < len(c.entries) && (c.bytes > c.maxBytes || len(c.entries) > c.maxFiles); {
		if e := c.entries[i]; e.users > 0 {
			i++
		} else {
			c.unlist(i)
			c.close(e)
		}
	}
}

// Drop drops the files that nobody reads, because the disk is full. It returns false when there was none.
func (c *Cache) Drop() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.bytes
	for i := len(c.entries) - 1; i >= 0; i-- {
		if c.entries[i].users == 0 {
			c.close(c.unlist(i))
		}
	}
	return c.bytes < before
}

func (c *Cache) unlist(i int) *entry {
	e := c.entries[i]
	c.entries = slices.Delete(c.entries, i, i+1)
	e.listed = false
	return e
}

// close closes the file of an entry that is neither listed nor used.
func (c *Cache) close(e *entry) {
	if e.listed || e.users > 0 || e.file == nil {
		return
	}
	_ = e.file.Close()
	e.file = nil
	c.bytes -= e.size
}

// Content returns the bytes of the file. Each caller reads from the beginning.
func (f *File) Content() *io.SectionReader { return io.NewSectionReader(f.entry.file, 0, f.entry.size) }

// Features returns how many features the file has.
func (f *File) Features() int64 { return f.entry.features }

// Release ends the use of the file.
func (f *File) Release() { f.cache.leave(f.entry) }
