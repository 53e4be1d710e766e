package skeetertest

import (
	"fmt"
	"net/http"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/maptile"
)

// Sums are what tiles or statistics count.
type Sums struct{ Count, Specimens int }

// tileExtent is the width of a tile in its own coordinates; what lies outside belongs to a neighbour.
const tileExtent = 4096

// TileSums adds up what lies inside a tile. One without data is empty.
func TileSums(a Answer) (total Sums, err error) {
	if a.Status == http.StatusNoContent {
		return total, nil
	}
	layers, err := mvt.Unmarshal(a.Body)
	if err != nil || a.Status != http.StatusOK || len(layers) != 1 {
		return total, fmt.Errorf("a tile of %d layers, status %d, %w: %.300s", len(layers), a.Status, err, a.Body)
	}
	for _, f := range layers[0].Features {
		if at := f.Geometry.(orb.Point); at[0] >= 0 && at[0] < tileExtent && at[1] >= 0 && at[1] < tileExtent {
			total.Count += int(f.Properties.MustFloat64("records"))
			total.Specimens += int(f.Properties.MustFloat64("specimens"))
		}
	}
	return total, nil
}

// Tile adds up what lies inside a tile of the server.
func (s *Server) Tile(path string) Sums {
	s.t.Helper()
	sums, err := TileSums(s.Get(path))
	if err != nil {
		s.t.Fatalf("%s: %v", path, err)
	}
	return sums
}

// TilePath is the path of the tile of observations in which a place lies.
func TilePath(z maptile.Zoom, place orb.Point) string {
	t := maptile.At(place, z)
	return fmt.Sprintf("%s/tiles/observations/%d/%d/%d.mvt", API, t.Z, t.X, t.Y)
}
