package geo

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/filter"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	tileCellsQuery  = sql.Get("geo/tile_cells.sql")
	tileCountsQuery = sql.Get("geo/tile_counts.sql")
)

// grid counts what matches a Filter by cell: tileindex.Selection, or SQL with the same numbers.
type grid interface {
	Cells(ctx context.Context, windows ...tileindex.Window) ([]tileindex.Cell, error)
	Counts(ctx context.Context, limit int, windows ...tileindex.Window) (map[tileindex.CellXY]int, error)
}

// gridOf returns the tile index's grid when it is there.
func gridOf(db postgres.Reader, state *tileindex.State, f filter.Filter) grid {
	if state.Ready() {
		return state.Select(f)
	}
	return sqlGrid{db, f}
}

type sqlGrid struct {
	db     postgres.Reader
	filter filter.Filter
}

// Cells implements grid.
func (g sqlGrid) Cells(ctx context.Context, windows ...tileindex.Window) (out []tileindex.Cell, err error) {
	type part struct {
		X         int64 `db:"x"`
		Y         int64 `db:"y"`
		Taxon     int32 `db:"taxon"`
		Records   int64 `db:"records"`
		Specimens int64 `db:"specimens"`
		First     int32 `db:"first"`
		Last      int32 `db:"last"`
		SumX      int64 `db:"sum_x"`
		SumY      int64 `db:"sum_y"`
	}
	for _, w := range windows {
		shift := gridBits - w.Level
		args := g.filter.Args()
		windowArgs(args, w)
		args["shift"], args["mask"] = shift, int64(1)<<shift-1
		parts, err := postgres.All[part](ctx, g.db, tileCellsQuery, args)
		if err != nil {
			return nil, fmt.Errorf("sum observations by cell: %w", err)
		}
		// Of a cell the commonest taxon first, then the smallest key.
		slices.SortFunc(parts, func(a, b part) int {
			return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X), cmp.Compare(b.Records, a.Records), cmp.Compare(a.Taxon, b.Taxon))
		})
		for i, p := range parts {
			if i == 0 || p.X != parts[i-1].X || p.Y != parts[i-1].Y {
				out = append(out, tileindex.Cell{X: uint32(p.X), Y: uint32(p.Y), Taxon: p.Taxon, First: p.First, Last: p.Last})
			}
			c := &out[len(out)-1]
			c.Taxa++
			c.Records += p.Records
			c.Specimens += p.Specimens
			c.First, c.Last = min(c.First, p.First), max(c.Last, p.Last)
			c.SumX += p.SumX
			c.SumY += p.SumY
		}
	}
	return out, nil
}

// Counts implements grid. It counts to the end, whatever limit is.
func (g sqlGrid) Counts(ctx context.Context, _ int, windows ...tileindex.Window) (map[tileindex.CellXY]int, error) {
	out := map[tileindex.CellXY]int{}
	for _, w := range windows {
		args := g.filter.Args()
		windowArgs(args, w)
		args["shift"] = gridBits - w.Level
		cells, err := postgres.All[struct {
			X       int64 `db:"x"`
			Y       int64 `db:"y"`
			Records int   `db:"records"`
		}](ctx, g.db, tileCountsQuery, args)
		if err != nil {
			return nil, fmt.Errorf("count observations by cell: %w", err)
		}
		for _, c := range cells {
			out[tileindex.CellXY{X: uint32(c.X), Y: uint32(c.Y)}] = c.Records
		}
	}
	return out, nil
}
