package geometry

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/twpayne/go-geom"
	"github.com/twpayne/go-geom/encoding/ewkb"
	"github.com/twpayne/go-geom/encoding/wkb"
)

func marshal(t testing.TB, g geom.T, bigEndian bool) []byte {
	t.Helper()
	var order binary.ByteOrder = wkb.NDR
	if bigEndian {
		order = wkb.XDR
	}
	b, err := wkb.Marshal(g, order)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPoint(t *testing.T) {
	t.Parallel()
	xy := []float64{4.35, 50.85, 12, 13}
	extended, err := ewkb.Marshal(geom.NewPointFlat(geom.XY, xy[:2]).SetSRID(31370), ewkb.NDR)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{
		"little":          marshal(t, geom.NewPointFlat(geom.XY, xy[:2]), false),
		"big":             marshal(t, geom.NewPointFlat(geom.XY, xy[:2]), true),
		"z":               marshal(t, geom.NewPointFlat(geom.XYZ, xy[:3]), false),
		"m":               marshal(t, geom.NewPointFlat(geom.XYM, xy[:3]), true),
		"zm":              marshal(t, geom.NewPointFlat(geom.XYZM, xy), false),
		"one in a multi":  marshal(t, geom.NewMultiPointFlat(geom.XY, xy[:2]), false),
		"one in a multiz": marshal(t, geom.NewMultiPointFlat(geom.XYZ, xy[:3]), true),
		"with an srid":    extended,
	} {
		if x, y, err := Point(b); err != nil || x != 4.35 || y != 50.85 {
			t.Errorf("%s: %v %v %v", name, x, y, err)
		}
	}
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"line":       {marshal(t, geom.NewLineStringFlat(geom.XY, xy), false), ErrNoPoint},
		"two":        {marshal(t, geom.NewMultiPointFlat(geom.XY, xy), false), ErrNoPoint},
		"none":       {marshal(t, geom.NewMultiPoint(geom.XY), false), ErrNoCoordinates},
		"empty":      {unhex(t, "0101000000"+"000000000000f87f"+"000000000000f87f"), ErrNoCoordinates},
		"nothing":    {nil, ErrMalformed},
		"short":      {marshal(t, geom.NewPointFlat(geom.XY, xy[:2]), false)[:20], ErrMalformed},
		"order":      {[]byte{2, 1, 0, 0, 0}, ErrMalformed},
		"nested":     {unhex(t, "010400000001000000"+"010400000001000000"+"0101000000"), ErrNoPoint},
		"type":       {unhex(t, "01ffffffff"), ErrMalformed},
		"short srid": {unhex(t, "010100002001"), ErrMalformed},
	} {
		if _, _, err := Point(c.b); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOfAuthority(t *testing.T) {
	t.Parallel()
	if got := OfAuthority("epsg", 5070, "x"); got != "EPSG:5070" {
		t.Error(got)
	}
	if got := OfAuthority("NONE", -1, " my grid "); got != "my grid" {
		t.Error(got)
	}
}

func FuzzPoint(f *testing.F) {
	f.Add(marshal(f, geom.NewPointFlat(geom.XYZ, []float64{1, 2, 3}), false))
	f.Add(marshal(f, geom.NewMultiPointFlat(geom.XY, []float64{1, 2}), true))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, y, err := Point(b)
		if err == nil && (x != x || y != y) {
			t.Errorf("%x is at %v, %v", b, x, y)
		}
		if kind, _, _ := header(b); err != nil || kind != wkbPoint {
			return // go-geom makes room for whatever a multipoint says
		}
		if shape, other := wkb.Unmarshal(b); other == nil {
			if p, ok := shape.(*geom.Point); ok && !p.Empty() && (p.X() != x || p.Y() != y) {
				t.Errorf("%x is at %v, %v; go-geom says %v, %v", b, x, y, p.X(), p.Y())
			}
		}
	})
}
