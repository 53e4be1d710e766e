package backup

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	hasSchemaQuery = sql.Get("backup/has_schema.sql")
	holdingsQuery  = sql.Get("backup/holdings.sql")
)

// Holdings are the numbers of records in a database.
type Holdings struct {
	Observations int64 `db:"observations"`
	Synthetic    int64 `db:"synthetic"` // of the observations
	Absences     int64 `db:"absences"`
	DataSources  int64 `db:"data_sources"`
	Taxa         int64 `db:"taxa"`
	Predictions  int64 `db:"predictions"`
}

// Empty says that nothing would be missed: there are synthetic records at most.
func (h Holdings) Empty() bool {
	return h.Observations == h.Synthetic && h.Absences == 0 && h.Predictions == 0
}

// String lists the numbers.
func (h Holdings) String() string {
	return fmt.Sprintf("%d observations, %d absences, %d data sources, %d names of taxa, %d predictions", h.Observations, h.Absences, h.DataSources, h.Taxa, h.Predictions)
}

// countHoldings counts what a database holds: nothing when it has no schema yet.
func countHoldings(ctx context.Context, db postgres.Querier) (Holdings, error) {
	var there bool
	if err := db.QueryRow(ctx, hasSchemaQuery.String()).Scan(&there); err != nil {
		return Holdings{}, fmt.Errorf("look what the database holds: %w", err)
	}
	if !there {
		return Holdings{}, nil
	}
	h, err := postgres.One[Holdings](ctx, db, holdingsQuery)
	if err != nil {
		return h, fmt.Errorf("count what the database holds: %w", err)
	}
	return h, nil
}
