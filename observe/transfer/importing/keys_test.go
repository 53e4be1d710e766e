package importing_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// unprivileged connects the importer as a role that may not leave out the checks of foreign keys.
func (i *fixture) unprivileged() {
	i.t.Helper()
	role := "importer_" + i.db.Config().ConnConfig.Database
	pgtest.Run(i.t, i.db, "create role "+role+"; grant all on all tables in schema public to "+role+"; revoke update on countries, regions from "+role)
	i.t.Cleanup(func() { pgtest.Run(i.t, i.db, "drop owned by "+role+"; drop role "+role) })
	db, err := postgres.Connect(i.t.Context(), postgres.PoolOptions{URL: i.db.Config().ConnString() + "&options=-c%20role%3D" + role})
	if err != nil {
		i.t.Fatal(err)
	}
	i.t.Cleanup(db.Close)
	i.im = importing.New(db, slog.New(slog.DiscardHandler))
}

// Whether PostgreSQL checks the foreign keys of each row or the import those of all rows, what rows refer to cannot go away, and every
// change is in the change log once.
func TestReferencesHold(t *testing.T) {
	t.Parallel()
	for name, unprivileged := range map[string]bool{"checked at once": false, "checked by row": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := newFixture(t)
			if unprivileged {
				i.unprivileged()
			}
			i.want(i.must(i.file("traps.csv", rows("a", 50)), importing.Options{}), "inserted 50, updated 0, unchanged 0, absences 0, rejected 0, skipped 0, missing 0, removed 0")
			changed := strings.ReplaceAll(rows("a", 30), "2.35", "2.36")
			i.want(i.must(i.file("traps.csv", changed), importing.Options{}), "inserted 0, updated 30, unchanged 0, absences 0, rejected 0, skipped 0, missing 20, removed 0")
			if n := pgtest.Value[string](t, i.db, "select count(*) filter (where added) || ' came, ' || count(*) filter (where not added) || ' went' from observation_changes"); n != "80 came, 30 went" {
				t.Errorf("the change log says that %s", n)
			}

			blocked := 0
			_, err := i.try(i.file("more.csv", rows("b", 50)), importing.Options{Progress: func(p importing.Progress) {
				if p.Stage != importing.StageStoring || p.Done == 0 {
					return
				}
				for _, remove := range []string{"delete from taxa where id = 'culex-pipiens'", "delete from countries where id = 'fr'"} {
					_, err := i.db.Exec(t.Context(), "set local lock_timeout = '200ms'; "+remove)
					if pg := new(pgconn.PgError); errors.As(err, &pg) && pg.Code == "55P03" {
						blocked++
					} else {
						t.Errorf("%s beside an import: %v", remove, err)
					}
				}
			}})
			if err != nil || blocked != 2 {
				t.Errorf("%v, %d of 2 removals waited", err, blocked)
			}
		})
	}
}

// What rows refer to may go away until they are stored.
func TestReferencesThatAreGone(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	i.must(i.file("traps.csv", rows("a", 2)), importing.Options{})
	before := i.state()
	file := i.file("traps.csv", header+"\nc-1,Culex pipiens,48.2,16.37,2020-05-01,1\n") // Vienna
	_, err := i.try(file, importing.Options{Dataset: "traps", Replace: true, Confirm: func(importing.Replacement) (bool, error) {
		_, err := i.db.Exec(t.Context(), "delete from countries where id = 'at'")
		return true, err
	}})
	if pg := new(pgconn.PgError); !errors.As(err, &pg) || pg.Code != "23503" || !strings.Contains(pg.ConstraintName, "country") {
		t.Errorf("an import of records in a country that is gone: %v", err)
	}
	if after := i.state(); after != before {
		t.Error("the import changed something")
	}
}
