package snapshot

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"unsafe"
)

// syncBytes is how much is written before the disk has to have it. Without it the kernel would collect all of the file, and then keep the disk
// from everybody else.
const syncBytes = 16 << 20

// Writer writes the columns of a file. After its first error it does nothing.
type Writer struct {
	file   *os.File
	out    *bufio.Writer
	at     int64
	synced int64
	err    error
}

// Write writes a file. fill puts the columns and returns the directory, a pointer to a struct. Whoever reads the path meanwhile, or after an error,
// finds the former file.
func Write(path string, fill func(*Writer) (directory any, err error)) (err error) {
	_ = os.Remove(path + ".new") // it may be another name of a file that a server has mapped, so it is never written over
	file, err := os.OpenFile(path+".new", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(file.Name())
		}
	}()
	w := &Writer{file: file, out: bufio.NewWriterSize(file, 256<<10)}
	w.write(make([]byte, headerBytes))
	directory, err := fill(w)
	if err != nil {
		return err
	}
	if err := w.finish(directory); err != nil {
		return fmt.Errorf("write %s: %w", file.Name(), err)
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// Put writes a column.
func Put[T any](w *Writer, values []T) Column[T] {
	w.write(make([]byte, -w.at&(alignment-1)))
	var b []byte
	if len(values) > 0 {
		b = unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0]))) //nolint:gosec // values have no pointers
	}
	c := Column[T]{Begin: w.at, Length: int64(len(b)), Sum: Sum(0, b)}
	w.write(b)
	return c
}

func (w *Writer) write(b []byte) {
	if w.err != nil {
		return
	}
	_, w.err = w.out.Write(b)
	w.at += int64(len(b))
	if w.at-w.synced > syncBytes && w.err == nil {
		w.err = errors.Join(w.out.Flush(), w.file.Sync())
		w.synced = w.at
	}
}

// sumWriter passes on what is written and keeps its checksum.
type sumWriter struct {
	to  *Writer
	sum uint32
}

func (s *sumWriter) Write(b []byte) (int, error) {
	s.sum = Sum(s.sum, b)
	s.to.write(b)
	return len(b), s.to.err
}

// finish writes the directory, and the header when all else is on the disk.
func (w *Writer) finish(directory any) error {
	h := header{fingerprint: fingerprint(reflect.TypeOf(directory)), begin: w.at}
	sum := &sumWriter{to: w}
	if err := gob.NewEncoder(sum).Encode(directory); err != nil {
		return errors.Join(w.err, err)
	}
	h.length, h.sum = w.at-h.begin, sum.sum
	if err := errors.Join(w.err, w.out.Flush(), w.file.Sync()); err != nil {
		return err
	}
	_, err := w.file.WriteAt(h.bytes(), 0)
	return errors.Join(err, w.file.Sync(), w.file.Close())
}

// syncFolder makes a new name last.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
