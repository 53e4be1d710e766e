package databases_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestRollupsOnAReplica: servers whose records are too many for memory, on a primary and on its replica, count what the table holds while records
// are written, and the replica's counts come from the rollups of the primary.
func TestRollupsOnAReplica(t *testing.T) {
	t.Parallel()
	pgtest.SkipShort(t)
	const limit = "SKEETER_TILE_INDEX_MAX_RECORDS=1"
	d := skeetertest.New(t).With(limit)
	primary := d.Serve()
	d.ImportFieldRecords()
	s := skeetertest.On(t, d.Replica().Address).With(limit).Serve()
	db := d.Connect()
	testenv.Succeeds(t, "the primary's server builds the rollups", func() error {
		if pgtest.Value[int](t, db, "select count(*) from observation_rollups") == 0 {
			return fmt.Errorf("there are none")
		}
		return nil
	})
	sameCount := func(what, want string) {
		t.Helper()
		testenv.Succeeds(t, what, func() error {
			for _, server := range []*skeetertest.Server{primary, s} {
				if got := skeetertest.Decode[struct{ Count, Specimens int }](t, server.Get("/api/v1/stats"), http.StatusOK); fmt.Sprint(got.Count, " ", got.Specimens) != want {
					return fmt.Errorf("%s: %v, want %s", server.Base, got, want)
				}
			}
			return nil
		})
	}
	const shown = "select count(*) || ' ' || sum(count) from observations where status <> 'rejected'"
	for _, change := range []string{
		"update observations set count = count + 5 where id in (select id from observations order by id limit 3)",
		"delete from observations where id in (select id from observations order by first_day limit 2)",
	} {
		pgtest.Run(t, db, change)
		sameCount("both count after "+change, pgtest.Value[string](t, db, shown))
		for _, tile := range []string{"0/0/0", "1/1/0", "3/4/2"} {
			target := "/api/v1/tiles/observations/" + tile + ".mvt"
			testenv.Succeeds(t, "both draw "+tile, func() error {
				if a, b := primary.Get(target), s.Get(target); a.Status != b.Status || string(a.Body) != string(b.Body) {
					return fmt.Errorf("%d with %d bytes, and %d with %d", a.Status, len(a.Body), b.Status, len(b.Body))
				}
				return nil
			})
		}
	}
	pgtest.Run(t, db, "update observation_rollups set records = records + 1000 where grain = 0")
	testenv.Succeeds(t, "the replica's counts come from the rollups", func() error {
		if got := skeetertest.Decode[struct{ Count int }](t, s.Get("/api/v1/stats"), http.StatusOK); got.Count < 1000 {
			return fmt.Errorf("%d records", got.Count)
		}
		return nil
	})
}
