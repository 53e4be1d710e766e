package tileindex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/coldfile"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

const (
	recordBytes = 32   // point data of one record
	slotRecords = 1024 // a chunk takes whole slots, so small slots waste little of the last one
	slotBytes   = slotRecords * recordBytes
	maxSlots    = 1 << 24 // of a file that is opened, 512 GB: of each that no chunk has, 4 bytes of memory are taken
)

// pointFile stores the point data of the records in the order of the chunks' rows, and their details in a file beside it. The package
// comment says why they are read by system calls.
//
// After its first error it is not usable any more. Its methods are safe for concurrent use. A nil file is not usable.
type pointFile struct {
	name    string // of both files in their folder, behind what they are; "" for files without a name
	file    *coldfile.File
	texts   *coldfile.File // the details file
	details detailsFile
	warn    func(error) // called once, with the first error
	failed  atomic.Bool

	mu   sync.Mutex
	end  uint32   // number of slots in the file
	free []uint32 // slots that no chunk has
	// saved are the slots of the chunks in the snapshot on the disk, which are not released before the next snapshot.
	saved []*slots
}

// slots are the places of a chunk's records in the file, with the checksum of each. They are released when the garbage collector frees
// them.
type slots struct {
	numbers []uint32
	sums    []uint32
}

// usable says whether the file exists and had no error.
func (f *pointFile) usable() bool { return f != nil && !f.failed.Load() }

func (f *pointFile) fail(err error) {
	if !f.failed.Swap(true) {
		f.warn(err)
	}
}

func (f *pointFile) bytes() int64 {
	if f == nil {
		return 0
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return int64(f.end)*slotBytes + f.details.size.Load()
}

// allocate returns n slots that no chunk has.
func (f *pointFile) allocate(n int) []uint32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	used := min(n, len(f.free))
	out := append(make([]uint32, 0, n), f.free[len(f.free)-used:]...)
	f.free = f.free[:len(f.free)-used]
	for len(out) < n {
		out = append(out, f.end)
		f.end++
	}
	return out
}

// release makes slots free again.
func (f *pointFile) release(slots []uint32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free = append(f.free, slots...)
}

// bufferPool holds buffers for reads and writes of the point file.
var bufferPool = sync.Pool{New: func() any { return new([]byte) }}

// write stores the point data of records and returns their slots, or nil when the file is not usable.
func (f *pointFile) write(records []record) *slots {
	if !f.usable() {
		return nil
	}
	buffer := bufferPool.Get().(*[]byte)
	defer bufferPool.Put(buffer)
	b := (*buffer)[:0]
	for i := range records {
		b = append(b, records[i].id[:]...)
		b = binary.LittleEndian.AppendUint64(b, records[i].time)
		b = binary.LittleEndian.AppendUint64(b, uint64(records[i].details))
	}
	*buffer = b
	out := &slots{numbers: f.allocate((len(records) + slotRecords - 1) / slotRecords)}
	for first := 0; first < len(out.numbers); {
		n := adjacent(out.numbers[first:])
		part := b[first*slotBytes : min((first+n)*slotBytes, len(b))]
		if _, err := f.file.WriteAt(part, int64(out.numbers[first])*slotBytes); err != nil {
			f.fail(fmt.Errorf("write the point file: %w", err))
			f.release(out.numbers)
			return nil
		}
		first += n
	}
	for slot := range slices.Chunk(b, slotBytes) {
		out.sums = append(out.sums, snapshot.Sum(0, slot))
	}
	f.releaseAfter(out)
	return out
}

// releaseAfter releases slots when nobody has them any more.
func (f *pointFile) releaseAfter(s *slots) { runtime.AddCleanup(s, f.release, s.numbers) }

// adjacent returns how many of the first slots follow each other in the file.
func adjacent(slots []uint32) int {
	n := 1
	for n < len(slots) && slots[n] == slots[n-1]+1 {
		n++
	}
	return n
}

// read reads the point data of a chunk's rows from begin to before end into buffer, which may be moved. ok is false when the file is
// not usable.
func (f *pointFile) read(c *chunk, begin, end int, buffer []byte) (out []byte, ok bool) {
	if !f.usable() {
		return buffer, false
	}
	out, err := f.readSlots(c.slots, begin, end, buffer)
	if err != nil {
		f.fail(fmt.Errorf("read the point file: %w", err))
	}
	return out, err == nil
}

func (f *pointFile) readSlots(s *slots, begin, end int, buffer []byte) ([]byte, error) {
	defer runtime.KeepAlive(s) // not released while it lives
	out := slices.Grow(buffer[:0], (end-begin)*recordBytes)[:(end-begin)*recordBytes]
	for at := begin; at < end; {
		slot := at / slotRecords
		until := min((slot+adjacent(s.numbers[slot:]))*slotRecords, end)
		offset := int64(s.numbers[slot])*slotBytes + int64(at%slotRecords)*recordBytes
		if _, err := f.file.ReadAt(out[(at-begin)*recordBytes:(until-begin)*recordBytes], offset); err != nil {
			return out, err
		}
		at = until
	}
	return out, nil
}

// check compares the checksums of the slots of so many records.
func (f *pointFile) check(s *slots, records int) error {
	buffer := bufferPool.Get().(*[]byte)
	defer bufferPool.Put(buffer)
	var err error
	if *buffer, err = f.readSlots(s, 0, records, *buffer); err != nil {
		return fmt.Errorf("read the point file: %w", err)
	}
	i := 0
	for slot := range slices.Chunk(*buffer, slotBytes) {
		if snapshot.Sum(0, slot) != s.sums[i] {
			return fmt.Errorf("the point file: %w: the checksum of slot %d differs", snapshot.ErrDamaged, s.numbers[i])
		}
		i++
	}
	return nil
}

// pointDataAt decodes the point data of the n-th row that read returned.
func pointDataAt(b []byte, n int) pointData {
	b = b[n*recordBytes : (n+1)*recordBytes]
	return pointData{[16]byte(b[:16]), binary.LittleEndian.Uint64(b[16:]), detailsRef(binary.LittleEndian.Uint64(b[24:]))}
}

// records appends the records of a chunk. ok is false when the file is not usable. With a nil file, records have no point data.
func (f *pointFile) records(c *chunk, into []record) (out []record, ok bool) {
	for i := range c.len() {
		into = append(into, record{row: c.at(i)})
	}
	if f == nil {
		return into, true
	}
	buffer := bufferPool.Get().(*[]byte)
	defer bufferPool.Put(buffer)
	if *buffer, ok = f.read(c, 0, c.len(), *buffer); !ok {
		return into, false
	}
	for i, appended := 0, into[len(into)-c.len():]; i < len(appended); i++ {
		appended[i].pointData = pointDataAt(*buffer, i)
	}
	return into, true
}

// sync waits until the disk has both files.
func (f *pointFile) sync() error { return errors.Join(f.file.Sync(), f.texts.Sync()) }

func (f *pointFile) close() { _, _ = f.file.Close(), f.texts.Close() }
