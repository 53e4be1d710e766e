package program_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestStartsFromTheSnapshot starts a server again after it was stopped, killed, and after other commands wrote while it was away.
func TestStartsFromTheSnapshot(t *testing.T) {
	t.Parallel()
	const fromSnapshot, fromTable, saved = "tile index read from its snapshot", "tile index loaded", "tile index saved"
	d := skeetertest.New(t)
	said := func(s *skeetertest.Server, what string) {
		t.Helper()
		skeetertest.Eventually(t, "the log says: "+what, func() bool { return strings.Contains(s.Log.String(), what) })
	}
	stored := 0
	holds := func(s *skeetertest.Server) {
		t.Helper()
		for _, path := range []string{"/api/v1/observations", "/api/v1/observations?start_date=2024-06-01&end_date=2024-06-01"} {
			if n := s.Count(path); n != stored {
				t.Errorf("%s counts %d, want %d", path, n, stored)
			}
		}
	}
	create := func(s *skeetertest.Server) {
		t.Helper()
		s.Create(skeetertest.Observation)
		stored++
	}
	s := d.Serve()
	said(s, saved)
	create(s)
	s.Stop(syscall.SIGTERM)

	s = d.Serve()
	said(s, fromSnapshot)
	holds(s)
	create(s)
	create(s)
	s.Stop(syscall.SIGKILL)

	s = d.Serve()
	said(s, fromSnapshot)
	holds(s)
	s.Stop(syscall.SIGTERM)

	d.MustRun("backup", filepath.Join(d.Dir, "records.dump"))
	d.MustRun("import", d.File("more.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\nAedes albopictus,43.7,7.25,2024-06-01,2\n"), "--dataset", "more")
	stored++
	s = d.Serve()
	said(s, fromSnapshot)
	holds(s)
	s.Stop(syscall.SIGTERM)

	d.MustRun("restore", "--replace", filepath.Join(d.Dir, "records.dump"))
	stored--
	s = d.Serve()
	said(s, fromTable)
	said(s, "another database")
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
