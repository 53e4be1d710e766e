package collection

import (
	"context"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/ogc/features/cql2"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// countries are all countries, with the totals of the records in them.
func (s *source) countries() *Collection {
	return &Collection{
		ID: "countries", Title: "Countries", Description: "Countries with the number of records and of species found in them, rejected records left out",
		Geometry: MultiPolygon, GeometryDescription: "Natural Earth 1:10m, split at the antimeridian", From: sql.Get("fragment/from_countries.sql"), GeometryColumn: "c.shape",
		Args:   s.totalsBy(func(c surveillance.Count) string { return c.CountryID }),
		Key:    &Field{Name: "id", Title: "Id", Description: "ISO 3166-1 alpha-2, lower case", Kind: KindText, Column: "c.id", Sortable: true},
		Begins: "first_day", Ends: "last_day", Times: Times{FirstDay: "first_day", LastDay: "last_day"}, Box: s.boxOfShapes, Small: true, Tiled: true, Outlines: s.outlines.of("countries"),
		Fields: append([]*Field{
			areaName(surveillance.KindCountry, "c.id"),
			{Name: "iso_a3", Title: "ISO code", Description: "ISO 3166-1 alpha-3", Kind: KindText, Column: "c.iso_a3", Sortable: true},
			{Name: "region_id", Title: "Region", Description: "UN M49 sub-region, such as western-africa", Kind: KindText, Column: "c.region_id"},
		}, totalsFields()...),
	}
}

// regions are the UN M49 sub-regions, with the totals of the records in them.
func (s *source) regions() *Collection {
	return &Collection{
		ID: "regions", Title: "Regions", Description: "UN M49 sub-regions with the number of records and of species found in them, rejected records left out",
		Geometry: MultiPolygon, GeometryDescription: "The countries of the region in one", From: sql.Get("fragment/from_regions.sql"), GeometryColumn: "c.shape",
		Args:   s.totalsBy(func(c surveillance.Count) string { return s.Lookups.Current().RegionOf(c.CountryID) }),
		Key:    &Field{Name: "id", Title: "Id", Description: "Such as western-africa", Kind: KindText, Column: "c.region_id", Sortable: true},
		Begins: "first_day", Ends: "last_day", Times: Times{FirstDay: "first_day", LastDay: "last_day"}, Box: s.boxOfShapes, Small: true, Tiled: true, Refresh: s.Summaries.Outlines, Outlines: s.outlines.of("regions"),
		Fields: append([]*Field{areaName(surveillance.KindRegion, "c.region_id")}, totalsFields()...),
	}
}

// areaName is the field with the name of a country or a region.
func areaName(kind, key string) *Field {
	return &Field{Name: "name", Title: "Name", Description: "In the language of the parameter lang; conditions compare the English name", Kind: KindText, Column: key,
		TextOf: func(n *surveillance.Names, c lang.Code, id []byte) string { return n.Name(kind, c, string(id)) },
		Coded:  &cql2.Coded{Key: key, Table: "(select id, name from translations where kind = '" + kind + "' and lang = 'en') n", TableKey: "n.id", Value: "n.name"},
	}
}

// totalsFields are the fields of totalsBy.
func totalsFields() []*Field {
	return []*Field{
		{Name: "records", Title: "Records", Description: "Number of records", Kind: KindInteger, Column: "coalesce(s.records, 0)", Sortable: true},
		{Name: "specimens", Title: "Specimens", Description: "Number of mosquitoes", Kind: KindInteger, Column: "coalesce(s.specimens, 0)", Sortable: true},
		{Name: "species_count", Title: "Species", Description: "Number of names among the records", Kind: KindInteger, Column: "coalesce(s.species_count, 0)", Sortable: true},
		{Name: "first_day", Title: "First day", Description: "Of its records, where they are; null without records", Kind: KindDate, Column: "s.first_day"},
		{Name: "last_day", Title: "Last day", Description: "Of its records, where they are; null without records", Kind: KindDate, Column: "s.last_day"},
	}
}

// totalsBy returns the totals of all records by a key, as the columns of a table. Records whose key is "" are left out.
func (s *source) totalsBy(key func(surveillance.Count) string) func(context.Context, surveillance.Filter) ([]any, error) {
	return func(ctx context.Context, _ surveillance.Filter) ([]any, error) {
		totals, err := s.Counter.Totals(ctx)
		if err != nil {
			return nil, err
		}
		var ids []string
		var records, specimens []int64
		var taxa []int32
		var first, last []time.Time
		for id, sum := range surveillance.SumBy(totals, key) {
			if id == "" {
				continue
			}
			ids, records, specimens, taxa = append(ids, id), append(records, sum.Records), append(specimens, sum.Specimens), append(taxa, int32(sum.Taxa))
			first, last = append(first, sum.First), append(last, sum.Last)
		}
		return []any{ids, records, specimens, taxa, first, last}, nil
	}
}
