package flatgeobuf

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/table"
	"github.com/skeeter-surveillance/skeeter/internal/wkb"
)

var numbered = table.Schema{Name: "numbered", Columns: []table.Column{{Name: "n", Type: table.Integer, Key: true}}, Geometry: &table.Geometry{SRID: table.WGS84}}

// square is a multipolygon in WKB: one box.
func square(b wkb.Box) []byte {
	out := []byte{1, 6, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0}
	for _, v := range []float64{b[0], b[1], b[2], b[1], b[2], b[3], b[0], b[3], b[0], b[1]} {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

// writeIndexed writes features with these geometries, numbered from 0, and returns the file.
func writeIndexed(t testing.TB, s table.Schema, shapes [][]byte) []byte {
	t.Helper()
	file, err := Temporary()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	w, err := NewIndexed(t.Context(), file, s)
	if err != nil {
		t.Fatal(err)
	}
	for i, shape := range shapes {
		if err := w.Write(&table.Row{Values: []table.Value{{Valid: true, Bits: int64(i)}}, WKB: shape}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(io.NewSectionReader(file, 0, math.MaxInt64))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tree is the index of a file, as a reader sees it.
type tree struct {
	t        testing.TB
	nodes    []byte
	features []byte // of the file
	levels   []int
}

func treeOf(t testing.TB, file []byte, n int) tree {
	t.Helper()
	begin := len(magic) + 4 + int(binary.LittleEndian.Uint32(file[len(magic):]))
	levels := levelsOf(n)
	end := begin + sum(levels)*nodeBytes
	return tree{t, file[begin:end], file[end:], levels}
}

// find returns the numbers of the features whose boxes meet a box, and how many nodes were read.
func (r tree) find(box wkb.Box) (found []int64, read int) {
	var visit func(first, level, begin int)
	visit = func(first, level, begin int) { // of children, in a level that begins at a node
		for i := first; i < min(first+nodeSize, begin+r.levels[level]); i++ {
			read++
			var v [4]float64
			for j := range v {
				v[j] = math.Float64frombits(binary.LittleEndian.Uint64(r.nodes[i*nodeBytes+8*j:]))
			}
			if v[0] > box[2] || v[2] < box[0] || v[1] > box[3] || v[3] < box[1] {
				continue
			}
			at := int(binary.LittleEndian.Uint64(r.nodes[i*nodeBytes+4*8:]))
			if level == len(r.levels)-1 {
				found = append(found, number(r.t, r.features[at:]))
				continue
			}
			visit(at, level+1, begin+r.levels[level])
		}
	}
	visit(0, 0, 0)
	slices.Sort(found)
	return found, read
}

// number returns the one property of the feature that bytes begin with.
func number(t testing.TB, b []byte) int64 {
	t.Helper()
	size := 4 + binary.LittleEndian.Uint32(b)
	features := read(t, append(slices.Clone(magic), append(append([]byte{8, 0, 0, 0}, make([]byte, 8)...), b[:size]...)...)).features
	properties := features[0].ByteVector(at(features[0], 1))
	return int64(binary.LittleEndian.Uint64(properties[2:]))
}

// A reader finds by the index what meets a box, and no more, whatever the features are: few, many, at one place, without a place.
func TestIndexFindsWhatMeetsABox(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(1, 2))
	polygons := numbered
	polygons.Geometry = &table.Geometry{SRID: table.WGS84, Polygons: true}
	for _, n := range []int{1, 2, 15, 16, 17, 255, 256, 257, 4097, 20_000} {
		for _, kind := range []string{"points", "boxes", "one place", "a line"} {
			s, boxes, shapes := numbered, make([]wkb.Box, n), make([][]byte, n)
			for i := range n {
				x, y := chance.Float64()*360-180, chance.Float64()*180-90
				switch kind {
				case "one place":
					x, y = 7.25, 43.75
				case "a line":
					y = 10
				}
				boxes[i] = wkb.Box{x, y, x, y}
				shapes[i] = pointWKB(x, y)
				if kind == "boxes" {
					s, boxes[i] = polygons, wkb.Box{x, y, x + chance.Float64()*20, y + chance.Float64()*5}
					shapes[i] = square(boxes[i])
				}
				if n > 2 && i%50 == 1 { // without a place, and with an empty one
					boxes[i], shapes[i] = wkb.NoBox, [][]byte{nil, pointWKB(math.NaN(), math.NaN())}[i%2]
				}
			}
			r := treeOf(t, writeIndexed(t, s, shapes), n)
			for range 30 {
				x, y := chance.Float64()*360-180, chance.Float64()*180-90
				asked := wkb.Box{x, y, x + chance.Float64()*30, y + chance.Float64()*30}
				if chance.IntN(5) == 0 {
					asked = wkb.Box{-180, -90, 180, 90}
				}
				var want []int64
				for i, b := range boxes {
					if b[0] <= asked[2] && b[2] >= asked[0] && b[1] <= asked[3] && b[3] >= asked[1] {
						want = append(want, int64(i))
					}
				}
				if got, _ := r.find(asked); !slices.Equal(got, want) {
					t.Fatalf("%d %s: %d features in %v, want %d", n, kind, len(got), asked, len(want))
				}
			}
		}
	}
}

// Features near one another are near in the file, so that a small box needs few nodes.
func TestIndexIsShort(t *testing.T) {
	t.Parallel()
	const n = 50_000
	chance, shapes := rand.New(rand.NewPCG(1, 2)), make([][]byte, n)
	for i := range shapes {
		shapes[i] = pointWKB(chance.Float64()*360-180, chance.Float64()*180-90)
	}
	r, most := treeOf(t, writeIndexed(t, numbered, shapes), n), 0
	for range 100 {
		x, y := chance.Float64()*350-180, chance.Float64()*170-90
		_, nodes := r.find(wkb.Box{x, y, x + 3.6, y + 1.8}) // 5 features
		most = max(most, nodes)
	}
	if most > 400 {
		t.Errorf("a box of five features in %d takes %d nodes", n, most)
	}
}

// Each cell has a number of its own, and the next one is beside it.
func TestHilbert(t *testing.T) {
	t.Parallel()
	const side = 64 // a corner of the curve that is a curve itself
	place := make([][2]int, side*side)
	seen := 0
	for x := range side {
		for y := range side {
			d := hilbert(uint32(x), uint32(y))
			if d >= side*side {
				t.Fatalf("cell %d, %d is number %d", x, y, d)
			}
			place[d] = [2]int{x, y}
			seen++
		}
	}
	for d := 1; d < seen; d++ {
		dx, dy := place[d][0]-place[d-1][0], place[d][1]-place[d-1][1]
		if dx*dx+dy*dy != 1 {
			t.Fatalf("number %d is at %v, the one before at %v", d, place[d], place[d-1])
		}
	}
	if hilbert(0, 0) != 0 || along(wkb.Box{0, 0, 1, 1}, math.NaN(), 1) != math.MaxUint32 {
		t.Error("the ends of the curve are elsewhere")
	}
}

func TestIndexedHeader(t *testing.T) {
	t.Parallel()
	none := numbered
	none.Geometry = nil
	for name, tc := range map[string]struct {
		schema  table.Schema
		shapes  [][]byte
		node    uint16
		box     []float64
		indexed bool
	}{
		"no features": {numbered, nil, 0, nil, false},
		"no places":   {none, [][]byte{nil, nil}, 0, nil, false},
		"no place":    {numbered, [][]byte{nil}, nodeSize, nil, true},
		"two":         {numbered, [][]byte{pointWKB(1, 2), pointWKB(-3, 4)}, nodeSize, []float64{-3, 2, 1, 4}, true},
	} {
		file := writeIndexed(t, tc.schema, tc.shapes)
		end := len(magic) + 4 + int(binary.LittleEndian.Uint32(file[len(magic):]))
		h := read(t, file[:end]).header
		if n, node := h.GetUint64Slot(4+2*8, 0), h.GetUint16Slot(4+2*9, 16); n != uint64(len(tc.shapes)) || node != tc.node {
			t.Errorf("%s: %d features, nodes of %d", name, n, node)
		}
		if box := floats(h, 1); !slices.Equal(box, tc.box) {
			t.Errorf("%s: the box is %v", name, box)
		}
		if end%8 != 0 {
			t.Errorf("%s: the header ends at %d", name, end)
		}
		rest := file[end:]
		if tc.indexed {
			rest = rest[sum(levelsOf(len(tc.shapes)))*nodeBytes:]
		}
		if n := len(read(t, append(slices.Clone(file[:end]), rest...)).features); n != len(tc.shapes) {
			t.Errorf("%s: %d features are there", name, n)
		}
	}
}

// What is too large, and what nobody waits for, is given up, and leaves nothing behind.
func TestIndexIsGivenUp(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	row := table.Row{Values: []table.Value{{Valid: true}}, WKB: pointWKB(1, 2)}
	for name, limits := range map[string][2]int64{"features": {10, 1 << 20}, "bytes": {1000, 500}} {
		w, err := newIndexed(t.Context(), file, numbered, int(limits[0]), limits[1])
		if err != nil {
			t.Fatal(err)
		}
		for range 11 {
			err = w.Write(&row)
		}
		w.Discard()
		if !errors.Is(err, ErrTooLarge) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	w, err := NewIndexed(ctx, file, numbered)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(&row); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := w.Close(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
	t.Setenv("TMPDIR", filepath.Join(folder, "gone"))
	if _, err := NewIndexed(t.Context(), file, numbered); !errors.Is(err, ErrDisk) {
		t.Errorf("without a temporary folder: %v", err)
	}
}

// GDAL reads a box by the index, and everything without it.
func TestGDALReadsTheIndex(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 300, 5000} {
		shapes := make([][]byte, n)
		inside := 0
		for i := range n {
			x, y := float64(i%360)-180, float64(i%180)-90
			shapes[i] = pointWKB(x, y)
			if x >= -10 && x <= 10 && y >= -20 && y <= 5.5 {
				inside++
			}
			if i == 40 {
				shapes[i] = nil
			}
		}
		path := filepath.Join(t.TempDir(), "numbered.fgb")
		if err := os.WriteFile(path, writeIndexed(t, numbered, shapes), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, tc := range []struct {
			want int
			args []string
		}{{n, nil}, {inside, []string{"-spat", "-10", "-20", "10", "5.5"}}} {
			said := string(ogr(t, "ogrinfo", append([]string{"-ro", "-al", "-so", path}, tc.args...)...))
			if want := fmt.Sprintf("Feature Count: %d\n", tc.want); !strings.Contains(said, want) {
				t.Errorf("%d features %v: %q is not in %s", n, tc.args, want, said)
			}
		}
	}
}

// A dataset of many features with an index, of which the memory is that of their places.
func BenchmarkIndexed(b *testing.B) {
	const n = 1_000_000
	chance, name := rand.New(rand.NewPCG(1, 2)), []byte(strings.Repeat("x", 300))
	s := numbered
	s.Columns = append(slices.Clone(s.Columns), table.Column{Name: "name"})
	for b.Loop() {
		file, err := Temporary()
		if err != nil {
			b.Fatal(err)
		}
		w, err := NewIndexed(b.Context(), file, s)
		if err != nil {
			b.Fatal(err)
		}
		for i := range n {
			row := table.Row{Values: []table.Value{{Valid: true, Bits: int64(i)}, {Valid: true, Text: name}}, WKB: pointWKB(chance.Float64()*360-180, chance.Float64()*180-90)}
			if err := w.Write(&row); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
		_ = file.Close()
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "features/s")
}
