package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
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
	Datasource               source
	GridPos                  struct{ H, W, X, Y int }
	FieldConfig              struct{ Defaults struct{ Unit string } }
	Targets                  []target
}

// dashboard is a file of deploy/grafana/dashboards.
type dashboard struct {
	file                    string
	UID, Title, Description string
	Templating              struct {
		List []struct {
			Definition string
			Datasource source
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
	files, err := filepath.Glob("../deploy/grafana/dashboards/*.json")
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
	}](t, "../deploy/grafana/provisioning/datasources/skeeter.yml")
	known := func(s source) bool {
		return slices.ContainsFunc(provisioned.Datasources, func(p struct{ UID, Type string }) bool { return p.UID == s.UID && p.Type == s.Type })
	}
	uids := map[string]bool{}
	for _, d := range loadDashboards(t) {
		if d.UID == "" || d.Title == "" || d.Description == "" || uids[d.UID] {
			t.Errorf("%s: uid %q, title %q, description %q", d.file, d.UID, d.Title, d.Description)
		}
		uids[d.UID] = true
		for _, v := range d.Templating.List {
			if !known(v.Datasource) {
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
				if (q.Expr == "") == (q.RawSQL == "") || q.Datasource != p.Datasource || !known(q.Datasource) {
					t.Errorf("%s: %s %s: a query of %v: %q %q", d.file, p.Title, q.RefID, q.Datasource, q.Expr, q.RawSQL)
				}
			}
		}
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
	files, err := filepath.Glob("../deploy/prometheus/rules/*.yml")
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
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(read(t, "../docs/operations.md")), -1) {
		anchors[strings.ReplaceAll(strings.ToLower(heading[1]), " ", "-")] = true
	}
	tests, err := filepath.Glob("../deploy/prometheus/tests/*.yml")
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
	}](t, "../docker-compose.yml").Services
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
			if _, err := os.Stat(filepath.Join("..", from)); err != nil || !readOnly {
				t.Errorf("%s mounts %s: %v", name, volume, err)
			}
			mounted[inside] = from
		}
	}
	for inside, from := range map[string]string{
		"/etc/prometheus": "./deploy/prometheus", "/etc/grafana/provisioning": "./deploy/grafana/provisioning",
		readYAML[struct {
			Providers []struct{ Options struct{ Path string } }
		}](t, "../deploy/grafana/provisioning/dashboards/skeeter.yml").Providers[0].Options.Path: "./deploy/grafana/dashboards",
	} {
		if mounted[inside] != from {
			t.Errorf("%s is %q, want %s", inside, mounted[inside], from)
		}
	}
	for _, v := range regexp.MustCompile(`\$([A-Z_]+)`).FindAllStringSubmatch(string(read(t, "../deploy/grafana/provisioning/datasources/skeeter.yml")), -1) {
		if services["grafana"].Environment[v[1]] == "" {
			t.Errorf("Grafana has no %s", v[1])
		}
	}
	if a, b := services["grafana"].Environment["SKEETER_READONLY_PASSWORD"], services["reader"].Environment["SKEETER_READONLY_PASSWORD"]; a != b {
		t.Errorf("the reader's password is %q, Grafana has %q", b, a)
	}
}
