package monitoring_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDashboardsFollowTheLinter holds the rules of Grafana's dashboard-linter, which Go's proxy of modules does not serve. Two are not held:
// a data source that is not Prometheus has a plain name (template-datasource-rule), and the variable instance is labelled Server
// (template-instance-rule, a warning).
func TestDashboardsFollowTheLinter(t *testing.T) {
	t.Parallel()
	// Alerts are of Prometheus, and most name no instance.
	withoutInstance := regexp.MustCompile(`^ALERTS$`)
	units := []string{"none", "short", "s", "percentunit", "bytes", "Bps", "ops", "reqps"} // of Grafana's names
	selector := regexp.MustCompile(`([a-zA-Z_:][a-zA-Z0-9_:]*)\{((?:[^{}"]|"[^"]*")*)\}`)
	ranged := regexp.MustCompile(`(\w+)\(\s*([a-zA-Z_:][a-zA-Z0-9_:]*)\{(?:[^{}"]|"[^"]*")*\}\[([^\]]+)\]`)
	for _, d := range loadDashboards(t) {
		var file struct {
			Editable   *bool
			Templating struct {
				List []struct {
					Type, Name, Label, AllValue string
					Multi                       bool
					Refresh                     int
					Datasource                  source
					Query                       json.RawMessage
				}
			}
		}
		if err := json.Unmarshal(read(t, "../../deploy/grafana/dashboards/"+d.file), &file); err != nil {
			t.Fatal(err)
		}
		if file.Editable == nil || *file.Editable {
			t.Errorf("%s: uneditable-dashboard", d.file)
		}
		var variables []string
		for _, v := range file.Templating.List {
			var query string
			if v.Type == "datasource" && json.Unmarshal(v.Query, &query) == nil && query == "prometheus" && (v.Name != "prometheus_datasource" || v.Label != "Prometheus data source") {
				t.Errorf("%s: template-datasource-rule: %s %s", d.file, v.Name, v.Label)
			}
			if v.Type != "query" {
				continue
			}
			variables = append(variables, v.Name)
			if v.Refresh != 2 {
				t.Errorf("%s: template-on-time-change-reload-rule: %s", d.file, v.Name)
			}
			if (v.Name == "job" || v.Name == "instance") && (!v.Multi || v.AllValue != ".+" || v.Datasource.UID != "${prometheus_datasource}") {
				t.Errorf("%s: template-%s-rule: %+v", d.file, v.Name, v)
			}
		}
		if !slices.Contains(variables, "job") || !slices.Contains(variables, "instance") {
			t.Errorf("%s: no job or instance among %v", d.file, variables)
		}
		for _, p := range d.Panels {
			if p.Type != "row" && !slices.Contains(units, p.FieldConfig.Defaults.Unit) {
				t.Errorf("%s: %s: panel-units-rule: %q", d.file, p.Title, p.FieldConfig.Defaults.Unit)
			}
		}
		d.queries(func(where string, q target) {
			found := selector.FindAllStringSubmatch(q.Expr, -1)
			if q.Expr != "" && len(found) == 0 {
				t.Errorf("%s: no selector in %s", where, q.Expr)
			}
			aggregated := map[string]bool{}
			for _, r := range ranged.FindAllStringSubmatch(q.Expr, -1) {
				if r[1] == "rate" || r[1] == "irate" {
					if r[3] != "$__rate_interval" {
						t.Errorf("%s: target-rate-interval-rule: %s over %s", where, r[2], r[3])
					}
				}
				aggregated[r[2]] = slices.Contains([]string{"rate", "irate", "increase"}, r[1])
			}
			for _, s := range found {
				if !strings.Contains(s[2], `job=~"$job"`) {
					t.Errorf("%s: target-job-rule: %s", where, s[0])
				}
				if !strings.Contains(s[2], `instance=~"$instance"`) && !withoutInstance.MatchString(s[1]) {
					t.Errorf("%s: target-instance-rule: %s", where, s[0])
				}
				if strings.HasSuffix(s[1], "_total") && !aggregated[s[1]] {
					t.Errorf("%s: target-counter-agg-rule: %s", where, s[1])
				}
			}
		})
	}
}
