package ogc

import (
	"context"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/cql2"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// countries are all countries, with what was found in them.
func (o *OGC) countries() *collection {
	id := &field{name: "id", title: "Id", description: "ISO 3166-1 alpha-2, lower case", kind: kindText, column: "c.id", sortable: true}
	return &collection{
		id: "countries", title: "Countries", description: "Countries with the number of records and of species found in them, rejected records left out",
		geometry: "multipolygon", placeDescription: "Natural Earth 1:10m, split at the antimeridian", from: sql.Get("fragment/from_countries.sql"), place: "c.shape",
		args: o.sums(func(c surveillance.Count) string { return c.CountryID }),
		key:  id, begins: "first_day", ends: "last_day", box: o.boxOfShapes, few: true,
		fields: append([]*field{
			placeName(surveillance.KindCountry, "c.id"),
			{name: "iso_a3", title: "ISO code", description: "ISO 3166-1 alpha-3", kind: kindText, column: "c.iso_a3", sortable: true},
			{name: "region_id", title: "Region", description: "UN M49 sub-region, such as western-africa", kind: kindText, column: "c.region_id"},
		}, sumFields()...),
	}
}

// regions are the UN M49 sub-regions, with what was found in them.
func (o *OGC) regions() *collection {
	return &collection{
		id: "regions", title: "Regions", description: "UN M49 sub-regions with the number of records and of species found in them, rejected records left out",
		geometry: "multipolygon", placeDescription: "The countries of the region in one", from: sql.Get("fragment/from_regions.sql"), place: "c.shape",
		args:   o.sums(func(c surveillance.Count) string { return o.lookups.Current().RegionOf(c.CountryID) }),
		key:    &field{name: "id", title: "Id", description: "Such as western-africa", kind: kindText, column: "c.region_id", sortable: true},
		begins: "first_day", ends: "last_day", box: o.boxOfShapes, few: true, fresh: o.options.Summaries.Outlines,
		fields: append([]*field{placeName(surveillance.KindRegion, "c.region_id")}, sumFields()...),
	}
}

// placeName is the name of a country or a region.
func placeName(kind, key string) *field {
	return &field{name: "name", title: "Name", description: "In the language of the parameter lang; conditions compare the English name", kind: kindText, column: key,
		named: func(n *surveillance.Names, c lang.Code, id []byte) string { return n.Name(kind, c, string(id)) },
		coded: &cql2.Coded{Key: key, Table: "(select id, name from translations where kind = '" + kind + "' and lang = 'en') n", TableKey: "n.id", Value: "n.name"},
	}
}

func sumFields() []*field {
	return []*field{
		{name: "records", title: "Records", description: "Number of records", kind: kindInteger, column: "coalesce(s.records, 0)", sortable: true},
		{name: "specimens", title: "Specimens", description: "Number of mosquitoes", kind: kindInteger, column: "coalesce(s.specimens, 0)", sortable: true},
		{name: "species_count", title: "Species", description: "Number of names among the records", kind: kindInteger, column: "coalesce(s.species_count, 0)", sortable: true},
		{name: "first_day", title: "First day", description: "Of its records, UTC; null without records", kind: kindDate, column: "s.first_day"},
		{name: "last_day", title: "Last day", description: "Of its records, UTC; null without records", kind: kindDate, column: "s.last_day"},
	}
}

// sums returns the sums of all records by a key, as the columns of a table; records whose key is "" are left out.
func (o *OGC) sums(key func(surveillance.Count) string) func(ctx context.Context) ([]any, error) {
	return func(ctx context.Context) ([]any, error) {
		totals, err := o.counter.Totals(ctx)
		if err != nil {
			return nil, err
		}
		var ids []string
		var records, specimens []int64
		var taxa []int32
		var first, last []time.Time
		for id, s := range surveillance.SumBy(totals, key) {
			if id == "" {
				continue
			}
			ids, records, specimens, taxa = append(ids, id), append(records, s.Records), append(specimens, s.Specimens), append(taxa, int32(s.Taxa))
			first, last = append(first, s.First), append(last, s.Last)
		}
		return []any{ids, records, specimens, taxa, first, last}, nil
	}
}
