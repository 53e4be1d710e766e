package flatgeobuf_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/ogc/features/flatgeobuf"
)

// A dataset is a header, then features as they come.
func ExampleEncoder() {
	e, err := flatgeobuf.NewEncoder(flatgeobuf.Header{
		Name: "observations", Geometry: flatgeobuf.Point, CRS: flatgeobuf.CRS{Authority: "EPSG", Code: 4326},
		Columns: []flatgeobuf.Column{{Name: "species_id", Type: flatgeobuf.String}, {Name: "count", Type: flatgeobuf.Long}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	file := e.AppendHeader(nil)
	for count, species := range []string{"aedes-aegypti", "culex-pipiens"} {
		e.Text(0, []byte(species))
		e.Long(1, int64(count))
		e.Point(7.25, 43.7)
		if file, err = e.AppendFeature(file); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%q and %t\n", file[:3], len(file) > 300)
	// Output: "fgb" and true
}
