// Package coldfile reads files at random places, whose pages the system may have dropped from its page cache.
//
// A page that is read from the disk takes a hundred times as long as one in memory, and a read at a random place brings itself alone. So a
// File looks whether the pages are there, and reads ahead what lies around them when they are not: the next reads are near.
package coldfile

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"
)

// window is how many bytes around a page that was not in memory are read ahead: many enough that a file of a hundred megabytes is back after
// a hundred misses, few enough that a disk reads them in a millisecond or two.
const window = 1 << 20

// File is a file that is read at random places. Its methods are safe for concurrent use.
type File struct {
	*os.File
	raw   syscall.RawConn // keeps the number of the file while it is used
	blind atomic.Bool     // the file system does not say what is in memory
}

// Open opens a file as os.OpenFile does.
func Open(path string, flag int, mode os.FileMode) (*File, error) {
	file, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &File{File: file, raw: raw}, nil
}

// ReadAt reads as os.File.ReadAt does.
func (f *File) ReadAt(b []byte, offset int64) (int, error) {
	if !f.blind.Load() && len(b) > 0 && len(b) < window {
		if f.readNow(b, offset) {
			return len(b), nil
		}
		f.readAhead(offset, len(b))
	}
	return f.File.ReadAt(b, offset)
}
