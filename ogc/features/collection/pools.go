package collection

import (
	"context"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// pools are the tests of pools, one feature for each pathogen that a pool was tested for.
func (s *source) pools() *Collection {
	endedAt := &Field{
		Known: knownOfCollections,
		Name:  "ended_at", Title: "Ended at", Kind: KindTime, Column: "o.ended_at", Sortable: true,
		Description: "The last instant of the collection, in UTC; the midnight that begins the last day when the time is not known",
	}
	return &Collection{
		ID: "pools", Title: "Pools",
		Description: "Pools of mosquitoes that were tested for a pathogen, newest first: a pool that was tested for two is two features. They are no catch.",
		Geometry:    Point, GeometryDescription: "Where the mosquitoes were caught", From: sql.Get("fragment/from_pools.sql"), GeometryColumn: "o.geom",
		Key:    &Field{Name: "id", Title: "Id", Description: "A UUID made of data source, pool and pathogen", Kind: KindUUID, Column: "o.id", Sortable: true},
		Order:  []SortKey{{endedAt, true}},
		Times:  Times{Precision: "date_precision", Start: "started_at", End: "ended_at", FirstDay: "first_day", LastDay: "last_day"},
		Begins: "first_day", Ends: "last_day", Box: s.boxOfPools,
		Fields: []*Field{
			{Name: "pool_id", Title: "Pool", Description: "Id of the pool in the data source", Kind: KindText, Column: "o.pool_id"},
			dataSourceField("Id of the data set that the pool belongs to"),
			{Name: "event_id", Title: "Event", Description: "Darwin Core eventID of the sampling event in the data source", Kind: KindText, Column: "o.event_id"},
			{Name: "species_scientific_name", Title: "Scientific name", Description: "The accepted name, without authorship", Kind: KindText,
				Column: taxonKey, KeyKind: KindInteger, Coded: inTaxa("t.scientific_name"), TextOf: ofTaxon(func(t surveillance.Taxon) string { return t.ScientificName })},
			{Name: "species_id", Title: "Species", Description: "The scientific name in lower case, with hyphens", Kind: KindText,
				Column: taxonKey, KeyKind: KindInteger, Coded: inTaxa("t.id"), TextOf: ofTaxon(func(t surveillance.Taxon) string { return t.ID })},
			{Name: "identification_qualifier", Title: "Doubt about the name", Description: "Darwin Core identificationQualifier, such as cf.", Kind: KindText, Column: "o.identification_qualifier"},
			{Name: "sex", Title: "Sex", Description: "Darwin Core sex", Kind: KindText, Column: "o.sex"},
			{Name: "life_stage", Title: "Life stage", Description: "Darwin Core lifeStage", Kind: KindText, Column: "o.life_stage"},
			{Name: "size", Title: "Size", Description: "Mosquitoes in the pool", Kind: KindInteger, Column: "o.size::integer"},
			{Name: "pathogen", Title: "Pathogen", Description: "What the pool was tested for", Kind: KindText, Column: "o.pathogen"},
			{Name: "disease_id", Title: "Disease", Description: "The disease that the pathogen causes; null where the catalog has none", Kind: KindText, Column: "o.disease_id"},
			{Name: "method", Title: "Method", Description: "How it was tested", Kind: KindText, Column: "o.method"},
			{Name: "result", Title: "Result", Description: "Result of the test", Kind: KindText, Column: "o.result", Enum: surveillance.PoolResults},
			{Name: "tested_on", Title: "Tested on", Description: "Day of the test", Kind: KindDate, Column: "o.tested_on"},
			{Name: "started_at", Title: "Started at", Description: "The first instant of the collection, in UTC; null where one time or day alone is known", Kind: KindTime, Column: "o.started_at", Known: knownOfCollections},
			endedAt,
			{Name: "date_precision", Title: "Date precision", Description: "What is known of the time; a collection lay somewhere in its week, month or year", Kind: KindText,
				Column: "o.date_precision", Enum: []string{"time", "day", "week", "month", "year"}},
			{Name: "first_day", Title: "First day", Description: "The first day of the collection, where it was", Kind: KindDate, Column: "o.first_day", Known: knownOfCollections},
			{Name: "last_day", Title: "Last day", Description: "The last day of the collection, where it was", Kind: KindDate, Column: "o.last_day", Known: knownOfCollections},
			{Name: "country_id", Title: "Country", Description: "ISO 3166-1 alpha-2, lower case", Kind: KindText, Column: "o.country_id"},
			{Name: "region_id", Title: "Region", Description: "UN M49 sub-region, such as western-africa", Kind: KindText, Column: "o.region_id"},
			{Name: "location_accuracy_m", Title: "Accuracy of the place", Description: "Radius in metres", Kind: KindNumber, Column: "o.location_accuracy_m"},
			{Name: "sampling_protocol", Title: "Sampling protocol", Description: "Darwin Core samplingProtocol", Kind: KindText, Column: "o.sampling_protocol"},
			{Name: "remarks", Title: "Remarks", Description: "What the laboratory or the collector wrote", Kind: KindText, Column: "o.remarks"},
		},
	}
}

var poolsExtentQuery = sql.Get("ogc/pools_extent.sql")

// boxOfPools returns a box that holds all pools, nil without pools.
func (s *source) boxOfPools(ctx context.Context) (*surveillance.BBox, error) {
	return s.indexedBox(ctx, poolsExtentQuery, "pools")
}
