package backup

import (
	"context"
	"fmt"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	hasSchemaQuery = sql.Get("backup/has_schema.sql")
	contentsQuery  = sql.Get("backup/contents.sql")
)

// Contents count what a database holds.
type Contents struct {
	Observations int64 `db:"observations"`
	Synthetic    int64 `db:"synthetic"` // of the observations
	Held         int64 `db:"held"`      // observations that are not public
	Absences     int64 `db:"absences"`
	Events       int64 `db:"events"`
	MadeEvents   int64 `db:"synthetic_events"` // of the events
	Pools        int64 `db:"pools"`
	MadePools    int64 `db:"synthetic_pools"` // of the pools
	AlertRules   int64 `db:"alert_rules"`
	Alerts       int64 `db:"alerts"`
	DataSources  int64 `db:"data_sources"`
	MadeSources  int64 `db:"synthetic_sources"` // of the data sources
	Accounts     int64 `db:"accounts"`
	Invitations  int64 `db:"invitations"`
	Tokens       int64 `db:"tokens"`
	HiddenTaxa   int64 `db:"hidden_taxa"` // names whose exact places are hidden
	Areas        int64 `db:"areas"`       // of named sets but the built-in one
	Images       int64 `db:"images"`      // photographs of species
	Taxa         int64 `db:"taxa"`
	Predictions  int64 `db:"predictions"`
}

// Empty reports that a database holds nothing that somebody made, or synthetic records alone.
func (c Contents) Empty() bool {
	return c.Observations == c.Synthetic && c.Held == 0 && c.Absences == 0 && c.Events == c.MadeEvents && c.Pools == c.MadePools &&
		c.AlertRules == 0 && c.Predictions == 0 && c.DataSources == c.MadeSources &&
		c.Accounts == 0 && c.Invitations == 0 && c.Tokens == 0 && c.HiddenTaxa == 0 && c.Areas == 0 && c.Images == 0
}

// String lists the numbers.
func (c Contents) String() string {
	return fmt.Sprintf("%d observations, %d absences, %d sampling events, %d pools, %d alert rules, %d alerts, %d data sources, %d names of taxa, %d predictions, %d held observations, "+
		"%d accounts, %d invitations, %d tokens, %d names with hidden places, %d named areas, %d photographs of species",
		c.Observations, c.Absences, c.Events, c.Pools, c.AlertRules, c.Alerts, c.DataSources, c.Taxa, c.Predictions, c.Held,
		c.Accounts, c.Invitations, c.Tokens, c.HiddenTaxa, c.Areas, c.Images)
}

// countContents counts what a database holds. It returns zeros for a database without a schema.
func countContents(ctx context.Context, db postgres.Querier) (Contents, error) {
	var there bool
	if err := db.QueryRow(ctx, hasSchemaQuery.String()).Scan(&there); err != nil {
		return Contents{}, fmt.Errorf("look what the database holds: %w", err)
	}
	if !there {
		return Contents{}, nil
	}
	c, err := postgres.One[Contents](ctx, db, contentsQuery)
	if err != nil {
		return c, fmt.Errorf("count what the database holds: %w", err)
	}
	return c, nil
}
