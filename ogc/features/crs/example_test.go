package crs_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/ogc/features/crs"
)

// Map clients send the box that they show, which may cross the antimeridian.
func ExampleMercatorBox() {
	box, err := crs.MercatorBox(cql2.BBox{Min: [2]float64{19_926_188, -2_037_549}, Max: [2]float64{20_148_828, -1_804_722}})
	fmt.Printf("%.1f to %.1f, %v\n", box.Min, box.Max, err)
	fmt.Println(crs.CRS84.Axes())
	// Output:
	// [179.0 -18.0] to [-179.0 -16.0], <nil>
	// longitude,latitude
}
