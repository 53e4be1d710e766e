package geo

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	tileCellsQuery  = sql.Get("geo/tile_cells.sql")
	tileCountsQuery = sql.Get("geo/tile_counts.sql")
	tilePointsQuery = sql.Get("geo/tile_points.sql")
)

// grid counts the observations that match a Filter by cell, and reads single ones. tileindex.Selection and SQL give the same result.
type grid interface {
	Cells(ctx context.Context, windows ...tileindex.Window) ([]tileindex.Cell, error)
	Counts(ctx context.Context, limit int, windows ...tileindex.Window) (map[tileindex.CellXY]int, error)
	Points(ctx context.Context, into []tileindex.Point, level int, without []tileindex.CellXY, windows ...tileindex.Window) ([]tileindex.Point, error)
}

// gridOf returns the grid of the tile index when it is loaded, else that of SQL.
func gridOf(db postgres.Reader, state *tileindex.State, f surveillance.Filter) grid {
	if state.Ready() {
		return indexGrid{state.Select(f), state, sqlGrid{db, f}}
	}
	return sqlGrid{db, f}
}

// indexGrid counts in the tile index. It reads single records by SQL when the index has no points.
type indexGrid struct {
	tileindex.Selection
	state *tileindex.State
	sql   sqlGrid
}

// Points implements grid.
func (g indexGrid) Points(ctx context.Context, into []tileindex.Point, level int, without []tileindex.CellXY, windows ...tileindex.Window) ([]tileindex.Point, error) {
	if g.state.HasPoints() {
		out, err := g.Selection.Points(ctx, into, level, without, windows...)
		if err == nil || ctx.Err() != nil {
			return out, err
		}
	}
	return g.sql.Points(ctx, into, level, without, windows...)
}

type sqlGrid struct {
	db     postgres.Reader
	filter surveillance.Filter
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
		args := postgres.FilterArgs(g.filter)
		windowArgs(args, w)
		args["shift"], args["mask"] = shift, int64(1)<<shift-1
		parts, err := postgres.All[part](ctx, g.db, tileCellsQuery, args)
		if err != nil {
			return nil, fmt.Errorf("sum observations by cell: %w", err)
		}
		// The first row of a cell is that of its commonest taxon, with the smallest key among equals.
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

// Counts implements grid. It ignores the limit and counts every record.
func (g sqlGrid) Counts(ctx context.Context, _ int, windows ...tileindex.Window) (map[tileindex.CellXY]int, error) {
	out := map[tileindex.CellXY]int{}
	for _, w := range windows {
		args := postgres.FilterArgs(g.filter)
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

// Points implements grid.
func (g sqlGrid) Points(ctx context.Context, into []tileindex.Point, level int, without []tileindex.CellXY, windows ...tileindex.Window) ([]tileindex.Point, error) {
	var cells []int64
	for _, c := range without {
		cells = append(cells, int64(c.X)<<32|int64(c.Y))
	}
	slices.Sort(cells)
	known := map[string]*tileindex.Traits{}
	for _, w := range windows {
		args := postgres.FilterArgs(g.filter)
		windowArgs(args, w)
		args["without"], args["shift"] = cells, gridBits-level
		rows, err := g.db.Query(ctx, tilePointsQuery.String(), args)
		if err == nil {
			into, err = readPoints(rows, into, known)
		}
		if err != nil {
			return nil, fmt.Errorf("read a tile's records: %w", err)
		}
	}
	return into, nil
}

// readPoints appends the binary rows of tile_points.sql. known holds traits by their raw values.
func readPoints(rows pgx.Rows, into []tileindex.Point, known map[string]*tileindex.Traits) ([]tileindex.Point, error) {
	defer rows.Close()
	var key []byte
	for rows.Next() {
		v := rows.RawValues()
		precision, ok := tileindex.ParsePrecision(v[6])
		if !ok {
			return nil, fmt.Errorf("the date precision %q is not known", v[6])
		}
		key = key[:0]
		for _, value := range v[8:] {
			key = append(binary.BigEndian.AppendUint32(key, uint32(len(value))), value...)
		}
		traits := known[string(key)] // makes no string
		if traits == nil {
			traits = traitsOf(v[8:])
			known[string(key)] = traits
		}
		into = append(into, tileindex.Point{
			ID: [16]byte(v[0]), X: uint32(int4(v[1])) ^ 1<<31, Y: uint32(int4(v[2])) ^ 1<<31, Taxon: int4(v[3]), Count: int4(v[4]),
			ObservedAt: int64(binary.BigEndian.Uint64(v[5])), Precision: precision, LastDay: int4(v[7]), Traits: traits,
		})
	}
	return into, rows.Err()
}

// traitsOf reads source, country, accuracy, life stage, sex and status.
func traitsOf(v [][]byte) *tileindex.Traits {
	t := &tileindex.Traits{Country: string(v[1]), AccuracyM: math.NaN(), LifeStage: string(v[3]), Sex: string(v[4]), Status: string(v[5])}
	if v[0] != nil {
		t.Source = int4(v[0])
	}
	if v[2] != nil {
		t.AccuracyM = math.Float64frombits(binary.BigEndian.Uint64(v[2]))
	}
	return t
}

func int4(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)) }
