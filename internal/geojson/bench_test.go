package geojson

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"
)

// BenchmarkAppendGeometry writes a point and a country's outline: twenty polygons of a thousand points.
func BenchmarkAppendGeometry(b *testing.B) {
	var country orb.MultiPolygon
	for n := range 20 {
		var ring orb.Ring
		for i := range 1000 {
			angle := 2 * math.Pi * float64(i) / 1000
			ring = append(ring, orb.Point{float64(n) + math.Cos(angle), 40 + math.Sin(angle)})
		}
		country = append(country, orb.Polygon{append(ring, ring[0])})
	}
	degrees := Coordinates{Decimals: DegreeDecimals}
	for name, shape := range map[string]orb.Geometry{"point": orb.Point{7.2512345, 43.7012345}, "country": country} {
		raw, err := wkb.Marshal(shape, binary.LittleEndian)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var out []byte
			for b.Loop() {
				if out, err = degrees.AppendGeometry(out[:0], raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
