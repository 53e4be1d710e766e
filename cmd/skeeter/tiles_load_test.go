package main_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// ask sends a request in the background. The channel gives its answer, or none when ctx ended before.
func (s *server) ask(ctx context.Context, path string) <-chan answer {
	s.t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	out := make(chan answer, 1)
	go func() {
		defer close(out)
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			return
		}
		defer resp.Body.Close()
		if body, err := io.ReadAll(resp.Body); err == nil {
			out <- answer{resp.StatusCode, resp.Header, body}
		}
	}()
	return out
}

// inFlight is how many requests a server is answering, but for the one that asks.
func (s *server) inFlight() int {
	s.t.Helper()
	return int(s.metric("skeeter_http_requests_in_flight")) - 1
}

// standstill keeps every query of the observations waiting until release is called.
func (h *home) standstill() (release func()) {
	h.t.Helper()
	tx, err := h.session().Begin(context.Background())
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := tx.Exec(context.Background(), "lock table observations in access exclusive mode"); err != nil {
		h.t.Fatal(err)
	}
	return func() {
		h.t.Helper()
		if err := tx.Rollback(context.Background()); err != nil {
			h.t.Error(err)
		}
	}
}

// waiting counts the queries of tiles that stand still; what servers look up for themselves may stand beside them.
func waiting(t *testing.T, db *pgx.Conn) (n int) {
	t.Helper()
	const query = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and backend_type = 'client backend' and query like '/* geo/tile%'"
	if err := db.QueryRow(context.Background(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// coalescing asks for one tile many times at once.
func (p speaker) coalescing(h *home) {
	const clients = 16
	db, path, before := h.session(), tilePath(4, nice), p.s.asked()
	release := h.standstill()
	var answers []<-chan answer
	for range clients {
		answers = append(answers, p.s.ask(p.t.Context(), path))
	}
	eventually(p.t, "all clients are waiting", func() bool { return p.s.inFlight() == clients && waiting(p.t, db) > 0 })
	if n := waiting(p.t, db); n != 1 {
		p.t.Errorf("%d queries for one tile", n)
	}
	release()
	first := <-answers[0]
	for _, waited := range answers[1:] {
		if a := <-waited; a.status != http.StatusOK || !bytes.Equal(a.body, first.body) {
			p.t.Errorf("%d with %d bytes, another client got %d with %d", a.status, len(a.body), first.status, len(first.body))
		}
	}
	if got := p.s.asked().since(before); got != (asked{miss: 1, coalesced: clients - 1}) {
		p.t.Errorf("%d requests at once: %+v", clients, got)
	}
}

// leaving clients stop the query when nobody else waits for it.
func (p speaker) leaving(h *home) {
	db, path := h.session(), tilePath(5, nice)
	release := h.standstill()
	leaver, leave := context.WithCancel(p.t.Context())
	gone := p.s.ask(leaver, path)
	eventually(p.t, "the query is waiting", func() bool { return waiting(p.t, db) == 1 })
	leave()
	began := time.Now()
	eventually(p.t, "the query has ended", func() bool { return waiting(p.t, db) == 0 })
	if took := time.Since(began); took > freshness {
		p.t.Errorf("the query of a client that left ended after %s", took)
	}
	if a, ok := <-gone; ok {
		p.t.Errorf("the client that left was answered: %d", a.status)
	}

	leaver, leave = context.WithCancel(p.t.Context())
	gone = p.s.ask(leaver, path)
	eventually(p.t, "the query is waiting again", func() bool { return waiting(p.t, db) == 1 })
	staying := p.s.ask(p.t.Context(), path)
	eventually(p.t, "both clients are waiting", func() bool { return p.s.inFlight() == 2 })
	leave()
	<-gone
	eventually(p.t, "one client has left", func() bool { return p.s.inFlight() == 1 })
	if n := waiting(p.t, db); n != 1 {
		p.t.Errorf("%d queries for the client that stays", n)
	}
	release()
	if a := <-staying; a.status != http.StatusOK {
		p.t.Errorf("the client that stayed got %d %s", a.status, a.body)
	}
}

// timeout holds what a client is told when the database takes too long, and that nothing of it is kept.
func (p speaker) timeout(h *home) {
	path := tilePath(5, nice)
	release := h.standstill()
	began := time.Now()
	a := p.want(503, "GET", path, "")
	if took := time.Since(began); took < time.Second || took > 3*time.Second {
		p.t.Errorf("a statement timeout of a second ended the request after %s", took)
	}
	if a.header.Get("Retry-After") == "" || a.header.Get("ETag") != "" || strings.Contains(a.header.Get("Cache-Control"), "s-maxage") {
		p.t.Errorf("503 with the headers %v", a.header)
	}
	if body := decode[struct{ Type string }](p.t, a, 503); body.Type != "unavailable" {
		p.t.Errorf("503 of type %q", body.Type)
	}
	release()
	p.want(200, "GET", path, "")
}

// indexReadiness makes the change log begin anew, as after a crash, while the observations cannot be read.
func (p speaker) indexReadiness(h *home) {
	db := h.session()
	status := func() string {
		ready := decode[struct {
			Checks map[string]struct{ Status string }
		}](p.t, p.want(200, "GET", "/readyz", ""), 200)
		return ready.Checks["tile_index"].Status
	}
	records := p.s.count(apiBase + "/stats?status=unverified,verified,rejected")
	release := h.standstill()
	if _, err := db.Exec(context.Background(), "delete from observation_epoch; select pg_notify('skeeter_observations', '')"); err != nil {
		p.t.Fatal(err)
	}
	eventually(p.t, "the tile index is loading", func() bool { return status() == "loading" && p.s.metric("skeeter_tile_index_ready") == 0 })
	release()
	eventually(p.t, "the tile index is loaded", func() bool { return status() == "ok" && p.s.metric("skeeter_tile_index_ready") == 1 })
	if rows := p.s.metric("skeeter_tile_index_rows"); int(rows) != records || records == 0 {
		p.t.Errorf("%g rows in the index, %d records", rows, records)
	}
	p.want(201, "POST", apiBase+"/observations", observation, "Content-Type", "application/json")
	for _, name := range []string{"rows", "bytes", "points", "file_bytes", "load_seconds", "lag_seconds_count", "catch_up_seconds_count", "version"} {
		if v := p.s.metric("skeeter_tile_index_" + name); v <= 0 {
			p.t.Errorf("skeeter_tile_index_%s is %g", name, v)
		}
	}
}
