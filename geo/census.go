package geo

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/tally"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var censusQuery = sql.Get("geo/census.sql")

// Census counts every record by data source and status: from the tile index when that is loaded, else, with the same numbers,
// by a scan of the table.
func (c *Counter) Census(ctx context.Context) (tally.Census, error) {
	if s := c.index.State(); s.Ready() {
		return s.Census(), nil
	}
	rows, err := postgres.All[struct {
		DataSourceKey int32  `db:"data_source_key"`
		Status        string `db:"status"`
		TaxonKey      int32  `db:"taxon_key"`
		Records       int64  `db:"records"`
	}](ctx, c.db, censusQuery)
	if err != nil {
		return tally.Census{}, fmt.Errorf("count observations by data source and status: %w", err)
	}
	out, taxa := tally.NewCensus(), map[int32]bool{}
	for _, r := range rows {
		out.Add(r.DataSourceKey, r.Status, r.Records)
		if r.Status != tally.Rejected {
			taxa[r.TaxonKey] = true
		}
	}
	out.Taxa = len(taxa)
	return out, nil
}
