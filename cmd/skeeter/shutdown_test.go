package main_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// slowExport begins a download of all records and returns its body; the rest comes as it is read.
func (s *server) slowExport() io.ReadCloser {
	s.t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, s.base+"/api/v1/export?format=geojsonseq", http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	resp, err := (&http.Transport{DisableCompression: true, ReadBufferSize: 4 << 10}).RoundTrip(r)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = resp.Body.Close() })
	if _, err := io.ReadFull(resp.Body, make([]byte, 1000)); err != nil || resp.StatusCode != 200 {
		s.t.Fatalf("export: %d, %v", resp.StatusCode, err)
	}
	return resp.Body
}

// creating sends creates one after the other until the server takes no more, and hands over the ids that it acknowledged.
func (s *server) creating(ctx context.Context, acknowledged func(id string)) {
	for ctx.Err() == nil {
		a, err := s.try("POST", "/api/v1/observations", observation)
		if err != nil {
			return
		}
		if a.status == 201 {
			acknowledged(decode[struct{ ID string }](s.t, a, 201).ID)
		}
	}
}

func TestShutdownFinishesWhatRuns(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_SHUTDOWN_DELAY=2s")
	h.ok("demo", "--count", "60000")
	s := h.serve()
	export := s.slowExport()

	var mu sync.Mutex
	var ids []string
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s.creating(t.Context(), func(id string) { mu.Lock(); ids = append(ids, id); mu.Unlock() })
		})
	}
	time.Sleep(300 * time.Millisecond) // creates run
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is not ready any more", func() bool { return s.get("/readyz").status == http.StatusServiceUnavailable })
	mu.Lock()
	before := len(ids)
	mu.Unlock()
	if a := s.get("/api/v1/species?limit=1"); a.status != 200 || before == 0 {
		t.Errorf("a request after readiness ended: %d; %d creates", a.status, before)
	}
	group.Wait() // the port is closed
	mu.Lock()
	if len(ids) == before {
		t.Errorf("no create was taken between the end of readiness and that of the port")
	}
	mu.Unlock()
	rest, err := io.ReadAll(export) // while the server waits for it
	if err != nil || len(rest) < 10_000_000 {
		t.Errorf("the export ended after %d more bytes: %v", len(rest), err)
	}
	if code := s.signal(syscall.Signal(0)); code != 0 {
		t.Errorf("exit status %d: %s", code, s.log)
	}

	again := h.serve()
	for _, id := range ids {
		if a := again.get("/api/v1/observations/" + id); a.status != 200 {
			t.Fatalf("an acknowledged record is lost: %d %s", a.status, a.body)
		}
	}
	if n := again.count("/api/v1/observations"); n < 60_000+len(ids) || n > 60_000+len(ids)+4 {
		t.Errorf("%d records after %d acknowledged creates", n, len(ids))
	}
}

func TestShutdownCutsWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	h.ok("demo", "--count", "60000")
	s := h.serve()
	s.slowExport() // which nobody reads on
	began := time.Now()
	if code := s.signal(syscall.SIGTERM); code != 0 || time.Since(began) < 15*time.Second {
		t.Errorf("exit status %d after %s: %s", code, time.Since(began), s.log)
	}
	if log := s.log.String(); !strings.Contains(log, "the server stopped before the answer was finished") || strings.Contains(log, "status=499") {
		t.Errorf("the log says that the client left: %s", log)
	}
	if out := h.ok("migrate", "version"); out == "" {
		t.Error("the database does not start again")
	}
}

func TestSecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_SHUTDOWN_DELAY=60s")
	s := h.serve()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is not ready any more", func() bool { return s.get("/readyz").status == http.StatusServiceUnavailable })
	if code := s.signal(syscall.SIGTERM); code != 1 {
		t.Errorf("exit status %d: %s", code, s.log)
	}
	h.ok("migrate", "version") // the database was stopped or is recovered
}

// TestDatabaseIsStartedAnew kills the embedded PostgreSQL while records are created.
func TestDatabaseIsStartedAnew(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	s := h.serve()
	var mu sync.Mutex
	var ids []string
	var failed atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for ctx.Err() == nil {
				a, err := s.try("POST", "/api/v1/observations", observation)
				switch {
				case err != nil:
					t.Errorf("the server did not answer: %v", err)
					return
				case a.status == 201:
					mu.Lock()
					ids = append(ids, decode[struct{ ID string }](t, a, 201).ID)
					mu.Unlock()
				case a.status == http.StatusServiceUnavailable && a.header.Get("Retry-After") != "":
					failed.Add(1)
					time.Sleep(50 * time.Millisecond)
				default:
					t.Errorf("create: %d %s", a.status, a.body)
				}
			}
		})
	}
	acknowledged := func() int { mu.Lock(); defer mu.Unlock(); return len(ids) }
	for range 2 {
		before := acknowledged()
		eventually(t, "records are created", func() bool { return acknowledged() > before+10 })
		if err := syscall.Kill(h.postmaster(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		before = acknowledged()
		eventually(t, "records are created again", func() bool { return acknowledged() > before+10 })
	}
	stop()
	group.Wait()
	eventually(t, "all is counted", func() bool { return s.get("/readyz").status == 200 && s.count("/api/v1/observations") >= len(ids) })
	for _, id := range ids {
		if a := s.get("/api/v1/observations/" + id); a.status != 200 {
			t.Fatalf("an acknowledged record is lost: %d %s", a.status, a.body)
		}
	}
	if n := s.count("/api/v1/observations"); n > len(ids)+int(failed.Load()) {
		t.Errorf("%d records after %d acknowledged creates and %d failed ones", n, len(ids), failed.Load())
	}
	t.Logf("%d creates acknowledged, %d answered with 503", len(ids), failed.Load())
	if code := s.signal(syscall.SIGTERM); code != 0 {
		t.Errorf("exit status %d: %s", code, s.log)
	}
}

// TestDatabaseThatDoesNotStayUpEndsTheServer leaves PostgreSQL nothing to start from.
func TestDatabaseThatDoesNotStayUpEndsTheServer(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	s := h.serve()
	h.breakCluster()
	if err := syscall.Kill(h.postmaster(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if code := s.signal(syscall.Signal(0)); code != 1 {
		t.Errorf("exit status %d: %s", code, s.log)
	}
}
