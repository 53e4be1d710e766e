package uploads

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// hold takes every record from the public.
func hold(t *testing.T, r room, publication string) {
	t.Helper()
	for _, id := range pgtest.Column[uuid.UUID](t, r.DB, "select id from observations") {
		if _, err := postgres.Exec(t.Context(), r.DB, sql.Get("observe/hold.sql"), pgx.StrictNamedArgs{"id": id, "publication": publication, "reason": "writer"}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPicturesGoWithTheirRecords: a picture is there for its reporter, then while a record that is not rejected cites it, and never again after.
func TestPicturesGoWithTheirRecords(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	s, other := r.keep(10, 0), r.keep(10, 0)
	seen := func(want int, what string) {
		t.Helper()
		if w := ask(r.Store, "GET", s.URL); w.Code != want {
			t.Errorf("%s: %d, want %d", what, w.Code, want)
		}
	}
	seen(200, "a new picture")
	pgtest.Run(t, r.DB, "update predictions set cited_at = now() where id = $1", s.ID)
	r.cite(r.DB, s.ID)
	r.cite(r.DB, s.ID)
	seen(200, "a cited picture")
	pgtest.Run(t, r.DB, "update observations set status = 'rejected' where id = (select min(id::text)::uuid from observations)")
	seen(200, "one of two records is rejected")
	pgtest.Run(t, r.DB, "update observations set status = 'rejected'")
	seen(404, "its records are rejected")
	r.sweep()
	r.want("of rejected records", true, s)
	pgtest.Run(t, r.DB, "update observations set status = 'verified'")
	seen(200, "its records are verified after all")
	hold(t, r, "withdrawn")
	seen(404, "its records are withdrawn")
	r.sweep()
	r.want("of withdrawn records", true, s)
	pgtest.Run(t, r.DB, "delete from held_observations")
	pgtest.Run(t, r.DB, "delete from observations")
	seen(404, "its records are deleted")
	r.sweep()
	r.want("of deleted records", false, s)
	r.want("never cited", true, other)
}
