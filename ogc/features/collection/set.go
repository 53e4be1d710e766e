package collection

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Summaries keeps what is made of the observations in the database: internal/gis does.
type Summaries interface {
	// Ensure brings the sites up with the observations. It waits for that no longer than some seconds.
	Ensure(ctx context.Context) error
	// Counted names the state of the sites.
	Counted(ctx context.Context, db postgres.Reader) (string, error)
	// Outlines waits until there are outlines of the regions.
	Outlines(ctx context.Context) error
}

// Options of New. All are needed.
type Options struct {
	DB        postgres.Database
	Lookups   *postgres.Lookups
	Counter   surveillance.Counter
	Summaries Summaries
	Tables    Tables
}

// New returns the collections.
func New(o Options) Set {
	s := &source{Options: o, outlines: &outlines{Options: o}}
	set := Set{s.observations(), s.events(), s.pools(), s.sites(), s.countries(), s.regions(), s.counts()}
	for _, c := range set {
		if c.Filter == nil && c.Geometry == Point {
			c.Filter = []string{"area"}
		}
		c.Queryables, c.sortables = c.queryables(), c.sortable()
	}
	return set
}

// source is where the collections are read from.
type source struct {
	Options
	shapes   atomic.Pointer[surveillance.BBox] // boxOfShapes, once it is known
	outlines *outlines
}

// boxOfRecords returns the box of the records, which holds the sites too.
func (s *source) boxOfRecords(ctx context.Context) (*surveillance.BBox, error) {
	return s.Counter.Box(ctx, surveillance.DefaultFilter())
}

var shapesExtentQuery = sql.Get("ogc/shapes_extent.sql")

// boxOfShapes returns the box of all countries, nil without countries. The database is asked once.
func (s *source) boxOfShapes(ctx context.Context) (*surveillance.BBox, error) {
	if box := s.shapes.Load(); box != nil {
		return box, nil
	}
	var west, south, east, north *float64
	if err := s.DB.QueryRow(ctx, shapesExtentQuery.String()).Scan(&west, &south, &east, &north); err != nil {
		return nil, fmt.Errorf("find the extent of countries: %w", err)
	}
	if west == nil {
		return nil, nil
	}
	box := roundedOut(*west, *south, *east, *north)
	s.shapes.Store(box)
	return box, nil
}

// roundedOut is a box rounded outwards to the decimals that features have, within the world.
func roundedOut(west, south, east, north float64) *surveillance.BBox {
	const unit = 1e7
	return &surveillance.BBox{
		West: max(math.Floor(west*unit)/unit, -180), South: max(math.Floor(south*unit)/unit, -90),
		East: min(math.Ceil(east*unit)/unit, 180), North: min(math.Ceil(north*unit)/unit, 90),
	}
}
