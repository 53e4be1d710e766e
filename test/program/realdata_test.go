package program_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestRealFiles imports the three occurrence files and asks over HTTP what a count over the file itself answers. The short form takes a tenth of the rows of two.
func TestRealFiles(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA is not set: no real records to import")
	}
	d := skeetertest.New(t)
	s := d.Serve()
	rejects := filepath.Join(d.Dir, "rejects.csv") // the data folder is not ours to write into
	of := func(name string) string { return filepath.Join(data, "occurrence", name) }
	archive, kraemerFile, neonFile := of("dwca-modirisk-monitoring-2-v3.5.zip"), of("kraemer2015-aegypti-albopictus.csv"), of("neon-ten-sites.csv")
	ofKraemer, rejectedOfKraemer, ofNEON := 40828, 1238, 30355
	if !testenv.Long() {
		kraemerFile, neonFile = tenth(t, d, kraemerFile), tenth(t, d, neonFile)
		ofKraemer, rejectedOfKraemer, ofNEON = 4089, 117, 3035
	}
	for _, tc := range []struct {
		args               []string
		inserted, rejected int
	}{
		{[]string{archive}, 2211, 171},
		{[]string{kraemerFile, "--map", "species=VECTOR,lat=Y,lon=X,date=YEAR,id=OCCURRENCE_ID", "--dataset", "Kraemer 2015"}, ofKraemer, rejectedOfKraemer},
		{[]string{neonFile, "--map", "date=collectDate,count=count", "--dataset", "NEON"}, ofNEON, 0},
	} {
		out := d.MustRun(append([]string{"import", "--rejects", rejects}, tc.args...)...)
		if want := fmt.Sprintf("inserted %d, updated 0, unchanged 0, absences 0, rejected %d", tc.inserted, tc.rejected); !strings.Contains(out, want) {
			t.Errorf("%s: %s", tc.args[0], out)
		}
	}
	testenv.Eventually(t, "all records are counted", func() bool { return s.Count("/api/v1/stats") == 2211+ofKraemer+ofNEON })

	kraemer := readColumns(t, kraemerFile)
	want := 0
	for _, row := range kraemer {
		lat, lon := number(row["Y"]), number(row["X"])
		first, last, _ := strings.Cut(row["YEAR"], "-")
		if last == "" {
			last = first
		}
		if row["VECTOR"] == "Aedes albopictus" && lon >= 5 && lon <= 20 && lat >= 36 && lat <= 47 && first >= "2005" && last <= "2010" && first != "NA" {
			want++
		}
	}
	ask(t, s, "species=Aedes+albopictus&bbox=5,36,20,47&start_date=2005-01-01&end_date=2010-12-31&data_source=kraemer-2015", want)

	neon := readColumns(t, neonFile)
	want = 0
	for _, row := range neon {
		lat, lon := number(row["decimalLatitude"]), number(row["decimalLongitude"])
		if row["scientificName"] == "Aedes vexans" && lon >= -100 && lon <= -70 && lat >= 30 && lat <= 50 &&
			row["collectDate"] >= "2016-06-01" && row["collectDate"] <= "2018-08-31" {
			want++
		}
	}
	ask(t, s, "species=aedes-vexans&bbox=-100,30,-70,50&start_date=2016-06-01&end_date=2018-08-31", want)
}

// tenth writes every tenth row of a CSV file, with its ends of lines, and returns the path.
func tenth(t *testing.T, d *skeetertest.Deployment, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	end := "\n"
	if !strings.Contains(string(raw), end) {
		end = "\r"
	}
	var kept strings.Builder
	for i, line := range strings.SplitAfter(string(raw), end) {
		if i%10 == 0 {
			kept.WriteString(line)
		}
	}
	return d.File(filepath.Base(path), kept.String())
}

// ask compares the count of the file with the statistics, the list, and the features.
func ask(t *testing.T, s *skeetertest.Server, query string, want int) {
	t.Helper()
	if want == 0 {
		t.Fatalf("the file holds nothing for %s: the comparison would prove nothing", query)
	}
	t.Logf("%s: %d records in the file", query, want)
	if n := s.Count("/api/v1/stats?" + query); n != want {
		t.Errorf("stats?%s: %d, the file holds %d", query, n, want)
	}
	if n := s.Count("/api/v1/observations?limit=1&" + query); n != want {
		t.Errorf("observations?%s: %d, the file holds %d", query, n, want)
	}
	features := skeetertest.Decode[struct {
		Features       []any
		NumberReturned int
		Truncated      bool
	}](t, s.Get("/api/v1/geo/observations?"+query), 200)
	if len(features.Features) != want || features.NumberReturned != want || features.Truncated {
		t.Errorf("geo?%s: %d features, numberReturned %d, truncated %v; the file holds %d", query, len(features.Features), features.NumberReturned, features.Truncated, want)
	}
}

// readColumns reads a CSV whose lines end in CR, LF or both.
func readColumns(t *testing.T, path string) []map[string]string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\r", "\n")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, name := range rows[0] {
			m[name] = row[i]
		}
		out = append(out, m)
	}
	return out
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("%q is no number", s))
	}
	return v
}
