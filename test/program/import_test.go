package program_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestImports is one test, because the parts need the same server, beside which no command has to start PostgreSQL. Each leaves what the next one needs: the
// first finds no record, and the second removes its own.
func TestImports(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	s := d.Serve()
	s.WaitIndexed()
	for _, part := range []struct {
		name string
		test func(*testing.T, *skeetertest.Deployment, *skeetertest.Server)
	}{
		{"broken files change nothing", brokenFilesChangeNothing}, {"exact and idempotent", importIsExactAndIdempotent}, {"asks before it removes", importAsksBeforeItRemoves},
		{"nothing acceptable is status 3", nothingAcceptableIsStatus3}, {"names check", namesCheckTellsWhatAnImportMakesOfNames},
		{"an answer that knows a data source shows its records", answersThatKnowADataSourceShowItsRecords},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, d.In(t), s.In(t)) })
	}
}

func importIsExactAndIdempotent(t *testing.T, d *skeetertest.Deployment, s *skeetertest.Server) {
	file := d.File("field.csv", skeetertest.FieldRecords)
	out := d.MustRun("import", file, "--dataset", "Field work")
	for _, want := range []string{"11 rows", "inserted 5, updated 0, unchanged 0, absences 1, rejected 5", "the file repeats this id: 1", "no coordinates: 1", "no date: 1", "no name: 1"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in:\n%s", want, out)
		}
	}
	rejects := readCSV(t, filepath.Join(d.Dir, "field.csv.rejected.csv"))
	if len(rejects) != 6 || strings.Join(rejects[0][:3], ",") != "line,reason,occurrenceID" {
		t.Errorf("rejects: %q", rejects)
	}
	for _, row := range rejects[1:] {
		if line, _ := strconv.Atoi(row[0]); line < 6 || row[1] == "" || len(row) != len(rejects[0]) {
			t.Errorf("rejected row %q", row)
		}
	}
	testenv.Eventually(t, "the import is counted", func() bool { return s.Count("/api/v1/observations") == 5 })

	if out := d.MustRun("import", file, "--dataset", "Field work"); !strings.Contains(out, "inserted 0, updated 0, unchanged 5, absences 1, rejected 5") {
		t.Errorf("a second import: %s", out)
	}
	changed := d.File("field.csv", strings.Replace(skeetertest.FieldRecords, "2019-03,,", "2019-03,7,", 1))
	if out := d.MustRun("import", changed, "--dataset", "Field work"); !strings.Contains(out, "inserted 0, updated 1, unchanged 4, absences 1, rejected 5") {
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
	raw := rename.ReplaceAllStringFunc(string(s.Get("/api/v1/observations").Body), func(m string) string { return strings.ToUpper(m[1:]) })
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

	if !strings.Contains(string(s.Get("/api/v1/filters").Body), "Culex bahamensis") {
		t.Error("the filters do not offer a name that the catalog lacks")
	}
	if n := s.Count("/api/v1/stats?species=culex_bahamensis"); n != 1 {
		t.Errorf("%d records of Culex bahamensis", n)
	}
	if out := d.MustRun("dataset", "list"); !regexp.MustCompile(`field-work +5 +1 `).MatchString(out) {
		t.Errorf("dataset list: %s", out)
	}
	d.MustRun("dataset", "remove", "field-work")
	testenv.Eventually(t, "the data set is withdrawn", func() bool { return s.Count("/api/v1/observations") == 0 })
	if strings.Contains(string(s.Get("/api/v1/filters").Body), "Culex bahamensis") {
		t.Error("a name that no record has any more is still offered")
	}
	d.Refuses(1, "no such data source", "dataset", "remove", "field-work")
}

// importAsksBeforeItRemoves: without a terminal and without --yes, --replace says what it would remove and removes nothing.
func importAsksBeforeItRemoves(t *testing.T, d *skeetertest.Deployment, _ *skeetertest.Server) {
	d.ImportFieldRecords()
	shorter := d.File("field.csv", skeetertest.FieldRecords[:strings.Index(skeetertest.FieldRecords, "a2,")])
	if out := d.MustRun("import", shorter, "--dataset", "Field work"); !strings.Contains(out, "stored of the data source, but not in the file: 5 records; --replace removes them") {
		t.Errorf("without --replace: %s", out)
	}
	d.Refuses(1, "--replace removes 5 records of \"Field work\" that the file does not have, 0 of the records reviewed: nobody confirmed it; --yes does",
		"import", shorter, "--dataset", "Field work", "--replace")
	if out := d.MustRun("import", shorter, "--dataset", "Field work", "--replace", "--check"); !strings.Contains(out, "would remove 5 records") || !strings.Contains(out, "nothing was stored") {
		t.Errorf("a check: %s", out)
	}
	if out := d.MustRun("import", shorter, "--dataset", "Field work", "--replace", "--yes"); !strings.Contains(out, "removed 5 records that the file does not have") {
		t.Errorf("with --yes: %s", out)
	}
	if out := d.MustRun("dataset", "list"); !regexp.MustCompile(`field-work +1 +0 `).MatchString(out) {
		t.Errorf("dataset list: %s", out)
	}
}

// nothingAcceptableIsStatus3: the rows are in the rejects file, no data source is left, and a file beside it is imported all the same.
func nothingAcceptableIsStatus3(t *testing.T, d *skeetertest.Deployment, _ *skeetertest.Server) {
	const head = "scientificName,decimalLatitude,decimalLongitude,eventDate\n"
	bad, good := d.File("bad.csv", head+"Aedes aegypti,,,2020-01-02\n"), d.File("good.csv", head+"Aedes aegypti,10,20,2020-01-02\n")
	r := d.Run("import", bad, good)
	if r.Code != 3 || !strings.Contains(r.Stdout, "rejected: no coordinates: 1") || !strings.Contains(r.Stderr, "no row of the file can be stored") {
		t.Errorf("exit status %d: %s%s", r.Code, r.Stdout, r.Stderr)
	}
	if rejects := readCSV(t, bad+".rejected.csv"); len(rejects) != 2 {
		t.Errorf("rejects: %q", rejects)
	}
	if out := d.MustRun("dataset", "list"); strings.Contains(out, "bad ") || !strings.Contains(out, "good ") {
		t.Errorf("dataset list: %s", out)
	}
	if out := d.MustRun("import", good); !strings.Contains(out, "unchanged 1") {
		t.Errorf("a file that is stored already: %s", out)
	}
}

// brokenFilesChangeNothing: the error names file and reason, and nothing is half loaded. The short form has one file that cannot be read to its end, one that
// cannot be opened, and one whose columns say nothing.
func brokenFilesChangeNothing(t *testing.T, d *skeetertest.Deployment, _ *skeetertest.Server) {
	good := "scientificName,decimalLatitude,decimalLongitude,eventDate\nAedes aegypti,10,20,2020-01-02\n"
	var archive bytes.Buffer
	zw := zip.NewWriter(&archive)
	for name, content := range map[string]string{"meta.xml": "<archive xmlns=\"http://rs.tdwg.org/dwc/text/\"><core", "occurrence.txt": good} {
		w, _ := zw.Create(name)
		_, _ = io.WriteString(w, content)
	}
	_ = zw.Close()
	type broken struct{ content, want string }
	files := map[string]broken{
		"quote.csv":     {good + "\"Aedes aegypti,10,20,2020-01-02\n", "quote"},
		"columns.csv":   {"name,x,y\nAedes aegypti,1,2\n", "--map"},
		"truncated.zip": {archive.String()[:archive.Len()/2], "truncated.zip"},
	}
	if testenv.Long() {
		files["empty.csv"] = broken{"", "empty"}
		files["meta.zip"] = broken{archive.String(), "meta.xml"}
		files["nul.csv"] = broken{good + "Aedes\x00aegypti,10,20,2020-01-02\n", "line 3"}
	}
	for name, tc := range files {
		r := d.Run("import", d.File(name, tc.content))
		said := r.Stderr[strings.LastIndex(r.Stderr, "skeeter: ")+1:]
		if r.Code != 1 || !strings.Contains(said, tc.want) || strings.Count(said, name) != 1 || !strings.Contains(said, d.Dir) {
			t.Errorf("%s: exit status %d: %s", name, r.Code, r.Stderr)
		}
	}
	if r := d.Run("import", d.File("fine.csv", good), "--dataset", "Demonstration"); r.Code != 1 || !strings.Contains(r.Stderr, "--dataset") || strings.Count(r.Stderr, "fine.csv: ") != 1 {
		t.Errorf("the name of the synthetic records: %d %s", r.Code, r.Stderr)
	}
	if r := d.Run("import", filepath.Join(d.Dir, "nowhere.csv")); r.Code != 1 || strings.Count(r.Stderr, "nowhere.csv: ") != 1 {
		t.Errorf("a missing file: %d %s", r.Code, r.Stderr)
	}
	if out := d.MustRun("dataset", "list"); !strings.Contains(out, "nothing was imported yet") {
		t.Errorf("something is half loaded: %s", out)
	}
	left, _ := filepath.Glob(filepath.Join(d.Dir, "*rejected*"))
	if hidden, _ := filepath.Glob(filepath.Join(d.Dir, ".rejected*")); len(left)+len(hidden) > 0 {
		t.Errorf("files are left: %q %q", left, hidden)
	}
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
