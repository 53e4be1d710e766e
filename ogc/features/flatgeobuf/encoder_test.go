package flatgeobuf

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

var everyType = []Column{
	{Name: "id", Title: "Identifier", Description: "Of the record.", Type: String, Key: true},
	{Name: "name", Type: String},
	{Name: "total", Type: Long},
	{Name: "accuracy", Type: Double},
	{Name: "observed_at", Type: DateTime},
	{Name: "problem", Type: Bool},
}

func newEncoder(t testing.TB, h Header) *Encoder {
	t.Helper()
	e, err := NewEncoder(h)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestHeader(t *testing.T) {
	t.Parallel()
	e := newEncoder(t, Header{
		Name: "observations", Title: "Observations", Description: "Наблюдения комаров", Geometry: Point, Columns: everyType,
		CRS: CRS{Authority: "EPSG", Code: 4326},
	})
	h := read(t, e.AppendHeader(nil)).header
	if got := []string{str(h, 0), str(h, 11), str(h, 12)}; !slices.Equal(got, []string{"observations", "Observations", "Наблюдения комаров"}) {
		t.Errorf("name, title, description are %q", got)
	}
	if got := GeometryType(h.GetByteSlot(8, 0)); got != Point {
		t.Errorf("the geometry type is %d", got)
	}
	if node := h.GetUint16Slot(4+2*9, 16); node != 0 {
		t.Errorf("index nodes of %d", node)
	}
	crs, _ := sub(h, 10)
	if org, code := str(crs, 0), crs.GetInt32Slot(6, 0); org != "EPSG" || code != 4326 {
		t.Errorf("the CRS is %s:%d", org, code)
	}
	if n := h.VectorLen(at(h, 7) - h.Pos); n != len(everyType) {
		t.Fatalf("%d columns", n)
	}
	for i, want := range everyType {
		c := element(h, 7, i)
		got := Column{Name: str(c, 0), Title: str(c, 2), Description: str(c, 3), Type: ColumnType(c.GetByteSlot(6, 0)), Key: c.GetBoolSlot(4+2*9, false)}
		if got != want {
			t.Errorf("column %d is %+v, not %+v", i, got, want)
		}
		if nullable := c.GetBoolSlot(4+2*7, true); nullable == want.Key {
			t.Errorf("column %s says nullable %t", want.Name, nullable)
		}
	}
}

func TestHeaderOfLittle(t *testing.T) {
	t.Parallel()
	h := read(t, newEncoder(t, Header{Name: "none"}).AppendHeader(nil)).header
	for _, field := range []int{1, 10, 11, 12} {
		if at(h, field) != 0 {
			t.Errorf("field %d is there", field)
		}
	}
}

// A value that is not set is not in the file: that is how the format says null.
func TestNullsAreLeftOut(t *testing.T) {
	t.Parallel()
	e := newEncoder(t, Header{Name: "x", Geometry: Point, Columns: everyType})
	file := e.AppendHeader(nil)
	end := func() {
		var err error
		if file, err = e.AppendFeature(file); err != nil {
			t.Fatal(err)
		}
	}
	e.Text(0, []byte("a"))
	e.Long(2, -1)
	e.Point(1, 2)
	end()
	end() // neither values nor a geometry
	e.Double(3, 0.5)
	e.Bool(5, true)
	e.Time(4, time.Date(2024, 8, 13, 12, 30, 0, 500_000_000, time.FixedZone("", 3600)))
	end()
	features := read(t, file).features
	if len(features) != 3 {
		t.Fatalf("%d features", len(features))
	}
	for i, want := range [][]int{{0, 2}, nil, {3, 5, 4}} {
		if got := columnNumbers(t, features[i], everyType); !slices.Equal(got, want) {
			t.Errorf("feature %d has columns %v, not %v", i, got, want)
		}
	}
	point, _ := sub(features[0], 0)
	if got := floats(point, geometryXY); !slices.Equal(got, []float64{1, 2}) {
		t.Errorf("the point is %v", got)
	}
	if _, there := sub(features[1], 0); there {
		t.Error("the second feature has a geometry")
	}
	if !bytes.Contains(file, []byte("\x05\x00\x01\x04\x00")) {
		t.Error("true is not a byte")
	}
	if !bytes.Contains(file, []byte("\x04\x00\x16\x00\x00\x002024-08-13T11:30:00.5Z")) {
		t.Error("the instant is not in UTC with its length before it")
	}
}

func TestMistakesFail(t *testing.T) {
	t.Parallel()
	for name, mistake := range map[string]func(*Encoder){
		"of another type":           func(e *Encoder) { e.Long(1, 1) },
		"there is no column 6":      func(e *Encoder) { e.Long(6, 1) },
		"there is no column -1":     func(e *Encoder) { e.Double(-1, 1) },
		"ends too early":            func(e *Encoder) { e.WKB([]byte{1, 1, 0, 0}) },
		"byte order 7":              func(e *Encoder) { e.WKB([]byte{7, 1, 0, 0, 0}) },
		"geometry type 2 is not":    func(e *Encoder) { e.WKB([]byte{1, 2, 0, 0, 0}) },
		"geometry type 1001 is not": func(e *Encoder) { e.WKB([]byte{1, 0xe9, 3, 0, 0}) },
		"something follows":         func(e *Encoder) { e.WKB(append(pointWKB(1, 2), 0)) },
		"got *geom.Point":           func(e *Encoder) { e.WKB(append([]byte{1, 6, 0, 0, 0, 1, 0, 0, 0}, pointWKB(1, 2)...)) },
		"read WKB: it ends":         func(e *Encoder) { e.WKB([]byte{1, 3, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255}) },
	} {
		e := newEncoder(t, Header{Columns: everyType})
		e.Long(2, 1)
		e.Point(1, 2)
		mistake(e)
		if b, err := e.AppendFeature([]byte("before")); err == nil || !strings.Contains(err.Error(), name) || string(b) != "before" {
			t.Errorf("%s: %q, %v", name, b, err)
		}
		b, err := e.AppendFeature(e.AppendHeader(nil))
		if err != nil {
			t.Errorf("%s: the next feature: %v", name, err)
		}
		if next := read(t, b).features[0]; at(next, 0) != 0 || at(next, 1) != 0 {
			t.Errorf("%s: the next feature has what the last one had", name)
		}
	}
	if _, err := NewEncoder(Header{Columns: make([]Column, math.MaxUint16+1)}); err == nil {
		t.Error("too many columns are taken")
	}
}

func pointWKB(x, y float64) []byte {
	b := []byte{1, 1, 0, 0, 0}
	for _, v := range []float64{x, y} {
		for i := range 8 {
			b = append(b, byte(math.Float64bits(v)>>(8*i)))
		}
	}
	return b
}

// A long dataset is written from one buffer and one builder.
func TestNothingIsAllocated(t *testing.T) {
	e := newEncoder(t, Header{Columns: everyType})
	name, buf := []byte(strings.Repeat("x", 500)), []byte{}
	feature := func() {
		e.Text(1, name)
		e.Long(2, 1<<40)
		e.Double(3, math.Pi)
		e.Time(4, time.Unix(0, 0))
		e.Point(1, 2)
		var err error
		if buf, err = e.AppendFeature(buf[:0]); err != nil {
			t.Fatal(err)
		}
	}
	feature()
	if n := testing.AllocsPerRun(1000, feature); n > 0 {
		t.Errorf("%g allocations a feature", n)
	}
}

func FuzzWKB(f *testing.F) {
	f.Add(pointWKB(1, 2))
	f.Add([]byte{0, 0, 0, 0, 6, 0, 0, 0, 0})
	f.Add([]byte{1, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		e := newEncoder(t, Header{Name: "fuzz"})
		header := e.AppendHeader(nil)
		e.WKB(b)
		if file, err := e.AppendFeature(header); err == nil {
			if n := len(read(t, file).features); n != 1 {
				t.Errorf("%d features", n)
			}
		}
	})
}
