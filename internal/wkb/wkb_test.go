package wkb

import (
	"bytes"
	"encoding/binary"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	orbwkb "github.com/paulmach/orb/encoding/wkb"
	"github.com/twpayne/go-geom"
)

func encoded(t testing.TB, g orb.Geometry, order binary.ByteOrder) []byte {
	t.Helper()
	b, err := orbwkb.Marshal(g, order)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var shapes = []orb.Geometry{
	orb.Point{1, -2},
	orb.Polygon{{{0, 0}, {4, 0}, {4, 4}, {0, 0}}, {{1, 1}, {2, 1}, {2, 2}, {1, 1}}},
	orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}, {{{5, 5}, {6, 5}, {6, 6}, {5, 5}}}},
	orb.Polygon{},
	orb.MultiPolygon{},
}

// TestDecode reads what another program wrote, in both byte orders.
func TestDecode(t *testing.T) {
	t.Parallel()
	for _, want := range shapes {
		for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
			b := encoded(t, want, order)
			got, err := Decode(b)
			if err != nil {
				t.Errorf("%v: %v", want, err)
				continue
			}
			if again := orbOf(got); !orb.Equal(again, want) {
				t.Errorf("%v is read as %v", want, again)
			}
			x, y, ok := Point(b)
			point, isPoint := want.(orb.Point)
			if ok != (isPoint && order == binary.LittleEndian) || ok && point != (orb.Point{x, y}) {
				t.Errorf("%v is the point %v %v, %t", want, x, y, ok)
			}
		}
	}
	if got, err := Decode(encoded(t, orb.Point{math.NaN(), math.NaN()}, binary.LittleEndian)); err != nil || !math.IsNaN(got.FlatCoords()[0]) {
		t.Errorf("the empty point is %v, %v", got, err)
	}
}

// orbOf is a geometry in orb's terms.
func orbOf(g geom.T) orb.Geometry {
	rings := func(p [][]geom.Coord) orb.Polygon {
		out := orb.Polygon{}
		for _, ring := range p {
			points := orb.Ring{}
			for _, at := range ring {
				points = append(points, orb.Point(at))
			}
			out = append(out, points)
		}
		return out
	}
	switch g := g.(type) {
	case *geom.Point:
		return orb.Point(g.Coords())
	case *geom.Polygon:
		return rings(g.Coords())
	case *geom.MultiPolygon:
		out := orb.MultiPolygon{}
		for _, p := range g.Coords() {
			out = append(out, rings(p))
		}
		return out
	}
	return nil
}

func TestDecodeErrors(t *testing.T) {
	t.Parallel()
	point := encoded(t, orb.Point{1, 2}, binary.LittleEndian)
	for want, b := range map[string][]byte{
		"it ends too early":               {1, 1, 0, 0},
		"read WKB: it ends too early":     point[:20],
		"byte order 7 is unknown":         {7, 1, 0, 0, 0},
		"geometry type 2 is not read":     {1, 2, 0, 0, 0},
		"geometry type 1001 is not read":  {1, 0xe9, 3, 0, 0},
		"something follows the geometry":  append(slices.Clone(point), 0),
		"got *geom.Point":                 append([]byte{1, 6, 0, 0, 0, 1, 0, 0, 0}, point...),
		"unknown byte order":              append([]byte{1, 6, 0, 0, 0, 1, 0, 0, 0}, 9, 3, 0, 0, 0),
		"early":                           {1, 3, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255},
		"too early":                       {1, 3, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 15},
		"ends too early":                  {0, 0, 0, 0, 6, 255, 255, 255, 255},
		"read WKB: geometry type 7 is no": {1, 7, 0, 0, 0, 0, 0, 0, 0},
	} {
		if got, err := Decode(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("% x is %v, %v; want %q", b, got, err, want)
		}
	}
}

// TestCountsAllocateNothing holds that bytes which claim to be a large geometry cost no more than they are.
func TestCountsAllocateNothing(t *testing.T) {
	large := append([]byte{1, 3, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 15}, make([]byte, 1000)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Decode(large)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; err == nil || allocated > 64<<10 {
		t.Errorf("%d bytes, %v", allocated, err)
	}
}

// FuzzDecode holds that whatever is read is what another program reads of the same bytes.
func FuzzDecode(f *testing.F) {
	for _, shape := range shapes {
		f.Add(encoded(f, shape, binary.LittleEndian))
		f.Add(encoded(f, shape, binary.BigEndian))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := Decode(b)
		if err != nil {
			return
		}
		want, err := orbwkb.Unmarshal(b)
		if err != nil {
			t.Fatalf("% x is read as %v, by orb not: %v", b, got, err)
		}
		if again := encoded(t, orbOf(got), binary.LittleEndian); !bytes.Equal(again, encoded(t, want, binary.LittleEndian)) {
			t.Errorf("% x is read as %v, by orb as %v", b, orbOf(got), want)
		}
		if x, y, ok := Point(b); ok && !slices.Equal(got.FlatCoords(), []float64{x, y}) && x == x && y == y {
			t.Errorf("% x is the point %v %v, decoded %v", b, x, y, got.FlatCoords())
		}
	})
}

// BenchmarkPoint compares Point with go-geom.
func BenchmarkPoint(b *testing.B) {
	raw := encoded(b, orb.Point{7.25, 43.7}, binary.LittleEndian)
	var sum float64
	b.Run("Point", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x, y, _ := Point(raw)
			sum += x + y
		}
	})
	b.Run("Decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			g, err := Decode(raw)
			if err != nil {
				b.Fatal(err)
			}
			sum += g.FlatCoords()[0]
		}
	})
}
