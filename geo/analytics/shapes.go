package analytics

import (
	"context"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var countriesQuery = sql.Get("analytics/countries.sql")

// Sets whose areas are kept ready, and how long after somebody asked for them. The states of the world take some 60 MB.
const (
	keptSets     = 4
	keptSetsTime = 10 * time.Minute
)

// keptCounts is how many Filters there are whose numbers by place are kept.
const keptCounts = 100

// shapes holds the areas of sets by name and version, so that a map which is moved does not read them again.
type shapes struct {
	db   postgres.Database
	kept *otter.Cache[string, *places.Areas]
}

func newShapes(db postgres.Database) shapes {
	return shapes{db, otter.Must(&otter.Options[string, *places.Areas]{
		MaximumSize: keptSets, ExpiryCalculator: otter.ExpiryAccessing[string, *places.Areas](keptSetsTime),
	})}
}

func newCounted() *otter.Cache[string, *placeCounts] {
	return otter.Must(&otter.Options[string, *placeCounts]{MaximumSize: keptCounts})
}

// keptParts is areaParts, of areas that may have been read before.
func (a *Analytics) keptParts(ctx context.Context, q *question, set, version string) (*places.Areas, error) {
	if set == "" || q.filter.BBox != nil || q.filter.Countries != nil {
		return a.areaParts(ctx, q, set)
	}
	name := set + " " + version
	if parts, ok := a.shapes.kept.GetIfPresent(name); ok {
		return parts, nil
	}
	parts, err := a.areaParts(ctx, q, set)
	if err == nil {
		a.shapes.kept.Set(name, parts)
	}
	return parts, err
}

// countriesName is no name of a set.
const countriesName = "(countries)"

// ofCountries returns the shapes of the countries, whose ids are their codes.
func (s shapes) ofCountries(ctx context.Context) (*places.Areas, error) {
	if parts, ok := s.kept.GetIfPresent(countriesName); ok {
		return parts, nil
	}
	rows, err := postgres.All[struct {
		ID  string `db:"id"`
		WKB []byte `db:"wkb"`
	}](ctx, s.db, countriesQuery, postgres.Args{})
	if err != nil {
		return nil, fmt.Errorf("read the shapes of countries: %w", err)
	}
	areas := make([]places.Area, 0, len(rows))
	for _, row := range rows {
		area, err := surveillance.NewArea(row.ID, row.WKB)
		if err != nil {
			return nil, err
		}
		areas = append(areas, places.Area{Area: area})
	}
	parts := places.NewAreas(areas)
	s.kept.Set(countriesName, parts)
	return parts, nil
}
