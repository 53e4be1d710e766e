package tiles

import (
	"context"
	"fmt"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/mvt"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/vectortile"
	"github.com/skeeter-surveillance/skeeter/ogc/features/collection"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// sites draws the tiles of a collection of sites. A tile has 64 squares from west to east and from north to south: the sites of one are one point,
// so that a tile of the world is no larger than another.
type sites struct {
	*Tiles
	collection *collection.Collection
	predicate  *postgres.Predicate
}

// Properties of the points, in the order of siteKeys.
const (
	siteKeySites mvt.Key = iota
	siteKeyRecords
	siteKeySpecimens
	siteKeyFirst
	siteKeyLast
	siteKeyID
	siteKeySpecies
	siteKeyCountry
	siteKeyRegion
)

var siteKeys = []string{"sites", "records", "specimens", "first_day", "last_day", "id", "species_count", "country_id", "region_id"}

var tileSitesQuery = sql.Get("ogc/tile_sites.sql")

func (s sites) draw(ctx context.Context, at address) (vectortile.Drawing, error) {
	if err := s.collection.Refresh(ctx); err != nil {
		return vectortile.Drawing{}, err
	}
	counted, err := s.collection.Counted(ctx, s.DB)
	if err != nil {
		return vectortile.Drawing{}, err
	}
	name := s.collection.ID + "-" + counted + "-" + at.String()
	if s.predicate != nil {
		name += "-" + s.Lookups.Current().Version() + "-" + s.predicate.Key()
	}
	return vectortile.Drawing{Name: name, Keys: []string{s.collection.ID}, Make: func(ctx context.Context) ([]byte, error) { return s.make(ctx, at) }}, nil
}

// square is the sites of a square of a tile. What not all of them have in common is nil.
type square struct {
	X            int32   `db:"x"`
	Y            int32   `db:"y"`
	Sites        int64   `db:"sites"`
	Records      int64   `db:"records"`
	Specimens    int64   `db:"specimens"`
	FirstDay     string  `db:"first_day"`
	LastDay      string  `db:"last_day"`
	ID           *string `db:"id"`
	SpeciesCount *int32  `db:"species_count"`
	CountryID    *string `db:"country_id"`
	RegionID     *string `db:"region_id"`
}

// siteLayers holds empty layers to be used again.
var siteLayers = sync.Pool{New: func() any { return mvt.NewLayer("sites", siteKeys...) }}

func (s sites) make(ctx context.Context, at address) ([]byte, error) {
	west, south, east, north := at.box()
	args := postgres.Args{
		"west": max(west, -180), "south": south, "east": min(east, 180), "north": north, "beyond_west": nil, "beyond_east": nil,
		"side": float64(at.side()), "column": float64(at.column), "row": float64(at.row), "extent": float64(mvt.Extent), "buffer": float64(buffer),
		"square": float64(buffer), "limit": latitudeLimit, "predicate": s.predicate,
	}
	switch {
	case at.z == 0:
	case west < -180:
		args["beyond_west"], args["beyond_east"] = west+360, 180.0
	case east > 180:
		args["beyond_west"], args["beyond_east"] = -180.0, east-360
	}
	squares, err := postgres.All[square](ctx, s.DB, tileSitesQuery, pgx.QueryExecModeCacheDescribe, args)
	if err != nil {
		return nil, fmt.Errorf("read the sites of a tile: %w", err)
	}
	layer := siteLayers.Get().(*mvt.Layer)
	defer func() {
		layer.Reset()
		siteLayers.Put(layer)
	}()
	for _, q := range squares {
		layer.Begin(q.X, q.Y)
		layer.Uint(siteKeySites, uint64(q.Sites))
		layer.Uint(siteKeyRecords, uint64(q.Records))
		layer.Uint(siteKeySpecimens, uint64(q.Specimens))
		layer.Text(siteKeyFirst, q.FirstDay)
		layer.Text(siteKeyLast, q.LastDay)
		text := func(key mvt.Key, value *string) {
			if value != nil {
				layer.Text(key, *value)
			}
		}
		text(siteKeyID, q.ID)
		if q.SpeciesCount != nil {
			layer.Uint(siteKeySpecies, uint64(*q.SpeciesCount))
		}
		text(siteKeyCountry, q.CountryID)
		text(siteKeyRegion, q.RegionID)
		layer.End()
	}
	return layer.Tile(), nil
}
