package collection

import "github.com/skeeter-surveillance/skeeter/sql"

// sites are the places with several records. The collection was called traps before: a place with several records need not be a trap.
func (s *source) sites() *Collection {
	return &Collection{
		ID: "sites", Alias: "traps", Title: "Sites",
		Description: "Places with several records, of which none is rejected. They are counted again when records change, which may take " +
			"some seconds where there are millions; until then they are as they were.",
		Geometry: Point, GeometryDescription: "The place that the records have in common", From: sql.Get("fragment/from_sites.sql"), GeometryColumn: "p.geom",
		Key:    &Field{Name: "id", Title: "Id", Description: "A UUID made of the place", Kind: KindUUID, Column: "p.id", Sortable: true},
		Begins: "first_day", Ends: "last_day", Times: Times{FirstDay: "first_day", LastDay: "last_day"},
		Refresh: s.Summaries.Ensure, Delayed: true, Tiled: true, Counted: s.Summaries.Counted, Box: s.boxOfRecords,
		Fields: []*Field{
			{Name: "records", Title: "Records", Description: "Number of records, at least 2", Kind: KindInteger, Column: "p.records", Sortable: true},
			{Name: "specimens", Title: "Specimens", Description: "Number of mosquitoes", Kind: KindInteger, Column: "p.specimens", Sortable: true},
			{Name: "species_count", Title: "Species", Description: "Number of names among the records", Kind: KindInteger, Column: "p.species_count", Sortable: true},
			{Name: "first_day", Title: "First day", Description: "Of its records, where they are", Kind: KindDate, Column: "p.first_day", Sortable: true},
			{Name: "last_day", Title: "Last day", Description: "Of its records, where they are", Kind: KindDate, Column: "p.last_day", Sortable: true},
			{Name: "country_id", Title: "Country", Description: "ISO 3166-1 alpha-2, lower case; null at sea", Kind: KindText, Column: "p.country_id"},
			{Name: "region_id", Title: "Region", Description: "UN M49 sub-region, such as western-africa", Kind: KindText, Column: "p.region_id"},
		},
	}
}
