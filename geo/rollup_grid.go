package geo

import (
	"context"
	"errors"

	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	rollupCellsQuery  = sql.Get("rollups/tile_cells.sql")
	rollupCountsQuery = sql.Get("rollups/tile_counts.sql")
)

// rollupGrid counts in the rollups, in a transaction with one snapshot, as far as their cells are fine enough; else it counts in the table.
type rollupGrid struct {
	sqlGrid
	same surveillance.Filter // chooses what the choice does
}

// args returns the arguments of a window's query; ok is false where the table has to answer.
func (g rollupGrid) args(ctx context.Context, w tileindex.Window) (args postgres.Args, ok bool, err error) {
	grain, ok := rollups.Cells(g.same, w.Level)
	if !ok {
		return nil, false, nil
	}
	folded, err := rollups.Folded(ctx, g.db)
	if err != nil || folded == "" {
		return nil, false, err
	}
	args = grain.Args(g.same, folded)
	grain.WindowArgs(args, w)
	return args, true, nil
}

func (g rollupGrid) Cells(ctx context.Context, windows ...tileindex.Window) (out []tileindex.Cell, err error) {
	for _, w := range windows {
		args, ok, err := g.args(ctx, w)
		if err != nil {
			return nil, err
		}
		var cells []tileindex.Cell
		if ok {
			cells, err = readCells(ctx, g.db, rollupCellsQuery, args)
		}
		if !ok || errors.Is(err, rollups.ErrInexact) {
			cells, err = g.sqlGrid.Cells(ctx, w)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, cells...)
	}
	return out, nil
}

func (g rollupGrid) Counts(ctx context.Context, limit int, windows ...tileindex.Window) (map[tileindex.CellXY]int, error) {
	out := map[tileindex.CellXY]int{}
	for _, w := range windows {
		args, ok, err := g.args(ctx, w)
		if err != nil {
			return nil, err
		}
		if !ok {
			return g.sqlGrid.Counts(ctx, limit, windows...)
		}
		if err := readCounts(ctx, g.db, out, rollupCountsQuery, args); err != nil {
			return nil, err
		}
	}
	return out, nil
}
