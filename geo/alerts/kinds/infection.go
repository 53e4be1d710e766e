package kinds

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/analytics/calendar"
	"github.com/skeeter-surveillance/skeeter/geo/analytics/estimate"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var poolsQuery = sql.Get("alerts/pools.sql")

// pool is a pool that was tested for the pathogen of a rule.
type pool struct {
	ID        uuid.UUID `db:"id"`
	PoolID    string    `db:"pool_id"`
	SourceKey int32     `db:"data_source_key"`
	TaxonKey  int32     `db:"taxon_key"`
	Day       int32     `db:"day"`
	Lon       float64   `db:"lon"`
	Lat       float64   `db:"lat"`
	Size      int       `db:"size"`
	Positive  bool      `db:"positive"`
}

// firstPositiveDetails are the facts of a first positive pool.
type firstPositiveDetails struct {
	Pathogen   string  `json:"pathogen"`
	Season     int     `json:"season"` // the year in which it begins
	PoolID     string  `json:"pool_id"`
	DataSource *string `json:"data_source"`
	Species    string  `json:"species"`
	Size       int     `json:"size"`
}

// infectionDetails are the facts of an infection rate above a value; rates are per 1,000.
type infectionDetails struct {
	Pathogen string   `json:"pathogen"`
	Subject  string   `json:"subject"`
	Bin      string   `json:"bin"`
	Pools    int      `json:"pools"`
	Positive int      `json:"positive"`
	Tested   int      `json:"tested"` // specimens
	Estimate *float64 `json:"estimate"`
	Lower    *float64 `json:"lower"`
	Upper    *float64 `json:"upper"`
	MIR      *float64 `json:"mir"`
}

// infections finds the first positive pool of a season, or weeks whose infection rate is above a value.
func (r *round) infections(ctx context.Context, subjects []subject) error {
	for _, s := range subjects {
		pools, err := r.pools(ctx, s)
		if err != nil {
			return err
		}
		byArea := map[string][]pool{}
		for _, p := range pools {
			for _, area := range s.inside(p.Lon, p.Lat) {
				byArea[area] = append(byArea[area], p)
			}
		}
		known := map[string]bool{}
		out := Findings{Gone: each(func(key string) string {
			if known[key] {
				return FactsChanged
			}
			return PoolsRemoved
		})}
		for _, area := range slices.Sorted(maps.Keys(byArea)) {
			if s.rule.Parameters.MinRate == nil {
				out.Facts = append(out.Facts, firstPositives(s, area, byArea[area], known)...)
			} else {
				out.Facts = append(out.Facts, r.highRates(s, area, byArea[area], known)...)
			}
		}
		r.found[s.rule.ID] = out
	}
	return nil
}

// pools returns the pools of a rule in order of time.
func (r *round) pools(ctx context.Context, s subject) ([]pool, error) {
	args := pgx.StrictNamedArgs{"pathogen": strings.ToLower(s.rule.Parameters.Pathogen), "taxa": s.filter.Taxa}
	pools, err := postgres.All[pool](ctx, r.DB, poolsQuery, args)
	if err != nil {
		return nil, fmt.Errorf("read pools: %w", err)
	}
	return pools, nil
}

// firstPositives finds the first positive pool of each season.
func firstPositives(s subject, area string, pools []pool, known map[string]bool) (facts []Fact) {
	found := map[string]bool{}
	for _, p := range pools {
		year := calendar.Day(p.Day).Time().Year()
		if int(calendar.Day(p.Day).Time().Month()) < s.rule.Parameters.SeasonStart {
			year--
		}
		key := fmt.Sprintf("%d/%s", year, area)
		known[key] = true
		if !p.Positive || found[key] {
			continue
		}
		found[key] = true
		d := firstPositiveDetails{Pathogen: s.rule.Parameters.Pathogen, Season: year, PoolID: p.PoolID, Size: p.Size}
		if t, ok := s.names.Taxon(p.TaxonKey); ok {
			d.Species = t.ScientificName
		}
		if source, ok := s.names.DataSource(p.SourceKey); ok {
			d.DataSource = &source.ID
		}
		facts = append(facts, Fact{
			Key: key, Day: calendar.Day(p.Day), Area: area, Details: d, Place: &surveillance.Location{Lat: p.Lat, Lng: p.Lon},
			Title: fmt.Sprintf("%s: first positive pool of the season %d, %s", d.Pathogen, year, d.Species),
		})
	}
	return facts
}

// highRates finds weeks that have ended whose infection rate is above the value of a rule. Where every pool is positive the minimum rate
// is compared.
func (r *round) highRates(s subject, area string, pools []pool, known map[string]bool) (facts []Fact) {
	weeks := calendar.Calendar{Interval: calendar.Weekly, Weeks: s.rule.Parameters.Weeks}
	byWeek := map[calendar.Bin][]pool{}
	for _, p := range pools {
		bin := weeks.BinOf(calendar.Day(p.Day))
		byWeek[bin] = append(byWeek[bin], p)
	}
	for _, bin := range slices.SortedFunc(maps.Keys(byWeek), calendar.Bin.Compare) {
		_, last := weeks.Days(bin)
		key := weeks.Label(bin) + "/" + area
		known[key] = true
		if last >= r.today {
			continue
		}
		d := infectionDetails{Pathogen: s.rule.Parameters.Pathogen, Subject: s.title(), Bin: weeks.Label(bin)}
		var groups []estimate.Pools
		for _, p := range byWeek[bin] {
			one := estimate.Pools{Size: p.Size, Pools: 1}
			if p.Positive {
				one.Positive = 1
			}
			groups = append(groups, one)
			d.Pools, d.Positive, d.Tested = d.Pools+1, d.Positive+one.Positive, d.Tested+p.Size
		}
		rate := estimate.InfectionOf(groups)
		d.Estimate, d.Lower, d.Upper, d.MIR = perThousand(rate.Firth), perThousand(rate.Lower), perThousand(rate.Upper), perThousand(rate.MIR)
		compared := d.Estimate
		if compared == nil {
			compared = d.MIR
		}
		if compared == nil || *compared <= *s.rule.Parameters.MinRate {
			continue
		}
		facts = append(facts, Fact{
			Key: key, Day: last, Area: area, Details: d,
			Title: fmt.Sprintf("%s in %s: %.1f infected per 1,000 (%d of %d pools)", d.Pathogen, d.Bin, *compared, d.Positive, d.Pools),
		})
	}
	return facts
}

func perThousand(rate *float64) *float64 {
	if rate == nil {
		return nil
	}
	return new(*rate * 1000)
}
