package alerts_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/geo/alerts"
	"github.com/skeeter-surveillance/skeeter/geo/alerts/send"
	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, prepare)) }

// prepare gives every test's database the catalog, two data sources and a set of two areas.
func prepare(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, `
		insert into data_sources (id, name) values ('one', 'One'), ('two', 'Two');
		insert into areas (id, set, name, geom, area_km2, vertices)
		select id, 'zones', upper(id), ST_Multi(ST_GeomFromText(shape, 4326)), 1, 5
		from (values ('west', 'polygon((0 40, 5 40, 5 50, 0 50, 0 40))'), ('east', 'polygon((5 40, 10 40, 10 50, 5 50, 5 40))')) a (id, shape)`)
	return err
}

// today is the clock of every test: a Wednesday in the season.
var today = time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)

// service is the routes of alerts on a database of their own.
type service struct {
	t       testing.TB
	db      *pgxpool.Pool
	index   *tileindex.Index
	alerts  *alerts.Alerts
	metrics *prometheus.Registry
	handler http.Handler
	now     *time.Time
}

type options struct {
	webhook *send.Webhook
	mail    *send.Mail
}

func setup(t testing.TB, o options) service {
	t.Helper()
	s := service{t: t, db: pgtest.Pool(t), metrics: prometheus.NewRegistry(), now: new(today)}
	log := slog.New(slog.DiscardHandler)
	lookups := postgres.NewLookups(s.db, log, s.metrics)
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.index = tileindex.New(tileindex.Options{DB: s.db, Log: log, Registry: s.metrics})
	if err := s.index.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.index.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	lookups.CatchUp = s.index.CatchUp
	s.alerts = alerts.New(alerts.Options{
		DB: s.db, Lookups: lookups, Log: log, Registry: s.metrics, Base: "/api/v1", AppName: "Skeeter", PublicURL: "https://skeeter.example",
		Analytics:   analytics.New(analytics.Options{DB: s.db, Lookups: lookups, Index: s.index, Counter: counting.New(s.db, s.index)}),
		DataVersion: func() string { return s.index.State().Version().String() },
		Webhook:     o.webhook, Mail: o.mail, Now: func() time.Time { return *s.now },
	})
	s.handler = handlerOf(accesstest.Routes(t, s.alerts.Routes()))
	return s
}

func handlerOf(routes []httpapi.Route) http.Handler {
	return httpapi.New(httpapi.Options{
		Routes: routes, Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable,
	})
}

func (s service) exec(statement string, args ...any) {
	s.t.Helper()
	pgtest.Run(s.t, s.db, statement, args...)
}

// record stores an observation. more are further columns, as `column = value; column = value`.
func (s service) record(species, day string, lon, lat float64, more string) {
	s.t.Helper()
	columns, values := "", ""
	for part := range strings.SplitSeq(more, ";") {
		if name, value, ok := strings.Cut(part, "="); ok {
			columns += ", " + strings.TrimSpace(name)
			values += ", " + value
		}
	}
	s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key`+columns+`)
		select gen_random_uuid(), key, 1, ST_SetSRID(ST_MakePoint($3, $4), 4326), $2::text::timestamptz, 'day', 1`+values+` from taxa where scientific_name = $1`,
		species, day+"Z", lon, lat)
}

// event stores a sampling event of a trap-night of the first data source at a site, which caught so many specimens of a species.
func (s service) event(site, day string, lon float64, species string, caught int) {
	s.t.Helper()
	id := fmt.Sprint(site, "-", day)
	s.exec(`insert into sampling_events (id, data_source_key, event_id, site_id, geom, ended_at, date_precision, sampling_protocol, effort, effort_unit, effort_source)
		values (gen_random_uuid(), 1, $1, $2, ST_SetSRID(ST_MakePoint($4, 41), 4326), $3::text::timestamptz, 'day', 'GRAVID', 1, 'trap_night', 'stated')`, id, site, day+"Z", lon)
	if caught > 0 {
		s.exec(`insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, event_id, sampling_protocol)
			select gen_random_uuid(), key, $2, ST_SetSRID(ST_MakePoint($4, 41), 4326), $3::text::timestamptz, 'day', 1, $5, 'GRAVID' from taxa where scientific_name = $1`,
			species, caught, day+"Z", lon, id)
	}
}

// evaluate evaluates the rules for the data as it is.
func (s service) evaluate() {
	s.t.Helper()
	if err := s.index.CatchUp(context.Background()); err != nil {
		s.t.Fatal(err)
	}
	if done, err := s.alerts.Evaluate(context.Background()); err != nil || !done {
		s.t.Fatalf("evaluate: %v, %v", done, err)
	}
}

type object = map[string]any

// answer is a response with its body decoded.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	raw    string
	body   object
}

// do sends a request below /alerts. body is text, or a value to be encoded; header holds names and values in turn.
func (s service) do(method, target string, body any, header ...string) answer {
	s.t.Helper()
	return s.send(method, "/alerts"+target, body, header...)
}

func (s service) send(method, target string, body any, header ...string) answer {
	s.t.Helper()
	var in io.Reader = http.NoBody
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		in = bytes.NewReader(encoded)
	}
	r := httptest.NewRequestWithContext(context.Background(), method, target, in)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	a := answer{t: s.t, status: w.Code, header: w.Header(), raw: w.Body.String()}
	if strings.Contains(a.header.Get("Content-Type"), "json") {
		if err := json.Unmarshal(w.Body.Bytes(), &a.body); err != nil {
			s.t.Fatalf("%s %s: %v in %s", method, target, err, a.raw)
		}
	}
	return a
}

// want fails the test when the status is another.
func (a answer) want(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %s", a.status, status, a.raw)
	}
	return a
}

// wrong returns the members that a 422 names, as "loc.loc:type", in order.
func (a answer) wrong() string {
	var names []string
	fields, _ := a.body["errors"].([]any)
	for _, f := range fields {
		field := f.(object)
		var loc []string
		for _, l := range field["loc"].([]any) {
			loc = append(loc, l.(string))
		}
		names = append(names, strings.Join(loc[1:], ".")+":"+field["type"].(string))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// rule makes a rule and returns its id.
func (s service) rule(body object) string {
	s.t.Helper()
	if body["name"] == nil {
		body["name"] = "a rule"
	}
	return s.do("POST", "/rules", body).want(201).body["id"].(string)
}

// list returns the alerts of a query, in the order of their titles.
func (s service) list(query string) []alerts.Alert {
	s.t.Helper()
	var list struct{ Alerts []alerts.Alert }
	if err := json.Unmarshal([]byte(s.do("GET", query, nil).want(200).raw), &list); err != nil {
		s.t.Fatal(err)
	}
	slices.SortFunc(list.Alerts, func(a, b alerts.Alert) int { return strings.Compare(a.Title+a.Day, b.Title+b.Day) })
	return list.Alerts
}

// summary says of alerts their titles, the historical ones with an h before, and why they are closed.
func summary(list []alerts.Alert) string {
	var lines []string
	for _, a := range list {
		line := a.Day + " " + a.Title
		if a.Historical {
			line = "h " + line
		}
		if a.ClosedReason != nil {
			line += " [" + *a.ClosedReason + "]"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func (s service) wantAlerts(query string, want ...string) {
	s.t.Helper()
	if got, want := summary(s.list(query)), strings.Join(want, "\n"); got != want {
		s.t.Errorf("alerts are\n%s\nwant\n%s", got, want)
	}
}
