package program_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// exportedRecords are so many that an export of them does not fit between a server and a client that reads slowly.
const exportedRecords = 20_000

// longRecords are as many bytes, in few records: each has longRecord bytes of notes.
const (
	longRecords = 2500
	longRecord  = 3900
)

// slowExport begins a download of all records and returns its body, to be read on.
func slowExport(t *testing.T, s *skeetertest.Server) io.ReadCloser {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, s.Base+"/api/v1/export?format=geojsonseq", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return conn, conn.(*net.TCPConn).SetReadBuffer(256 << 10)
	}
	resp, err := (&http.Transport{DisableCompression: true, ReadBufferSize: 4 << 10, DialContext: dial}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	if _, err := io.ReadFull(resp.Body, make([]byte, 1000)); err != nil || resp.StatusCode != 200 {
		t.Fatalf("export: %d, %v", resp.StatusCode, err)
	}
	return resp.Body
}

// createsEach is the rest between two creates: each record is looked up afterwards.
const createsEach = 100 * time.Millisecond

// createAll sends creates one after the other until the server takes no more, and hands over the ids that it acknowledged.
func createAll(t *testing.T, s *skeetertest.Server, acknowledged func(id string)) {
	for t.Context().Err() == nil {
		a, err := create(t, s)
		if err != nil {
			return
		}
		if a.Status == 201 {
			acknowledged(skeetertest.Decode[struct{ ID string }](t, a, 201).ID)
		}
		time.Sleep(createsEach)
	}
}

// create sends a record to a server that may be gone.
func create(t *testing.T, s *skeetertest.Server) (skeetertest.Answer, error) {
	return s.Try(t.Context(), "POST", skeetertest.Observations, skeetertest.Observation, "Content-Type", "application/json")
}

func TestShutdownFinishesWhatRuns(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_SHUTDOWN_DELAY=6s")
	s := d.Serve()
	var rows strings.Builder
	rows.WriteString("scientificName,decimalLatitude,decimalLongitude,eventDate,occurrenceRemarks\n")
	for i := range longRecords {
		fmt.Fprintf(&rows, "Aedes aegypti,10,20,2020-01-02,%d %s\n", i, strings.Repeat("word ", longRecord/5))
	}
	d.MustRun("import", d.File("long.csv", rows.String()))
	export := slowExport(t, s)

	var mu sync.Mutex
	var ids []string
	var group sync.WaitGroup
	creators := 1
	if testenv.Long() {
		creators = 4
	}
	for range creators {
		group.Go(func() {
			createAll(t, s, func(id string) { mu.Lock(); ids = append(ids, id); mu.Unlock() })
		})
	}
	testenv.Eventually(t, "creates run", func() bool { mu.Lock(); defer mu.Unlock(); return len(ids) > 0 })
	s.Signal(syscall.SIGTERM)
	testenv.Eventually(t, "it is not ready any more", func() bool { return s.Get("/readyz").Status == http.StatusServiceUnavailable })
	mu.Lock()
	before := len(ids)
	mu.Unlock()
	if a := s.Get("/api/v1/species?limit=1"); a.Status != 200 || before == 0 {
		t.Errorf("a request after readiness ended: %d; %d creates", a.Status, before)
	}
	group.Wait() // the port is closed
	mu.Lock()
	if len(ids) == before {
		t.Errorf("no create was taken between the end of readiness and that of the port")
	}
	mu.Unlock()
	rest, err := io.ReadAll(export) // while the server waits for it
	if err != nil || len(rest) < longRecord*(longRecords-1) {
		t.Errorf("the export ended after %d more bytes: %v", len(rest), err)
	}
	if code := s.Wait(); code != 0 {
		t.Errorf("exit status %d: %s", code, s.Log)
	}

	again := d.Serve()
	for _, id := range ids {
		again.Answers(200, "/api/v1/observations/"+id) // an acknowledged record is not lost
	}
	if n := again.Count("/api/v1/observations"); n < longRecords+len(ids) || n > longRecords+len(ids)+creators {
		t.Errorf("%d records after %d acknowledged creates", n, len(ids))
	}
}

// TestShutdownCutsWhatDoesNotEnd: for how long the server waits before, internal/app tests.
func TestShutdownCutsWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("the long form alone: the server waits for 20 seconds")
	}
	d := skeetertest.New(t)
	d.MustRun("demo", "--count", fmt.Sprint(exportedRecords))
	s := d.Serve()
	slowExport(t, s) // and is not read on
	if code := s.Stop(syscall.SIGTERM); code != 0 {
		t.Errorf("exit status %d: %s", code, s.Log)
	}
	if log := s.Log.String(); !strings.Contains(log, "the server stopped before the answer was finished") || strings.Contains(log, "status=499") {
		t.Errorf("the log says that the client left: %s", log)
	}
	if out := d.MustRun("migrate", "version"); out == "" {
		t.Error("the database does not start again")
	}
}

func TestSecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_SHUTDOWN_DELAY=60s")
	s := d.Serve()
	s.Signal(syscall.SIGTERM)
	testenv.Eventually(t, "it is not ready any more", func() bool { return s.Get("/readyz").Status == http.StatusServiceUnavailable })
	if code := s.Stop(syscall.SIGTERM); code != 1 {
		t.Errorf("exit status %d: %s", code, s.Log)
	}
	d.MustRun("migrate", "version") // the database was stopped or is recovered
}

// TestDatabaseIsStartedAnew kills the embedded PostgreSQL while records are created.
func TestDatabaseIsStartedAnew(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	var mu sync.Mutex
	var ids []string
	var failed atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for ctx.Err() == nil {
				a, err := create(t, s)
				switch {
				case err != nil:
					t.Errorf("the server did not answer: %v", err)
					return
				case a.Status == 201:
					mu.Lock()
					ids = append(ids, skeetertest.Decode[struct{ ID string }](t, a, 201).ID)
					mu.Unlock()
				case a.Status == http.StatusServiceUnavailable && a.Header.Get("Retry-After") != "":
					failed.Add(1)
					time.Sleep(50 * time.Millisecond)
				default:
					t.Errorf("create: %d %s", a.Status, a.Body)
				}
			}
		})
	}
	acknowledged := func() int { mu.Lock(); defer mu.Unlock(); return len(ids) }
	for range 2 {
		before := acknowledged()
		testenv.Eventually(t, "records are created", func() bool { return acknowledged() > before+10 })
		if err := syscall.Kill(d.Postmaster(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		before = acknowledged()
		testenv.Eventually(t, "records are created again", func() bool { return acknowledged() > before+10 })
	}
	stop()
	group.Wait()
	testenv.Eventually(t, "all is counted", func() bool { return s.Get("/readyz").Status == 200 && s.Count("/api/v1/observations") >= len(ids) })
	for _, id := range ids {
		s.Answers(200, "/api/v1/observations/"+id) // an acknowledged record is not lost
	}
	if n := s.Count("/api/v1/observations"); n > len(ids)+int(failed.Load()) {
		t.Errorf("%d records after %d acknowledged creates and %d failed ones", n, len(ids), failed.Load())
	}
	t.Logf("%d creates acknowledged, %d answered with 503", len(ids), failed.Load())
	if code := s.Stop(syscall.SIGTERM); code != 0 {
		t.Errorf("exit status %d: %s", code, s.Log)
	}
}

// TestDatabaseThatDoesNotStayUpEndsTheServer removes the file that PostgreSQL starts from. How often it is tried, internal/postgres/cluster tests.
func TestDatabaseThatDoesNotStayUpEndsTheServer(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("the long form alone: the server rests for 15 seconds between its tries")
	}
	d := skeetertest.New(t)
	s := d.Serve()
	if err := os.Remove(filepath.Join(d.Dir, "db", "cluster", "global", "pg_control")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(d.Postmaster(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if code := s.Wait(); code != 1 {
		t.Errorf("exit status %d: %s", code, s.Log)
	}
}
