// Package pmtilestest writes archives of PMTiles for tests.
package pmtilestest

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Protomaps is the metadata of an archive with the layers of Protomaps' builds that the server asks for.
const Protomaps = `{"vector_layers":[{"id":"earth"},{"id":"water"},{"id":"roads"},{"id":"places"}]}`

// Entry is an entry of a directory: a run of tiles, or a leaf directory with a run of 0.
type Entry struct{ ID, Run, Offset, Length uint64 }

// Archive is what to write. The zero value of Zoom is an archive of the tile 0/0/0.
type Archive struct {
	Metadata string            // JSON
	Tiles    map[uint64][]byte // content by the number of the tile
	Zoom     byte              // the largest
	Leaf     bool              // the root directory leads to a leaf directory
	Plain    bool              // tiles are not compressed
}

// Bytes returns the file.
func (a Archive) Bytes() []byte {
	var tiles []byte
	var entries []Entry
	for _, id := range slices.Sorted(maps.Keys(a.Tiles)) {
		content := a.Tiles[id]
		if !a.Plain {
			content = Gzip(content)
		}
		entries = append(entries, Entry{id, 1, uint64(len(tiles)), uint64(len(content))})
		tiles = append(tiles, content...)
	}
	root, leaves := Gzip(Directory(entries...)), []byte(nil)
	if a.Leaf {
		leaves = root
		root = Gzip(Directory(Entry{entries[0].ID, 0, 0, uint64(len(leaves))}))
	}
	compression := byte(2)
	if a.Plain {
		compression = 1
	}
	return File(root, Gzip([]byte(a.Metadata)), leaves, tiles, a.Zoom, compression)
}

// Directory returns a directory, not compressed.
func Directory(entries ...Entry) []byte {
	b := binary.AppendUvarint(nil, uint64(len(entries)))
	last := uint64(0)
	for _, e := range entries {
		b = binary.AppendUvarint(b, e.ID-last)
		last = e.ID
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, e.Run)
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, e.Length)
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, e.Offset+1)
	}
	return b
}

// File puts a header before the sections of an archive.
func File(root, metadata, leaves, tiles []byte, zoom, tileCompression byte) []byte {
	b := make([]byte, 127)
	copy(b, "PMTiles\x03")
	offset := uint64(len(b))
	for i, section := range [][]byte{root, metadata, leaves, tiles} {
		binary.LittleEndian.PutUint64(b[8+16*i:], offset)
		binary.LittleEndian.PutUint64(b[16+16*i:], uint64(len(section)))
		offset += uint64(len(section))
	}
	b[97], b[98], b[99], b[101] = 2, tileCompression, 1, zoom
	for i, degrees := range []int32{-180, -85, 180, 85} {
		binary.LittleEndian.PutUint32(b[102+4*i:], uint32(degrees*1e7))
	}
	return slices.Concat(b, root, metadata, leaves, tiles)
}

// Gzip compresses.
func Gzip(content []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		panic(fmt.Sprintf("pmtilestest: %v", err)) // a buffer takes everything
	}
	if err := z.Close(); err != nil {
		panic(fmt.Sprintf("pmtilestest: %v", err))
	}
	return b.Bytes()
}
