package observe

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var ownQueries = []sql.Query{sql.Get("observe/own_public.sql"), sql.Get("observe/own_held.sql")}

// EachOf visits the observations of an account, public and not, as their owner sees them: those of the set whose tables db sees. They come one by one, so memory holds no more.
func (o *Observe) EachOf(ctx context.Context, db postgres.Querier, account uuid.UUID, visit func(any) error) error {
	for _, query := range ownQueries {
		rows, err := db.Query(ctx, query.String(), pgx.StrictNamedArgs{"account": account})
		if err != nil {
			return fmt.Errorf("read the observations of an account: %w", err)
		}
		defer rows.Close()
		for rows.Next() {
			rec, err := pgx.RowToStructByName[anyRecord](rows)
			if err != nil {
				return fmt.Errorf("read an observation of an account: %w", err)
			}
			if err := visit(rec.whole().Observation); err != nil {
				return err
			}
		}
		if err := rows.Err(); err != nil {
			return fmt.Errorf("read the observations of an account: %w", err)
		}
	}
	return nil
}
