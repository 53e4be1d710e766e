package geo_test

import (
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// TestTheDayIsTheLocalDay: a night catch of 1 June in Chicago is of 1 June, although it was 2 June in UTC; a time in UTC keeps its UTC
// day. In counts from memory and by SQL, in layers and in tiles.
func TestTheDayIsTheLocalDay(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `delete from observations;
		insert into observations (id, taxon_key, count, geom, observed_at, utc_offset, date_precision) values
			(gen_random_uuid(), 1, 1, ST_SetSRID(ST_MakePoint(7.03125, 43.71), 4326), '2019-06-01T23:30-05:00', -300, 'time'),
			(gen_random_uuid(), 1, 1, ST_SetSRID(ST_MakePoint(7.03125, 43.71), 4326), '2019-06-02T04:30Z', 0, 'time')`)
	memory, sql := newTiles(t, db, false, 0), newTiles(t, db, true, 0)
	for name, s := range map[string]tiles{"memory": memory, "SQL": sql} {
		if err := s.index.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]int{
			"start_date=2019-06-01&end_date=2019-06-01": 1, "start_date=2019-06-02": 1, "end_date=2019-06-02": 2, "start_date=2019-06-03": 0, "end_date=2019-05-31": 0,
		} {
			shown := s.tile(14, 8512, 5975, query)
			if len(shown) != want {
				t.Errorf("%s, %s: %d records in the tile, want %d", name, query, len(shown), want)
			}
			if strings.HasPrefix(query, "start_date=2019-06-01&") && want == len(shown) && shown[0].properties["observed_at"] != "2019-06-01T23:30:00-05:00" {
				t.Errorf("%s: the tile says %v", name, shown[0].properties["observed_at"])
			}
		}
	}
}
