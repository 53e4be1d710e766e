package transfer_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

func ExampleFindFormat() {
	fmt.Println(transfer.FormatNames())
	archive, ok := transfer.FindFormat("dwca")
	fmt.Println(archive.Extension, archive.ContentType, ok)
	// Output:
	// [csv geojson geojsonseq dwca pools]
	// zip application/zip true
}
