package importing_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/private"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// TestRecordsOfOthersHaveTheID: an import says which of its rows have the id of a record that is not of its data source, and leaves that as it is,
// public or held, and whether the data source is new.
func TestRecordsOfOthersHaveTheID(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{
		"a new data source": "with gone as (delete from observations where occurrence_id = 'a-0') select",
		"a stored one":      "select",
	} {
		i := newFixture(t)
		path := i.file("traps.csv", rows("a", 3))
		i.must(path, importing.Options{})
		i.hold(pgtest.Value[uuid.UUID](t, i.db, "select id from observations where occurrence_id = 'a-2'"))
		pgtest.Run(t, i.db, "update held_observations set data_source_key = null, occurrence_id = null, source_hash = null")
		pgtest.Run(t, i.db, `update observations set data_source_key = null, occurrence_id = null, source_hash = null, obscured_degrees = 0.1, count = 77
			where occurrence_id = 'a-1'`)
		pgtest.Run(t, i.db, before)
		pgtest.Run(t, i.db, "delete from all_data_sources d where not exists (select from observations o where o.data_source_key = d.key)")
		others := func() string {
			return pgtest.Value[string](t, i.db, "select (select o::text from observations o where count = 77) || (select h::text from held_observations h) || (select x::text from exact_places x)")
		}
		was := others()
		for range 2 {
			r := i.must(path, importing.Options{})
			if r.Rejected != 2 || r.Held != 0 || len(r.Reasons) != 1 || r.Reasons[0].Reason != "the id belongs to a record of another data source" || r.Accounted() != r.Rows {
				t.Errorf("%s: rejected %d, held %d, %+v", name, r.Rejected, r.Held, r.Reasons)
			}
			if is := others(); is != was {
				t.Errorf("%s: what is not of the file was\n%s\nand is\n%s", name, was, is)
			}
		}
		if got := pgtest.Value[string](t, i.db, "select string_agg(occurrence_id, ',') || count(*) filter (where cell_degrees = -1) from observations"); got != "a-00" {
			t.Errorf("%s: stored are %s", name, got)
		}
		for _, on := range []bool{true, false} {
			if err := private.Set(t.Context(), i.db, "traps", on, nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if is := others(); is != was {
			t.Errorf("%s: a private data source changed\n%s\nto\n%s", name, was, is)
		}
	}
}
