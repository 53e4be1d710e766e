// Package pools serves pools of mosquitoes over HTTP: what was tested together for a pathogen, with the result.
package pools

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var countQuery = sql.Get("pools/count.sql")

// conditions are what a list asks of pools.
type conditions struct {
	filter    surveillance.Filter
	pathogens []string // lower case; nil for any
	results   []string // nil for any
}

// args returns the arguments of the queries of lists.
func (c conditions) args() postgres.Args {
	args := postgres.PoolArgs(c.filter)
	args["pathogens"], args["results"] = c.pathogens, c.results
	return args
}

type store struct {
	db *pgxpool.Pool
}

func (s store) count(ctx context.Context, c conditions) (n int64, err error) {
	if err := s.db.QueryRow(ctx, countQuery.String(), c.args()).Scan(&n); err != nil {
		return 0, fmt.Errorf("count pools: %w", err)
	}
	return n, nil
}
