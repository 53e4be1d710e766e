package geo_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// coast returns an area of so many vertices with a ragged border around the town of insertPlaces.
func coast(b *testing.B, vertices int) surveillance.Area {
	b.Helper()
	var ring orb.Ring
	for i := range vertices - 1 {
		angle := 2 * math.Pi * float64(i) / float64(vertices-1)
		radius := 0.12 + 0.02*math.Sin(40*angle) + 0.0005*math.Sin(float64(i)*7)
		ring = append(ring, orb.Point{surveillance.RoundDegrees(7.15 + radius*math.Cos(angle)), surveillance.RoundDegrees(43.75 + radius*math.Sin(angle))})
	}
	area, err := surveillance.NewArea("coast", wkb.MustMarshal(orb.MultiPolygon{{append(ring, ring[0])}}, binary.LittleEndian))
	if err != nil {
		b.Fatal(err)
	}
	return area
}

// BenchmarkAreas counts and cuts cells in an area of 5,000 vertices and in the box around it. Each round asks for another Filter, so that
// nothing is cached.
func BenchmarkAreas(b *testing.B) {
	db := pgtest.Pool(b)
	pgtest.Run(b, db, fmt.Sprintf(insertPlaces, 300_000))
	state := newTiles(b, db, false, 0).index.State()
	area := coast(b, 5000)
	box := surveillance.BBox{West: area.Shape.West, South: area.Shape.South, East: area.Shape.East, North: area.Shape.North}
	filters := map[string]func(f *surveillance.Filter){
		"box":  func(f *surveillance.Filter) { f.BBox = &box },
		"area": func(f *surveillance.Filter) { f.Areas = surveillance.Areas{area} },
	}
	for _, name := range []string{"box", "area"} {
		next := 0.0
		cold := func() surveillance.Filter {
			f := surveillance.DefaultFilter()
			filters[name](&f)
			next++
			f.MaxUncertaintyM = new(1e6 + next)
			return f
		}
		b.Run("stats/"+name, func(b *testing.B) {
			for b.Loop() {
				state.Stats(cold())
			}
		})
		b.Run("tile/"+name, func(b *testing.B) { // 8/133/93 holds the town
			window := tileindex.Window{Level: 14, X0: 133 << 6, Y0: 93 << 6, X1: 133<<6 + 63, Y1: 93<<6 + 63}
			for b.Loop() {
				if cells, err := state.Select(cold()).Cells(b.Context(), window); err != nil || len(cells) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}
