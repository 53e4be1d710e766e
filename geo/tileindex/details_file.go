package tileindex

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/snapshot"
)

// detailsRef is the place of a record's details in the details file: 40 bits for the first byte, 24 for the length. 0 is none.
type detailsRef uint64

const detailsLengthBits = 24

func (r detailsRef) length() int  { return int(r & (1<<detailsLengthBits - 1)) }
func (r detailsRef) begin() int64 { return int64(r >> detailsLengthBits) }
func (r detailsRef) end() int64   { return r.begin() + int64(r.length()) }

// detailsFile counts the bytes of the details file. Details lie there one after another and never move, so that a chunk that changes
// writes nothing but its own. What is no record's any more stays: a file with too much of it is written anew, by loading.
type detailsFile struct {
	size  atomic.Int64
	dead  atomic.Int64 // bytes of records that went
	asked atomic.Bool  // wasteful was true once

	mu     sync.Mutex
	blocks []*detailsBlock
}

// detailsBlock is a part of the file that one detailsWriter fills from its begin on.
type detailsBlock struct {
	Begin, Length int64 // Length of what is written
	Sum           uint32
}

// block returns a new block with room for so many bytes.
func (f *detailsFile) block(size int64) *detailsBlock {
	b := &detailsBlock{Begin: f.size.Add(size) - size}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.blocks = append(f.blocks, b)
	return b
}

// wrote notes what was written behind the rest of a block.
func (f *detailsFile) wrote(block *detailsBlock, b []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	block.Length += int64(len(b))
	block.Sum = snapshot.Sum(block.Sum, b)
}

// written returns the blocks as they are now.
func (f *detailsFile) written() []detailsBlock {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make([]detailsBlock, len(f.blocks))
	for i, b := range f.blocks {
		out[i] = *b
	}
	return out
}

// checkDetails compares the checksum of a block of the details file.
func (f *pointFile) checkDetails(block detailsBlock) error {
	buffer := bufferPool.Get().(*[]byte)
	defer bufferPool.Put(buffer)
	if block.Length < 0 || block.Length > maxDetails {
		return fmt.Errorf("the details file: %w: a block of %d bytes", snapshot.ErrDamaged, block.Length)
	}
	b := slices.Grow((*buffer)[:0], int(block.Length))[:block.Length]
	*buffer = b
	if _, err := f.texts.ReadAt(b, block.Begin); err != nil {
		return fmt.Errorf("read the details file: %w", err)
	}
	if snapshot.Sum(0, b) != block.Sum {
		return fmt.Errorf("the details file: %w: the checksum of the block from byte %d on differs", snapshot.ErrDamaged, block.Begin)
	}
	return nil
}

// lose counts details that belong to no record any more.
func (f *pointFile) lose(r detailsRef) {
	if f != nil {
		f.details.dead.Add(int64(r.length()))
	}
}

// minDeadBytes is how many dead bytes are never too many.
const minDeadBytes = 64 << 20

// becomesWasteful says once that more of the file is dead than live.
func (f *detailsFile) becomesWasteful() bool {
	dead := f.dead.Load()
	return dead > minDeadBytes && dead > f.size.Load()/2 && !f.asked.Swap(true)
}

// blockBytes is how much of the file a detailsWriter takes at a time, and maxDetails what the details of one record have at most.
const (
	blockBytes = 1 << 20
	maxDetails = 1<<detailsLengthBits - 1
)

// detailsWriter appends details to the file, for one goroutine. Nobody can read them before flush.
type detailsWriter struct {
	points  *pointFile // nil: nothing is written
	pending []byte
	block   *detailsBlock
	begin   int64 // of pending in the file
	until   int64 // end of the block
}

// add returns the place of the details; 0 when the file is not usable.
func (w *detailsWriter) add(d *Details) detailsRef {
	if !w.points.usable() {
		return 0
	}
	at := len(w.pending)
	w.pending = d.append(w.pending)
	length := int64(len(w.pending) - at)
	if w.begin+int64(len(w.pending)) > w.until {
		moved := slices.Clone(w.pending[at:])
		w.pending = w.pending[:at]
		w.flush()
		size := max(blockBytes, length)
		w.block = w.points.details.block(size)
		w.begin, w.until, at = w.block.Begin, w.block.Begin+size, 0
		w.pending = append(w.pending, moved...)
	}
	return detailsRef(uint64(w.begin+int64(at))<<detailsLengthBits | uint64(length))
}

// flush writes what was added.
func (w *detailsWriter) flush() {
	if len(w.pending) == 0 {
		return
	}
	if w.points.usable() {
		if _, err := w.points.texts.WriteAt(w.pending, w.begin); err != nil {
			w.points.fail(fmt.Errorf("write the details file: %w", err))
		}
		w.points.details.wrote(w.block, w.pending)
	}
	w.begin += int64(len(w.pending))
	w.pending = w.pending[:0]
}

// discard forgets what was added since the last flush. Of what filled a block before, it forgets nothing.
func (w *detailsWriter) discard() { w.pending = w.pending[:0] }

// detailsGap is how many unwanted bytes one read may include, and detailsRead how many bytes it has at most, unless those of one record
// are more.
const (
	detailsGap  = 4 << 10
	detailsRead = 256 << 10
)

// eachDetails visits the details of records in the order of their places in the file; n is the number of the record. The texts are valid
// until buffer, which it returns, is used again.
func (f *pointFile) eachDetails(refs []detailsRef, buffer []byte, visit func(n int, d Details)) ([]byte, error) {
	if !f.usable() {
		return buffer, errPoints
	}
	order := make([]int32, len(refs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(refs[a], refs[b]) })
	total := 0
	for begin := 0; begin < len(order); {
		end, first, until := begin+1, refs[order[begin]].begin(), refs[order[begin]].end()
		for ; end < len(order) && refs[order[end]].begin()-until <= detailsGap; end++ {
			wider := max(until, refs[order[end]].end()) // places in a file that somebody else wrote may overlap
			if wider > until && wider-first > detailsRead {
				break
			}
			until = wider
		}
		length := int(until - first)
		buffer = slices.Grow(buffer[:total], length)[:total+length]
		read := buffer[total:]
		total += length
		if _, err := f.texts.ReadAt(read, first); err != nil {
			f.fail(fmt.Errorf("read the details file: %w", err))
			return buffer, errPoints
		}
		for _, n := range order[begin:end] {
			d, err := parseDetails(read[refs[n].begin()-first : refs[n].end()-first])
			if err != nil {
				f.fail(fmt.Errorf("read the details file: %w", err))
				return buffer, errPoints
			}
			visit(int(n), d)
		}
		begin = end
	}
	return buffer, nil
}
