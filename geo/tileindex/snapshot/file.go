package snapshot

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// File is a file in memory. What Column.In returns is valid as long as the File is reachable, and for unmapAfter.
//
// The pages belong to the page cache: the system takes them back when it needs memory, and reads them again. A disk that fails then, or a file that
// somebody cuts off, ends the process; the next one notices the damage.
type File struct{ mapped []byte }

// unmapAfter is how long the memory stays after the last reference to its File: longer than any loop over a slice of it, which may be
// the last reference to the slice's owner.
const unmapAfter = 5 * time.Minute

// Open maps a file and decodes its directory, a pointer to a struct of the type that was written. Errors are ErrVersion, ErrDamaged or of the
// system; os.ErrNotExist when there is no file.
func Open(path string, directory any) (*File, error) {
	file, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read, and the mapping stays
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < headerBytes || info.Size() > math.MaxInt {
		return nil, fmt.Errorf("%s has %d bytes: %w", path, info.Size(), ErrDamaged)
	}
	mapped, err := syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("map %s into memory: %w", path, err)
	}
	f := &File{mapped}
	runtime.AddCleanup(f, func(mapped []byte) {
		time.AfterFunc(unmapAfter, func() { _ = syscall.Munmap(mapped) })
	}, mapped)
	if err := f.decode(directory); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	_ = syscall.Madvise(mapped, syscall.MADV_WILLNEED) // reads ahead; the checksums need all of it
	return f, nil
}

// OpenRegular opens a file to read it. The error is ErrDamaged for what is no regular file: who opens a pipe would wait for its writer, and a
// device may have no end.
func OpenRegular(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file: %w", path, ErrDamaged)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (f *File) decode(directory any) error {
	h, err := parseHeader(f.mapped)
	if err != nil {
		return err
	}
	if h.fingerprint != fingerprint(reflect.TypeOf(directory)) {
		return ErrVersion
	}
	b, err := f.bytes(h.begin, h.length, h.sum)
	if err != nil {
		return err
	}
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(directory); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

// bytes returns a part of the file, whose checksum it compares.
func (f *File) bytes(begin, length int64, sum uint32) ([]byte, error) {
	if size := int64(len(f.mapped)); begin < headerBytes || begin > size || length < 0 || length > size-begin {
		return nil, fmt.Errorf("%w: it ends before byte %d", ErrDamaged, begin+length)
	}
	b := f.mapped[begin : begin+length]
	if Sum(0, b) != sum {
		return nil, fmt.Errorf("%w: the checksum of bytes %d to %d differs", ErrDamaged, begin, begin+length)
	}
	return b, nil
}

// In returns the values of a column, which are read-only memory of the file. The error is ErrDamaged.
func (c Column[T]) In(f *File) ([]T, error) {
	b, err := f.bytes(c.Begin, c.Length, c.Sum)
	if err != nil || len(b) == 0 {
		return nil, err
	}
	var value T
	if size := int64(unsafe.Sizeof(value)); c.Begin%alignment != 0 || c.Length%size != 0 {
		return nil, fmt.Errorf("%w: %d bytes from %d on are no column of values of %d bytes", ErrDamaged, c.Length, c.Begin, size)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), len(b)/int(unsafe.Sizeof(value))), nil //nolint:gosec // aligned and whole, as was compared above
}
