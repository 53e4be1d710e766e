package uploads

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
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
	onEach(t, func(t *testing.T, where func(*setup)) {
		r := newRoom(t, where)
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
	})
}

// TestPicturesOfWhatOthersReview: a reviewer of some taxa or countries sees the pictures of their records alone.
func TestPicturesOfWhatOthersReview(t *testing.T) {
	t.Parallel()
	r := newRoom(t, func(o *setup) {
		o.DB = pgtest.Pool(t)
		o.Targets = func(names []string) ([]int32, bool) {
			return pgtest.Column[int32](t, o.DB, "select key from taxa where genus = any($1)", names), len(names) == 0
		}
	})
	s := r.keep(10, 0)
	r.cite(r.DB, s.ID)
	pgtest.Run(t, r.DB, "update predictions set cited_at = o.created_at, cited_by = o.id from observations o where prediction_id = predictions.id")
	pgtest.Run(t, r.DB, "insert into countries (id, iso_a3, shape, centroid) values ('mc', 'MCO', 'SRID=4326;MULTIPOLYGON(((7 43, 8 43, 8 44, 7 43)))', 'SRID=4326;POINT(7.4 43.7)')")
	pgtest.Run(t, r.DB, "update observations set country_id = 'mc'")
	handler := httpapi.New(httpapi.Options{
		Routes: accesstest.Routes(t, r.Routes()), Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
	})
	for _, held := range []bool{false, true} {
		if held {
			hold(t, r, "pending")
		} else {
			pgtest.Run(t, r.DB, "update observations set status = 'rejected'")
		}
		for who, want := range map[string]int{
			"nobody": 404, "scopes review": 200, "reviews taxon Aedes": 200, "reviews taxon Culex": 404, "reviews country mc": 200, "reviews country it": 404,
		} {
			req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, http.NoBody)
			req.Header.Set("Authorization", who)
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, req)
			if w.Code != want {
				t.Errorf("%s, of a record that waits: %v: %d, want %d", who, held, w.Code, want)
			}
		}
	}
}
