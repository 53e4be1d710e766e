package terms_test

import (
	"fmt"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/terms"
)

func ExampleSimpleName() {
	for _, header := range []string{"EVENTDATE", "dwc:decimalLatitude", "http://rs.tdwg.org/dwc/terms/scientificName", "Trap type"} {
		fmt.Println(terms.SimpleName(header))
	}
	// Output:
	// eventDate
	// decimalLatitude
	// scientificName
	// Trap type
}
