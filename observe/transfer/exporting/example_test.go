package exporting_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/exporting"
)

func ExampleFindFormat() {
	fmt.Println(exporting.FormatNames())
	archive, ok := exporting.FindFormat("dwca")
	fmt.Println(archive.Extension, archive.ContentType, ok)
	// Output:
	// [csv geojson geojsonseq geoparquet arrow gpkg xlsx dwca pools]
	// zip application/zip true
}
