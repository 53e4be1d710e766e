package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// welcome is the answer of /api/v1/.
type welcome struct {
	Message, Notice string
	Reports         struct {
		PicturesKept  bool           `json:"pictures_kept"`
		LargestCounts map[string]int `json:"largest_counts"`
	}
}

// TestFirstStart: a server that is stopped while it starts ends without an error, and the next one finds nothing half done: a database without records gets
// the demonstration set, which the first import removes.
// Synthetic records that somebody asked for stay, and are announced beside real ones.
func TestFirstStart(t *testing.T) {
	t.Parallel()
	d := skeetertest.Empty(t)
	stopped := d.Start()
	testenv.Eventually(t, "its database is being made", func() bool { _, err := os.Stat(filepath.Join(d.Dir, "db", "cluster")); return err == nil })
	if code := stopped.Stop(syscall.SIGTERM); code != 0 || !strings.Contains(stopped.Log.String(), "stopped while starting") {
		t.Errorf("exit status %d: %s", code, stopped.Log)
	}
	s := d.Serve()
	if n := s.Count("/api/v1/stats"); n != 5000 {
		t.Errorf("%d records, want 5,000 synthetic ones", n)
	}
	if w := skeetertest.Decode[welcome](t, s.Get("/api/v1/"), 200); !strings.Contains(w.Notice, "The first import removes it") || w.Message != "Welcome to Skeeter" || w.Reports.PicturesKept {
		t.Errorf("welcome: %+v", w)
	}
	file := d.File("real.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes aegypti,10,20,2020-01-02\n")
	if out := d.MustRun("import", file); !strings.Contains(out, "the demonstration set was removed (5000 synthetic records)") {
		t.Errorf("import said: %s", out)
	}
	testenv.Eventually(t, "the import replaced the demonstration set", func() bool { return s.Count("/api/v1/stats") == 1 })
	testenv.Eventually(t, "the notice is gone", func() bool { return skeetertest.Decode[welcome](t, s.Get("/api/v1/"), 200).Notice == "" })

	d.MustRun("demo", "--count", "300")
	testenv.Eventually(t, "the synthetic records are counted", func() bool { return s.Count("/api/v1/stats") == 301 })
	testenv.Eventually(t, "the notice names what removes the records", func() bool { return announced(t, s) })
	removeSynthetic(t, d, s)
}

// announced says whether the welcome and the page name the command that removes the synthetic records, and no import.
func announced(t *testing.T, s *skeetertest.Server) bool {
	t.Helper()
	page := s.Send("GET", "/", "", "Accept", "text/html").Body
	const says = "skeeter demo --remove removes them"
	notice := skeetertest.Decode[welcome](t, s.Get("/api/v1/"), 200).Notice
	return strings.Contains(notice, says) && !strings.Contains(notice, "import") && strings.Contains(string(page), says)
}

// removeSynthetic removes 300 synthetic records.
func removeSynthetic(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server) {
	t.Helper()
	if out := d.MustRun("demo", "--remove"); out != "removed 300 synthetic records\n" {
		t.Errorf("demo --remove said %q", out)
	}
	testenv.Eventually(t, "the notice is gone", func() bool { return skeetertest.Decode[welcome](t, s.Get("/api/v1/"), 200).Notice == "" })
}

// TestSyntheticRecordsAreAnnounced: where they took the place of the demonstration set, they stay when records are imported.
func TestSyntheticRecordsAreAnnounced(t *testing.T) {
	t.Parallel()
	if !testenv.Long() {
		t.Skip("the long form alone: TestFirstStart announces and removes synthetic records, and observe/transfer/demo tests what they take the place of")
	}
	d := skeetertest.New(t, "SKEETER_DEMO=true")
	s := d.Serve()
	d.MustRun("demo", "--count", "300")
	testenv.Eventually(t, "the synthetic records took the place of the demonstration set", func() bool { return s.Count("/api/v1/stats") == 300 })
	testenv.Eventually(t, "the notice names what removes the records", func() bool { return announced(t, s) })
	d.MustRun("import", d.File("real.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes aegypti,10,20,2020-01-02\n"))
	testenv.Eventually(t, "the import is counted", func() bool { return s.Count("/api/v1/stats") == 301 })
	if !announced(t, s) {
		t.Error("synthetic records beside real ones are not announced")
	}
	removeSynthetic(t, d, s)
}
