package counting

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var tableQuery = sql.Get("geo/table.sql")

// Table counts the observations that match by dimensions, as tileindex.State.Table does.
func (c *Counter) Table(ctx context.Context, f surveillance.Filter, by surveillance.Dimensions, limit int) (*surveillance.Table, error) {
	table := surveillance.NewTable(limit)
	if f.MatchesNothing() {
		return table, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Table(f, by, limit), nil
	}
	args := postgres.FilterArgs(f)
	args["taxa_asked"], args["traits_asked"], args["days_asked"], args["places_asked"] = by.Ask()
	rows, err := c.db.Query(ctx, tableQuery.String(), args)
	if err != nil {
		return nil, fmt.Errorf("count observations by dimensions: %w", err)
	}
	var taxon, first, last, source postgres.Int4Column
	var country, region, lifeStage, sex, protocol postgres.TextColumn
	var lon, lat postgres.Float8Column
	var records, specimens postgres.Int8Column
	locate := by.Locator()
	err = postgres.EachRow(rows, func(c *postgres.Columns) {
		taxon, first, last, source = c.Int4("taxon_key"), c.Int4("first"), c.Int4("last"), c.Int4("data_source_key")
		country, region, lifeStage, sex = c.Text("country_id"), c.Text("region_id"), c.Text("life_stage"), c.Text("sex")
		protocol, lon, lat, records, specimens = c.Text("sampling_protocol"), c.Float8("lon"), c.Float8("lat"), c.Int8("records"), c.Int8("specimens")
	}, func(row postgres.Row) error {
		sum := surveillance.TableSum{Records: records.Of(row), Specimens: specimens.Of(row)}
		key := by.OfTaxon(taxon.Of(row)) | by.OfDays(first.Of(row), last.Of(row)) | by.OfTraits(surveillance.TableTraits{
			Country: country.Of(row), Region: region.Of(row), Source: source.Of(row), LifeStage: lifeStage.Of(row), Sex: sex.Of(row), SamplingProtocol: protocol.Of(row),
		})
		table.Total.Add(sum)
		if locate == nil {
			table.Add(key, sum)
			return nil
		}
		for _, part := range locate(lon.Of(row), lat.Of(row)) {
			table.Add(key|part, sum)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count observations by dimensions: %w", err)
	}
	return table, nil
}
