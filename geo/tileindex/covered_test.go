package tileindex_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// randomArea returns a star or a box, with a hole or without, anywhere, up to the whole world.
func randomArea(rng *rand.Rand) surveillance.Area {
	x, y, size := rng.Float64()*360-180, rng.Float64()*180-90, 1+100*rng.Float64()
	ring := func(size float64) orb.Ring {
		var r orb.Ring
		n := 3 + rng.IntN(200)
		for i := range n {
			angle, radius := 2*math.Pi*float64(i)/float64(n), size*(0.5+rng.Float64()/2)
			r = append(r, place(x+radius*math.Cos(angle), y+radius*math.Sin(angle)))
		}
		return append(r, r[0])
	}
	shape := orb.Polygon{ring(size), ring(size / 3)}
	if rng.IntN(3) == 0 {
		west, south := float64(rng.IntN(350)-180), float64(rng.IntN(170)-90)
		box := orb.Bound{Min: orb.Point{west, south}, Max: place(west+size, south+size)}
		shape = orb.Polygon{box.ToRing()}
	}
	area, err := surveillance.NewArea("a", wkb.MustMarshal(orb.MultiPolygon{shape}, binary.LittleEndian))
	if err != nil {
		panic(err)
	}
	return area
}

// place returns a point on the Earth with 7 decimals.
func place(lon, lat float64) orb.Point {
	return orb.Point{surveillance.RoundDegrees(max(-180, min(180, lon))), surveillance.RoundDegrees(max(-90, min(90, lat)))}
}

// TestAreaOfABox: an area that is a box answers as the box, with records on its border.
func TestAreaOfABox(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertRows, 3000))
	index := newIndex(db)
	catchUp(t, index)
	rng := rand.New(rand.NewPCG(3, 9))
	type corner struct{ X, Y float64 }
	corners := pgtest.Rows[corner](t, db, "select ST_X(geom) as x, ST_Y(geom) as y from observations order by id limit 80")
	counted := int64(0)
	for range 60 {
		a, b := corners[rng.IntN(len(corners))], corners[rng.IntN(len(corners))]
		if a.X == b.X || a.Y == b.Y {
			continue // no area
		}
		box := surveillance.BBox{West: min(a.X, b.X), South: min(a.Y, b.Y), East: max(a.X, b.X), North: max(a.Y, b.Y)}
		ring := orb.Bound{Min: orb.Point{box.West, box.South}, Max: orb.Point{box.East, box.North}}.ToRing()
		area, err := surveillance.NewArea("a", wkb.MustMarshal(orb.MultiPolygon{{ring}}, binary.LittleEndian))
		if err != nil {
			t.Fatal(err)
		}
		boxed, covered := surveillance.DefaultFilter(), surveillance.DefaultFilter()
		boxed.BBox, covered.Areas = &box, surveillance.Areas{area}
		if got, want := index.State().Count(covered), index.State().Count(boxed); got != want {
			t.Errorf("%v: the area has %d records, the box %d", box, got, want)
		} else {
			counted += want
		}
		compare(t, db, index, covered)
	}
	if counted == 0 {
		t.Error("no record was counted")
	}
}
