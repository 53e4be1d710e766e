package hidden_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/paulmach/orb"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// edge is a longitude at which tiles of zoom 6 meet, by which the versions of tiles are kept; edgeCell is a cell across it.
const edge = 11.25

var edgeCell = orb.Bound{Min: orb.Point{11.2, 43.6}, Max: orb.Point{11.3, 43.7}}

const edgeDegrees = 0.1

// sides are the ETags of a tile west of the edge and of one east of it.
func (w *obscuredWorld) sides() (tags [2]string) {
	w.t.Helper()
	for side, at := range []orb.Point{{10.5, 44.2}, {12.1, 44.3}} {
		a := w.s.Get(skeetertest.TilePath(12, at))
		if tags[side] = a.Header.Get("ETag"); a.Status != http.StatusOK || tags[side] == "" {
			w.t.Fatalf("%v: %d %v", at, a.Status, a.Header)
		}
	}
	return tags
}

func sideOf(at orb.Point) int {
	if at.Lon() < edge {
		return 0
	}
	return 1
}

// TestVersionsTellNoHiddenPlace changes records of a cell that lies in two tiles. What was drawn in one of them changes the version of that one
// alone, wherever the exact place is.
func TestVersionsTellNoHiddenPlace(t *testing.T) {
	t.Parallel()
	w := newObscuredWorld(t, obscuredSeed(t), nil)
	for _, at := range []orb.Point{{10.5, 44.2}, {12.1, 44.3}} {
		w.report("Aedes albopictus", "", "", at, 0)
	}
	hidden := func(title string) string {
		source := w.source(title)
		w.send(http.MethodPatch, skeetertest.API+"/data_sources/"+source, map[string]any{"obscured_degrees": edgeDegrees})
		return source
	}
	source := hidden("Edge")
	inCell := func(side int) orb.Point {
		return orb.Point{edge - 0.01 - 0.03*w.random.Float64() + float64(side)*0.05, edgeCell.Min[1] + 0.01 + 0.08*w.random.Float64()}
	}
	drawn := func(where string, args ...any) (sides []int) {
		t.Helper()
		for _, lon := range pgtest.Column[float64](t, w.db, "select ST_X(geom) from observations where "+where, args...) {
			sides = append(sides, sideOf(orb.Point{lon, 0}))
		}
		return sides
	}
	told := map[string]int{}
	// change does something; what was drawn before and after says which versions may change.
	change := func(what string, exact int, where, key string, do func()) {
		t.Helper()
		before, may := w.sides(), map[int]bool{}
		for _, side := range drawn(where, key) {
			may[side] = true
		}
		do()
		for _, side := range drawn(where, key) {
			may[side] = true
		}
		testenv.Eventually(t, what+" is seen", func() bool { return w.sides() != before })
		after := w.sides()
		for side := range after {
			if after[side] != before[side] && !may[side] {
				t.Errorf("%s with an exact place on side %d changes the version of side %d, and nothing was drawn there", what, exact, side)
			}
		}
		if !may[exact] {
			told[what]++
		}
	}
	row := func(id string, at orb.Point, count int) string {
		return w.d.File("edge.csv", fmt.Sprintf("occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n%s,Culex pipiens,%.7f,%.7f,2024-05-06,%d\n",
			id, at.Lat(), at.Lon(), count))
	}
	imports, writes := []string{"a first import", "another import", "an import that moves"}, []string{"a create", "a change", "a move", "a move of a report", "a removal"}
	untold := func(kinds []string) []string {
		return slices.DeleteFunc(slices.Clone(kinds), func(what string) bool { return told[what] > 0 })
	}
	imported := func(side int, at orb.Point) {
		id := w.name("edge")
		const ofFile = "occurrence_id = $1"
		importing := func(at orb.Point, count int) func() {
			path := row(id, at, count)
			return func() { w.d.MustRun("import", path, "--dataset", id) }
		}
		hidden(id) // of its own: an import says that all records of its data source may have changed
		change("a first import", side, ofFile, id, importing(at, 1))
		if testenv.Long() || told["another import"] == 0 {
			change("another import", side, ofFile, id, importing(at, 2))
		}
		moved := inCell(1 - side)
		change("an import that moves", 1-side, ofFile, id, importing(moved, 2))
	}
	written := func(side int, at orb.Point) {
		var made string
		change("a create", side, "updated_at = (select max(updated_at) from observations) and $1 = ''", "",
			func() { made, _ = w.report("Culex pipiens", source, "", at, 0) })
		path := skeetertest.Observations + "/" + made
		const ofID = "id = $1::text::uuid"
		change("a change", side, ofID, made, func() { w.send(http.MethodPatch, path, map[string]any{"count": 77}) })
		change("a move", 1-side, ofID, made, func() { w.send(http.MethodPatch, path, map[string]any{"location": location(inCell(1 - side))}) })
		wished, _ := w.report("Culex pipiens", "", "", at, edgeDegrees)
		change("a move of a report", 1-side, ofID, wished, func() {
			w.send(http.MethodPatch, skeetertest.Observations+"/"+wished, map[string]any{"location": location(inCell(1 - side))})
		})
		change("a removal", 1-side, ofID, made, func() {
			if a := w.s.Send(http.MethodDelete, path, "", w.bearer...); a.Status != http.StatusNoContent {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
		})
	}
	rounds := 2
	if testenv.Long() {
		rounds = 14
	}
	// Where a place is drawn is chance: a move has both on the other side in one of four rounds. The short form goes on with what was never so.
	for i := 0; i < rounds || len(untold(slices.Concat(imports, writes))) > 0 && i < 80; i++ {
		side := i % 2
		at, all := inCell(side), i < rounds || testenv.Long()
		if all || len(untold(imports)) > 0 {
			imported(side, at)
		}
		if all || len(untold(writes)) > 0 {
			written(side, at)
		}
	}
	if never := untold(slices.Concat(imports, writes)); len(never) > 0 {
		t.Errorf("%v: no exact place was on the other side of what was drawn", never)
	}
}
