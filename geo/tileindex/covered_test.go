package tileindex_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/wkb"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestAreaOfABox: an area that is a box answers as the box, with records on its border.
func TestAreaOfABox(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 3000))
	index := tileindextest.New(db)
	tileindextest.CatchUp(t, index)
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
		tileindextest.Compare(t, db, index, covered)
	}
	if counted == 0 {
		t.Error("no record was counted")
	}
}
