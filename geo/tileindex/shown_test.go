package tileindex_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// TestShownCountsFollowChanges: the counts that are carried from state to state are those of a scan.
func TestShownCountsFollowChanges(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 3000))
	index := tileindextest.New(db)
	for i, change := range []string{
		"select 1",
		"update observations set count = count + 1 where id in (select id from observations order by id limit 100)",
		"update observations set country_id = 'fr' where id in (select id from observations order by id desc limit 100)",
		"update observations set status = 'rejected' where taxon_key = 3",
		"update observations set status = 'verified' where taxon_key = 3",
		"update observations set observed_at = observed_at - interval '3 days' where id in (select id from observations order by observed_at limit 10)",
		"delete from observations where id in (select id from observations order by observed_at desc limit 10)",
		"delete from observations where data_source_key is null",
		"delete from observations where id in (select id from observations order by id limit 1000)",
		"delete from observations",
		fmt.Sprintf(tileindextest.InsertRows, 100),
	} {
		pgtest.Run(t, db, change)
		tileindextest.CatchUp(t, index)
		if i%3 == 1 {
			continue // nobody asks: the next one carries both changes
		}
		got, want := index.State().ShownCounts(), index.State().Stats(surveillance.DefaultFilter()).Counts
		slices.SortFunc(want, func(a, b surveillance.Count) int {
			return cmp.Or(cmp.Compare(a.CountryID, b.CountryID), cmp.Compare(a.DataSourceKey, b.DataSourceKey), cmp.Compare(a.TaxonKey, b.TaxonKey))
		})
		if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("after %q %d counts are carried, and a scan finds %d:\n%v\n%v", change, len(got), len(want), got, want)
		}
	}
}
