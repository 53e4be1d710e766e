package main_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const fieldRecords = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,occurrenceStatus,sex,trapNights\n" +
	"a1,\"Stegomyia aegypti (Linnaeus, 1762)\",-3.1,-60.02,2019-03-04,3,present,F,2\n" +
	"a2,Culex bahamensis,25.06,-77.34,2019-03,,,,1\n" +
	"a3,Aedes aegypti,-3.1,-60.02,2019,1,,,\n" +
	"a4,Aedes aegypti,-3.1,-60.02,2019-05-06,0,absent,,4\n" +
	"a5,Aedes aegypti,-3.1,-60.02,2019-05-07,0,present,,\n" +
	"a1,Aedes aegypti,-3.1,-60.02,2019-05-08,1,,,\n" +
	",Culex pipiens,48.85,2.35,2006-2008,2,,,\n" +
	",Culex pipiens,48.85,2.35,2006-2008,2,,,\n" +
	"a9,Aedes aegypti,,,2019-05-08,1,,,\n" +
	"a10,,1,2,2019-05-08,1,,,\n" +
	"a11,Aedes aegypti,1,2,,1,,,\n"

func TestImportIsExactAndIdempotent(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	s := h.serve()
	file := h.file("field.csv", fieldRecords)
	out := h.ok("import", file, "--dataset", "Field work")
	for _, want := range []string{"11 rows", "inserted 5, updated 0, unchanged 0, absences 1, rejected 5", "the file repeats this id: 1", "no coordinates: 1", "no date: 1", "no name: 1"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in:\n%s", want, out)
		}
	}
	rejects := readCSV(t, filepath.Join(h.dir, "field.rejected.csv"))
	if len(rejects) != 6 || strings.Join(rejects[0][:3], ",") != "line,reason,occurrenceID" {
		t.Errorf("rejects: %q", rejects)
	}
	for _, row := range rejects[1:] {
		if line, _ := strconv.Atoi(row[0]); line < 6 || row[1] == "" || len(row) != len(rejects[0]) {
			t.Errorf("rejected row %q", row)
		}
	}
	eventually(t, "the import is counted", func() bool { return s.count("/api/v1/observations") == 5 })

	if out := h.ok("import", file, "--dataset", "Field work"); !strings.Contains(out, "inserted 0, updated 0, unchanged 5, absences 1, rejected 5") {
		t.Errorf("a second import: %s", out)
	}
	changed := h.file("field.csv", strings.Replace(fieldRecords, "2019-03,,", "2019-03,7,", 1))
	if out := h.ok("import", changed, "--dataset", "Field work"); !strings.Contains(out, "inserted 0, updated 1, unchanged 4, absences 1, rejected 5") {
		t.Errorf("an import with a changed row: %s", out)
	}

	type record struct {
		SpeciesID, SpeciesScientificName, DatePrecision, ObservedUntil string
		VerbatimScientificName                                         *string
		Count                                                          int
		Sex, CountryID                                                 *string
		Metadata                                                       map[string]any
	}
	rename := regexp.MustCompile(`_([a-z])`)
	var list struct{ Observations []record }
	raw := rename.ReplaceAllStringFunc(string(s.get("/api/v1/observations").body), func(m string) string { return strings.ToUpper(m[1:]) })
	if err := json.Unmarshal([]byte(raw), &list); err != nil {
		t.Fatal(err)
	}
	byPrecision := map[string]record{}
	for _, r := range list.Observations {
		byPrecision[r.DatePrecision] = r
	}
	if d := byPrecision["day"]; d.SpeciesID != "aedes-aegypti" || d.VerbatimScientificName == nil || !strings.HasPrefix(*d.VerbatimScientificName, "Stegomyia") ||
		d.Metadata["trapNights"] != "2" || d.Sex == nil || *d.Sex != "female" || *d.CountryID != "br" {
		t.Errorf("day: %+v", d)
	}
	if m := byPrecision["month"]; m.SpeciesScientificName != "Culex bahamensis" || m.ObservedUntil != "2019-03-31" || m.Count != 7 {
		t.Errorf("month: %+v", m)
	}
	if y := byPrecision["year"]; y.ObservedUntil != "2019-12-31" {
		t.Errorf("year: %+v", y)
	}
	if i := byPrecision["interval"]; i.ObservedUntil != "2008-12-31" {
		t.Errorf("interval: %+v", i)
	}

	if !strings.Contains(string(s.get("/api/v1/filters").body), "Culex bahamensis") {
		t.Error("the filters do not offer a name that the catalog lacks")
	}
	if n := s.count("/api/v1/stats?species=culex_bahamensis"); n != 1 {
		t.Errorf("%d records of Culex bahamensis", n)
	}
	if out := h.ok("dataset", "list"); !regexp.MustCompile(`field-work +5 +1 `).MatchString(out) {
		t.Errorf("dataset list: %s", out)
	}
	h.ok("dataset", "remove", "field-work")
	eventually(t, "the data set is withdrawn", func() bool { return s.count("/api/v1/observations") == 0 })
	if strings.Contains(string(s.get("/api/v1/filters").body), "Culex bahamensis") {
		t.Error("a name that no record has any more is still offered")
	}
	if r := h.run("dataset", "remove", "field-work"); r.code != 1 || !strings.Contains(r.stderr, "no such data source") {
		t.Errorf("removing it twice: %d %s", r.code, r.stderr)
	}
}

// TestBrokenFilesChangeNothing: the error names file and reason, and nothing is half loaded.
func TestBrokenFilesChangeNothing(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false")
	h.ok("migrate", "up")
	good := "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes aegypti,10,20,2020-01-02\n"
	var archive bytes.Buffer
	zw := zip.NewWriter(&archive)
	for name, content := range map[string]string{"meta.xml": "<archive xmlns=\"http://rs.tdwg.org/dwc/text/\"><core", "occurrence.txt": good} {
		w, _ := zw.Create(name)
		_, _ = io.WriteString(w, content)
	}
	_ = zw.Close()
	for name, tc := range map[string]struct{ content, want string }{
		"quote.csv":     {good + "\"Aedes aegypti,10,20,2020-01-02\n", "quote"},
		"columns.csv":   {"name,x,y\nAedes aegypti,1,2\n", "--map"},
		"empty.csv":     {"", "empty"},
		"truncated.zip": {archive.String()[:archive.Len()/2], "truncated.zip"},
		"meta.zip":      {archive.String(), "meta.xml"},
		"nul.csv":       {good + "Aedes\x00aegypti,10,20,2020-01-02\n", "line 3"},
	} {
		r := h.run("import", h.file(name, tc.content))
		said := r.stderr[strings.LastIndex(r.stderr, "skeeter: ")+1:]
		if r.code != 1 || !strings.Contains(said, tc.want) || strings.Count(said, name) != 1 || !strings.Contains(said, h.dir) {
			t.Errorf("%s: exit status %d: %s", name, r.code, r.stderr)
		}
	}
	if r := h.run("import", h.file("fine.csv", good), "--dataset", "Demonstration"); r.code != 1 || !strings.Contains(r.stderr, "--dataset") || strings.Count(r.stderr, "fine.csv: ") != 1 {
		t.Errorf("the name of the synthetic records: %d %s", r.code, r.stderr)
	}
	if r := h.run("import", filepath.Join(h.dir, "nowhere.csv")); r.code != 1 || strings.Count(r.stderr, "nowhere.csv: ") != 1 {
		t.Errorf("a missing file: %d %s", r.code, r.stderr)
	}
	if out := h.ok("dataset", "list"); !strings.Contains(out, "nothing was imported yet") {
		t.Errorf("something is half loaded: %s", out)
	}
	left, _ := filepath.Glob(filepath.Join(h.dir, "*rejected*"))
	if hidden, _ := filepath.Glob(filepath.Join(h.dir, ".rejected*")); len(left)+len(hidden) > 0 {
		t.Errorf("files are left: %q %q", left, hidden)
	}
}

// TestRoundTrip: an archive that was exported comes back without loss.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	from := newHome(t, "SKEETER_DEMO=false")
	from.ok("import", from.file("field.csv", fieldRecords), "--dataset", "Field work")
	archive := filepath.Join(from.dir, "field.zip")
	from.ok("export", "--format", "dwca", "--data-source", "field-work", "-o", archive)

	to := newHome(t, "SKEETER_DEMO=false")
	if out := to.ok("import", archive); !strings.Contains(out, "inserted 5, updated 0, unchanged 0, absences 1, rejected 0") || !strings.Contains(out, `"Field work"`) {
		t.Fatalf("import of the archive: %s", out)
	}
	if out := to.ok("import", archive); !strings.Contains(out, "unchanged 5, absences 1") {
		t.Errorf("a second import of the archive: %s", out)
	}
	// Everything that the records say is compared in the one form that holds it all; ids of rows without an own id differ.
	if a, b := sortedRows(t, from), sortedRows(t, to); !slices.Equal(a, b) {
		t.Errorf("before:\n%s\nafter:\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	for _, format := range []string{"geojson", "geojsonseq"} {
		out := from.ok("export", "--format", format)
		if n := strings.Count(out, `"type":"Feature"`); n != 5 || strings.Contains(out, "observer") {
			t.Errorf("%s holds %d features", format, n)
		}
		path := to.file("back."+format, out)
		if back := to.ok("import", path, "--dataset", format); !strings.Contains(back, "inserted 5") {
			t.Errorf("import of %s: %s", format, back)
		}
	}
	if out := from.ok("export", "--format", "csv", "--species", "Culex pipiens", "--excel"); strings.Count(out, "\n") != 3 || !strings.HasPrefix(out, "\ufeff") {
		t.Errorf("csv: %q", out)
	}
	if r := from.run("export", "--bbox", "1,2"); r.code != 2 || !strings.Contains(r.stderr, "bbox") {
		t.Errorf("a bad filter: %d %s", r.code, r.stderr)
	}
}

// sortedRows are the rows of a CSV export without what differs between two databases.
func sortedRows(t *testing.T, h *home) []string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(h.ok("export", "--format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	id := slices.Index(rows[0], "occurrenceID")
	var out []string
	for _, row := range rows {
		if len(row[id]) == 36 {
			row[id] = "(made)"
		}
		out = append(out, fmt.Sprintf("%q", row))
	}
	slices.Sort(out[1:])
	return out
}

func readCSV(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
