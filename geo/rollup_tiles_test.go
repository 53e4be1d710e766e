package geo_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/rollups"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// TestRollupsMakeTheSameTiles holds tiles from the rollups against those from the table, to the byte, while changes are not folded and after.
func TestRollupsMakeTheSameTiles(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(insertPlaces, 6_000))
	rolled, slow := newTilesOf(t, db, 0, tileindex.Options{MaxRecords: 1}), newTiles(t, db, true, 0)
	if !rolled.index.Beyond() {
		t.Fatal("the index holds more than it may")
	}
	keeper := rollups.New(db, rolled.index, slog.New(slog.DiscardHandler))
	queries := []string{"start_date=2016-01-01&end_date=2018-06-30", "country=fj&months=6,7,8", "species=culex-bahamensis&data_source=traps"}
	for _, f := range filters {
		queries = append(queries, f[0])
	}
	sparse := 12 // one of so many times as many tiles as in the long form
	if testenv.Long() {
		sparse = 1
	}
	compare := func(when string) {
		for _, s := range []tiles{rolled, slow} {
			if err := s.index.CatchUp(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for z := range 9 {
			for i, xy := range occupied(t, db, z) {
				if z > 2 && i%(sparse<<(z/2)) != 0 {
					continue // a sample
				}
				query := queries[(i+z)%len(queries)]
				if z < 2 {
					query = queries[i%len(queries)]
				}
				if a, b := rolled.raw(z, xy[0], xy[1], query), slow.raw(z, xy[0], xy[1], query); !bytes.Equal(a, b) {
					t.Errorf("%s, %d/%d/%d?%s: rollups and table make different tiles (%d and %d bytes)", when, z, xy[0], xy[1], query, len(a), len(b))
				}
			}
		}
		for _, query := range queries {
			if a, b := rolled.raw(0, 0, 0, query), slow.raw(0, 0, 0, query); !bytes.Equal(a, b) {
				t.Errorf("%s, 0/0/0?%s: rollups and table make different tiles", when, query)
			}
		}
	}
	for _, change := range []string{
		fmt.Sprintf(insertPlaces, 100),
		`delete from observations where id in (select id from observations order by first_day limit 300)`,
		`update observations set geom = ST_SetSRID(ST_MakePoint(7.1, 43.7), 4326) where id in (select id from observations order by id limit 200)`,
	} {
		if err := keeper.Fold(ctx); err != nil {
			t.Fatal(err)
		}
		pgtest.Run(t, db, change)
		compare("not folded")
		if err := keeper.Fold(ctx); err != nil {
			t.Fatal(err)
		}
		compare("folded")
	}
	pgtest.Run(t, db, `update observation_rollups set records = records + 1000`)
	if bytes.Equal(rolled.raw(0, 0, 0, ""), slow.raw(0, 0, 0, "")) {
		t.Error("the rollups are not asked")
	}
}
