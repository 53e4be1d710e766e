package search

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	areasQuery  = sql.Get("search/areas.sql")
	recordQuery = sql.Get("search/record.sql")
)

type store struct{ db *pgxpool.Pool }

// areaRow is an area of a set.
type areaRow struct {
	ID    string  `db:"id"`
	Set   string  `db:"set"`
	Name  string  `db:"name"`
	KM2   float64 `db:"area_km2"`
	West  float64 `db:"west"`
	South float64 `db:"south"`
	East  float64 `db:"east"`
	North float64 `db:"north"`
}

func (s store) areas(ctx context.Context) ([]areaRow, error) {
	rows, err := postgres.All[areaRow](ctx, s.db, areasQuery)
	if err != nil {
		return nil, fmt.Errorf("read the areas of sets: %w", err)
	}
	return rows, nil
}

// record returns the result of a public record; nil where there is none.
func (s store) record(ctx context.Context, id uuid.UUID) (*Result, error) {
	row, err := postgres.One[struct {
		Name string  `db:"name"`
		Day  string  `db:"day"`
		Lon  float64 `db:"lon"`
		Lat  float64 `db:"lat"`
	}](ctx, s.db, recordQuery, pgx.StrictNamedArgs{"id": id})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for a record: %w", err)
	}
	return &Result{Type: Record, ID: id.String(), Name: row.Name, Detail: row.Day, Point: &[2]float64{row.Lon, row.Lat}}, nil
}
