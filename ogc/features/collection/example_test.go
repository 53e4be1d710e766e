package collection_test

import (
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
)

// A collection is data: what its features have, and where it is read from.
func Example() {
	for _, c := range collection.New(collection.Options{Summaries: gis.New(gis.Options{})}) {
		fmt.Printf("%s: %q; sorted by %s and more\n", c.ID, c.Geometry, strings.Join(collection.Names(c.SortableFields()[:2]), ", "))
	}
	// Output:
	// observations: "point"; sorted by id, species_scientific_name and more
	// events: "point"; sorted by id, event_id and more
	// pools: "point"; sorted by id, pool_id and more
	// sites: "point"; sorted by id, records and more
	// countries: "multipolygon"; sorted by id, name and more
	// regions: "multipolygon"; sorted by id, name and more
	// counts: ""; sorted by id, species and more
}
