package tileindex_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex/tileindextest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestByStatusCountsAsSQLDoes(t *testing.T) {
	t.Parallel()
	ctx, db := context.Background(), pgtest.Pool(t)
	pgtest.Run(t, db, fmt.Sprintf(tileindextest.InsertRows, 3000))
	index := tileindextest.New(db)
	for _, change := range []string{
		"select 1",
		"delete from observations where status = 'verified' and data_source_key is null",
		"update observations set status = 'rejected' where taxon_key = 3", // a name that is only among the rejected is not observed
		"delete from observations",
	} {
		pgtest.Run(t, db, change)
		tileindextest.CatchUp(t, index)
		got, err := counting.New(db, index).ByStatus(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want, err := counting.New(db, tileindextest.Reference(db)).ByStatus(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var records int64
		for _, n := range got.Records {
			records += n
		}
		rows := pgtest.Value[int64](t, db, "select count(*) from observations")
		if !reflect.DeepEqual(got, want) || records != rows || (rows > 0) != (got.Records[surveillance.SourceStatus{DataSourceKey: 1, Status: surveillance.Rejected}] > 0) {
			t.Errorf("after %q the index counts %v, SQL %v, of %d rows", change, got, want, rows)
		}
	}
}
