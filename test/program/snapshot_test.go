package program_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestStartsFromTheSnapshot starts a server again after it was stopped, killed, and after other commands wrote while it was away. No record that it
// acknowledged is lost. In the short form it is stopped only before the other commands write.
func TestStartsFromTheSnapshot(t *testing.T) {
	t.Parallel()
	const fromSnapshot, fromTable, saved = "tile index read from its snapshot", "tile index loaded", "tile index saved"
	d := skeetertest.New(t)
	said := func(s *skeetertest.Server, what string) {
		t.Helper()
		testenv.Eventually(t, "the log says: "+what, func() bool { return strings.Contains(s.Log.String(), what) })
	}
	stored, ids := 0, []string(nil)
	holds := func(s *skeetertest.Server) {
		t.Helper()
		for _, path := range []string{"/api/v1/observations", "/api/v1/observations?start_date=2024-06-01&end_date=2024-06-01"} {
			if n := s.Count(path); n != stored {
				t.Errorf("%s counts %d, want %d", path, n, stored)
			}
		}
		for _, id := range ids {
			s.Answers(200, skeetertest.Observations+"/"+id)
		}
	}
	create := func(s *skeetertest.Server) {
		t.Helper()
		ids = append(ids, s.Create(skeetertest.Observation))
		stored++
	}
	s := d.Serve()
	said(s, saved)
	create(s)
	if testenv.Long() {
		s.Stop(syscall.SIGTERM)
		s = d.Serve()
		said(s, fromSnapshot)
		holds(s)
		for range 16 {
			create(s)
		}
	}
	create(s)
	create(s)
	s.Stop(syscall.SIGKILL)

	s = d.Serve()
	said(s, fromSnapshot)
	holds(s)
	if code := s.Stop(syscall.SIGTERM); code != 0 {
		t.Errorf("exit status %d after SIGTERM: %s", code, s.Log)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "db", "cluster", "postmaster.pid")); !os.IsNotExist(err) {
		t.Errorf("postgres still runs after the server ended: %v", err)
	}

	d.MustRun("import", d.File("more.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\nAedes albopictus,43.7,7.25,2024-06-01,2\n"), "--dataset", "more")
	stored++
	s = d.Serve()
	said(s, fromSnapshot)
	holds(s)
	s.Stop(syscall.SIGTERM)

	folder := filepath.Join(d.Dir, "data", "tiles")
	if err := os.Remove(filepath.Join(folder, "index")); err != nil {
		t.Fatal(err)
	}
	s = d.Serve()
	said(s, fromTable)
	holds(s)
}

// TestTakesTheFilesOfAnother starts servers beside one that runs: they take its files, map the same index, and count what was written since. What holds of
// many records, the long form tests.
func TestTakesTheFilesOfAnother(t *testing.T) {
	t.Parallel()
	const taken, fromTable, saved = "tile index read from the files of another server", "tile index loaded", "tile index saved"
	d := skeetertest.New(t)
	records := 1_000
	if testenv.Long() {
		records = 20_000
	}
	d.MustRun("demo", "--count", fmt.Sprint(records))
	first := d.Serve()
	said := func(s *skeetertest.Server, what string) {
		t.Helper()
		testenv.Eventually(t, "the log says: "+what, func() bool { return strings.Contains(s.Log.String(), what) })
	}
	said(first, saved)
	first.Create(skeetertest.Observation)
	folder := filepath.Join(d.Dir, "data", "tiles")
	own := filepath.Join(d.Dir, "other")
	second := d.Beside("SKEETER_TILE_POINTS_PATH="+own, "SKEETER_TILE_POINTS_FROM="+folder)
	said(second, taken)
	second.WaitIndexed()
	if strings.Contains(second.Log.String(), fromTable) {
		t.Error("it reads the table, too")
	}
	first.Create(skeetertest.Observation)
	for _, path := range []string{"/api/v1/tiles/observations/0/0/0.mvt", "/api/v1/tiles/observations/3/4/2.mvt?country=fr", "/api/v1/geo/observations?limit=200&country=fr"} {
		testenv.Eventually(t, "both answer alike: "+path, func() bool { return string(first.Get(path).Body) == string(second.Get(path).Body) })
	}
	if a, b := first.Count("/api/v1/observations"), second.Count("/api/v1/observations"); a != records+2 || b != a {
		t.Errorf("the servers count %d and %d, want %d", a, b, records+2)
	}

	// A folder that holds nothing, and one that holds another database's: the log says why, and the table is read.
	if testenv.Long() {
		third := d.Beside("SKEETER_TILE_POINTS_PATH="+filepath.Join(d.Dir, "third"), "SKEETER_TILE_POINTS_FROM="+filepath.Join(d.Dir, "nothing"))
		said(third, "not usable")
		said(third, fromTable)
	}
	other := skeetertest.New(t)
	stranger := other.With("SKEETER_TILE_POINTS_PATH="+filepath.Join(other.Dir, "own"), "SKEETER_TILE_POINTS_FROM="+folder).Serve()
	said(stranger, "another database")
	said(stranger, fromTable)
	stranger.WaitIndexed()
	if n := stranger.Count("/api/v1/observations"); n >= records {
		t.Errorf("a server of another database counts %d", n)
	}
}
