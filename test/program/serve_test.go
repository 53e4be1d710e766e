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

// TestServe: what a server and the commands beside it say of what is wrong or as it should be.
func TestServe(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_WRITE_TOKE=secret", "SKEETER_LOG_FORMAT=json")
	s := d.Serve()
	address := "SKEETER_LISTEN_ADDR=" + strings.TrimPrefix(s.Base, "http://")
	unknownSettingsAreNamed(t, s)
	errorsAreLinesOfTheLog(t, address)

	d.Refuses(1, fmt.Sprintf("process id %d", s.Pid()), "serve") // a second one
	s.Answers(200, "/health")

	beside := skeetertest.Empty(t, address)
	if said := beside.MustRun("health"); !strings.Contains(said, `"status":"ok"`) {
		t.Errorf("health printed %s", said)
	}
	s.Stop(syscall.SIGINT)
	beside.Refuses(1, "does not answer", "health")
	beside.Refuses(2, "unexpected: now", "health", "now")
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

// unknownSettingsAreNamed: a setting that is misspelt has no effect, so the log names it.
func unknownSettingsAreNamed(t *testing.T, s *skeetertest.Server) {
	t.Helper()
	if log := s.Log.String(); !strings.Contains(log, `"level":"WARN"`) || !strings.Contains(log, "SKEETER_WRITE_TOKE") || strings.Contains(log, "secret") {
		t.Error(log)
	}
}

// errorsAreLinesOfTheLog: the error that ends a server is a line of its log, in the format of the log. The address is one that is in use.
func errorsAreLinesOfTheLog(t *testing.T, address string) {
	t.Helper()
	r := skeetertest.Empty(t, "SKEETER_LOG_FORMAT=json", address).Run("serve")
	for line := range strings.Lines(r.Stderr) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %s", line)
		}
	}
	if r.Code != 1 || !strings.Contains(r.Stderr, "already in use") {
		t.Errorf("exit status %d: %s", r.Code, r.Stderr)
	}
}
