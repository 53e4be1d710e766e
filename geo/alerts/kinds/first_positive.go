package kinds

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/sql"
)

var poolIDsQuery = sql.Get("alerts/pool_ids.sql")

// firstPositiveDetails are the facts of a first positive pool.
type firstPositiveDetails struct {
	Pathogen   string  `json:"pathogen"`
	Season     int     `json:"season"` // the year in which it begins
	PoolID     string  `json:"pool_id"`
	DataSource *string `json:"data_source"`
	Species    string  `json:"species"`
	Size       int     `json:"size"`
}

// firstPositives finds the first positive pool of each season and data source.
func (r *round) firstPositives(ctx context.Context, i analytics.Inquiry, same []subject) error {
	seasons, err := r.Analytics.PoolSeasons(ctx, i, time.Month(same[0].rule.Parameters.SeasonStart))
	if err != nil {
		return err
	}
	names, err := r.poolIDs(ctx, seasons)
	if err != nil {
		return err
	}
	for _, s := range same {
		known := map[string]bool{}
		out := Findings{Gone: goneWith(known, PoolsRemoved)}
		for _, season := range seasons {
			if !s.has(season.Area) {
				continue
			}
			key := fmt.Sprintf("%d/%s/%d", season.Year, season.Area, season.Source)
			known[key] = true
			if season.First != nil {
				out.Facts = append(out.Facts, firstPositive(s, key, season, names[season.First.ID]))
			}
		}
		r.found[s.rule.ID] = out
	}
	return nil
}

func firstPositive(s subject, key string, season analytics.PoolSeason, poolID string) Fact {
	first := season.First
	d := firstPositiveDetails{Pathogen: s.rule.Parameters.Pathogen, Season: season.Year, PoolID: poolID, Size: first.Size}
	if t, ok := s.names.Taxon(first.Taxon); ok {
		d.Species = t.ScientificName
	}
	if source, ok := s.names.DataSource(season.Source); ok {
		d.DataSource = &source.ID
	}
	return Fact{
		Key: key, Day: first.Day, Area: season.Area, Details: d, Place: &surveillance.Location{Lat: first.Lat, Lng: first.Lon},
		Title: fmt.Sprintf("%s: first positive pool of the season %d, %s (%s)", d.Pathogen, season.Year, d.Species, orNone(d.DataSource, "no data source")),
	}
}

// poolIDs returns how the data sources name the first positive pools.
func (r *round) poolIDs(ctx context.Context, seasons []analytics.PoolSeason) (map[uuid.UUID]string, error) {
	var ids []uuid.UUID
	for _, s := range seasons {
		if s.First != nil {
			ids = append(ids, s.First.ID)
		}
	}
	rows, err := postgres.All[struct {
		ID     uuid.UUID `db:"id"`
		PoolID string    `db:"pool_id"`
	}](ctx, r.DB, poolIDsQuery, pgx.StrictNamedArgs{"ids": ids})
	if err != nil {
		return nil, fmt.Errorf("read the names of pools: %w", err)
	}
	names := make(map[uuid.UUID]string, len(rows))
	for _, row := range rows {
		names[row.ID] = row.PoolID
	}
	return names, nil
}
