package program_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestExportsAreKnownAgain holds that a whole export, of several data sources, changes nothing where it comes from, and that a private copy
// and a public one hold what they say.
func TestExportsAreKnownAgain(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	d.Serve() // no command has to start PostgreSQL
	d.MustRun("import", d.File("field.csv", skeetertest.FieldRecords), "--dataset", "Field work")
	d.MustRun("import", d.File("traps.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate,recordedBy,occurrenceRemarks,basisOfRecord\n"+
		"Aedes vexans,50.1,4.2,2019-06-01T23:30-05:00,Jane Roe,=1+1,MachineObservation\nAedes cf. vexans,50.1,4.2,2019-06-02,,-7,\n"), "--dataset", "Traps")
	before := sortedRows(t, d)

	for _, format := range []string{"dwca", "csv"} {
		for _, public := range []bool{false, true} {
			path := filepath.Join(d.Dir, "whole."+format)
			args := []string{"export", "--format", format, "--status", "all", "-o", path}
			if public {
				args = append(args, "--public")
			}
			r := d.Run(args...)
			if r.Code != 0 || !strings.Contains(r.Stderr, "exported 8 records") || strings.Contains(r.Stderr, "--public") == public {
				t.Errorf("%v: %d %s", args, r.Code, r.Stderr)
			}
			out := d.MustRun("import", path)
			if strings.Count(out, "inserted 0, updated 0") != strings.Count(out, "inserted") || strings.Contains(out, "rejected 1") {
				t.Errorf("%v into the same database: %s", args, out)
			}
		}
	}
	if after := sortedRows(t, d); strings.Join(after, "\n") != strings.Join(before, "\n") {
		t.Errorf("before:\n%s\nafter:\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}

	private, public, raw := d.MustRun("export"), d.MustRun("export", "--public"), d.MustRun("export", "--raw", "--data-source", "traps")
	if !strings.Contains(private, "Jane Roe") || strings.Contains(public, "Jane Roe") || !strings.Contains(public, "MachineObservation") || !strings.Contains(public, "2019-06-01T23:30:00-05:00") {
		t.Errorf("private:\n%s\npublic:\n%s", private, public)
	}
	if !strings.Contains(public, ",'=1+1,") || !strings.Contains(raw, ",=1+1,") || strings.Contains(public, "'-7") || !strings.Contains(public, "-7") {
		t.Errorf("formulas: %s\nraw: %s", public, raw)
	}
	if out := d.MustRun("export", "--species", "aedes-aegypti"); strings.Contains(out, "absent") {
		t.Errorf("absences that nobody asked for: %s", out)
	}
	if out := d.MustRun("export", "--species", "aedes-aegypti", "--include", "absences"); strings.Count(out, ",absent,") != 1 {
		t.Errorf("absences: %s", out)
	}
	d.Refuses(2, "--include", "export", "--include", "everything")
}
