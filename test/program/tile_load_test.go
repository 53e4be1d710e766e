package program_test

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// getLater sends a request in the background. The channel gives its answer, or none when ctx ended before.
func getLater(ctx context.Context, s *skeetertest.Server, path string) <-chan skeetertest.Answer {
	out := make(chan skeetertest.Answer, 1)
	go func() {
		defer close(out)
		if a, err := s.Try(ctx, http.MethodGet, path, ""); err == nil {
			out <- a
		}
	}()
	return out
}

// inFlight is how many requests a server is answering, but for the one that asks.
func (c client) inFlight() int {
	c.T.Helper()
	return int(c.Metric("skeeter_http_requests_in_flight")) - 1
}

// lockObservations keeps every query of the observations waiting until release is called.
func lockObservations(t *testing.T, d *skeetertest.Deployment) (release func()) {
	t.Helper()
	return lockTable(t, d, "observations")
}

func lockTable(t *testing.T, d *skeetertest.Deployment, name string) (release func()) {
	t.Helper()
	tx := pgtest.Begin(t, d.Connect())
	pgtest.Run(t, tx, "lock table "+name+" in access exclusive mode")
	return func() {
		t.Helper()
		if err := tx.Rollback(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// waiting counts the queries of tiles that wait for a lock; lookups of the servers may wait beside them.
func waiting(t *testing.T, db *pgx.Conn) int {
	t.Helper()
	return pgtest.Value[int](t, db, "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and backend_type = 'client backend' and query like '/* geo/tile%'")
}

// coalescing checks that many requests for one tile make one query.
func (c client) coalescing(d *skeetertest.Deployment) {
	const clients = 16
	db, path, before := d.Connect(), skeetertest.TilePath(4, nice), c.cacheResults()
	release := lockObservations(c.T, d)
	var answers []<-chan skeetertest.Answer
	for range clients {
		answers = append(answers, getLater(c.T.Context(), c.Server, path))
	}
	testenv.Eventually(c.T, "all clients are waiting", func() bool { return c.inFlight() == clients && waiting(c.T, db) > 0 })
	if n := waiting(c.T, db); n != 1 {
		c.T.Errorf("%d queries for one tile", n)
	}
	release()
	first := <-answers[0]
	for _, waited := range answers[1:] {
		if a := <-waited; a.Status != http.StatusOK || !bytes.Equal(a.Body, first.Body) {
			c.T.Errorf("%d with %d bytes, another client got %d with %d", a.Status, len(a.Body), first.Status, len(first.Body))
		}
	}
	if got := c.cacheResults().since(before); got != (cacheResults{miss: 1, coalesced: clients - 1}) {
		c.T.Errorf("%d requests at once: %+v", clients, got)
	}
}

// leaving checks that the query of a client that left is cancelled, unless another client waits for it.
func (c client) leaving(d *skeetertest.Deployment) {
	db, path := d.Connect(), skeetertest.TilePath(5, nice)
	release := lockObservations(c.T, d)
	leaver, leave := context.WithCancel(c.T.Context())
	gone := getLater(leaver, c.Server, path)
	testenv.Eventually(c.T, "the query is waiting", func() bool { return waiting(c.T, db) == 1 })
	leave()
	testenv.Eventually(c.T, "the query has ended", func() bool { return waiting(c.T, db) == 0 }) // its own limit is ten minutes
	if a, ok := <-gone; ok {
		c.T.Errorf("the client that left was answered: %d", a.Status)
	}

	leaver, leave = context.WithCancel(c.T.Context())
	gone = getLater(leaver, c.Server, path)
	testenv.Eventually(c.T, "the query is waiting again", func() bool { return waiting(c.T, db) == 1 })
	staying := getLater(c.T.Context(), c.Server, path)
	testenv.Eventually(c.T, "both clients are waiting", func() bool { return c.inFlight() == 2 })
	leave()
	<-gone
	testenv.Eventually(c.T, "one client has left", func() bool { return c.inFlight() == 1 })
	if n := waiting(c.T, db); n != 1 {
		c.T.Errorf("%d queries for the client that stays", n)
	}
	release()
	if a := <-staying; a.Status != http.StatusOK {
		c.T.Errorf("the client that stayed got %d %s", a.Status, a.Body)
	}
}

// timeout checks the answer when the database takes too long, which a patient server still waits for, and that it is not cached.
func (c client) timeout(d *skeetertest.Deployment, patient *skeetertest.Server) {
	path := skeetertest.TilePath(7, nice)
	db, release := d.Connect(), lockObservations(c.T, d)
	answered := getLater(c.T.Context(), patient, path)
	testenv.Eventually(c.T, "the patient server waits", func() bool { return waiting(c.T, db) == 1 })
	a := c.Want(503, "GET", path, "")
	select {
	case early := <-answered:
		c.T.Errorf("a statement timeout of a second ended no sooner than one of ten minutes, with %d", early.Status)
	default:
	}
	if a.Header.Get("Retry-After") == "" || a.Header.Get("ETag") != "" || strings.Contains(a.Header.Get("Cache-Control"), "s-maxage") {
		c.T.Errorf("503 with the headers %v", a.Header)
	}
	if body := skeetertest.Decode[struct{ Type string }](c.T, a, 503); body.Type != "unavailable" {
		c.T.Errorf("503 of type %q", body.Type)
	}
	release()
	<-answered
	c.Want(200, "GET", path, "")
}

// indexReadiness makes the change log begin anew, as after a crash, while the sampling events cannot be loaded. The log itself refers to the
// observations.
func (c client) indexReadiness(d *skeetertest.Deployment) {
	db := d.Connect()
	status := func() string {
		ready := skeetertest.Decode[struct {
			Checks map[string]struct{ Status string }
		}](c.T, c.Want(200, "GET", "/readyz", ""), 200)
		return ready.Checks["tile_index"].Status
	}
	records := c.Count(skeetertest.API + "/stats?status=unverified,verified,rejected")
	release := lockTable(c.T, d, "sampling_events")
	pgtest.Run(c.T, db, "delete from observation_epoch; select pg_notify('skeeter_observations', '')")
	testenv.Eventually(c.T, "the tile index is loading", func() bool { return status() == "loading" && c.Metric("skeeter_tile_index_ready") == 0 })
	release()
	testenv.Eventually(c.T, "the tile index is loaded", func() bool { return status() == "ok" && c.Metric("skeeter_tile_index_ready") == 1 })
	if rows := c.Metric("skeeter_tile_index_rows"); int(rows) != records || records == 0 {
		c.T.Errorf("%g rows in the index, %d records", rows, records)
	}
	c.Want(201, "POST", skeetertest.Observations, skeetertest.Observation, "Content-Type", "application/json")
	for _, name := range []string{"rows", "bytes", "points", "file_bytes", "load_seconds", "lag_seconds_count", "catch_up_seconds_count", "version"} {
		if v := c.Metric("skeeter_tile_index_" + name); v <= 0 {
			c.T.Errorf("skeeter_tile_index_%s is %g", name, v)
		}
	}
}
