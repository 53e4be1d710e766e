package monitoring_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// monitored is the number of records of the server that is monitored.
const monitored = "5000"

const readerPassword = "read the views"

// monitoredServer is a server that Prometheus and Grafana look at.
type monitoredServer struct {
	*skeetertest.Server
	deployment *skeetertest.Deployment
	port       string // of the database
}

// newMonitored starts a server of its own, so that the others' requests are not in its metrics.
func newMonitored(t *testing.T) monitoredServer {
	t.Helper()
	library, err := skeetertest.Library()
	if err != nil || library == "" {
		t.Fatalf("ONNX Runtime's library is not in bin; `make setup` fetches it: %v", err)
	}
	m := monitoredServer{port: skeetertest.Port(t)}
	m.deployment = skeetertest.New(t, "SKEETER_DATABASE_PORT="+m.port, skeetertest.BundledModel, "SKEETER_ONNXRUNTIME_PATH="+library, "SKEETER_SAVE_PREDICTED_IMAGES=true",
		"SKEETER_READONLY_PASSWORD="+readerPassword, "GOMEMLIMIT=4GiB")
	m.deployment.MustRun("demo", "--count", monitored)
	m.Server = m.deployment.Serve()
	m.deployment.MustRun("grant-readonly", "grafana")
	return m
}

// use sends requests of every kind until ctx ends; other tests check their answers.
func (m monitoredServer) use(ctx context.Context, t *testing.T) {
	send := func(method, path, body string, headers ...string) {
		_, _ = m.Try(ctx, method, path, body, headers...) // it may be cut by the end
	}
	const predict = skeetertest.API + "/predict"
	picture, ofPicture := skeetertest.PictureForm(t, "file", picturetest.JPEG(t, picturetest.Plain(picturetest.Black, 200, 200)))
	text, ofText := skeetertest.PictureForm(t, "file", []byte("no picture"))
	observation := `{"species_scientific_name":"Aedes aegypti","count":1,"location":{"lat":-3.1,"lng":-60.02},"observed_at":"2024-05-06"}`
	for round := 0; ctx.Err() == nil; round++ {
		for _, path := range []string{"/api/v1/tiles/observations/2/1/1.mvt", fmt.Sprintf("/api/v1/tiles/observations/9/%d/200.mvt", 160+round%16), "/api/v1/geo/observations?limit=10",
			"/api/v1/species", "/api/v1/observations", "/api/v1/stats", "/ogc/collections/observations/items", "/nowhere", "/api/v1/observations?limit=0"} {
			send("GET", path, "")
		}
		send("POST", skeetertest.Observations, observation, "Content-Type", "application/json")
		send("POST", predict, picture, "Content-Type", ofPicture)
		send("POST", predict, text, "Content-Type", ofText)
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// mayBeEmpty are expressions, by a part of them, that have no data while all is well, and why.
var mayBeEmpty = map[string]string{
	"ALERTS{":          "no alert fires",
	`code=~"5.."}[1m]`: "no request failed; the part of errors is tested with promtool",
	"age_seconds[90d":  "no record is of this month; the alert is tested with promtool",
}

// alertBound is the comparison at the end of an alert's expression.
var alertBound = regexp.MustCompile(`(?s)^(.*\S)\s+(>|<|==)\s+(\S+(?: \* \S+)?)$`)

// expressions are all of dashboards and rules, by where they stand. Alerts are asked for the truth of their bound, so that data has
// to be there although nothing fires.
func expressions(t *testing.T) map[string]string {
	t.Helper()
	variables := strings.NewReplacer("$job", ".*", "$instance", ".*", "$__rate_interval", "1m", "$__range", "5m")
	out := map[string]string{}
	for _, d := range loadDashboards(t) {
		d.queries(func(where string, q target) {
			if q.Expr != "" {
				out[where] = variables.Replace(q.Expr)
			}
		})
		for _, v := range d.Templating.List {
			if v.Type == "datasource" {
				continue
			}
			name := regexp.MustCompile(`^label_values\((.*), \w+\)$`).FindStringSubmatch(v.Definition)
			if name == nil {
				t.Fatalf("%s: a variable is %q", d.file, v.Definition)
			}
			out[d.file+": variable "+v.Definition] = variables.Replace(name[1])
		}
	}
	for _, r := range loadRules(t) {
		if r.Record != "" {
			out["rule "+r.Record], out["record "+r.Record] = r.Expr, r.Record
			continue
		}
		if !alertBound.MatchString(r.Expr) {
			t.Fatalf("%s ends in no comparison: %s", r.Alert, r.Expr)
		}
		out["alert "+r.Alert] = alertBound.ReplaceAllString(r.Expr, "$1 $2 bool $3")
	}
	for where, expr := range out {
		if strings.Contains(expr, "$") {
			t.Errorf("%s: a variable that Grafana or this test does not know: %s", where, expr)
		}
	}
	return out
}

// TestEveryQueryHasData runs a real Prometheus against a real server and evaluates what dashboards and rules ask for.
func TestEveryQueryHasData(t *testing.T) {
	needPrometheus(t, "prometheus")
	m := newMonitored(t)
	prom := startPrometheus(t, m.Base)
	ctx, stop := context.WithCancel(t.Context())
	used := make(chan struct{})
	go func() { defer close(used); m.use(ctx, t) }()
	defer func() { stop(); <-used }()

	testenv.Eventually(t, "the server was scraped", func() bool { v, err := prom.values("skeeter_build_info"); return err == nil && len(v) > 0 })
	rows := "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate\nlost,Aedes aegypti,,,2024-01-02\n"
	for i := range 9 {
		rows += fmt.Sprintf("%d,Aedes aegypti,-3.1,-60.02,2024-01-02\n", i)
	}
	m.deployment.MustRun("import", m.deployment.File("field.csv", rows))
	m.deployment.MustRun("import", m.deployment.File("dates.csv", datesOfAllKinds))

	todo := expressions(t)
	t.Logf("%d expressions", len(todo))
	testenv.Succeeds(t, "every expression has data", func() error {
		for where, expr := range todo {
			values, err := prom.values(expr)
			if err != nil {
				t.Errorf("%s: %v: %s", where, err, expr)
			}
			if err != nil || len(values) > 0 || excused(expr) {
				delete(todo, where)
			}
		}
		if len(todo) > 0 {
			return fmt.Errorf("%d have none: %q", len(todo), todo)
		}
		return nil
	})
	testenv.Eventually(t, "every rule was evaluated", func() bool {
		states, err := prom.rules()
		return err == nil && !slices.ContainsFunc(states, func(s ruleState) bool { return s.Health == "unknown" })
	})
	states, err := prom.rules()
	if err != nil || len(states) != len(loadRules(t)) {
		t.Fatalf("%d rules of %d, %v", len(states), len(loadRules(t)), err)
	}
	for _, s := range states {
		if s.Health != "ok" || s.State == "firing" {
			t.Errorf("rule %s: health %s, %s %s", s.Name, s.Health, s.State, s.LastError)
		}
	}
	t.Run("SQL", func(t *testing.T) { everySQL(t, m) })
	t.Run("Months", func(t *testing.T) { everyMonth(t, m) })
}

func excused(expr string) bool {
	for part := range mayBeEmpty {
		if strings.Contains(expr, part) {
			return true
		}
	}
	return false
}

// timeFilter is Grafana's macro.
var timeFilter = regexp.MustCompile(`\$__timeFilter\(([a-z_]+)\)`)

// reader is a connection of the role that Grafana has.
func (m monitoredServer) reader(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), "postgres://grafana@127.0.0.1:"+m.port+"/skeeter?sslmode=disable&password="+strings.ReplaceAll(readerPassword, " ", "%20"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}

// datesOfAllKinds are records of years in which there are no others.
const datesOfAllKinds = `occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate
year,Culex pipiens,-3.1,-60.02,1990
across,Culex pipiens,-3.1,-60.02,1991-03-30/1991-05-02
within,Culex pipiens,-3.1,-60.02,1992-06-01/1992-06-30
month,Culex pipiens,-3.1,-60.02,1993-02
day,Culex pipiens,-3.1,-60.02,1994-12-31
time,Culex pipiens,-3.1,-60.02,1995-01-31T23:30:00Z
`

// everyMonth looks at the panels by month: a record whose month is not known is in none of them.
func everyMonth(t *testing.T, m monitoredServer) {
	conn, asked := m.reader(t), 0
	if _, err := conn.Exec(t.Context(), "set time zone 'Asia/Tokyo'"); err != nil { // months are UTC's, whatever the session's
		t.Fatal(err)
	}
	for _, d := range loadDashboards(t) {
		d.queries(func(where string, q target) {
			if !strings.Contains(q.RawSQL, "'month'") {
				return
			}
			asked++
			rows, err := conn.Query(t.Context(), timeFilter.ReplaceAllString(q.RawSQL, "$1 BETWEEN '1990-01-01T00:00:00Z' AND '1996-01-01T00:00:00Z'"))
			if err != nil {
				t.Errorf("%s: %v", where, err)
				return
			}
			var got []string
			for rows.Next() {
				values, err := rows.Values()
				if err != nil {
					t.Errorf("%s: %v", where, err)
					return
				}
				at, _ := values[0].(time.Time)
				got = append(got, fmt.Sprint(at.UTC().Format(time.DateOnly), " ", values[2]))
			}
			if want := []string{"1992-06-01 1", "1993-02-01 1", "1994-12-01 1", "1995-01-01 1"}; rows.Err() != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v, %v", where, got, want, rows.Err())
			}
		})
	}
	if asked != 3 {
		t.Errorf("%d panels by month, want 3", asked)
	}
}

// everySQL runs the SQL of the panels as the role that Grafana has.
func everySQL(t *testing.T, m monitoredServer) {
	conn, asked := m.reader(t), 0
	for _, d := range loadDashboards(t) {
		d.queries(func(where string, q target) {
			if q.RawSQL == "" {
				return
			}
			asked++
			query := timeFilter.ReplaceAllString(q.RawSQL, "$1 BETWEEN '1970-01-01T00:00:00Z' AND '2100-01-01T00:00:00Z'")
			if strings.Contains(query, "$") {
				t.Errorf("%s: a macro that this test does not know: %s", where, query)
				return
			}
			rows, err := conn.Query(t.Context(), query)
			if err != nil {
				t.Errorf("%s: %v", where, err)
				return
			}
			columns := rows.FieldDescriptions()
			var last time.Time
			n := 0
			for ; rows.Next(); n++ {
				values, err := rows.Values()
				if err != nil {
					t.Errorf("%s: %v", where, err)
				}
				if q.Format != "time_series" {
					continue
				}
				at, ok := values[0].(time.Time) // Grafana wants the time first of all, and in order
				if !ok || columns[0].Name != "time" || columns[1].Name != "metric" || at.Before(last) {
					t.Errorf("%s: a row of %v is %v after %v", where, columns[0].Name, values, last)
				}
				last = at
			}
			if err := rows.Err(); err != nil || n == 0 {
				t.Errorf("%s: %d rows, %v", where, n, err)
			}
		})
	}
	if asked == 0 {
		t.Error("no panel asks PostgreSQL")
	}
}

// TestRulesHold runs the unit tests of the rules, and checks the configuration.
func TestRulesHold(t *testing.T) {
	t.Parallel()
	promtool := needPrometheus(t, "promtool")
	tests, err := filepath.Glob("../../deploy/prometheus/tests/*.yml")
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests of rules: %v", err)
	}
	for _, args := range [][]string{{"check", "config", "../../deploy/prometheus/prometheus.yml"}, append([]string{"test", "rules"}, tests...)} {
		if out, err := exec.Command(promtool, args...).CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}
