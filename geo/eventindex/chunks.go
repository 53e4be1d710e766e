package eventindex

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
)

// entry is what chunks hold in the order of ids.
type entry interface{ key() uuid.UUID }

// chunkOf is an immutable chunk with one entry or more.
type chunkOf[E entry] interface {
	first() uuid.UUID
	list() []E
}

// chunkEntries is how many entries a chunk has when it is made.
const chunkEntries = 4096

// split makes chunks of entries in order. A chunk may grow to twice its size, so that changes do not leave small ones.
func split[E entry, C chunkOf[E]](entries []E, chunk func([]E) C) (chunks []C) {
	if len(entries) == 0 {
		return nil
	}
	each := chunkEntries
	if len(entries) <= 2*chunkEntries {
		each = len(entries)
	}
	for part := range slices.Chunk(entries, each) {
		chunks = append(chunks, chunk(part))
	}
	return chunks
}

// change returns chunks in which entries are replaced, added, or gone. ids are those of all entries that changed and now holds those that
// are still there; both are in order.
func change[E entry, C chunkOf[E]](chunks []C, ids []uuid.UUID, now []E, chunk func([]E) C) (out []C) {
	if len(chunks) == 0 {
		return split(now, chunk)
	}
	for i, c := range chunks {
		// A chunk takes what lies before the next one begins; the first also what lies before it, the last all behind it.
		end, added := len(ids), len(now)
		if i+1 < len(chunks) {
			next := chunks[i+1].first()
			end = sort.Search(len(ids), func(k int) bool { return bytes.Compare(ids[k][:], next[:]) >= 0 })
			added = sort.Search(len(now), func(k int) bool { return compareIDs(now[k].key(), next) >= 0 })
		}
		if end == 0 {
			out = append(out, c)
			continue
		}
		out = append(out, split(merge(c.list(), ids[:end], now[:added]), chunk)...)
		ids, now = ids[end:], now[added:]
	}
	return out
}

// merge returns entries without those that changed and with those that are still there, in order.
func merge[E entry](entries []E, changed []uuid.UUID, now []E) []E {
	kept := make([]E, 0, len(entries)+len(now))
	for _, e := range entries {
		for len(now) > 0 && compareIDs(now[0].key(), e.key()) < 0 {
			kept, now = append(kept, now[0]), now[1:]
		}
		for len(changed) > 0 && compareIDs(changed[0], e.key()) < 0 {
			changed = changed[1:]
		}
		if len(changed) == 0 || changed[0] != e.key() {
			kept = append(kept, e)
		}
	}
	return append(kept, now...)
}

func compareIDs(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }

// eachChunk visits chunks. Several goroutines visit, each with its own visitor of begin, in no order; when all are done, the finish functions
// are called one after another.
func eachChunk[C any](ctx context.Context, chunks []C, begin func() (visit func(C), finish func())) error {
	var next atomic.Int64
	var group sync.WaitGroup
	var finishes []func()
	for range min(runtime.GOMAXPROCS(0), len(chunks)) {
		visit, finish := begin()
		finishes = append(finishes, finish)
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(chunks) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				visit(chunks[i])
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("read what is in memory: %w", err)
	}
	for _, finish := range finishes {
		finish()
	}
	return nil
}
