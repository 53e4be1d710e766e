package rollups

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var stateQuery = sql.Get("rollups/state.sql")

// ErrInexact means that the rollups do not know which record is the first or the last, because one went that is not folded yet.
var ErrInexact = errors.New("the rollups do not know the first and the last day")

// Folded returns up to where the rollups hold what a transaction with one snapshot sees, for Grain.Args; "" where they do not.
func Folded(ctx context.Context, tx postgres.Reader) (string, error) {
	row, err := postgres.One[struct {
		Folded string `db:"folded"`
	}](ctx, tx, stateQuery)
	if err != nil {
		return "", fmt.Errorf("find what is folded into the rollups: %w", err)
	}
	return row.Folded, nil
}

// Snapshot makes every statement of a transaction see the same.
var Snapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
