package monitoring_test

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/skeeter-surveillance/skeeter/observe/transfer/datasets"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// source is how a panel names its data source.
type source struct{ Type, UID string }

// target is a query of a panel: Expr in PromQL, or RawSQL.
type target struct {
	RefID, Expr, RawSQL, Format string
	Datasource                  source
}

// panel of a dashboard.
type panel struct {
	ID                       int
	Type, Title, Description string
	TimeFrom                 string
	MaxDataPoints            int
	Datasource               source
	GridPos                  struct{ H, W, X, Y int }
	FieldConfig              struct {
		Defaults struct {
			Unit, NoValue string
			Thresholds    thresholds
		}
		Overrides []struct {
			Matcher    struct{ ID, Options string }
			Properties []struct {
				ID    string
				Value json.RawMessage
			}
		}
	}
	Targets []target
}

// thresholds of a panel, in order; the first has no value.
type thresholds struct {
	Steps []struct {
		Color string
		Value *float64
	}
}

// color of a query's value.
func (p panel) color(t *testing.T, refID string, value float64) (color string) {
	t.Helper()
	bounds := p.FieldConfig.Defaults.Thresholds
	for _, o := range p.FieldConfig.Overrides {
		for _, property := range o.Properties {
			if o.Matcher.ID != "byFrameRefID" || o.Matcher.Options != refID || property.ID != "thresholds" {
				continue
			}
			bounds = thresholds{}
			if err := json.Unmarshal(property.Value, &bounds); err != nil {
				t.Fatalf("%s: %v", p.Title, err)
			}
		}
	}
	for _, s := range bounds.Steps {
		if s.Value == nil || value >= *s.Value {
			color = s.Color
		}
	}
	return color
}

// dashboard is a file of deploy/grafana/dashboards.
type dashboard struct {
	file                    string
	UID, Title, Description string
	Time                    struct{ From string }
	Templating              struct {
		List []struct {
			Type, Name, Definition string
			Query, Current         json.RawMessage
			Datasource             source
		}
	}
	Panels []panel
}

// queries calls visit with every query and the name of its panel.
func (d dashboard) queries(visit func(where string, q target)) {
	for _, p := range d.Panels {
		for _, q := range p.Targets {
			visit(d.file+": "+p.Title+" "+q.RefID, q)
		}
	}
}

func loadDashboards(t *testing.T) []dashboard {
	t.Helper()
	files, err := filepath.Glob("../../deploy/grafana/dashboards/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dashboards: %v", err)
	}
	var out []dashboard
	for _, file := range files {
		d := dashboard{file: filepath.Base(file)}
		if err := json.Unmarshal(read(t, file), &d); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, d)
	}
	return out
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// readYAML reads a file of which only T is of interest.
func readYAML[T any](t *testing.T, file string) (v T) {
	t.Helper()
	if err := yaml.Unmarshal(read(t, file), &v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return v
}

func TestPanelsAreDescribed(t *testing.T) {
	t.Parallel()
	provisioned := readYAML[struct {
		Datasources []struct{ UID, Type string }
	}](t, "../../deploy/grafana/provisioning/datasources/skeeter.yml")
	// known reports whether a panel's data source is a variable of its dashboard, so that another Grafana may choose its own; here it is the provisioned one.
	known := func(d dashboard, s source) bool {
		for _, v := range d.Templating.List {
			var kind string
			var chosen struct{ Value string }
			if v.Type != "datasource" || s.UID != "${"+v.Name+"}" || json.Unmarshal(v.Query, &kind) != nil || json.Unmarshal(v.Current, &chosen) != nil {
				continue
			}
			return kind == s.Type && slices.ContainsFunc(provisioned.Datasources, func(p struct{ UID, Type string }) bool { return p.UID == chosen.Value && p.Type == s.Type })
		}
		return false
	}
	uids := map[string]bool{}
	for _, d := range loadDashboards(t) {
		if d.UID == "" || d.Title == "" || d.Description == "" || uids[d.UID] {
			t.Errorf("%s: uid %q, title %q, description %q", d.file, d.UID, d.Title, d.Description)
		}
		uids[d.UID] = true
		for _, v := range d.Templating.List {
			if v.Type != "datasource" && !known(d, v.Datasource) {
				t.Errorf("%s: a variable of the unknown data source %v", d.file, v.Datasource)
			}
		}
		ids := map[int]bool{}
		for i, p := range d.Panels {
			if ids[p.ID] {
				t.Errorf("%s: two panels are number %d", d.file, p.ID)
			}
			ids[p.ID] = true
			for _, o := range d.Panels[:i] {
				if a, b := p.GridPos, o.GridPos; a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
					t.Errorf("%s: %s lies over %s", d.file, p.Title, o.Title)
				}
			}
			if p.Type == "row" {
				continue
			}
			if p.Title == "" || p.FieldConfig.Defaults.Unit == "" || len(p.Targets) == 0 || !strings.HasSuffix(p.Description, ".") {
				t.Errorf("%s: panel %q: unit %q, %d queries, description %q", d.file, p.Title, p.FieldConfig.Defaults.Unit, len(p.Targets), p.Description)
			}
			for _, q := range p.Targets {
				if excused(q.Expr) && p.FieldConfig.Defaults.NoValue == "" {
					t.Errorf("%s: %s may be empty and does not say why", d.file, p.Title)
				}
				if q.Expr != "" && !strings.Contains(q.Expr, `job=~"$job"`) {
					t.Errorf("%s: %s %s asks servers of all jobs: %s", d.file, p.Title, q.RefID, q.Expr)
				}
				if (q.Expr == "") == (q.RawSQL == "") || q.Datasource != p.Datasource || !known(d, q.Datasource) {
					t.Errorf("%s: %s %s: a query of %v: %q %q", d.file, p.Title, q.RefID, q.Datasource, q.Expr, q.RawSQL)
				}
			}
		}
	}
}

// promDuration reads 90d, 6h or 5m.
func promDuration(t *testing.T, s string) time.Duration {
	t.Helper()
	unit := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "y": 365 * 24 * time.Hour}
	part := regexp.MustCompile(`^(\d+)([mhdy])$`).FindStringSubmatch(s)
	if part == nil {
		t.Fatalf("no duration: %q", s)
	}
	n, err := strconv.Atoi(part[1])
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(n) * unit[part[2]]
}

// TestPanelsOverTimeMissNothing looks at the steps in which Grafana asks Prometheus: a step longer than the range of an
// expression misses samples.
func TestPanelsOverTimeMissNothing(t *testing.T) {
	t.Parallel()
	const (
		lookback = 5 * time.Minute // of Prometheus, for what has no range
		points   = 500             // of a panel that does not say how many, on a screen
	)
	kept := regexp.MustCompile(`retention\.time=(\w+)`).FindStringSubmatch(string(read(t, "../../docker-compose.yml")))
	if kept == nil {
		t.Fatal("docker-compose.yml does not say how long Prometheus keeps")
	}
	for _, d := range loadDashboards(t) {
		for _, p := range d.Panels {
			if p.Type != "timeseries" || p.Datasource.Type != "prometheus" {
				continue
			}
			window := promDuration(t, cmp.Or(p.TimeFrom, strings.TrimPrefix(d.Time.From, "now-")))
			if window > promDuration(t, kept[1]) {
				t.Errorf("%s: %s shows %v, Prometheus keeps %s", d.file, p.Title, window, kept[1])
			}
			step := window / time.Duration(cmp.Or(p.MaxDataPoints, points))
			if step > lookback {
				t.Errorf("%s: %s has steps of %v", d.file, p.Title, step)
			}
			for _, q := range p.Targets {
				for _, r := range regexp.MustCompile(`\[(\w+)\]`).FindAllStringSubmatch(q.Expr, -1) {
					if promDuration(t, r[1]) < step {
						t.Errorf("%s: %s looks back %s in steps of %v", d.file, p.Title, r[1], step)
					}
				}
			}
		}
	}
}

// TestPanelsTellWhatIsWrong evaluates panels with promtool, over series of a server that is down, of an exhausted pool and of an
// import some minutes ago.
func TestPanelsTellWhatIsWrong(t *testing.T) {
	t.Parallel()
	promtool := needPrometheus(t, "promtool")
	panels := map[string]panel{}
	for _, d := range loadDashboards(t) {
		for _, p := range d.Panels {
			panels[d.file+": "+p.Title] = p
		}
	}
	both := map[string]string{`up{job="skeeter", instance="a"}`: "1x30", `up{job="skeeter", instance="b"}`: "1x30"}
	one := map[string]string{`up{job="skeeter", instance="a"}`: "1x30", `up{job="skeeter", instance="b"}`: "0x30"}
	exhausted := map[string]string{ // two get a connection at once, eight give up
		`skeeter_db_pool_acquires_total{instance="a"}`:             "0+2x30",
		`skeeter_db_pool_canceled_acquires_total{instance="a"}`:    "0+8x30",
		`skeeter_db_pool_acquire_wait_seconds_total{instance="a"}`: "0x30",
	}
	imported := map[string]string{`skeeter_imports_total{instance="a", result="stored"}`: "0x25 60x5"} // in the 26th minute
	written := map[string]string{                                                                      // one a second by each API, and a page of records that is read
		`skeeter_http_request_duration_seconds_count{instance="a", method="POST", code="201", route="/api/v1/observations"}`:                        "0+60x30",
		`skeeter_http_request_duration_seconds_count{instance="a", method="PATCH", code="200", route="/ogc/collections/{collection}/items/{item}"}`: "0+60x30",
		`skeeter_http_request_duration_seconds_count{instance="a", method="GET", code="200", route="/ogc/collections/{collection}/items"}`:          "0+60x30",
	}
	tiles := map[string]string{ // a byte a second by each API, and one of the basemap
		`skeeter_http_response_bytes_total{instance="a", route="/api/v1/tiles/observations/{z}/{x}/{y}.mvt"}`:                      "0+60x30",
		`skeeter_http_response_bytes_total{instance="a", route="/ogc/collections/{collection}/tiles/{tileMatrixSet}/{z}/{y}/{x}"}`: "0+60x30",
		`skeeter_http_response_bytes_total{instance="a", route="/basemap/{z}/{x}/{y}.mvt"}`:                                        "0+60x30",
	}
	for _, c := range []struct {
		panel, refID string
		series       map[string]string
		want         float64
		color        string
	}{
		{"service.json: Servers up", "A", both, 2, "text"},
		{"service.json: Servers up", "B", both, 0, "green"},
		{"service.json: Servers up", "A", one, 1, "text"},
		{"service.json: Servers up", "B", one, 1, "red"},
		{"service.json: Waiting for a connection", "A", exhausted, 0, ""},
		{"service.json: Waiting for a connection", "B", exhausted, 0.8, ""},
		{"data.json: Imports", "A", imported, 60, ""},
		{"data.json: Written through the API", "A", written, 2, ""},
		{"maps.json: Bytes of tiles", "B", tiles, 2, ""},
	} {
		t.Run(c.panel+" "+c.refID, func(t *testing.T) {
			p := panels[c.panel]
			i := slices.IndexFunc(p.Targets, func(q target) bool { return q.RefID == c.refID })
			if i < 0 {
				t.Fatal("no such query")
			}
			if got := p.color(t, c.refID, c.want); c.color != "" && got != c.color {
				t.Errorf("%v is %s, want %s", c.want, got, c.color)
			}
			type sample struct {
				Labels string  `yaml:"labels"`
				Value  float64 `yaml:"value"`
			}
			type check struct {
				Expr    string   `yaml:"expr"`
				At      string   `yaml:"eval_time"`
				Samples []sample `yaml:"exp_samples"`
			}
			type series struct{ Series, Values string }
			var input []series
			for name, values := range c.series {
				input = append(input, series{name, values})
			}
			expr := "round(sum(" + strings.NewReplacer("$job", ".*", "$instance", ".*", "$__rate_interval", "5m").Replace(p.Targets[i].Expr) + "), 0.1)"
			text, err := yaml.Marshal(map[string]any{"tests": []any{map[string]any{
				"interval": "1m", "input_series": input, "promql_expr_test": []check{{expr, "30m", []sample{{"{}", c.want}}}},
			}}})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "panel.yml")
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(promtool, "test", "rules", file).CombinedOutput(); err != nil {
				t.Errorf("promtool: %v\n%s", err, out)
			}
		})
	}
}

// rule is one of deploy/prometheus/rules.
type rule struct {
	Record, Alert, Expr string
	Labels              map[string]string
	Annotations         map[string]string
}

func loadRules(t *testing.T) (rules []rule) {
	t.Helper()
	files, err := filepath.Glob("../../deploy/prometheus/rules/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, file := range files {
		for _, group := range readYAML[struct{ Groups []struct{ Rules []rule } }](t, file).Groups {
			rules = append(rules, group.Rules...)
		}
	}
	return rules
}

const runbook = "https://github.com/skeeter-surveillance/skeeter/blob/main/docs/operations.md#"

func TestAlertsSayWhatToDo(t *testing.T) {
	t.Parallel()
	anchors := map[string]bool{}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(read(t, "../../docs/operations.md")), -1) {
		anchors[strings.ReplaceAll(strings.ToLower(heading[1]), " ", "-")] = true
	}
	tests, err := filepath.Glob("../../deploy/prometheus/tests/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	tested := map[string]bool{}
	for _, file := range tests {
		for _, one := range readYAML[struct{ Tests []struct{ Name string } }](t, file).Tests {
			tested[one.Name] = true
		}
	}
	for _, r := range loadRules(t) {
		if r.Alert == "" {
			continue
		}
		anchor, ok := strings.CutPrefix(r.Annotations["runbook_url"], runbook)
		if !ok || !anchors[anchor] {
			t.Errorf("%s: docs/operations.md has nothing at %q", r.Alert, r.Annotations["runbook_url"])
		}
		if synthetic := datasets.DemonstrationID + "|" + datasets.SyntheticID; r.Alert == "SkeeterNoNewObservations" && !strings.Contains(r.Expr, `data_source!~"`+synthetic+`"`) {
			t.Errorf("%s does not leave out %s: %s", r.Alert, synthetic, r.Expr)
		}
		if s := r.Labels["severity"]; s != "critical" && s != "warning" {
			t.Errorf("%s: severity %q", r.Alert, s)
		}
		if r.Annotations["summary"] == "" || !strings.HasSuffix(r.Annotations["description"], ".") || !tested[r.Alert] {
			t.Errorf("%s: annotations %v, tested: %v", r.Alert, r.Annotations, tested[r.Alert])
		}
	}
}

// TestComposeBringsTheDashboards reads what of docker-compose.yml no engine is needed for.
func TestComposeBringsTheDashboards(t *testing.T) {
	t.Parallel()
	services := readYAML[struct {
		Services map[string]struct {
			Image          string
			Ports, Volumes []string
			Environment    map[string]string
		}
	}](t, "../../docker-compose.yml").Services
	mounted := map[string]string{}
	for _, name := range []string{"prometheus", "grafana"} {
		s := services[name]
		if _, tag, _ := strings.Cut(s.Image, ":"); !regexp.MustCompile(`^v?\d+\.\d+\.\d+$`).MatchString(tag) {
			t.Errorf("%s: the image %q is not pinned", name, s.Image)
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s is open at %s", name, port)
			}
		}
		for _, volume := range s.Volumes {
			from, to, _ := strings.Cut(volume, ":")
			if !strings.HasPrefix(from, "./") {
				continue
			}
			inside, readOnly := strings.CutSuffix(to, ":ro")
			if _, err := os.Stat(filepath.Join(skeetertest.Root, from)); err != nil || !readOnly {
				t.Errorf("%s mounts %s: %v", name, volume, err)
			}
			mounted[inside] = from
		}
	}
	for inside, from := range map[string]string{
		"/etc/prometheus": "./deploy/prometheus", "/etc/grafana/provisioning": "./deploy/grafana/provisioning",
		readYAML[struct {
			Providers []struct{ Options struct{ Path string } }
		}](t, "../../deploy/grafana/provisioning/dashboards/skeeter.yml").Providers[0].Options.Path: "./deploy/grafana/dashboards",
	} {
		if mounted[inside] != from {
			t.Errorf("%s is %q, want %s", inside, mounted[inside], from)
		}
	}
	for _, v := range regexp.MustCompile(`\$([A-Z_]+)`).FindAllStringSubmatch(string(read(t, "../../deploy/grafana/provisioning/datasources/skeeter.yml")), -1) {
		if services["grafana"].Environment[v[1]] == "" {
			t.Errorf("Grafana has no %s", v[1])
		}
	}
	if a, b := services["grafana"].Environment["SKEETER_READONLY_PASSWORD"], services["database"].Environment["SKEETER_READONLY_PASSWORD"]; a != b {
		t.Errorf("the password of Grafana's role is %q, Grafana has %q", b, a)
	}
}
