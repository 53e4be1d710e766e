package observe

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe/naming"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var findDataSourceQuery = sql.Get("observe/find_data_source.sql")

// allNames returns the names that the records here have, those too that nobody but reviewers may know.
func (s store) allNames() *surveillance.Names { return s.lookups.Current().ForReviewers() }

// source is a data source that a request names.
type source struct {
	Key       *int32 `db:"key"` // nil: there is none of that id
	Synthetic bool   `db:"synthetic"`
}

func (s store) source(ctx context.Context, db postgres.Querier, id string) (source, error) {
	found, err := oneOrNone[source](ctx, db, "look for a data source", findDataSourceQuery, pgx.StrictNamedArgs{"slug": id})
	if err != nil || found == nil {
		return source{}, err
	}
	return *found, nil
}

// resolve finds the taxon and the data source of a draft. It reports the client's errors to fail.
func (s store) resolve(ctx context.Context, db postgres.Querier, names *surveillance.Names, d *draft, fail func(member, code, msg string)) error {
	taxa, err := naming.Find(ctx, db, names, d.sent)
	if err != nil {
		return err
	}
	var from source
	if d.DataSource != nil {
		if from, err = s.source(ctx, db, *d.DataSource); err != nil {
			return err
		}
	}
	d.settle(taxa, from, fail)
	return nil
}

// settle gives a draft its taxon and its data source. It reports the client's errors to fail.
func (d *draft) settle(taxa naming.Found, from source, fail func(member, code, msg string)) {
	d.taxon.Resolve(taxa, d.sent, fail)
	d.Species, d.Verbatim, d.Qualifier = d.taxon.ID, d.taxon.Verbatim, d.taxon.Qualifier
	before := d.sourceKey
	switch {
	case d.DataSource == nil:
	case from.Key == nil:
		fail("data_source", "unknown_data_source", "Unknown data_source")
	case from.Synthetic && !equal(before, from.Key):
		fail("data_source", "synthetic_data_source", "data_source "+*d.DataSource+" holds records that the program made up; a record of yours cannot join them")
	}
	d.sourceKey = from.Key
}
