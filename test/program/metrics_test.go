package program_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/sql"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// sample is a line of /metrics with a value.
type sample struct {
	family string
	labels []string // names, without those of buckets and quantiles
	series string   // the line without its value
}

// scraped is what /metrics answered: the types of its families and its samples.
type scraped struct {
	types   map[string]string
	samples []sample
}

var (
	sampleLine = regexp.MustCompile(`^([a-z0-9_]+)(?:\{(.*)\})? \S+$`)
	labelName  = regexp.MustCompile(`(?:^|",)([a-z_]+)="`)
)

func scrape(t *testing.T, text []byte) scraped {
	t.Helper()
	out := scraped{types: map[string]string{}}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(rest, " ")
			out.types[name] = kind
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := sampleLine.FindStringSubmatch(line)
		if parts == nil {
			t.Fatalf("no sample: %s", line)
		}
		s := sample{family: parts[1], series: line[:strings.LastIndexByte(line, ' ')]}
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if base, ok := strings.CutSuffix(s.family, suffix); ok && out.types[base] != "" {
				s.family = base
			}
		}
		for _, l := range labelName.FindAllStringSubmatch(parts[2], -1) {
			if l[1] != "le" && l[1] != "quantile" {
				s.labels = append(s.labels, l[1])
			}
		}
		slices.Sort(s.labels)
		out.samples = append(out.samples, s)
	}
	return out
}

// ours are the families of skeeter's own with their type and labels, written as docs/metrics.md does.
func (s scraped) ours() map[string]string {
	out := map[string]string{}
	for _, x := range s.samples {
		if strings.HasPrefix(x.family, "skeeter_") {
			out[x.family] = s.types[x.family] + " " + strings.Join(x.labels, " ")
		}
	}
	return out
}

// documented are the rows of docs/metrics.md: type and labels by name.
func documented(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "| `skeeter_") {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 7 {
			t.Fatalf("%d cells in: %s", len(cells)-2, line)
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		name := strings.Trim(cells[1], "`")
		labels := strings.Fields(strings.NewReplacer("`", "", ",", " ").Replace(cells[3]))
		slices.Sort(labels)
		if _, twice := out[name]; twice || cells[4] == "" || cells[5] == "" {
			t.Errorf("%s stands there twice, or without unit or meaning", name)
		}
		out[name] = cells[2] + " " + strings.Join(labels, " ")
	}
	return out
}

// TestMetrics uses all of a server, so that every metric has a series: docs/metrics.md has them all, and no other.
func TestMetrics(t *testing.T) {
	t.Parallel()
	first := skeetertest.New(t)
	first.Serve()
	d := skeetertest.On(t, first.Database(), skeetertest.ModelSettings(t, "SKEETER_SAVE_PREDICTED_IMAGES=true", "SKEETER_PUBLISH=reviewed",
		"SKEETER_DATABASE_REPLICA_URLS="+first.Replica().Address)...)
	s := d.Serve()
	metricsTellOfImports(t, first, d, s)
	c := skeetertest.NewClient(t, s)
	c.Upload(200, skeetertest.API+"/predict", "file", picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 60, 40)))
	// A stranger's report waits for a review.
	s.Send("POST", "/api/v1/observations", skeetertest.Observation, "Content-Type", "application/json", "X-Forwarded-For", "192.0.2.1")
	c.Upload(400, skeetertest.API+"/predict", "file", []byte("no picture"))
	s.Post("/api/v1/observations", skeetertest.Observation)
	s.Get("/api/v1/geo/observations")
	testenv.Eventually(t, "everything was counted", func() bool {
		metrics := string(s.Get("/metrics").Body)
		return strings.Contains(metrics, `skeeter_observations{data_source="field-work"`) && strings.Contains(metrics, "\nskeeter_tile_index_ready 1\n") &&
			strings.Contains(metrics, "\nskeeter_review_queue_oldest")
	})
	answer := s.Get("/metrics").Body
	want, got := documented(t), scrape(t, answer).ours()
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if want[name] != got[name] {
			t.Errorf("%s is a %s, docs/metrics.md says %q", name, got[name], want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] == "" {
			t.Errorf("docs/metrics.md tells of %s, the server does not", name)
		}
	}
	t.Run("promtool", func(t *testing.T) {
		promtool, err := exec.LookPath("promtool")
		if err != nil {
			t.Skip("promtool is not installed (Debian: prometheus)")
		}
		cmd := exec.Command(promtool, "check", "metrics")
		cmd.Stdin = bytes.NewReader(answer)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("promtool check metrics: %v\n%s", err, out)
		}
	})
}

// metricsTellOfImports imports into a server to which nothing was imported yet; its database is another deployment's.
func metricsTellOfImports(t *testing.T, database, d *skeetertest.Deployment, s *skeetertest.Server) {
	t.Helper()
	d.ImportFieldRecords()
	if r := d.Run("import", d.File("broken.csv", "no,such,columns\n1,2,3\n")); r.Code == 0 {
		t.Fatalf("a broken file was imported: %s", r.Stdout)
	}
	if r := d.Run("import", d.File("late.zip", "PK")); r.Code == 0 {
		t.Fatalf("a broken archive was imported: %s", r.Stdout)
	}
	for series, want := range map[string]float64{
		`skeeter_imports_total{result="stored"}`: 1, `skeeter_imports_total{result="failed"}`: 2,
		`skeeter_import_rows_total{outcome="inserted"}`: 5, `skeeter_import_rows_total{outcome="absence"}`: 1,
		`skeeter_import_rows_total{outcome="rejected"}`: 5, `skeeter_import_rows_total{outcome="unchanged"}`: 0,
		`skeeter_import_duration_seconds_count`: 3, `skeeter_imports_running`: 0, `skeeter_species_observed`: 3,
		`skeeter_observations{data_source="field-work",status="unverified"}`: 5,
	} {
		testenv.Eventually(t, fmt.Sprintf("%s is %v", series, want), func() bool { return s.Metric(series) == want })
	}
	// An import that is under way shows, and one whose process is gone does not.
	db := database.Connect()
	tx := pgtest.Begin(t, db)
	pgtest.Run(t, tx, sql.Get("importing/mark_running.sql").String())
	other := database.Connect()
	notify := func() {
		pgtest.Run(t, other, `select pg_notify('skeeter_imports', '{"kind":"began"}')`)
	}
	notify()
	testenv.Eventually(t, "the import runs", func() bool { return s.Metric("skeeter_imports_running") == 1 })
	if err := db.PgConn().Conn().Close(); err != nil {
		t.Fatal(err)
	}
	testenv.Eventually(t, "no import runs", func() bool { notify(); return s.Metric("skeeter_imports_running") == 0 })
	if got := s.Metric(`skeeter_imports_total{result="stored"}`); got != 1 {
		t.Errorf("%v imports were stored", got)
	}
}

// TestScrapeNeverWaitsForTheDatabase scrapes while the tables are locked, and without a database.
func TestScrapeNeverWaitsForTheDatabase(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	owner := d.Serve() // its cluster plays the external server
	s := d.Beside()
	a := s.Post("/api/v1/observations", skeetertest.Observation)
	const series = `skeeter_observations{data_source="_reports",status="unverified"}`
	testenv.Eventually(t, "the record is counted", func() bool { return a.Status == 201 && s.Metric(series) == 1 })
	db := d.Connect()
	pgtest.Run(t, db, "begin; lock table observations, observation_touches, taxa, data_sources in access exclusive mode")
	if got := s.Metric(series); got != 1 {
		t.Errorf("while the tables are locked: %v records", got)
	}
	if err := db.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	owner.Stop(os.Interrupt)
	if got := s.Metric(series); got != 1 {
		t.Errorf("without a database: %v records", got)
	}
}
