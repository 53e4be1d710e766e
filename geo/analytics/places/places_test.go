package places_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/uber/h3-go/v4"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
)

// TestCellsAtTheAntimeridian: both parts of a cell there lie on their side, and have its area together.
func TestCellsAtTheAntimeridian(t *testing.T) {
	t.Parallel()
	cells := places.Cells{Resolution: 4, Outlines: true}
	ids := cells.Locator()(179.999, 10, "")
	if len(ids) != 1 {
		t.Fatalf("a place lies in %d cells", len(ids))
	}
	text, err := json.Marshal(cells.Place(ids[0]).Geometry())
	if err != nil {
		t.Fatal(err)
	}
	var shape struct {
		Type        string
		Coordinates [][][][2]float64
	}
	if err := json.Unmarshal(text, &shape); err != nil || shape.Type != "MultiPolygon" || len(shape.Coordinates) != 2 {
		t.Fatalf("%s: %v", text, err)
	}
	area := 0.0
	for _, polygon := range shape.Coordinates {
		ring := polygon[0]
		for i, from := range ring[:len(ring)-1] {
			to := ring[i+1]
			if math.Abs(to[0]-from[0]) > 2 || math.Abs(from[0]) < 178 {
				t.Errorf("from %v to %v", from, to)
			}
			area += (to[0]*from[1] - from[0]*to[1]) / 2 * 111.2 * 111.2 * math.Cos(10*math.Pi/180)
		}
	}
	if want := cells.KM2(ids[0]); math.Abs(math.Abs(area)-want) > 0.02*want {
		t.Errorf("the parts have %.0f km2, the cell %.0f", math.Abs(area), want)
	}
	if plain := (places.Cells{Resolution: 4}).Place(ids[0]); plain.Geometry() != nil || *plain.Cell != h3.Cell(ids[0]).String() {
		t.Errorf("without outlines: %+v", plain)
	}
}

// TestLocatorRemembers: a place that was asked for before lies where it lay.
func TestLocatorRemembers(t *testing.T) {
	t.Parallel()
	cells := places.Cells{Resolution: 3}
	locate := cells.Locator()
	for range 2 {
		for lat := range 60 {
			want := h3.LatLngToCell(h3.NewLatLng(float64(lat), 7), 3)
			if ids := locate(7, float64(lat), ""); len(ids) != 1 || h3.Cell(ids[0]) != want {
				t.Fatalf("latitude %d lies in %v", lat, ids)
			}
		}
	}
}
