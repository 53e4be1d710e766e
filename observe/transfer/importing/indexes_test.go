package importing_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

const indexesQuery = `select string_agg(concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, obj_description(indexrelid, 'pg_class')), E'\n' order by indexrelid::regclass::text)
	from pg_index where indrelid = 'observations'::regclass`

// begin returns a transaction that is rolled back with the test.
func (i *fixture) begin() pgx.Tx {
	i.t.Helper()
	tx, err := i.db.Begin(i.t.Context())
	if err != nil {
		i.t.Fatal(err)
	}
	i.t.Cleanup(func() { _ = tx.Rollback(context.WithoutCancel(i.t.Context())) })
	return tx
}

// storing imports rows, and reports whether the import has the table for itself once they are stored.
func (i *fixture) storing(name string, n int) (alone bool) {
	i.t.Helper()
	r, err := i.try(i.file(name+".csv", rows(name, n)), importing.Options{Dataset: name, Progress: func(p importing.Progress) {
		if p.Stage == importing.StageStoring && p.Done == int64(n) {
			alone = pgtest.Value[bool](i.t, i.db, `select exists (select from pg_locks where relation = 'observations'::regclass and mode = 'AccessExclusiveLock' and granted
				and database = (select oid from pg_database where datname = current_database()))`)
		}
	}})
	if err != nil || r.Inserted != int64(n) {
		i.t.Fatalf("%v, %d records", err, r.Inserted)
	}
	return alone
}

// The first records of a table are stored before their indexes, which are as before afterwards, and find them.
func TestIndexesAfterRows(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	before := pgtest.Value[string](t, i.db, indexesQuery)
	if !strings.Contains(before, "the order of every list") {
		t.Fatalf("the indexes are not explained:\n%s", before)
	}
	const first, second = 10_001, 10_000
	for _, file := range []struct {
		name string
		n    int
		want bool
	}{{"few", 100, false}, {"first", first, true}, {"second", second, false}} {
		if got := i.storing(file.name, file.n); got != file.want {
			t.Errorf("%s: the import has the table for itself: %v, want %v", file.name, got, file.want)
		}
		if after := pgtest.Value[string](t, i.db, indexesQuery); after != before {
			t.Errorf("%s: the indexes were\n%s\nand are\n%s", file.name, before, after)
		}
	}
	reader := i.begin()
	if _, err := reader.Exec(t.Context(), "set local enable_seqscan = off"); err != nil {
		t.Fatal(err)
	}
	for _, condition := range []string{"occurrence_id = 'first-77'", "geom && ST_Expand(ST_SetSRID(ST_MakePoint(2.35, 48.077), 4326), 1e-9) and data_source_key = (select key from data_sources where id = 'first')"} {
		var n int
		if err := reader.QueryRow(t.Context(), "select count(*) from observations where "+condition).Scan(&n); err != nil || n != 1 {
			t.Errorf("%s finds %d records, %v", condition, n, err)
		}
	}
}

// Who reads the table while a first import begins to store is not in its way, nor it in theirs.
func TestIndexesBesideAReader(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	if _, err := i.begin().Exec(t.Context(), "select from observations"); err != nil {
		t.Fatal(err)
	}
	before := pgtest.Value[string](t, i.db, indexesQuery)
	if i.storing("first", 10_000) {
		t.Error("the import has the table for itself beside a reader")
	}
	if after := pgtest.Value[string](t, i.db, indexesQuery); after != before {
		t.Errorf("the indexes were\n%s\nand are\n%s", before, after)
	}
	if n := pgtest.Value[int](t, i.db, "select count(*) from observations"); n != 10_000 {
		t.Errorf("%d records are stored", n)
	}
}
