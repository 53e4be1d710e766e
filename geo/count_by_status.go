package geo

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var countByStatusQuery = sql.Get("geo/count_by_status.sql")

// ByStatus counts every observation by data source and status: in the tile index when it is loaded, else by a scan of the table, with
// the same result.
func (c *Counter) ByStatus(ctx context.Context) (surveillance.StatusCounts, error) {
	if s := c.index.State(); s.Ready() {
		return s.ByStatus(), nil
	}
	rows, err := postgres.All[struct {
		DataSourceKey int32  `db:"data_source_key"`
		Status        string `db:"status"`
		TaxonKey      int32  `db:"taxon_key"`
		Records       int64  `db:"records"`
	}](ctx, c.db, countByStatusQuery)
	if err != nil {
		return surveillance.StatusCounts{}, fmt.Errorf("count observations by data source and status: %w", err)
	}
	out, taxa := surveillance.NewStatusCounts(), map[int32]bool{}
	for _, r := range rows {
		out.Add(r.DataSourceKey, r.Status, r.Records)
		if r.Status != surveillance.Rejected {
			taxa[r.TaxonKey] = true
		}
	}
	out.Taxa = len(taxa)
	return out, nil
}
