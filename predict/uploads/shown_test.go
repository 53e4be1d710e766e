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

// TestPicturesGoWithTheirRecord: a picture is there for its reporter, then while the record that cited it first does so and is not rejected, and
// no other record brings it back.
func TestPicturesGoWithTheirRecord(t *testing.T) {
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
	r.cite(r.DB, s.ID)
	pgtest.Run(t, r.DB, "update predictions set cited_at = o.created_at, cited_by = o.id from observations o where prediction_id = predictions.id")
	seen(200, "a cited picture")
	pgtest.Run(t, r.DB, "update observations set status = 'rejected'")
	seen(404, "its record is rejected")
	r.sweep()
	r.want("of a rejected record", true, s)
	r.cite(r.DB, s.ID)
	seen(404, "another record cites it")
	pgtest.Run(t, r.DB, "update observations set status = 'verified' where status = 'rejected'")
	seen(200, "its record is verified after all")
	const first = "(select cited_by from predictions where cited_by is not null)"
	pgtest.Run(t, r.DB, "delete from observations where id = "+first)
	seen(404, "its record is deleted, and another one cites it")
	pgtest.Run(t, r.DB, "update observations set id = "+first)
	seen(404, "another one has the id of the deleted one")
	r.sweep()
	r.want("of another record", true, s)
	hold(t, r, "withdrawn")
	seen(404, "its records are withdrawn")
	r.sweep()
	r.want("of withdrawn records", true, s)
	pgtest.Run(t, r.DB, "delete from held_observations")
	pgtest.Run(t, r.DB, "delete from observations")
	r.sweep()
	r.want("of deleted records", false, s)
	r.want("never cited", true, other)
}
