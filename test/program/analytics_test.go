package program_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestPublishedFigures imports two programmes' collections and asks for figures that were worked out from the files by others.
//
// Chicago: City of Chicago, West Nile Virus (WNV) Mosquito Test Results, 2007 to 2024. A trap's MMWR week is one collection; what was
// looked for is the females of Culex. VectorSurv: the sample collections of the R package vectorsurvR, whose getAbundance and
// getAbundanceAnomaly give the same ratios of sums and five-year means, traps with a problem left out.
//
// The short form imports of Chicago what the figures of 2012 need: its gravid traps of that year, and of the two weeks that are compared with it.
func TestPublishedFigures(t *testing.T) {
	t.Parallel()
	data := os.Getenv("SKEETER_TESTDATA")
	if data == "" {
		t.Skip("SKEETER_TESTDATA is not set: no real collections to import")
	}
	d := skeetertest.New(t)
	s := d.Serve()
	load := func(file, profile, source string, want ...string) {
		args := []string{
			"import", file, "--profile", profile, "--dataset", source, "--rejects", filepath.Join(d.Dir, source+".rejected.csv"),
		}
		rounds := []string{"first"}
		if testenv.Long() {
			rounds = append(rounds, "second")
		}
		for _, round := range rounds {
			out := d.MustRun(args...)
			if round == "second" {
				for i, w := range want { // what was inserted is the same now
					if kind, _, found := strings.Cut(w, "inserted "); found {
						want[i] = kind + "inserted 0, updated 0"
					}
				}
				want = slices.DeleteFunc(want, func(w string) bool { return !strings.Contains(w, "inserted 0") })
			}
			for _, w := range want {
				if !strings.Contains(out, w) {
					t.Errorf("%s import of %s: %q is not in:\n%s", round, file, w, out)
				}
			}
		}
	}
	ofChicago, inserted, events, zeros, specimens := filepath.Join(data, "analytics", "chicago-wnv-mosquito-tests.csv"), 36149, 24768, 4693, int64(465770)
	if !testenv.Long() {
		ofChicago, inserted, events, zeros, specimens = gravidOf2012(t, d, ofChicago), 4152, 2163, 336, 55588
	}
	said := []string{fmt.Sprintf("inserted %d, updated 0", inserted), fmt.Sprintf("sampling events: inserted %d", events), fmt.Sprintf("%d caught nothing", zeros),
		fmt.Sprintf("  pools: inserted %d", inserted)}
	if testenv.Long() {
		said = append(said, "41158 rows", "rejected 316", "no coordinates: 316")
	}
	load(ofChicago, "chicago-mosquito-tests", "chicago", said...)
	load(filepath.Join(data, "analytics", "vectorsurv-sample-collections.csv"), "vectorsurv-collections", "vectorsurv", "4200 rows", "inserted 4199", "sampling events: inserted 3756")
	load(filepath.Join(data, "analytics", "vectorsurv-sample-pools.csv"), "vectorsurv-pools", "vectorsurv pools", "2500 rows", "inserted 0, updated 0", "rows of pools alone 2495",
		"no result of the test of the pool: 5", "  pools: inserted 2495")
	s.WaitIndexed()
	testenv.Eventually(t, "the records are counted", func() bool { return s.Count("/api/v1/stats") == inserted+4199 })

	const chicago = "data_source=chicago&unit=collection&weeks=mmwr&"
	whole := question(t, s, "abundance?pool_protocols=true&"+chicago)
	if whole.Events != int64(events) || whole.ZeroEvents != int64(zeros) || whole.Zeros != "complete" || whole.Results[0].Specimens != specimens {
		t.Errorf("Chicago: %+v", whole)
	}
	gravid := question(t, s, "abundance?sampling_protocol=gravid&start_date=2012-01-01&end_date=2012-12-31&"+chicago)
	if r := gravid.Results[0]; r.Specimens != 36021 || r.Events != 1372 || gravid.ZeroEvents != 240 {
		t.Errorf("gravid traps in 2012: %+v", gravid)
	}
	near(t, "gravid traps in 2012", &gravid.Results[0].Abundance, "26.2544")
	weeks := question(t, s, "anomaly?sampling_protocol=gravid&interval=week&year=2012&"+chicago).byBin()
	near(t, "week 28 of 2012", &weeks["2012-W28"].Abundance, "41.6098")
	near(t, "the mean of week 28", weeks["2012-W28"].Mean, "24.6627")
	near(t, "the percentage of week 28", weeks["2012-W28"].Percent, "168.72")
	near(t, "the percentage of week 32", weeks["2012-W32"].Percent, "97.11")
	if years := weeks["2012-W28"].Years; len(years) != 5 || years[0] != 2011 || years[4] != 2007 {
		t.Errorf("the years of week 28 are %v", years)
	}

	testInfection(t, s)

	const pipiens = "data_source=vectorsurv&sampling_protocol=CO2&species=Culex+pipiens&sex=female&interval=month&"
	months := question(t, s, "abundance?start_date=2020-01-01&end_date=2020-12-31&"+pipiens).byBin()
	for bin, want := range map[string]struct {
		specimens int64
		effort    float64
	}{"2020-05": {23, 22}, "2020-08": {69, 15}, "2020-10": {165, 15}} {
		if r := months[bin]; r.Specimens != want.specimens || r.Effort != want.effort {
			t.Errorf("%s: %d by %g, want %d by %g", bin, r.Specimens, r.Effort, want.specimens, want.effort)
		}
	}
	near(t, "May 2020", &months["2020-05"].Abundance, "1.0455")
	anomalies := question(t, s, "anomaly?year=2020&"+pipiens).byBin()
	near(t, "the mean of August", anomalies["2020-08"].Mean, "74.0497")
	near(t, "the percentage of August", anomalies["2020-08"].Percent, "6.21")
	near(t, "the mean of October", anomalies["2020-10"].Mean, "5.5979")
	near(t, "the percentage of October", anomalies["2020-10"].Percent, "196.50")
	if r := anomalies["2020-11"]; r.Mean != nil || r.Percent != nil || r.Reason != "fewer_than_two_years" || len(r.Years) != 1 {
		t.Errorf("November 2020: %+v", r)
	}

	if !testenv.Long() {
		return
	}
	pools := filepath.Join(d.Dir, "pools.csv")
	d.MustRun("export", "--format", "pools", "-o", pools)
	if out := d.MustRun("import", pools); !strings.Contains(out, "pools: inserted 0, updated 0, unchanged 38644") {
		t.Errorf("the table of pools: %s", out)
	}
	archive := filepath.Join(d.Dir, "all.zip")
	d.MustRun("export", "--format", "dwca", "-o", archive)
	if out := d.MustRun("import", archive); strings.Count(out, "inserted 0, updated 0") != 7 || !strings.Contains(out, "unchanged 24768; 4693 caught nothing") ||
		!strings.Contains(out, "pools: inserted 0, updated 0, unchanged 36149") || !strings.Contains(out, "pools: inserted 0, updated 0, unchanged 2495") {
		t.Errorf("the archive of all: %s", out)
	}
}

// gravidOf2012 writes the rows of Chicago's file that figures of gravid traps in 2012 come from; it returns the path.
func gravidOf2012(t *testing.T, d *skeetertest.Deployment, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(raw)) {
		field := strings.SplitN(line, ",", 7) // the first ones are never quoted
		year, week, trap := field[0], field[1], field[5]
		if year == "SEASON YEAR" || trap == "GRAVID" && (year == "2012" || year < "2012" && (week == "28" || week == "32")) {
			kept.WriteString(line)
		}
	}
	return d.File("gravid.csv", kept.String())
}

// testInfection holds the infection rates of Chicago's gravid traps in 2012, which CDC's PooledInfRate 1.6 gives for the same pools, and the
// vector index of week 32 of the MMWR.
func testInfection(t *testing.T, s *skeetertest.Server) {
	t.Helper()
	const (
		gravid = "data_source=chicago&sampling_protocol=gravid&pathogen=WNV&weeks=mmwr&"
		year   = "infection?start_date=2012-01-01&end_date=2012-12-31&" + gravid
		week   = "interval=week&by=species&start_date=2012-08-05&end_date=2012-08-11&species=Culex+pipiens/restuans&exact=true&" + gravid
	)
	firth := question(t, s, year).Results[0]
	if firth.Pools != 2478 || firth.Positive != 437 || firth.Tested != 36021 {
		t.Errorf("pools of 2012: %+v", firth)
	}
	near(t, "Firth's estimate of 2012", firth.Estimate, "15.195070")
	near(t, "its lower bound", firth.Lower, "13.826995")
	near(t, "its upper bound", firth.Upper, "16.672444")
	near(t, "the MLE of 2012", question(t, s, year+"estimator=mle").Results[0].Estimate, "15.203579")
	near(t, "the MIR of 2012", question(t, s, year+"estimator=mir").Results[0].Estimate, "12.131812")

	firth = *question(t, s, "infection?"+week).byBin()["2012-W32"]
	if firth.Pools != 81 || firth.Positive != 29 || firth.Tested != 1561 {
		t.Errorf("pools of week 32: %+v", firth)
	}
	near(t, "Firth's estimate of week 32", firth.Estimate, "28.294286")
	near(t, "its lower bound", firth.Lower, "19.324599")
	near(t, "its upper bound", firth.Upper, "40.924414")
	index := question(t, s, "vector_index?unit=collection&"+strings.Replace(week, "&by=species", "", 1)).byBin()["2012-W32"]
	near(t, "the vector index of week 32", index.Value, "0.552092")
	linked := question(t, s, "vector_index?unit=collection&interval=week&start_date=2012-08-05&end_date=2012-08-11&"+gravid).byBin()["2012-W32"]
	near(t, "the vector index of the vectors that the catalog knows", linked.Value, "0.601507")
}

// surveyed is what these tests read of an answer.
type surveyed struct {
	Zeros      string
	Events     int64
	ZeroEvents int64 `json:"zero_events"`
	Results    []figure
}

type figure struct {
	Bin           string
	Specimens     int64
	Events        int64
	Effort        float64
	Abundance     float64
	Mean, Percent *float64
	Years         []int

	Pools, Positive, Tested       int64
	Estimate, Lower, Upper, Value *float64
	Reason                        string
}

func (a surveyed) byBin() map[string]*figure {
	out := map[string]*figure{}
	for i := range a.Results {
		out[a.Results[i].Bin] = &a.Results[i]
	}
	return out
}

// question asks the analytics. A bin that an answer lacks is an empty figure.
func question(t *testing.T, s *skeetertest.Server, path string) (a surveyed) {
	t.Helper()
	body := s.Get("/api/v1/analytics/" + path).Body
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Results) == 0 {
		t.Fatalf("%s has no result: %s", path, body)
	}
	return a
}

// near compares a figure with a published one, as far as the decimals of that go.
func near(t *testing.T, what string, got *float64, want string) {
	t.Helper()
	_, decimals, _ := strings.Cut(want, ".")
	switch {
	case got == nil:
		t.Errorf("%s is missing, want %s", what, want)
	case strconv.FormatFloat(*got, 'f', len(decimals), 64) != want:
		t.Errorf("%s is %v, want %s", what, *got, want)
	}
}
