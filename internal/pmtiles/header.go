package pmtiles

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// headerLength is the length of the header, the beginning of every archive.
const headerLength = 127

// deepest is the largest zoom of which the specification has tiles.
const deepest = 26

// compression says how directories, metadata or tiles are compressed.
type compression byte

const (
	uncompressed compression = 1
	gzipped      compression = 2
)

func (c compression) check(what string) error {
	if c != uncompressed && c != gzipped {
		return fmt.Errorf("its %s are compressed in the way %d of PMTiles: want 1 (none) or 2 (gzip)", what, c)
	}
	return nil
}

// mvt is the type of vector tiles.
const mvt = 1

// section is a part of the file.
type section struct{ offset, length uint64 }

// within returns a part of the section, false when it is not inside.
func (s section) within(part section) (section, bool) {
	if part.offset > s.length || part.length > s.length-part.offset {
		return section{}, false
	}
	return section{s.offset + part.offset, part.length}, true
}

type header struct {
	root, metadata, leaves, tiles section
	internal, tile                compression
	minZoom, maxZoom              int
	bounds                        [4]float64 // west, south, east, north
}

// readHeader reads and checks a header. Every section lies inside the file.
func readHeader(b []byte, size int64) (header, error) {
	if len(b) < headerLength || string(b[:7]) != "PMTiles" {
		return header{}, errors.New("it is no PMTiles archive")
	}
	if b[7] != 3 {
		return header{}, fmt.Errorf("it is a PMTiles archive of version %d: want 3", b[7])
	}
	if b[99] != mvt {
		return header{}, fmt.Errorf("its tiles are of the type %d: want 1, vector tiles", b[99])
	}
	part := func(at int) section {
		return section{binary.LittleEndian.Uint64(b[at:]), binary.LittleEndian.Uint64(b[at+8:])}
	}
	degrees := func(at int) float64 { return float64(int32(binary.LittleEndian.Uint32(b[at:]))) / 1e7 }
	h := header{
		root: part(8), metadata: part(24), leaves: part(40), tiles: part(56),
		internal: compression(b[97]), tile: compression(b[98]),
		minZoom: int(b[100]), maxZoom: int(b[101]),
		bounds: [4]float64{degrees(102), degrees(106), degrees(110), degrees(114)},
	}
	whole := section{0, uint64(size)}
	for name, s := range map[string]section{"root directory": h.root, "metadata": h.metadata, "leaf directories": h.leaves, "tiles": h.tiles} {
		if _, ok := whole.within(s); !ok {
			return header{}, fmt.Errorf("its %s end beyond the file, which has %d bytes: is it truncated?", name, size)
		}
	}
	if err := errors.Join(h.internal.check("directories"), h.tile.check("tiles")); err != nil {
		return header{}, err
	}
	if h.minZoom > h.maxZoom || h.maxZoom > deepest {
		return header{}, fmt.Errorf("its zooms are %d to %d", h.minZoom, h.maxZoom)
	}
	if w, s, e, n := h.bounds[0], h.bounds[1], h.bounds[2], h.bounds[3]; w >= e || s >= n || math.Abs(w) > 180 || e > 180 || math.Abs(s) > 90 || n > 90 {
		return header{}, fmt.Errorf("its bounds are %v", h.bounds)
	}
	return h, nil
}
