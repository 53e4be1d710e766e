package tileindex

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	recordBytes = 24   // of a record's particulars
	slotRecords = 1024 // a chunk takes whole slots of the file: small ones waste little of the last
	slotBytes   = slotRecords * recordBytes
)

// pointFile keeps the particulars of the records, in the order of the chunks' rows, so that they take no memory that the
// system could not have back. The file has no name: nothing is left of it when the process ends, however it does. It is read
// by system calls and not mapped: a page that has to come from the disk then keeps one request waiting, not one of the few
// threads that run all of them, and a disk that is full or broken is an error, not a signal.
//
// A file that failed once is used no more. Its methods are safe for concurrent use; a nil one is a file that does not work.
type pointFile struct {
	file   *os.File
	warn   func(error) // called once, with what went wrong
	failed atomic.Bool

	mu    sync.Mutex
	slots uint32   // of the file
	free  []uint32 // those that no chunk has
}

func openPointFile(folder string, warn func(error)) (*pointFile, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the points: %w", err)
	}
	file, err := os.CreateTemp(folder, "points-")
	if err != nil {
		return nil, fmt.Errorf("make the file of the points: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil { // a system whose open files have to keep their names
		_ = file.Close()
		_ = os.Remove(file.Name())
		return nil, fmt.Errorf("take the name from the file of the points: %w", err)
	}
	return &pointFile{file: file, warn: warn}, nil
}

// works says whether the particulars are there.
func (f *pointFile) works() bool { return f != nil && !f.failed.Load() }

func (f *pointFile) fail(err error) {
	if !f.failed.Swap(true) {
		f.warn(err)
	}
}

// bytes is the size of the file.
func (f *pointFile) bytes() int64 {
	if f == nil {
		return 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return int64(f.slots) * slotBytes
}

// take returns slots that nobody has.
func (f *pointFile) take(n int) []uint32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	used := min(n, len(f.free))
	out := append(make([]uint32, 0, n), f.free[len(f.free)-used:]...)
	f.free = f.free[:len(f.free)-used]
	for len(out) < n {
		out = append(out, f.slots)
		f.slots++
	}
	return out
}

// release takes slots back.
func (f *pointFile) release(slots []uint32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free = append(f.free, slots...)
}

// buffers for what is read and written.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// write stores the particulars of records and returns their slots, nil when the file does not work.
func (f *pointFile) write(records []record) []uint32 {
	if !f.works() {
		return nil
	}
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	b := (*buffer)[:0]
	for i := range records {
		b = append(b, records[i].id[:]...)
		b = binary.LittleEndian.AppendUint64(b, records[i].time)
	}
	*buffer = b
	slots := f.take((len(records) + slotRecords - 1) / slotRecords)
	for first := 0; first < len(slots); {
		n := neighbours(slots[first:])
		part := b[first*slotBytes : min((first+n)*slotBytes, len(b))]
		if _, err := f.file.WriteAt(part, int64(slots[first])*slotBytes); err != nil {
			f.fail(fmt.Errorf("write the file of the points: %w", err))
			f.release(slots)
			return nil
		}
		first += n
	}
	return slots
}

// neighbours returns how many of the first slots follow each other in the file.
func neighbours(slots []uint32) int {
	n := 1
	for n < len(slots) && slots[n] == slots[n-1]+1 {
		n++
	}
	return n
}

// read returns the bytes of the particulars of a chunk's rows from begin to before end, in a buffer. ok is false when the file
// does not work.
func (f *pointFile) read(c *chunk, begin, end int, buffer []byte) (out []byte, ok bool) {
	if !f.works() {
		return buffer, false
	}
	defer runtime.KeepAlive(c) // its slots are its own as long as it is there
	out = slices.Grow(buffer[:0], (end-begin)*recordBytes)[:(end-begin)*recordBytes]
	for at := begin; at < end; {
		slot := at / slotRecords
		until := min((slot+neighbours(c.slots[slot:]))*slotRecords, end)
		offset := int64(c.slots[slot])*slotBytes + int64(at%slotRecords)*recordBytes
		if _, err := f.file.ReadAt(out[(at-begin)*recordBytes:(until-begin)*recordBytes], offset); err != nil {
			f.fail(fmt.Errorf("read the file of the points: %w", err))
			return out, false
		}
		at = until
	}
	return out, true
}

// particularsAt decodes the n-th of those that read returned.
func particularsAt(b []byte, n int) particulars {
	b = b[n*recordBytes : (n+1)*recordBytes]
	return particulars{[16]byte(b[:16]), binary.LittleEndian.Uint64(b[16:])}
}

// records appends the records of a chunk. ok is false when the file does not work; a nil one gives rows alone.
func (f *pointFile) records(c *chunk, into []record) (out []record, ok bool) {
	for i := range c.len() {
		into = append(into, record{row: c.at(i)})
	}
	if f == nil {
		return into, true
	}
	buffer := buffers.Get().(*[]byte)
	defer buffers.Put(buffer)
	if *buffer, ok = f.read(c, 0, c.len(), *buffer); !ok {
		return into, false
	}
	for i, appended := 0, into[len(into)-c.len():]; i < len(appended); i++ {
		appended[i].particulars = particularsAt(*buffer, i)
	}
	return into, true
}
