package analytics

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/places"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var poolsQuery = sql.Get("analytics/pools.sql")

// poolKey is what a group of pools has in common. What the question does not ask for is zero.
type poolKey struct {
	bin      calendar.Bin
	protocol string
	taxon    int32
	country  string
	area     int32 // number of an area, from 1
}

// pools sums up pools of a group.
type pools struct {
	pools, positive, inconclusive int64
	tested                        int64            // specimens
	sizes                         []estimate.Pools // a size may stand several times
}

// infection is the rate of the group.
func (p *pools) infection() estimate.Infection { return estimate.InfectionOf(p.sizes) }

// poolSurvey is the pools of a question that were tested for a pathogen, in groups.
type poolSurvey struct {
	q      *question
	areas  *places.Areas // nil unless they part the results
	groups map[poolKey]*pools

	any                            bool // a pool matches, whether it counts or not
	protocols                      map[string]bool
	unplaced                       int64 // pools
	outside                        int64 // pools in none of the areas that part the results
	unsexed, unidentified, leftOut int64 // specimens
}

// poolSum is a row of analytics/pools.sql.
type poolSum struct {
	Bin          int32    `db:"bin"`
	Fits         bool     `db:"fits"`
	Protocol     *string  `db:"protocol"`
	Taxon        *int32   `db:"taxon"`
	Country      *string  `db:"country"`
	Lon          *float64 `db:"lon"`
	Lat          *float64 `db:"lat"`
	Sex          *string  `db:"sex"`
	LifeStage    *string  `db:"life_stage"`
	Size         int16    `db:"size"`
	Pools        int64    `db:"pools"` // without those that are inconclusive
	Positive     int64    `db:"positive"`
	Inconclusive int64    `db:"inconclusive"`
	Unidentified int64    `db:"unidentified"` // pools
}

// poolsOf reads the pools of a question that were tested for a pathogen.
func (a *Analytics) poolsOf(ctx context.Context, q *question, pathogen surveillance.Pathogen, set string) (*poolSurvey, error) {
	s := &poolSurvey{q: q, groups: map[poolKey]*pools{}, protocols: map[string]bool{}}
	if q.filter.MatchesNothing() {
		return s, nil
	}
	if q.has(byArea) {
		var err error
		if s.areas, err = a.areaParts(ctx, q, set); err != nil {
			return nil, err
		}
	}
	args := postgres.PoolArgs(q.filter)
	for name, value := range s.args(pathogen) {
		args[name] = value
	}
	sums, err := postgres.All[poolSum](ctx, a.db, poolsQuery, args)
	if err != nil {
		return nil, fmt.Errorf("sum up pools: %w", err)
	}
	locate := func(float64, float64, string) []places.ID { return []places.ID{0} }
	if s.areas != nil {
		locate = s.areas.Locator()
	}
	for i := range sums {
		s.add(&sums[i], locate)
	}
	if !s.any {
		return nil, invalid("no_pools", fmt.Sprintf("no pool that was tested for %s matches", pathogen.Name))
	}
	return s, nil
}

// args are the arguments of the query beside those of the Filter.
func (s *poolSurvey) args(pathogen surveillance.Pathogen) postgres.Args {
	unit, precisions, shift := "none", []string{"time", "day", "week"}, 0
	switch s.q.calendar.Interval {
	case calendar.Weekly, calendar.Biweekly:
		unit = "week"
		if s.q.calendar.Weeks == calendar.MMWR {
			shift = 1 // its weeks begin on a Sunday
		}
	case calendar.Monthly:
		unit, precisions = "month", append(precisions, "month")
	case calendar.Yearly:
		unit, precisions = "year", append(precisions, "month")
	}
	unidentified := []int32{}
	for _, t := range s.q.names.Taxa() {
		if !t.Identified() {
			unidentified = append(unidentified, t.Key)
		}
	}
	return postgres.Args{
		"pathogen": strings.ToLower(pathogen.Name), "unit": unit, "shift": shift, "precisions": precisions, "max_days": calendar.MaxDays,
		"by_protocol": s.q.has(byProtocol), "by_species": s.q.has(bySpecies), "by_country": s.q.has(byCountry), "by_area": s.q.has(byArea),
		"unidentified": unidentified,
	}
}

// add adds pools that have everything that the question asks for in common.
func (s *poolSurvey) add(sum *poolSum, locate places.Locator) {
	n, size, sex, stage := sum.Pools+sum.Inconclusive, int64(sum.Size), strings.ToLower(orZero(sum.Sex)), strings.ToLower(orZero(sum.LifeStage))
	s.any = true
	if s.q.filter.Sexes == nil && surveillance.IsMale(sex) || s.q.filter.LifeStages == nil && surveillance.IsImmature(stage) {
		s.leftOut += n * size
		return
	}
	if !sum.Fits {
		s.unplaced += n
		return
	}
	key := poolKey{bin: s.binOf(sum.Bin), protocol: orZero(sum.Protocol), taxon: orZero(sum.Taxon), country: orZero(sum.Country)}
	inside := locate(orZero(sum.Lon), orZero(sum.Lat), "")
	if len(inside) == 0 {
		s.outside += n
		return
	}
	s.protocols[key.protocol] = true
	s.unidentified += sum.Unidentified * size
	if !surveillance.StatesSex(sex) {
		s.unsexed += n * size
	}
	for _, area := range inside {
		key.area = int32(area)
		g := s.groups[key]
		if g == nil {
			g = &pools{}
			s.groups[key] = g
		}
		g.pools += sum.Pools
		g.positive += sum.Positive
		g.inconclusive += sum.Inconclusive
		g.tested += sum.Pools * size
		g.sizes = append(g.sizes, estimate.Pools{Size: int(sum.Size), Pools: int(sum.Pools), Positive: int(sum.Positive)})
	}
}

func orZero[T any](value *T) (v T) {
	if value != nil {
		v = *value
	}
	return v
}

// firstWeek is the Monday from which the query counts weeks.
var firstWeek = calendar.DayOf(time.Date(1600, time.January, 3, 0, 0, 0, 0, time.UTC))

// binOf returns the bin of a week, a month or a year of the query.
func (s *poolSurvey) binOf(number int32) calendar.Bin {
	switch c := s.q.calendar; c.Interval {
	case calendar.Weekly, calendar.Biweekly:
		day := firstWeek + calendar.Day(7*number)
		if c.Weeks == calendar.MMWR {
			day--
		}
		return c.BinOf(day)
	case calendar.Monthly:
		return calendar.Bin{Year: int16(number / 12), Number: int16(number%12 + 1)}
	case calendar.Yearly:
		return calendar.Bin{Year: int16(number)}
	}
	return calendar.Bin{}
}
