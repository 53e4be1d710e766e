package ogc

import (
	"github.com/skeeter-surveillance/skeeter/sql"
)

// traps are the places with several records.
func (o *OGC) traps() *collection {
	lastDay := &field{name: "last_day", title: "Last day", description: "Of its records, UTC", kind: kindDate, column: "p.last_day", sortable: true}
	return &collection{
		id: "traps", title: "Traps",
		description: "Places with several records, of which none is rejected. They are counted anew when records changed, which may take " +
			"some seconds where there are millions; until then they are as they were.",
		geometry: "point", placeDescription: "The place that the records have in common", from: sql.Get("fragment/from_traps.sql"), place: "p.geom",
		key:    &field{name: "id", title: "Id", description: "A UUID made of the place", kind: kindUUID, column: "p.id", sortable: true},
		order:  []sortKey{{lastDay, true}},
		begins: "first_day", ends: "last_day",
		fresh: o.options.Summaries.Ensure, lagging: true, box: o.boxOfRecords,
		fields: []*field{
			{name: "records", title: "Records", description: "Number of records, at least 2", kind: kindInteger, column: "p.records", sortable: true},
			{name: "specimens", title: "Specimens", description: "Number of mosquitoes", kind: kindInteger, column: "p.specimens", sortable: true},
			{name: "species_count", title: "Species", description: "Number of names among the records", kind: kindInteger, column: "p.species_count", sortable: true},
			{name: "first_day", title: "First day", description: "Of its records, UTC", kind: kindDate, column: "p.first_day", sortable: true},
			lastDay,
			{name: "country_id", title: "Country", description: "ISO 3166-1 alpha-2, lower case; null at sea", kind: kindText, column: "p.country_id"},
			{name: "region_id", title: "Region", description: "UN M49 sub-region, such as western-africa", kind: kindText, column: "p.region_id"},
		},
	}
}
