package geo

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	countQuery   = sql.Get("geo/count.sql")
	countsQuery  = sql.Get("geo/cells.sql")
	monthsQuery  = sql.Get("geo/months.sql")
	yearsQuery   = sql.Get("geo/years.sql")
	partlyQuery  = sql.Get("geo/partly.sql")
	boxQuery     = sql.Get("geo/box.sql")
	densityQuery = sql.Get("geo/density.sql")
	facetsQuery  = sql.Get("geo/facets.sql")
)

// Counter counts the observations that match a Filter: in the tile index when it is loaded, else by SQL, with the same result.
type Counter struct {
	db    postgres.Database
	index *tileindex.Index

	mu       sync.Mutex
	totals   surveillance.Counts
	totalsOf tileindex.Version
}

func NewCounter(db postgres.Database, index *tileindex.Index) *Counter {
	return &Counter{db: db, index: index}
}

// InMemory says whether the tile index counts, without reading the table.
func (c *Counter) InMemory() bool { return c.index.State().Ready() }

// Count returns how many observations match.
func (c *Counter) Count(ctx context.Context, f surveillance.Filter) (int64, error) {
	if f.MatchesNothing() {
		return 0, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Count(f), nil
	}
	var n int64
	if err := c.db.QueryRow(ctx, countQuery.String(), postgres.FilterArgs(f)).Scan(&n); err != nil {
		return 0, fmt.Errorf("count observations: %w", err)
	}
	return n, nil
}

// Newest returns the ids of the newest observations that match, or of the next from a position on, when they are in memory.
func (c *Counter) Newest(ctx context.Context, f surveillance.Filter, limit int, from *surveillance.Position) (ids []uuid.UUID, ok bool, err error) {
	s := c.index.State()
	if f.MatchesNothing() || !s.Holds(f) || !s.HasPoints() {
		return nil, f.MatchesNothing(), nil
	}
	var found tileindex.Newest
	switch at := tileindex.PositionOf(from); {
	case from != nil && from.Back:
		found, err = s.Select(f).NewestBefore(ctx, limit, at)
	default:
		found, err = s.Select(f).Newest(ctx, limit, at)
	}
	if err != nil {
		return nil, false, ctx.Err() // another error is of the point file, and was logged
	}
	for i := range found.Records {
		ids = append(ids, found.Records[i].ID)
	}
	return ids, true, nil
}

// Stats returns the sums of the observations that match.
func (c *Counter) Stats(ctx context.Context, f surveillance.Filter) (surveillance.Stats, error) {
	if f.MatchesNothing() {
		return surveillance.Stats{}, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Stats(f), nil
	}
	return c.statsFromSQL(ctx, f)
}

// Totals returns the sums of all observations that are shown by default. They are cached for a data version.
func (c *Counter) Totals(ctx context.Context) (surveillance.Counts, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := c.index.State()
	if c.totalsOf == state.Version() && c.totalsOf.Epoch != "" {
		return c.totals, nil
	}
	if state.Ready() {
		c.totals = state.Stats(surveillance.DefaultFilter()).Counts
	} else {
		counts, err := c.countsFromSQL(ctx, surveillance.DefaultFilter())
		if err != nil {
			return surveillance.Counts{}, err
		}
		c.totals = counts
	}
	c.totalsOf = state.Version()
	return c.totals, nil
}

func (c *Counter) countsFromSQL(ctx context.Context, f surveillance.Filter) (surveillance.Counts, error) {
	counts, err := postgres.All[surveillance.Count](ctx, c.db, countsQuery, postgres.FilterArgs(f))
	if err != nil {
		return nil, fmt.Errorf("sum observations: %w", err)
	}
	return counts, nil
}

func (c *Counter) statsFromSQL(ctx context.Context, f surveillance.Filter) (s surveillance.Stats, err error) {
	if s.Counts, err = c.countsFromSQL(ctx, f); err != nil {
		return s, err
	}
	if s.Months, err = postgres.All[surveillance.Month](ctx, c.db, monthsQuery, postgres.FilterArgs(f)); err != nil {
		return s, fmt.Errorf("sum observations by month: %w", err)
	}
	if s.Years, err = postgres.All[surveillance.Year](ctx, c.db, yearsQuery, postgres.FilterArgs(f)); err != nil {
		return s, fmt.Errorf("sum observations by year: %w", err)
	}
	if f.Start == nil && f.End == nil {
		return s, nil
	}
	undated := f
	undated.Start, undated.End = nil, nil
	args := postgres.FilterArgs(undated)
	args["from"], args["till"] = f.Start, f.End
	if err = c.db.QueryRow(ctx, partlyQuery.String(), args).Scan(&s.PartlyInRange); err != nil {
		return s, fmt.Errorf("count partly matching observations: %w", err)
	}
	return s, nil
}

// Box returns the smallest box around the observations that match, or nil when none matches.
func (c *Counter) Box(ctx context.Context, f surveillance.Filter) (*surveillance.BBox, error) {
	if f.MatchesNothing() {
		return nil, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Box(f), nil
	}
	args := postgres.FilterArgs(f)
	args["shift"] = tileindex.BandShift
	bands, err := postgres.All[struct {
		MinX int32 `db:"min_x"`
		MaxX int32 `db:"max_x"`
		MinY int32 `db:"min_y"`
		MaxY int32 `db:"max_y"`
		// Latitudes of places beyond the square of Web Mercator.
		South *float64 `db:"south"`
		North *float64 `db:"north"`
	}](ctx, c.db, boxQuery, args)
	if err != nil {
		return nil, fmt.Errorf("find the extent of observations: %w", err)
	}
	extent := tileindex.NewExtent()
	for _, b := range bands {
		extent.Add(b.MinX, b.MinY)
		extent.Add(b.MaxX, b.MaxY)
		if b.South != nil && b.North != nil {
			extent.AddLatitude(*b.South)
			extent.AddLatitude(*b.North)
		}
	}
	return extent.Box(), nil
}

// Densities returns how closely the observations that match lie, at each zoom of the tiles.
func (c *Counter) Densities(ctx context.Context, f surveillance.Filter) ([]tileindex.Density, error) {
	if f.MatchesNothing() {
		return tileindex.DensitiesOf(make([]tileindex.LevelCells, tileindex.MaxDensityLevel-tileindex.MinDensityLevel+1)), nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Densities(f), nil
	}
	args := postgres.FilterArgs(f)
	args["first"], args["last"], args["shift"] = tileindex.MinDensityLevel, tileindex.MaxDensityLevel, gridBits-tileindex.MaxDensityLevel
	levels, err := postgres.All[tileindex.LevelCells](ctx, c.db, densityQuery, args)
	if err != nil {
		return nil, fmt.Errorf("count the cells of observations: %w", err)
	}
	return tileindex.DensitiesOf(levels), nil
}

// Facets counts the observations that match by each value of the fields that Facets have.
func (c *Counter) Facets(ctx context.Context, f surveillance.Filter) (surveillance.Facets, error) {
	out := surveillance.NewFacets()
	if f.MatchesNothing() {
		return out, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Facets(f), nil
	}
	rows, err := postgres.All[struct {
		Grouping int    `db:"grouping"`
		Value    string `db:"value"`
		Flags    int16  `db:"flags"`
		Records  int64  `db:"records"`
	}](ctx, c.db, facetsQuery, postgres.FilterArgs(f))
	if err != nil {
		return out, fmt.Errorf("count observations by facet: %w", err)
	}
	byGrouping := map[int]surveillance.ValueCounts{
		0b0111111: out.LifeStages, 0b1011111: out.Sexes, 0b1101111: out.SamplingProtocols, 0b1110111: out.Statuses, 0b1111011: out.Regions,
		0b1111110: out.Qualifiers,
	}
	for _, r := range rows {
		if counts, ok := byGrouping[r.Grouping]; ok {
			counts.Add(r.Value, r.Records)
		} else {
			out.AddFlags(surveillance.Flags(r.Flags), r.Records)
		}
	}
	return out, nil
}
