package pmtiles

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/pmtiles/pmtilestest"
)

func opened(t *testing.T, content []byte) (*Archive, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "streets.pmtiles")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := Open(path, "earth", "places")
	if err == nil {
		t.Cleanup(func() { _ = a.Close() })
	}
	return a, err
}

func TestTilesComeBack(t *testing.T) {
	t.Parallel()
	tiles := map[uint64][]byte{0: []byte("the world"), tileID(3, 5, 2): []byte("a part"), tileID(3, 7, 7): bytes.Repeat([]byte("long "), 1000)}
	for _, a := range []pmtilestest.Archive{
		{Metadata: pmtilestest.Protomaps, Tiles: tiles, Zoom: 3},
		{Metadata: pmtilestest.Protomaps, Tiles: tiles, Zoom: 3, Leaf: true},
		{Metadata: pmtilestest.Protomaps, Tiles: tiles, Zoom: 3, Plain: true},
	} {
		archive, err := opened(t, a.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a leaf is read once
			for at, want := range map[[3]int]string{{0, 0, 0}: "the world", {3, 5, 2}: "a part", {3, 7, 7}: string(tiles[tileID(3, 7, 7)])} {
				compressed, err := archive.Tile(at[0], at[1], at[2])
				if err != nil {
					t.Fatal(err)
				}
				if content, err := decompressed(compressed, maxContent); err != nil || string(content) != want {
					t.Errorf("%v: %.20q, %v", at, content, err)
				}
			}
		}
		for _, at := range [][3]int{{1, 0, 0}, {3, 0, 0}, {4, 0, 0}, {3, 8, 0}, {3, 0, -1}, {-1, 0, 0}, {63, 0, 0}} {
			if content, err := archive.Tile(at[0], at[1], at[2]); content != nil || err != nil {
				t.Errorf("%v: %d bytes, %v", at, len(content), err)
			}
		}
		if least, greatest := archive.Zooms(); least != 0 || greatest != 3 || len(archive.Version()) != 16 {
			t.Errorf("zooms %d to %d, version %q", least, greatest, archive.Version())
		}
	}
}

// TestTileIDs has the examples of the specification, and goes along the curve of a zoom.
func TestTileIDs(t *testing.T) {
	t.Parallel()
	for at, want := range map[[3]int]uint64{
		{0, 0, 0}: 0, {1, 0, 0}: 1, {1, 0, 1}: 2, {1, 1, 1}: 3, {1, 1, 0}: 4, {2, 0, 0}: 5, {12, 3423, 1763}: 19078479,
	} {
		if got := tileID(at[0], at[1], at[2]); got != want {
			t.Errorf("%v: %d, want %d", at, got, want)
		}
	}
	places := map[uint64][2]int{}
	for x := range 32 {
		for y := range 32 {
			places[tileID(5, x, y)] = [2]int{x, y}
		}
	}
	for id := tileID(5, 0, 0) + 1; id < tileID(6, 0, 0); id++ {
		a, b := places[id-1], places[id]
		if dx, dy := b[0]-a[0], b[1]-a[1]; dx*dx+dy*dy != 1 {
			t.Errorf("%d is at %v, %d at %v", id-1, a, id, b)
		}
	}
}

func TestWhatIsNoArchiveIsSaid(t *testing.T) {
	t.Parallel()
	good := pmtilestest.Archive{Metadata: pmtilestest.Protomaps, Tiles: map[uint64][]byte{0: []byte("tile")}}
	changed := func(at int, value byte) []byte {
		b := good.Bytes()
		b[at] = value
		return b
	}
	metadata := func(text string) []byte {
		return pmtilestest.Archive{Metadata: text, Tiles: good.Tiles}.Bytes()
	}
	root := func(b []byte) []byte {
		return pmtilestest.File(pmtilestest.Gzip(b), pmtilestest.Gzip([]byte(pmtilestest.Protomaps)), nil, []byte("tile"), 0, 2)
	}
	bomb := bytes.Repeat([]byte{0}, maxDirectory+1)
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"nothing":               {nil, "no PMTiles archive"},
		"a page":                {[]byte("<!doctype html>" + strings.Repeat(" ", 200)), "no PMTiles archive"},
		"a short file":          {good.Bytes()[:100], "no PMTiles archive"},
		"an older version":      {changed(7, 2), "version 2: want 3"},
		"pictures":              {changed(99, 2), "type 2: want 1, vector tiles"},
		"Brotli":                {changed(98, 3), "its tiles are compressed in the way 3"},
		"directories in zstd":   {changed(97, 4), "its directories are compressed in the way 4"},
		"too deep a zoom":       {changed(101, 27), "zooms are 0 to 27"},
		"no bounds":             {changed(113, 0x80), "bounds are"},
		"truncated":             {good.Bytes()[:len(good.Bytes())-1], "its tiles end beyond the file"},
		"a section far outside": {changed(15, 0xff), "its root directory end beyond the file"},
		"metadata of no JSON":   {metadata("{"), "metadata"},
		"no layers":             {metadata("{}"), "vector_layers"},
		"another schema":        {metadata(`{"vector_layers":[{"id":"earth"},{"id":"place"}]}`), `no layer "places"`},
		"an empty directory":    {root([]byte{0}), "a directory is malformed"},
		"too many entries":      {root([]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 1, 1}), "a directory is malformed"},
		"a directory cut off":   {root([]byte{1, 0, 1, 1}), "a directory is malformed"},
		"an id twice":           {root(pmtilestest.Directory(pmtilestest.Entry{ID: 1, Run: 1, Length: 1}, pmtilestest.Entry{ID: 1, Run: 1, Length: 1})), "a directory is malformed"},
		"runs that overlap":     {root(pmtilestest.Directory(pmtilestest.Entry{ID: 1, Run: 9, Length: 1}, pmtilestest.Entry{ID: 2, Run: 1, Length: 1})), "a directory is malformed"},
		"a bomb":                {root(bomb), "more than"},
	} {
		if _, err := opened(t, test.content); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	if _, err := Open(t.TempDir()); err == nil {
		t.Error("a folder is an archive")
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
}

func TestTilesThatCannotBeHad(t *testing.T) {
	t.Parallel()
	tile := pmtilestest.Gzip([]byte("tile"))
	file := func(leaf []byte, tiles []byte, entries ...pmtilestest.Entry) []byte {
		return pmtilestest.File(pmtilestest.Gzip(pmtilestest.Directory(entries...)), pmtilestest.Gzip([]byte(pmtilestest.Protomaps)), leaf, tiles, 0, 2)
	}
	itself := pmtilestest.Directory(pmtilestest.Entry{Length: 5}) // of five bytes
	loop := pmtilestest.File(itself, []byte(pmtilestest.Protomaps), itself, tile, 0, 2)
	loop[97] = byte(uncompressed)
	bomb := pmtilestest.Gzip(make([]byte, maxContent+1))
	for name, test := range map[string]struct {
		content []byte
		want    string
	}{
		"outside of the tiles":  {file(nil, tile, pmtilestest.Entry{Run: 1, Offset: 1, Length: uint64(len(tile))}), "outside of the tiles"},
		"far outside":           {file(nil, tile, pmtilestest.Entry{Run: 1, Offset: 1 << 62, Length: 1 << 62}), "outside of the tiles"},
		"outside of the leaves": {file(tile, tile, pmtilestest.Entry{Offset: 7, Length: uint64(len(tile))}), "outside of the leaf directories"},
		"a leaf of something":   {file(tile, tile, pmtilestest.Entry{Length: uint64(len(tile))}), "malformed"},
		"a leaf of itself":      {loop, "without end"},
		"not compressed":        {file(nil, []byte("tile"), pmtilestest.Entry{Run: 1, Length: 4}), "decompress the tile"},
		"cut off":               {file(nil, tile[:len(tile)-4], pmtilestest.Entry{Run: 1, Length: uint64(len(tile) - 4)}), "decompress the tile"},
		"a bomb":                {file(nil, bomb, pmtilestest.Entry{Run: 1, Length: uint64(len(bomb))}), "more than"},
		"too large":             {file(nil, make([]byte, maxTile+1), pmtilestest.Entry{Run: 1, Length: maxTile + 1}), "more than"},
	} {
		a, err := opened(t, test.content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := a.Tile(0, 0, 0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func FuzzDirectory(f *testing.F) {
	f.Add(pmtilestest.Directory(pmtilestest.Entry{ID: 1, Run: 2, Length: 3, Offset: 4}, pmtilestest.Entry{ID: 9, Length: 1}))
	f.Add([]byte{1, 0, 1, 1, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		entries, err := readDirectory(b)
		for _, e := range entries {
			if found, ok := find(entries, e.id); err != nil || !ok || found != e {
				t.Errorf("%v: found %v, %t, %v", e, found, ok, err)
			}
		}
	})
}
