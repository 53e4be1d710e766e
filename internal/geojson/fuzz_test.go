package geojson

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
)

// FuzzWKB holds that any bytes become a geometry in JSON, or an error and nothing.
func FuzzWKB(f *testing.F) {
	for _, g := range []orb.Geometry{
		orb.Point{1, 2}, orb.Point{math.NaN(), 2}, orb.Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}},
		orb.MultiPolygon{{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}, {{{5, 5}, {6, 5}, {6, 6}, {5, 5}}}},
	} {
		b, err := wkb.Marshal(g, binary.LittleEndian)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, shape []byte) {
		for _, c := range []Coordinates{{Decimals: DegreeDecimals}, {Decimals: 2, Swapped: true}, {}} {
			b, err := c.AppendGeometry([]byte("["), shape)
			if err != nil && string(b) != "[" || err == nil && !json.Valid(append(b, ']')) {
				t.Errorf("%x: %q, %v", shape, b, err)
			}
			b, err = c.AppendPoint(nil, shape)
			if err == nil && strings.Count(string(b), ",") != 1 {
				t.Errorf("%x: %q", shape, b)
			}
		}
	})
}

// FuzzAppendDecimal holds that any number is one of JSON, and within half of the last decimal.
func FuzzAppendDecimal(f *testing.F) {
	for _, n := range []float64{0, -0.00000004, 179.99999999, 1e15, -1e-300, math.MaxFloat64} {
		f.Add(n, 7)
	}
	f.Fuzz(func(t *testing.T, n float64, decimals int) {
		if math.IsNaN(n) || math.IsInf(n, 0) || decimals < 0 || decimals > 9 {
			return // geometries that are not finite are null
		}
		var back float64
		b := AppendDecimal(nil, n, decimals)
		if err := json.Unmarshal(b, &back); err != nil || math.Abs(back-n) > 0.5000001*math.Pow10(-decimals)+math.Abs(n)*1e-15 {
			t.Errorf("%g with %d decimals is %q: %v", n, decimals, b, err)
		}
	})
}
