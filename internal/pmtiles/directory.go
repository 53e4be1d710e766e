package pmtiles

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// entry is a run of tiles with the same content, or, with a run of 0, a leaf directory.
type entry struct {
	id   uint64
	run  uint64
	part section // of the tiles, or of the leaf directories
}

var errDirectory = errors.New("a directory is malformed")

// readDirectory reads the entries of a directory. They are in order, and those of tiles do not overlap.
func readDirectory(b []byte) ([]entry, error) {
	next := func() (uint64, error) {
		n, length := binary.Uvarint(b)
		if length <= 0 {
			return 0, errDirectory
		}
		b = b[length:]
		return n, nil
	}
	count, err := next()
	if err != nil || count == 0 || count > uint64(len(b)/4) { // an entry has four numbers, of a byte each at least
		return nil, errDirectory
	}
	entries := make([]entry, count)
	for _, read := range []func(i int, n uint64) bool{
		func(i int, n uint64) bool {
			if i == 0 {
				entries[i].id = n
				return true
			}
			before := entries[i-1].id
			entries[i].id = before + n
			return n > 0 && n <= math.MaxUint64-before
		},
		func(i int, n uint64) bool {
			entries[i].run = n
			return n <= math.MaxUint64-entries[i].id && (i == 0 || entries[i-1].id+entries[i-1].run <= entries[i].id)
		},
		func(i int, n uint64) bool {
			entries[i].part.length = n
			return n > 0
		},
		func(i int, n uint64) bool {
			if n > 0 {
				entries[i].part.offset = n - 1
				return true
			}
			if i == 0 { // 0 means: after the entry before
				return false
			}
			before := entries[i-1].part
			entries[i].part.offset = before.offset + before.length
			return before.length <= math.MaxUint64-before.offset
		},
	} {
		for i := range entries {
			n, err := next()
			if err != nil || !read(i, n) {
				return nil, errDirectory
			}
		}
	}
	return entries, nil
}

// find returns the entry that has a tile or leads to it.
func find(entries []entry, id uint64) (entry, bool) {
	i, exact := slices.BinarySearchFunc(entries, id, func(e entry, id uint64) int {
		switch {
		case e.id < id:
			return -1
		case e.id > id:
			return 1
		}
		return 0
	})
	if !exact {
		i--
	}
	if i < 0 {
		return entry{}, false
	}
	e := entries[i]
	return e, e.run == 0 || id-e.id < e.run
}

// tileID numbers the tiles of all zooms, those of a zoom along Hilbert's curve.
func tileID(z, x, y int) uint64 {
	id := (uint64(1)<<(2*z) - 1) / 3
	for s := 1 << z >> 1; s > 0; s >>= 1 {
		right, down := x&s != 0, y&s != 0
		switch {
		case right && !down:
			id += 3 * uint64(s) * uint64(s)
		case right:
			id += 2 * uint64(s) * uint64(s)
		case down:
			id += uint64(s) * uint64(s)
		}
		if !down {
			if right {
				x, y = s-1-x, s-1-y
			}
			x, y = y, x
		}
	}
	return id
}
