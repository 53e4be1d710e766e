package importing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// hold withdraws a record.
func (i fixture) hold(id uuid.UUID) {
	i.t.Helper()
	if _, err := postgres.Exec(i.t.Context(), i.db, sql.Get("observe/hold.sql"), pgx.StrictNamedArgs{"id": id, "publication": "withdrawn", "reason": "writer"}); err != nil {
		i.t.Fatal(err)
	}
}

// TestHeldRecordsStayHeld: an import brings back no record that was withdrawn, whether it has an id of its own or is known by its content, and
// --replace does not find it missing.
func TestHeldRecordsStayHeld(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(string) string{
		"with ids":    func(rows string) string { return rows },
		"without ids": strings.NewReplacer("a-0", "", "a-1", "", "a-2", "").Replace,
	} {
		i := newFixture(t)
		i.must(i.file("traps.csv", edit(rows("a", 3))), importing.Options{})
		id := pgtest.Value[uuid.UUID](t, i.db, "select id from observations order by observed_at limit 1")
		i.hold(id)
		for _, o := range []importing.Options{{}, {Check: true}, {Replace: true, Confirm: func(importing.Replacement) (bool, error) { return true, nil }}} {
			r := i.must(i.file("traps.csv", edit(rows("a", 3))), o)
			i.want(r, "inserted 0, updated 0, unchanged 2, absences 0, rejected 0, skipped 1, missing 0, removed 0")
			if r.Held != 1 || r.Accounted() != r.Rows {
				t.Errorf("%s: held %d, %d of %d rows accounted for", name, r.Held, r.Accounted(), r.Rows)
			}
		}
		if left := pgtest.Value[string](t, i.db, "select (select count(*) from observations) || ' ' || (select string_agg(id::text, ',') from held_observations)"); left != fmt.Sprint("2 ", id) {
			t.Errorf("%s: left are %s", name, left)
		}
	}
}
