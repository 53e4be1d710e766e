package geo

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
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

// gridOf returns the grid of the tile index when that holds what is chosen, else that of SQL: of the rollups where the records are beyond the limit
// of the index. The database is a transaction with one snapshot.
func gridOf(db postgres.Reader, state *tileindex.State, beyond bool, c postgres.Choice) grid {
	if !inMemory(state, c) {
		if beyond && c.Same != nil && !c.Overlapping {
			return rollupGrid{sqlGrid{db, c}, *c.Same}
		}
		return sqlGrid{db, c}
	}
	selection := state.Select(*c.Same)
	if c.Overlapping {
		selection = state.SelectOverlapping(*c.Same)
	}
	return indexGrid{selection, state, sqlGrid{db, c}}
}

// inMemory says whether the tile index holds what is chosen.
func inMemory(state *tileindex.State, c postgres.Choice) bool {
	return c.Same != nil && state.Holds(*c.Same)
}

// indexGrid counts in the tile index. It reads single records by SQL when the index has no points.
type indexGrid struct {
	tileindex.Selection
	state *tileindex.State
	sql   sqlGrid
}

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
	choice postgres.Choice
}

// args returns the named arguments that the queries of a window have in common.
func (g sqlGrid) args(w tileindex.Window) postgres.Args {
	args := postgres.FilterArgs(g.choice.Filter)
	args["predicate"] = g.choice.Predicate
	windowArgs(args, w)
	return args
}

// sent is how a query is sent: with a predicate it is not prepared.
func (g sqlGrid) sent(args postgres.Args) []any {
	if g.choice.Predicate != nil {
		return []any{pgx.QueryExecModeCacheDescribe, args}
	}
	return []any{args}
}

func (g sqlGrid) Cells(ctx context.Context, windows ...tileindex.Window) (out []tileindex.Cell, err error) {
	for _, w := range windows {
		shift := tileindex.GridBits - w.Level
		args := g.args(w)
		args["shift"], args["mask"] = shift, int64(1)<<shift-1
		cells, err := readCells(ctx, g.db, tileCellsQuery, g.sent(args)...)
		if err != nil {
			return nil, err
		}
		out = append(out, cells...)
	}
	return out, nil
}

// readCells reads the cells of a query whose rows are sums by cell and taxon.
func readCells(ctx context.Context, db postgres.Reader, query sql.Query, args ...any) (out []tileindex.Cell, err error) {
	type cellPart struct {
		X          int64 `db:"x"`
		Y          int64 `db:"y"`
		Taxon      int32 `db:"taxon"`
		Records    int64 `db:"records"`
		Specimens  int64 `db:"specimens"`
		First      int32 `db:"first"`
		FirstUntil int32 `db:"first_until"`
		Last       int32 `db:"last"`
		LastFrom   int32 `db:"last_from"`
		SumX       int64 `db:"sum_x"`
		SumY       int64 `db:"sum_y"`
		Exact      bool  `db:"exact"` // the days are those of records that are there
	}
	parts, err := postgres.All[cellPart](ctx, db, query, args...)
	if err != nil {
		return nil, fmt.Errorf("sum observations by cell: %w", err)
	}
	// The first row of a cell is that of its commonest taxon, with the smallest key among equals.
	slices.SortFunc(parts, func(a, b cellPart) int {
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X), cmp.Compare(b.Records, a.Records), cmp.Compare(a.Taxon, b.Taxon))
	})
	for i, p := range parts {
		if !p.Exact {
			return nil, rollups.ErrInexact
		}
		if i == 0 || p.X != parts[i-1].X || p.Y != parts[i-1].Y {
			out = append(out, tileindex.Cell{X: uint32(p.X), Y: uint32(p.Y), Taxon: p.Taxon, First: p.First, FirstUntil: p.FirstUntil, Last: p.Last, LastFrom: p.LastFrom})
		}
		c := &out[len(out)-1]
		c.Taxa++
		c.Records += p.Records
		c.Specimens += p.Specimens
		if p.First < c.First || p.First == c.First && p.FirstUntil < c.FirstUntil {
			c.First, c.FirstUntil = p.First, p.FirstUntil
		}
		if p.Last > c.Last || p.Last == c.Last && p.LastFrom > c.LastFrom {
			c.Last, c.LastFrom = p.Last, p.LastFrom
		}
		c.SumX += p.SumX
		c.SumY += p.SumY
	}
	return out, nil
}

// Counts ignores the limit and counts every record.
func (g sqlGrid) Counts(ctx context.Context, _ int, windows ...tileindex.Window) (map[tileindex.CellXY]int, error) {
	out := map[tileindex.CellXY]int{}
	for _, w := range windows {
		args := g.args(w)
		args["shift"] = tileindex.GridBits - w.Level
		if err := readCounts(ctx, g.db, out, tileCountsQuery, g.sent(args)...); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// readCounts reads the cells of a query with the number of their records.
func readCounts(ctx context.Context, db postgres.Reader, into map[tileindex.CellXY]int, query sql.Query, args ...any) error {
	cells, err := postgres.All[struct {
		X       int64 `db:"x"`
		Y       int64 `db:"y"`
		Records int   `db:"records"`
	}](ctx, db, query, args...)
	if err != nil {
		return fmt.Errorf("count observations by cell: %w", err)
	}
	for _, c := range cells {
		into[tileindex.CellXY{X: uint32(c.X), Y: uint32(c.Y)}] = c.Records
	}
	return nil
}

func (g sqlGrid) Points(ctx context.Context, into []tileindex.Point, level int, without []tileindex.CellXY, windows ...tileindex.Window) ([]tileindex.Point, error) {
	var cells []int64
	for _, c := range without {
		cells = append(cells, int64(c.X)<<32|int64(c.Y))
	}
	slices.Sort(cells)
	read := pointReader{known: map[string]*tileindex.Traits{}}
	for _, w := range windows {
		args := g.args(w)
		args["without"], args["shift"] = cells, tileindex.GridBits-level
		rows, err := g.db.Query(ctx, tilePointsQuery.String(), g.sent(args)...)
		if err == nil {
			err = postgres.EachRow(rows, read.bind, func(row postgres.Row) error {
				point, err := read.point(row)
				into = append(into, point)
				return err
			})
		}
		if err != nil {
			return nil, fmt.Errorf("read a tile's records: %w", err)
		}
	}
	return into, nil
}

// pointReader makes points of the rows of tile_points.sql.
type pointReader struct {
	id                                         postgres.UUIDColumn
	x, y, taxon, count, lastDay, source        postgres.Int4Column
	observedAt                                 postgres.TimestampColumn
	utcOffset                                  postgres.Int2Column
	precision, country, lifeStage, sex, status postgres.TextColumn
	accuracyM                                  postgres.Float8Column
	traits                                     []postgres.Column

	known map[string]*tileindex.Traits // by the raw values of traits
	key   []byte
}

func (p *pointReader) bind(c *postgres.Columns) {
	p.id, p.x, p.y, p.taxon, p.count = c.UUID("id"), c.Int4("mercator_x"), c.Int4("mercator_y"), c.Int4("taxon_key"), c.Int4("count")
	p.observedAt, p.utcOffset = c.Timestamp("observed_at"), c.Int2("utc_offset")
	p.precision, p.lastDay = c.Text("date_precision"), c.Int4("last_day")
	p.source, p.country, p.accuracyM = c.Int4("data_source_key"), c.Text("country_id"), c.Float8("location_accuracy_m")
	p.lifeStage, p.sex, p.status = c.Text("life_stage"), c.Text("sex"), c.Text("status")
	p.traits = []postgres.Column{p.source.Column, p.country.Column, p.accuracyM.Column, p.lifeStage.Column, p.sex.Column, p.status.Column}
}

func (p *pointReader) point(row postgres.Row) (tileindex.Point, error) {
	precision, ok := tileindex.ParsePrecision(p.precision.Raw(row))
	if !ok {
		return tileindex.Point{}, fmt.Errorf("the date precision %q is not known", p.precision.Raw(row))
	}
	return tileindex.Point{
		ID: p.id.Of(row), X: uint32(p.x.Of(row)) ^ 1<<31, Y: uint32(p.y.Of(row)) ^ 1<<31, Taxon: p.taxon.Of(row), Count: p.count.Of(row),
		ObservedAt: p.observedAt.Micros(row), Precision: precision, UTCOffset: tileindex.ShownOffset(p.utcOffset.Of(row)), LastDay: p.lastDay.Of(row), Traits: p.traitsOf(row),
	}, nil
}

// traitsOf returns the same traits for rows that share them.
func (p *pointReader) traitsOf(row postgres.Row) *tileindex.Traits {
	p.key = p.key[:0]
	for _, column := range p.traits {
		value := column.Raw(row)
		p.key = append(binary.BigEndian.AppendUint32(p.key, uint32(len(value))), value...)
	}
	traits := p.known[string(p.key)] // makes no string
	if traits == nil {
		traits = &tileindex.Traits{
			Source: p.source.Of(row), Country: p.country.Of(row), AccuracyM: p.accuracyM.Of(row), LifeStage: p.lifeStage.Of(row),
			Sex: p.sex.Of(row), Status: p.status.Of(row),
		}
		p.known[string(p.key)] = traits
	}
	return traits
}
