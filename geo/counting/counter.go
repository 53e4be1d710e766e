// Package counting counts the observations that match a Filter, for every domain. It imports geo/rollups, geo/tileindex, internal/postgres,
// internal/surveillance and sql.
package counting

import (
	"context"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var (
	boxQuery     = sql.Get("geo/box.sql")
	densityQuery = sql.Get("geo/density.sql")
)

// Counter counts the observations that match a Filter: in the tile index when it is loaded, else by SQL, in the rollups or the table, with the same
// result.
type Counter struct {
	db    postgres.Database
	index *tileindex.Index

	mu       sync.Mutex
	totals   surveillance.Counts
	totalsOf tileindex.Version
}

// New returns the counter of the records that an index follows, or has in memory.
func New(db postgres.Database, index *tileindex.Index) *Counter {
	return &Counter{db: db, index: index}
}

// InMemory says whether the tile index counts, without reading the table.
func (c *Counter) InMemory() bool { return c.index.State().Ready() }

// Count returns how many observations match.
func (c *Counter) Count(ctx context.Context, f surveillance.Filter) (n int64, err error) {
	if f.MatchesNothing() {
		return 0, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Count(f), nil
	}
	_, counted := rollups.WorldByTraits(f)
	err = c.bySQL(ctx, counted || told(f), func(s source) (err error) {
		n, err = s.Count(ctx, f)
		return err
	})
	return n, err
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
func (c *Counter) Stats(ctx context.Context, f surveillance.Filter) (stats surveillance.Stats, err error) {
	if f.MatchesNothing() {
		return surveillance.Stats{}, nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Stats(f), nil
	}
	err = c.bySQL(ctx, told(f), func(s source) (err error) {
		stats, err = s.Stats(ctx, f)
		return err
	})
	return stats, err
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
		c.totals = state.ShownCounts()
	} else {
		f := surveillance.DefaultFilter()
		if err := c.bySQL(ctx, told(f), func(s source) (err error) {
			c.totals, err = s.Counts(ctx, f)
			return err
		}); err != nil {
			c.totalsOf = tileindex.Version{}
			return surveillance.Counts{}, err
		}
	}
	c.totalsOf = state.Version()
	return c.totals, nil
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
	args["first"], args["last"], args["shift"] = tileindex.MinDensityLevel, tileindex.MaxDensityLevel, tileindex.GridBits-tileindex.MaxDensityLevel
	levels, err := postgres.All[tileindex.LevelCells](ctx, c.db, densityQuery, args)
	if err != nil {
		return nil, fmt.Errorf("count the cells of observations: %w", err)
	}
	return tileindex.DensitiesOf(levels), nil
}

// Facets counts the observations that match by each value of the fields that Facets have.
func (c *Counter) Facets(ctx context.Context, f surveillance.Filter) (out surveillance.Facets, err error) {
	if f.MatchesNothing() {
		return surveillance.NewFacets(), nil
	}
	if s := c.index.State(); s.Holds(f) {
		return s.Facets(f), nil
	}
	_, counted := rollups.WorldByTraits(f)
	err = c.bySQL(ctx, counted, func(s source) (err error) {
		out, err = s.Facets(ctx, f)
		return err
	})
	return out, err
}
