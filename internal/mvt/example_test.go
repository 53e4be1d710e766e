package mvt_test

import (
	"fmt"

	orbmvt "github.com/paulmach/orb/encoding/mvt"

	"github.com/skeeter-surveillance/skeeter/internal/mvt"
)

// A layer of two points, read back with another library.
func ExampleLayer() {
	const (
		species mvt.Key = iota
		count
	)
	layer := mvt.NewLayer("observations", "species_id", "count")
	layer.Begin(1024, 2048) // a quarter of the tile from the west, half of it from the north
	layer.Text(species, "aedes-aegypti")
	layer.Uint(count, 3)
	layer.End()
	layer.Begin(-10, 4000) // in the buffer
	layer.Text(species, "culex-pipiens")
	layer.End()

	tile, err := orbmvt.Unmarshal(layer.Tile())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range tile[0].Features {
		fmt.Println(f.Geometry, f.Properties)
	}
	// Output:
	// [1024 2048] map[count:3 species_id:aedes-aegypti]
	// [-10 4000] map[species_id:culex-pipiens]
}
