package observe

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var findDataSourceQuery = sql.Get("observe/find_data_source.sql")

// resolve finds the taxon and the data source of a draft. It reports the client's errors to fail.
func (s store) resolve(ctx context.Context, db postgres.Querier, names *surveillance.Names, d *draft, fail func(member, code, msg string)) error {
	if err := d.taxon.Resolve(ctx, db, names, d.sent, fail); err != nil {
		return err
	}
	d.Species, d.Verbatim, d.Qualifier = d.taxon.ID, d.taxon.Verbatim, d.taxon.Qualifier
	if d.DataSource == nil {
		d.sourceKey = nil
		return nil
	}
	before, synthetic := d.sourceKey, false
	err := db.QueryRow(ctx, findDataSourceQuery.String(), pgx.StrictNamedArgs{"slug": *d.DataSource}).Scan(&d.sourceKey, &synthetic)
	if errors.Is(err, pgx.ErrNoRows) {
		fail("data_source", "unknown_data_source", "Unknown data_source")
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for a data source: %w", err)
	}
	if synthetic && !equal(before, d.sourceKey) {
		fail("data_source", "synthetic_data_source", "data_source "+*d.DataSource+" holds records that the program made up; a record of yours cannot join them")
	}
	return nil
}
