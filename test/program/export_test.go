package program_test

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestExports holds that a whole export, of several data sources, changes nothing where it comes from and loses nothing elsewhere, and that a private copy
// and a public one hold what they say. The short form has one format of each of the two copies.
func TestExports(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	d.Serve() // no command has to start PostgreSQL
	d.MustRun("import", d.File("field.csv", skeetertest.FieldRecords), "--dataset", "Field work")
	d.MustRun("import", d.File("traps.csv", "scientificName,decimalLatitude,decimalLongitude,eventDate,recordedBy,occurrenceRemarks,basisOfRecord\n"+
		"Aedes vexans,50.1,4.2,2019-06-01T23:30-05:00,Jane Roe,=1+1,MachineObservation\nAedes cf. vexans,50.1,4.2,2019-06-02,,-7,\n"), "--dataset", "Traps")
	t.Run("are known again", func(t *testing.T) { exportsAreKnownAgain(t, d.In(t)) })
	t.Run("come back without loss", func(t *testing.T) { exportsComeBackWithoutLoss(t, d.In(t)) })

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
	if out := d.MustRun("export", "--format", "csv", "--species", "Culex pipiens", "--excel"); strings.Count(out, "\n") != 3 || !strings.HasPrefix(out, "\ufeff") {
		t.Errorf("csv: %q", out)
	}
	d.Refuses(2, "--include", "export", "--include", "everything")
	d.Refuses(2, "bbox", "export", "--bbox", "1,2")
}

func exportsAreKnownAgain(t *testing.T, d *skeetertest.Deployment) {
	type export struct {
		format string
		public bool
	}
	exports := []export{{"dwca", false}, {"csv", true}}
	if testenv.Long() {
		exports = append(exports, export{"dwca", true}, export{"csv", false})
	}
	before := sortedRows(t, d)
	for _, e := range exports {
		path := filepath.Join(d.Dir, "whole."+e.format)
		args := []string{"export", "--format", e.format, "--status", "all", "-o", path}
		if e.public {
			args = append(args, "--public")
		}
		r := d.Run(args...)
		if r.Code != 0 || !strings.Contains(r.Stderr, "exported 8 records") || strings.Contains(r.Stderr, "--public") == e.public {
			t.Errorf("%v: %d %s", args, r.Code, r.Stderr)
		}
		out := d.MustRun("import", path)
		if strings.Count(out, "inserted 0, updated 0") != strings.Count(out, "inserted") || strings.Contains(out, "rejected 1") {
			t.Errorf("%v into the same database: %s", args, out)
		}
	}
	if after := sortedRows(t, d); strings.Join(after, "\n") != strings.Join(before, "\n") {
		t.Errorf("before:\n%s\nafter:\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
	}
}

// exportsComeBackWithoutLoss brings a data source to another database.
func exportsComeBackWithoutLoss(t *testing.T, from *skeetertest.Deployment) {
	archive, of := filepath.Join(from.Dir, "field.zip"), []string{"--data-source", "field-work"}
	from.MustRun(append([]string{"export", "--format", "dwca", "-o", archive}, of...)...)

	to := skeetertest.New(t)
	to.Serve()
	if out := to.MustRun("import", archive); !strings.Contains(out, "inserted 5, updated 0, unchanged 0, absences 1, rejected 0") || !strings.Contains(out, `"Field work"`) {
		t.Fatalf("import of the archive: %s", out)
	}
	if out := to.MustRun("import", archive); !strings.Contains(out, "unchanged 5, absences 1") {
		t.Errorf("a second import of the archive: %s", out)
	}
	// Everything that the records say is compared in CSV, their ids too.
	if a, b := sortedRows(t, from, of...), sortedRows(t, to); !slices.Equal(a, b) {
		t.Errorf("before:\n%s\nafter:\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	formats := []string{"geojson"}
	if testenv.Long() {
		formats = append(formats, "geojsonseq")
	}
	for _, format := range formats {
		out := from.MustRun(append([]string{"export", "--format", format}, of...)...)
		if n := strings.Count(out, `"type":"Feature"`); n != 5 || strings.Contains(out, "observer") {
			t.Errorf("%s holds %d features", format, n)
		}
		path := to.File("back."+format, out)
		if back := to.MustRun("import", path, "--dataset", format); !strings.Contains(back, "inserted 5") {
			t.Errorf("import of %s: %s", format, back)
		}
	}
}

// sortedRows are the rows of a CSV export, in any order.
func sortedRows(t *testing.T, d *skeetertest.Deployment, filter ...string) []string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(d.MustRun(append([]string{"export", "--format", "csv"}, filter...)...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, row := range rows {
		out = append(out, fmt.Sprintf("%q", row))
	}
	slices.Sort(out[1:])
	return out
}
