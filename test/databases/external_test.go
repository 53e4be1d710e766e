package databases_test

import (
	"net/http"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestExternalDatabase: a server whose database is away at first says that it is ready when it is so. Another server of the database counts what it
// stores, and it goes on when the database was away once more.
func TestExternalDatabase(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t) // its cluster plays the external server, which is away at first
	outside := skeetertest.On(t, d.Database(), "SKEETER_PUBLIC_URL=https://skeeter.example.org")
	s := outside.Start()
	line := s.Line()
	_, after, _ := strings.Cut(line, " listens on ")
	own, waits := strings.CutSuffix(after, "/ and waits for its database")
	if !waits {
		t.Fatalf("before the database answers: %q", line)
	}
	s.Base = own
	if live, ready := s.Get("/livez").Status, s.Get("/readyz").Status; live != 200 || ready != http.StatusServiceUnavailable {
		t.Errorf("before the database answers: livez %d, readyz %d", live, ready)
	}
	early := make(chan skeetertest.Answer) // waits for the names
	go func() {
		a, _ := s.Try(t.Context(), http.MethodGet, "/api/v1/species?limit=1", "")
		early <- a
	}()
	owner := d.Serve()
	if a := <-early; a.Status != 200 && a.Status != http.StatusServiceUnavailable || a.Status == 200 && !strings.Contains(string(a.Body), `"scientific_name"`) {
		t.Errorf("a request before the names were read: %d %s", a.Status, a.Body)
	}
	if line, want := s.Line(), "is ready: https://skeeter.example.org/, listening on "+own+"/"; !strings.HasSuffix(line, want) {
		t.Errorf("said %q, want %q", line, want)
	}
	if ready := s.Get("/readyz").Status; ready != 200 {
		t.Errorf("readyz %d after it said so", ready)
	}

	id := s.Create(skeetertest.Observation)
	if got := s.Count("/api/v1/observations"); got != 1 {
		t.Errorf("the server that took the record counts %d", got)
	}
	testenv.Eventually(t, "the other server counts the record", func() bool { return owner.Count("/api/v1/observations") == 1 })
	owner.Answers(200, "/api/v1/observations/"+id)

	owner.Stop(syscall.SIGTERM)
	if a := s.Get("/health"); a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
		t.Errorf("health without a database: %d %s", a.Status, a.Body)
	}
	s.Answers(http.StatusServiceUnavailable, "/api/v1/observations")
	s.Answers(200, "/livez")
	d.Serve()
	testenv.Eventually(t, "the server finds the database again", func() bool {
		return s.Get("/health").Status == 200 && s.Get("/api/v1/observations/"+id).Status == 200
	})
}
