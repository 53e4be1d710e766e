package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/sql"
)

// ExecuteEach runs the statements that a query returns, one after the other. Names of roles and databases cannot be parameters;
// such a query quotes them with format().
func ExecuteEach(ctx context.Context, db Querier, query sql.Query, args pgx.StrictNamedArgs) error {
	rows, err := db.Query(ctx, query.String(), args)
	if err != nil {
		return err
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := db.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
