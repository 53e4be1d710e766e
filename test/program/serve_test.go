package program_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

func TestSecondServeIsRefused(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	d.Refuses(1, fmt.Sprintf("process id %d", s.Pid()), "serve")
	s.Answers(200, "/health")
}

func TestKilledServerIsRecovered(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	var ids []string
	for range 20 {
		ids = append(ids, s.Create(skeetertest.Observation))
	}
	s.Stop(syscall.SIGKILL)
	again := d.Serve()
	for _, id := range ids {
		again.Answers(200, "/api/v1/observations/"+id) // an acknowledged record is not lost
	}
	if n := again.Count("/api/v1/observations"); n != len(ids) {
		t.Errorf("%d records, want %d", n, len(ids))
	}
	if code := again.Stop(syscall.SIGTERM); code != 0 {
		t.Errorf("exit status %d after SIGTERM: %s", code, again.Log)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "db", "cluster", "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("postgres still runs after the server ended: %v", err)
	}
}

func TestBadSettingsAreReportedTogether(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t, "SKEETER_API_V1_STR=nope", "SKEETER_TILE_INDEX=perhaps")
	r := d.Run("serve")
	if r.Code != 2 || !strings.Contains(r.Stderr, "SKEETER_API_V1_STR") || !strings.Contains(r.Stderr, "SKEETER_TILE_INDEX") {
		t.Errorf("exit status %d: %s", r.Code, r.Stderr)
	}
}

// TestAStreetMapThatIsNone: a file that is no archive of vector tiles ends the server with a line that says so.
func TestAStreetMapThatIsNone(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_BASEMAP_PMTILES=streets.mbtiles")
	if err := os.WriteFile(filepath.Join(d.Dir, "streets.mbtiles"), []byte("SQLite format 3"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := d.Run("serve")
	if r.Code != 2 || !strings.Contains(r.Stderr, "SKEETER_BASEMAP_PMTILES: read streets.mbtiles: it is no PMTiles archive") {
		t.Errorf("exit status %d: %s", r.Code, r.Stderr)
	}
}

// TestUnknownSettingsAreNamed: a setting that is misspelt has no effect, so the log names it.
func TestUnknownSettingsAreNamed(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_WRITE_TOKE=secret", "SKEETER_LOG_FORMAT=json")
	s := d.Serve()
	if log := s.Log.String(); !strings.Contains(log, `"level":"WARN"`) || !strings.Contains(log, "SKEETER_WRITE_TOKE") || strings.Contains(log, "secret") {
		t.Error(log)
	}

	// The error that ends a server is a line of its log, in the format of the log.
	r := skeetertest.Empty(t, "SKEETER_LOG_FORMAT=json", "SKEETER_LISTEN_ADDR="+strings.TrimPrefix(s.Base, "http://")).Run("serve")
	for line := range strings.Lines(r.Stderr) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	if r.Code != 1 || !strings.Contains(r.Stderr, "already in use") {
		t.Errorf("exit status %d: %s", r.Code, r.Stderr)
	}
}
