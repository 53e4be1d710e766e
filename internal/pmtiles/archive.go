// Package pmtiles reads vector tiles from an archive of PMTiles, version 3: one file with a header, directories that say where a tile
// is, and the tiles (github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). It trusts nothing in the file: what lies outside of it or
// is larger than a limit is an error.
//
// The reader is our own: go-pmtiles reads from every cloud and brings the libraries of all of them. It imports nothing of the project.
package pmtiles

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/maypok86/otter/v2"
)

// Limits of what an archive may make us keep in memory: bytes as they are read, and decompressed.
const (
	maxDirectory = 8 << 20
	maxMetadata  = 4 << 20
	maxTile      = 4 << 20
	maxContent   = 16 << 20
	maxLeaves    = 64 << 20 // of leaf directories in memory
)

// maxDepth is how many directories lead to a tile at most.
const maxDepth = 4

// entryBytes is the memory of an entry.
const entryBytes = 32

// Archive is an open archive. It is safe for concurrent use.
type Archive struct {
	file    *os.File
	header  header
	root    []entry
	leaves  *otter.Cache[section, []entry]
	layers  json.RawMessage
	version string
}

// Open opens an archive of vector tiles that has all of some layers.
func Open(path string, layers ...string) (*Archive, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	a := &Archive{file: file}
	if err := a.load(layers); err != nil {
		return nil, errors.Join(fmt.Errorf("read %s: %w", path, err), file.Close())
	}
	return a, nil
}

func (a *Archive) load(layers []string) error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is no file")
	}
	first := make([]byte, headerLength)
	n, err := a.file.ReadAt(first, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if a.header, err = readHeader(first[:n], info.Size()); err != nil {
		return err
	}
	root, err := a.read(a.header.root, a.header.internal, maxDirectory, maxDirectory)
	if err != nil {
		return fmt.Errorf("read its root directory: %w", err)
	}
	if a.root, err = readDirectory(root); err != nil {
		return fmt.Errorf("read its root directory: %w", err)
	}
	metadata, err := a.read(a.header.metadata, a.header.internal, maxMetadata, maxMetadata)
	if err != nil {
		return fmt.Errorf("read its metadata: %w", err)
	}
	if a.layers, err = vectorLayers(metadata, layers); err != nil {
		return err
	}
	a.leaves = otter.Must(&otter.Options[section, []entry]{
		MaximumWeight: maxLeaves,
		Weigher:       func(_ section, entries []entry) uint32 { return uint32(entryBytes * len(entries)) },
	})
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%d %d ", info.Size(), info.ModTime().UnixNano())
	for _, part := range [][]byte{first, root, metadata} {
		_, _ = sum.Write(part)
	}
	a.version = hex.EncodeToString(sum.Sum(nil))[:16]
	return nil
}

// vectorLayers returns the description of the layers in the metadata, which has all of some names.
func vectorLayers(metadata []byte, wanted []string) (json.RawMessage, error) {
	var m struct {
		Layers json.RawMessage `json:"vector_layers"`
	}
	var layers []struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(metadata, &m); err != nil {
		return nil, fmt.Errorf("read its metadata: %w", err)
	}
	if err := json.Unmarshal(m.Layers, &layers); err != nil {
		return nil, fmt.Errorf("read vector_layers of its metadata: %w", err)
	}
	there := map[string]bool{}
	for _, layer := range layers {
		there[layer.ID] = true
	}
	for _, name := range wanted {
		if !there[name] {
			return nil, fmt.Errorf("it has no layer %q: want an extract of Protomaps' daily builds", name)
		}
	}
	return m.Layers, nil
}

// Close closes the file.
func (a *Archive) Close() error { return a.file.Close() }

// Version names the content of the archive.
func (a *Archive) Version() string { return a.version }

// Zooms returns the least and the greatest zoom.
func (a *Archive) Zooms() (least, greatest int) { return a.header.minZoom, a.header.maxZoom }

// Bounds returns west, south, east and north in degrees.
func (a *Archive) Bounds() [4]float64 { return a.header.bounds }

// Layers returns vector_layers as TileJSON has them.
func (a *Archive) Layers() json.RawMessage { return a.layers }

// Tile returns a tile, compressed with gzip; nil when the archive has none there.
func (a *Archive) Tile(z, x, y int) ([]byte, error) {
	if z < a.header.minZoom || z > a.header.maxZoom || x < 0 || y < 0 || x >= 1<<z || y >= 1<<z {
		return nil, nil
	}
	id := tileID(z, x, y)
	entries := a.root
	for range maxDepth {
		e, ok := find(entries, id)
		if !ok {
			return nil, nil
		}
		if e.run > 0 {
			return a.tile(e.part)
		}
		var err error
		if entries, err = a.leaf(e.part); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("directories lead to directories without end")
}

// tile reads a tile. One that is compressed is decompressed as well, so that a client gets none that breaks or floods it.
func (a *Archive) tile(part section) ([]byte, error) {
	place, ok := a.header.tiles.within(part)
	if !ok {
		return nil, errors.New("a directory points outside of the tiles")
	}
	stored, err := a.read(place, uncompressed, maxTile, maxTile)
	if err != nil {
		return nil, err
	}
	if a.header.tile == gzipped {
		if _, err := decompressed(stored, maxContent); err != nil {
			return nil, fmt.Errorf("decompress the tile: %w", err)
		}
		return stored, nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err = z.Write(stored)
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (a *Archive) leaf(part section) ([]entry, error) {
	if entries, ok := a.leaves.GetIfPresent(part); ok {
		return entries, nil
	}
	place, ok := a.header.leaves.within(part)
	if !ok {
		return nil, errors.New("a directory points outside of the leaf directories")
	}
	content, err := a.read(place, a.header.internal, maxDirectory, maxDirectory)
	if err != nil {
		return nil, fmt.Errorf("read a leaf directory: %w", err)
	}
	entries, err := readDirectory(content)
	if err != nil {
		return nil, err
	}
	a.leaves.Set(part, entries)
	return entries, nil
}

// read reads a part of the file, at most maxStored bytes, and decompresses it to at most maxContent bytes.
func (a *Archive) read(part section, c compression, maxStored, maxContent int64) ([]byte, error) {
	if part.length > uint64(maxStored) {
		return nil, fmt.Errorf("%d bytes are more than %d", part.length, maxStored)
	}
	stored := make([]byte, part.length)
	if _, err := a.file.ReadAt(stored, int64(part.offset)); err != nil {
		return nil, err
	}
	if c == uncompressed {
		return stored, nil
	}
	return decompressed(stored, maxContent)
}

func decompressed(stored []byte, limit int64) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(stored))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(z, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = fmt.Errorf("more than %d bytes", limit)
	}
	return content, err
}
