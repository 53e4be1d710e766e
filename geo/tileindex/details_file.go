package tileindex

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
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

// detailsBlock is how much of the file a detailsWriter takes at a time.
const detailsBlock = 1 << 20

// detailsWriter appends details to the file, for one goroutine. Nobody can read them before flush.
type detailsWriter struct {
	points  *pointFile // nil: nothing is written
	pending []byte
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
		size := max(detailsBlock, length)
		w.until = w.points.details.size.Add(size)
		w.begin, at = w.until-size, 0
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
		end, first := begin+1, refs[order[begin]].begin()
		for end < len(order) && refs[order[end]].begin()-refs[order[end-1]].end() <= detailsGap && refs[order[end]].end()-first <= detailsRead {
			end++
		}
		length := int(refs[order[end-1]].end() - first)
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
