package tileindex_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
)

// The smallest box around two places in Fiji crosses the antimeridian, so its west is larger than its east.
func ExampleExtent() {
	const degree = 1 << 32 / 360 // of longitude, in units of the grid
	extent := tileindex.NewExtent()
	extent.Add(178*degree, 0)
	extent.Add(-179*degree, 0)
	box := extent.Box()
	fmt.Printf("%.3f to %.3f\n", box.West, box.East)
	// Output: 178.000 to -179.000
}

func ExampleDate() {
	fmt.Println(tileindex.Date(0), tileindex.Date(109572))
	// Output: 1700-01-01 2000-01-01
}

func ExampleParsePrecision() {
	p, ok := tileindex.ParsePrecision([]byte("month"))
	fmt.Println(p, ok, p >= tileindex.PrecisionMonth)
	// Output: month true true
}
