package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const observation = `{"species_scientific_name":"Aedes albopictus","count":2,"location":{"lat":43.7,"lng":7.25},"observed_at":"2024-06-01T08:00:00Z"}`

// welcome is the answer of /api/v1/.
type welcome struct{ Message, Notice string }

func TestEmptyDatabaseGetsTheDemonstrationSet(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	if n := s.count("/api/v1/stats"); n != 5000 {
		t.Errorf("%d records, want 5,000 synthetic ones", n)
	}
	if w := decode[welcome](t, s.get("/api/v1/"), 200); !strings.Contains(w.Notice, "The first import removes it") || w.Message != "Welcome to Skeeter" {
		t.Errorf("welcome: %+v", w)
	}
	file := h.file("real.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes aegypti,10,20,2020-01-02\n")
	if out := h.ok("import", file); !strings.Contains(out, "the demonstration set was removed (5000 synthetic records)") {
		t.Errorf("import said: %s", out)
	}
	eventually(t, "the import replaced the demonstration set", func() bool { return s.count("/api/v1/stats") == 1 })
	eventually(t, "the notice is gone", func() bool { return decode[welcome](t, s.get("/api/v1/"), 200).Notice == "" })
}

func TestSyntheticRecordsAreAnnounced(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.serve()
	h.ok("demo", "--count", "300")
	eventually(t, "the synthetic records took the place of the demonstration set", func() bool { return s.count("/api/v1/stats") == 300 })
	announced := func() bool {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.base+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/html")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		page, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		const says = "skeeter demo --remove removes them"
		notice := decode[welcome](t, s.get("/api/v1/"), 200).Notice
		return strings.Contains(notice, says) && !strings.Contains(notice, "import") && strings.Contains(string(page), says)
	}
	eventually(t, "the notice names what removes the records", announced)
	h.ok("import", h.file("real.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes aegypti,10,20,2020-01-02\n"))
	eventually(t, "the import is counted", func() bool { return s.count("/api/v1/stats") == 301 })
	if !announced() {
		t.Error("synthetic records beside real ones are not announced")
	}
	if out := h.ok("demo", "--remove"); out != "removed 300 synthetic records\n" {
		t.Errorf("demo --remove said %q", out)
	}
	eventually(t, "the notice is gone", func() bool { return decode[welcome](t, s.get("/api/v1/"), 200).Notice == "" })
}

func TestSecondServeIsRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	s := h.serve()
	if r := h.run("serve"); r.code != 1 || !strings.Contains(r.stderr, fmt.Sprintf("process id %d", s.cmd.Process.Pid)) {
		t.Errorf("exit status %d: %s", r.code, r.stderr)
	}
	if a := s.get("/health"); a.status != 200 {
		t.Errorf("the first server suffered: %d", a.status)
	}
}

func TestKilledServerIsRecovered(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	s := h.serve()
	var ids []string
	for range 20 {
		a := s.do("POST", "/api/v1/observations", "application/json", observation)
		ids = append(ids, decode[struct{ ID string }](t, a, 201).ID)
	}
	s.signal(syscall.SIGKILL)
	again := h.serve()
	for _, id := range ids {
		if a := again.get("/api/v1/observations/" + id); a.status != 200 {
			t.Errorf("an acknowledged record is lost: %d %s", a.status, a.body)
		}
	}
	if n := again.count("/api/v1/observations"); n != len(ids) {
		t.Errorf("%d records, want %d", n, len(ids))
	}
	if code := again.signal(syscall.SIGTERM); code != 0 {
		t.Errorf("exit status %d after SIGTERM: %s", code, again.log)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "db", "cluster", "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("postgres still runs after the server ended: %v", err)
	}
}

func TestBadSettingsAreReportedTogether(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_API_V1_STR=nope", "SKEETER_TILE_INDEX=perhaps")
	r := h.run("serve")
	if r.code != 2 || !strings.Contains(r.stderr, "SKEETER_API_V1_STR") || !strings.Contains(r.stderr, "SKEETER_TILE_INDEX") {
		t.Errorf("exit status %d: %s", r.code, r.stderr)
	}
}

// TestUnknownSettingsAreNamed: a setting that is misspelt has no effect, which somebody should know.
func TestUnknownSettingsAreNamed(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_WRITE_TOKE=secret", "SKEETER_LOG_FORMAT=json")
	s := h.serve()
	if log := s.log.String(); !strings.Contains(log, `"level":"WARN"`) || !strings.Contains(log, "SKEETER_WRITE_TOKE") || strings.Contains(log, "secret") {
		t.Error(log)
	}

	// What ends a server is a line of its log, in the format of the log.
	r := newHome(t, "SKEETER_LOG_FORMAT=json", "SKEETER_LISTEN_ADDR="+strings.TrimPrefix(s.base, "http://")).run("serve")
	for line := range strings.Lines(r.stderr) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	if r.code != 1 || !strings.Contains(r.stderr, "already in use") {
		t.Errorf("exit status %d: %s", r.code, r.stderr)
	}
}

// TestToldToStopWhileStarting is no failure.
func TestToldToStopWhileStarting(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.start()
	eventually(t, "its database is being made", func() bool { _, err := os.Stat(filepath.Join(h.dir, "db", "cluster")); return err == nil })
	if code := s.signal(syscall.SIGTERM); code != 0 || !strings.Contains(s.log.String(), "stopped while starting") {
		t.Errorf("exit status %d: %s", code, s.log)
	}
	h.serve()
}

// TestNothingIsMadeToReadFrom: a command that reads what is there makes no database where none is.
func TestNothingIsMadeToReadFrom(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for _, args := range [][]string{{"backup", "x.dump"}, {"export", "--format", "csv"}, {"dataset", "list"}} {
		if r := h.run(args...); r.code != 1 || !strings.Contains(r.stderr, "there is no database in "+filepath.Join(h.dir, "db")) {
			t.Errorf("%v: exit status %d: %s", args, r.code, r.stderr)
		}
	}
	if r := h.run("import", "nothing.csv"); r.code != 1 || !strings.Contains(r.stderr, "nothing.csv: no such file") {
		t.Errorf("import: exit status %d: %s", r.code, r.stderr)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "db")); !os.IsNotExist(err) {
		t.Errorf("a database was made: %v", err)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "x.dump")); !os.IsNotExist(err) {
		t.Errorf("a backup of nothing was made: %v", err)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	for _, args := range [][]string{{"sing"}, {"import"}, {"import", "x.csv", "--map", "wing=W"}, {"export", "--format", "xml"},
		{"demo", "--count", "0"}, {"serve", "now"}, {"migrate", "sideways"}, {"migrate", "down", "-1"}, {"dataset"}, {"import", "--nope"}} {
		if r := h.run(args...); r.code != 2 || r.stderr == "" {
			t.Errorf("skeeter %v: exit status %d: %s", args, r.code, r.stderr)
		}
	}
	for args, want := range map[[3]string]string{
		{"demo", "--count", "x"}:                    `--count is "x": want a whole number; see skeeter demo --help`,
		{"demo", "--count", "1.5"}:                  `--count is "1.5": want a whole number; see skeeter demo --help`,
		{"demo", "--count", "99999999999999999999"}: `--count is "99999999999999999999": it is out of range; see skeeter demo --help`,
		{"export", "--excel=maybe", "-o-"}:          `--excel is "maybe": want true or false; see skeeter export --help`,
	} {
		if r := h.run(args[:]...); r.code != 2 || r.stderr != "skeeter: "+want+"\n" {
			t.Errorf("skeeter %v: exit status %d: %s", args, r.code, r.stderr)
		}
	}
	for _, args := range [][]string{{"--help"}, {"import", "--help"}, {"--version"}, {"version"}, {"settings"}} {
		if out := h.ok(args...); out == "" {
			t.Errorf("skeeter %v printed nothing", args)
		}
	}
}

func TestMigrateCommand(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	up := h.ok("migrate", "up")
	if down := h.ok("migrate", "down", "all"); !strings.Contains(down, "schema version 0") {
		t.Errorf("down: %s", down)
	}
	if again := h.ok("migrate", "up"); again != up || strings.Contains(up, "version 0") {
		t.Errorf("up printed %q, then %q", up, again)
	}
	if out := h.ok("migrate", "version"); out != up {
		t.Errorf("version printed %q, up %q", out, up)
	}
}

func TestReadyIsSaidWhenItIsSo(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false") // its cluster plays the external server, which is away at first
	outside := newHome(t, "SKEETER_DATABASE_URL=postgres:///skeeter?host="+filepath.Join(h.dir, "db", "socket")+"&user=skeeter",
		"SKEETER_PUBLIC_URL=https://skeeter.example.org")
	s := outside.start()
	line := s.line()
	_, after, _ := strings.Cut(line, " listens on ")
	own, waits := strings.CutSuffix(after, "/ and waits for its database")
	if !waits {
		t.Fatalf("before the database answers: %q", line)
	}
	s.base = own
	if live, ready := s.get("/livez").status, s.get("/readyz").status; live != 200 || ready != http.StatusServiceUnavailable {
		t.Errorf("before the database answers: livez %d, readyz %d", live, ready)
	}
	h.serve()
	if line, want := s.line(), "is ready: https://skeeter.example.org/, listening on "+own+"/"; !strings.HasSuffix(line, want) {
		t.Errorf("said %q, want %q", line, want)
	}
	if ready := s.get("/readyz").status; ready != 200 {
		t.Errorf("readyz %d after it said so", ready)
	}
}

func TestExternalDatabase(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	owner := h.serve() // its cluster plays the external server
	outside := newHome(t, "SKEETER_DATABASE_URL=postgres:///skeeter?host="+filepath.Join(h.dir, "db", "socket")+"&user=skeeter")
	second := outside.serve()
	eventually(t, "the second server is ready", func() bool { return second.get("/readyz").status == 200 })
	a := second.do("POST", "/api/v1/observations", "application/json", observation)
	id := decode[struct{ ID string }](t, a, 201).ID
	if got := second.count("/api/v1/observations"); got != 1 {
		t.Errorf("the server that took the record counts %d", got)
	}
	eventually(t, "the other server counts the record", func() bool { return owner.count("/api/v1/observations") == 1 })
	if got := owner.get("/api/v1/observations/" + id); got.status != 200 {
		t.Errorf("the other server does not find the record: %d", got.status)
	}

	owner.signal(syscall.SIGTERM)
	if a := second.get("/health"); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("health without a database: %d %s", a.status, a.body)
	}
	if a := second.get("/api/v1/observations"); a.status != http.StatusServiceUnavailable {
		t.Errorf("a list without a database: %d %s", a.status, a.body)
	}
	if a := second.get("/livez"); a.status != 200 {
		t.Errorf("livez without a database: %d", a.status)
	}
	h.serve()
	eventually(t, "the server finds the database again", func() bool {
		return second.get("/health").status == 200 && second.get("/api/v1/observations/"+id).status == 200
	})
}
