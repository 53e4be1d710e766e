package ogc

import (
	"context"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/tally"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// store reads features.
type store struct {
	db *pgxpool.Pool
}

// read runs a query and visits its rows in their layout. The query ends with ctx. Its text depends on the request, so that it is
// not prepared; pgx keeps the description of its columns.
func read(ctx context.Context, db postgres.Reader, st *statement, l *layout, visit func(row postgres.Row) error) error {
	rows, err := db.Query(ctx, st.text.String(), append([]any{pgx.QueryExecModeCacheDescribe}, st.args...)...)
	if err == nil {
		err = postgres.EachRow(rows, l.check, visit)
	}
	if isTransformError(err) {
		return errNoPlace
	}
	if err != nil {
		return fmt.Errorf("read features: %w", err)
	}
	return nil
}

// count returns how many features a query has on all pages.
func (s store) count(ctx context.Context, q query) (n int64, err error) {
	st, err := q.count(ctx)
	if err != nil {
		return 0, err
	}
	err = s.db.QueryRow(ctx, st.text.String(), append([]any{pgx.QueryExecModeCacheDescribe}, st.args...)...).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count features: %w", err)
	}
	return n, nil
}

// keys runs a query that cql2 wrote for the keys of a condition.
func (s store) keys(ctx context.Context, query string, args []any) ([]any, error) {
	rows, err := s.db.Query(ctx, sql.Named(keysName, query), append([]any{pgx.QueryExecModeDescribeExec}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("find the keys of a condition: %w", err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[any])
	if err != nil {
		return nil, fmt.Errorf("find the keys of a condition: %w", err)
	}
	return keys, nil
}

var shapesExtentQuery = sql.Get("ogc/shapes_extent.sql")

// shapesExtent returns the box of all countries, nil without any.
func (s store) shapesExtent(ctx context.Context) (*tally.Box, error) {
	var west, south, east, north *float64
	if err := s.db.QueryRow(ctx, shapesExtentQuery.String()).Scan(&west, &south, &east, &north); err != nil {
		return nil, fmt.Errorf("find the extent of countries: %w", err)
	}
	if west == nil {
		return nil, nil
	}
	// Rounded outwards to the decimals of features.
	const unit = 1e7
	return &tally.Box{
		West: math.Floor(*west*unit) / unit, South: math.Floor(*south*unit) / unit, East: math.Ceil(*east*unit) / unit, North: math.Ceil(*north*unit) / unit,
	}, nil
}
