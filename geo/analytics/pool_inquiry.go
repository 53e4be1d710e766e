package analytics

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/geo/eventindex"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Infections returns Firth's estimate of each bin, data source, protocol and area. There are none where no pool counts.
func (a *Analytics) Infections(ctx context.Context, i Inquiry) ([]Infection, error) {
	q := i.question(bySource)
	if i.Filter.MatchesNothing() {
		return nil, nil
	}
	m, err := a.moment(ctx)
	if err != nil {
		return nil, err
	}
	s, err := m.surveyPools(ctx, q, i.Pathogen, i.Areas)
	if err != nil {
		return nil, err
	}
	return s.infections(estimatorFirth), checkSize(len(s.groups))
}

// VectorIndices returns the vector index of each bin, protocol and area by Firth's estimate, and the unit of effort. Without a condition on
// names the species are those that the catalog links to the pathogen. There are none where no event is valid and no pool counts.
func (a *Analytics) VectorIndices(ctx context.Context, i Inquiry) (indices []VectorIndex, unit string, err error) {
	q := i.question()
	if err := q.askVectors(i.Pathogen); err != nil || q.filter.MatchesNothing() {
		return nil, "", err
	}
	m, err := a.moment(ctx)
	if err != nil {
		return nil, "", err
	}
	caught, err := a.inquire(ctx, m, q, i.Areas)
	if err != nil {
		return nil, "", err
	}
	tested, err := m.surveyPools(ctx, q, i.Pathogen, i.Areas)
	if err != nil {
		return nil, "", err
	}
	return vectorIndices(caught.abundances(), tested.infections(estimatorFirth)), caught.unit, nil
}

// PoolSeason is what the pools of a data source in an area say of a season.
type PoolSeason struct {
	Year   int    // in which it begins
	Area   string // id; "" for everywhere
	Source int32  // key of the data source
	First  *PositivePool
}

// PositivePool is a pool that was found positive.
type PositivePool struct {
	ID       uuid.UUID
	Day      calendar.Day // the last of its collection
	Lon, Lat float64      // degrees
	Taxon    int32        // key
	Size     int
}

// season is a PoolSeason whose area is a number.
type season struct {
	year   int
	area   places.ID
	source int32
}

// PoolSeasons returns the first positive pool of each season that has a pool with a result, which is nil where none is positive. A season begins
// with a month. Pools of a month, a year or more than 31 days are left out.
func (a *Analytics) PoolSeasons(ctx context.Context, i Inquiry, begins time.Month) ([]PoolSeason, error) {
	q := i.question()
	if i.Filter.MatchesNothing() {
		return nil, nil
	}
	m, err := a.moment(ctx)
	if err != nil {
		return nil, err
	}
	selection, err := m.pools(ctx, i.Filter, i.Pathogen)
	if err != nil {
		return nil, err
	}
	tests := make([]poolTest, len(selection.Tests))
	for n, t := range selection.Tests {
		tests[n] = q.poolTest(t)
	}
	all := map[season]*PositivePool{}
	err = selection.Each(ctx, func() (func(uuid.UUID, *eventindex.Pool), func()) {
		part, days := map[season]*PositivePool{}, newDays(q.calendar)
		areasOf := func(float64, float64, string) []places.ID { return []places.ID{0} }
		if i.Areas != nil {
			areasOf = i.Areas.Locator()
		}
		return func(id uuid.UUID, p *eventindex.Pool) {
				result := selection.Tests[p.Test].Result
				if _, placed := days.placePool(p); !placed || tests[p.Test].leftOut || result == surveillance.Inconclusive {
					return
				}
				found := &PositivePool{id, calendar.Day(p.LastDay), eventindex.Degrees(p.Lon), eventindex.Degrees(p.Lat), selection.Taxa[p.Taxon], int(p.Size)}
				if result != surveillance.Positive {
					found = nil
				}
				year := seasonOf(calendar.Day(p.LastDay), begins)
				for _, area := range areasOf(eventindex.Degrees(p.Lon), eventindex.Degrees(p.Lat), "") {
					key := season{year, area, p.Source}
					part[key] = earlier(part[key], found)
				}
			}, func() {
				for key, first := range part {
					all[key] = earlier(all[key], first)
				}
			}
	})
	if err != nil {
		return nil, err
	}
	seasons := make([]PoolSeason, 0, len(all))
	for key, first := range all {
		s := PoolSeason{Year: key.year, Source: key.source, First: first}
		if key.area != 0 {
			s.Area = *i.Areas.Place(key.area).AreaID
		}
		seasons = append(seasons, s)
	}
	slices.SortFunc(seasons, func(a, b PoolSeason) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Area, b.Area), cmp.Compare(a.Source, b.Source))
	})
	return seasons, nil
}

// seasonOf returns the year in which the season of a day begins.
func seasonOf(day calendar.Day, begins time.Month) int {
	t := day.Time()
	if t.Month() < begins {
		return t.Year() - 1
	}
	return t.Year()
}

// earlier returns the earlier one of two pools; nil is none.
func earlier(a, b *PositivePool) *PositivePool {
	switch {
	case a == nil:
		return b
	case b == nil || cmp.Or(cmp.Compare(a.Day, b.Day), bytes.Compare(a.ID[:], b.ID[:])) <= 0:
		return a
	}
	return b
}
