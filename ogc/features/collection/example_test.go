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
		fmt.Printf("%s: %s; sorted by %s\n", c.ID, c.Geometry, strings.Join(collection.Names(c.SortableFields()), ", "))
	}
	// Output:
	// observations: point; sorted by id, observed_at
	// events: point; sorted by id, ended_at
	// pools: point; sorted by id, ended_at
	// sites: point; sorted by id, records, specimens, species_count, first_day, last_day
	// countries: multipolygon; sorted by id, iso_a3, records, specimens, species_count
	// regions: multipolygon; sorted by id, records, specimens, species_count
}
