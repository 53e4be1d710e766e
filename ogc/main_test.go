package ogc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/geo"
	"github.com/skeeter-surveillance/skeeter/geo/analytics"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/gis"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/ogc"
	"github.com/skeeter-surveillance/skeeter/ogc/features"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, prepare)) }

// Records of the template: some of which each has a reason, and many on a grid of places.
const (
	gridRecords = 300
	allRecords  = gridRecords + 5
	shown       = allRecords - 1 // one is rejected
)

// prepare puts the catalog and the records into the template.
func prepare(ctx context.Context, db *pgxpool.Pool) error {
	_, err := db.Exec(ctx, `
		insert into data_sources (id, name, licence) values ('traps', 'Traps', 'https://creativecommons.org/licenses/by/4.0/');
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id, region_id,
			location_accuracy_m, sex, status, notes)
		select ('00000000-0000-0000-0000-' || lpad(n, 12, '0'))::uuid, (select key from taxa where id = taxon), 2, ST_SetSRID(ST_MakePoint(lon, lat), 4326),
			at::timestamptz, prec, until::date, (select key from data_sources where id = source), country, case when country is not null then 'melanesia' end,
			accuracy, sex, status, notes
		from (values
			('1', 'aedes-aegypti', 179.5, -17.0, '2020-01-15T10:30:00.5Z', 'time', null, 'traps', 'fj', 10.5, 'Female', 'unverified', E'tab\there "quoted", \\ line\nend é \u0001'),
			('2', 'aedes-aegypti', -179.5, -17.0, '2020-02-01', 'month', '2020-02-29', null, null, null, null, 'verified', null),
			('3', 'culex-pipiens', 10.0, 20.0, '2020-01-01', 'year', '2020-12-31', 'traps', null, 5000.0, 'male', 'unverified', null),
			('4', 'culex-pipiens', 10.1234567, 20.0, '2019-12-31', 'day', null, 'traps', null, null, null, 'rejected', null),
			('5', 'aedes-aegypti', 180.0, 0.0, '2019-11-30', 'interval', '2020-02-02', 'traps', null, null, null, 'unverified', null)
		) v (n, taxon, lon, lat, at, prec, until, source, country, accuracy, sex, status, notes);
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, country_id, region_id, life_stage)
		select ('11111111-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid,
			(select key from taxa where id = (array['aedes-albopictus', 'culex-pipiens', 'anopheles-gambiae'])[1 + n % 3]), 1 + n % 10,
			ST_SetSRID(ST_MakePoint(n % 7, 40 + n % 5), 4326), '2010-01-01'::timestamptz + make_interval(days => n / 2), 'day',
			(select key from data_sources where id = 'traps'), (array['fr', 'de'])[1 + n % 2], 'western-europe', (array['adult', 'larva', null])[1 + n % 3]
		from generate_series(1, 300) n;
		insert into sampling_events (id, data_source_key, event_id, geom, country_id, started_at, ended_at, date_precision, traps, nights, effort, effort_unit,
			effort_source, problem, target_taxa, complete)
		select ('22222222-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, d.key, 'E' || n, ST_SetSRID(ST_MakePoint(n % 7, 40 + n % 5), 4326), 'fr',
			case when n % 2 = 0 then '2012-01-01Z'::timestamptz + make_interval(days => n) end, '2012-01-03Z'::timestamptz + make_interval(days => n), 'day', 2, 1.5, 3,
			'trap_night', 'stated', n % 10 = 0, case when n % 3 = 0 then '{Culex,Aedes aegypti}' else '{}' end::text[], case when n % 4 = 0 then true when n % 4 = 1 then false end
		from generate_series(1, 40) n, data_sources d where d.id = 'traps';
		insert into pools (id, data_source_key, pool_id, event_id, geom, country_id, ended_at, date_precision, taxon_key, sex, size, pathogen, disease_id, method, result, tested_on)
		select ('33333333-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, d.key, 'P' || n, 'E' || n, ST_SetSRID(ST_MakePoint(n % 7, 40 + n % 5), 4326), 'fr',
			'2012-01-03Z'::timestamptz + make_interval(days => n), 'day', t.key, 'female', 10 + n, 'West Nile virus', 'west-nile-fever',
			case when n % 2 = 0 then 'RT-PCR' end, case when n % 8 = 0 then 'positive' else 'negative' end, '2012-02-01'::date + n
		from generate_series(1, 40) n, data_sources d, taxa t where d.id = 'traps' and t.id = 'culex-pipiens';
		update observations set event_id = 'E' || right(id::text, 2)::int where id::text between '11111111-0000-0000-0000-000000000001' and '11111111-0000-0000-0000-000000000030';
		analyze`)
	if err != nil {
		return err
	}
	_, err = gis.Count(ctx, db)
	return err
}

// service is the OGC API on a database of its own.
type service struct {
	t       testing.TB
	db      *pgxpool.Pool
	index   *tileindex.Index
	lookups *postgres.Lookups
	handler http.Handler
}

// packageTB lets the shared service outlive the test that made it. Its database is removed with the cluster.
type packageTB struct{ testing.TB }

func (packageTB) Cleanup(func()) {}

var sharedService struct {
	once sync.Once
	made service
}

// shared returns the one service that tests only read from.
func shared(t testing.TB) service {
	t.Helper()
	pgtest.SkipShort(t)
	sharedService.once.Do(func() {
		tb := packageTB{t}
		sharedService.made = setupOn(tb, pgtest.Pool(tb), tileindex.Options{})
	})
	if sharedService.made.handler == nil {
		t.Fatal("the shared service did not start")
	}
	return sharedService.made.in(t)
}

// setup returns the service with the records of the template, its options edited.
func setup(t testing.TB, edits ...func(service, *ogc.Options)) service {
	t.Helper()
	return setupOn(t, pgtest.Pool(t), tileindex.Options{Folder: t.TempDir()}, edits...)
}

func setupOn(t testing.TB, db *pgxpool.Pool, index tileindex.Options, edits ...func(service, *ogc.Options)) service {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() {
		cancel()
		running.Wait() // the index saves its snapshot at its end
	})
	log, registry := slog.New(slog.DiscardHandler), prometheus.NewRegistry()
	s := service{t: t, db: db}
	s.lookups = postgres.NewLookups(s.db, log, registry)
	if err := s.lookups.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	index.DB, index.Log, index.Registry = s.db, log, registry
	s.index = tileindex.New(index)
	running.Go(func() { s.index.Run(ctx) })
	s.catchUp()
	testenv.Eventually(t, "the index is loaded", func() bool { return !s.index.Loading() })
	summaries := gis.New(gis.Options{DB: s.db, Log: log, Version: func() string { return s.index.State().Version().String() }})
	t.Cleanup(summaries.Close)
	counter := counting.New(s.db, s.index)
	tiles := geo.New(geo.Options{DB: s.db, Lookups: s.lookups, Index: s.index, Counter: counter, Registry: registry, Base: "/api/v1"})
	options := ogc.Options{
		DB: s.db, Lookups: s.lookups, Counter: counter, Summaries: summaries, Tables: analytics.New(analytics.Options{DB: s.db, Lookups: s.lookups, Index: s.index, Counter: counter}), AppName: "Skeeter", Base: "/api/v1",
		State: func() features.State { return geo.NewRows(s.db, s.index) },
		Tiles: tiles, Styles: tiles,
	}
	for _, edit := range edits {
		edit(s, &options)
	}
	s.handler = httpapi.New(httpapi.Options{
		Routes: accesstest.Routes(t, ogc.New(options).Routes()),
		Log:    log, Metrics: httpapi.NewMetrics(registry), Unavailable: postgres.Unavailable,
	})
	return s
}

// in is the service for a subtest, which then fails alone.
func (s service) in(t testing.TB) service {
	s.t = t
	return s
}

func (s service) catchUp() {
	s.t.Helper()
	if err := s.index.CatchUp(context.Background()); err != nil {
		s.t.Fatal(err)
	}
}

func (s service) exec(statement string) {
	s.t.Helper()
	pgtest.Run(s.t, s.db, statement)
}

// object is decoded JSON.
type object = map[string]any

// answer is a response, its body decoded when it is JSON.
type answer struct {
	t      testing.TB
	target string
	status int
	header http.Header
	raw    string
	body   object
}

// get asks for a target below /ogc, or for an absolute URL of this service. header holds names and values in turn.
func (s service) get(target string, header ...string) answer {
	s.t.Helper()
	return s.ask(http.MethodGet, target, "", header...)
}

// ask is get with another method and a body.
func (s service) ask(method, target, body string, header ...string) answer {
	s.t.Helper()
	target, absolute := strings.CutPrefix(target, "http://example.com")
	if !absolute {
		target = "/ogc" + target
	}
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	a := answer{t: s.t, target: target, status: w.Code, header: w.Header(), raw: w.Body.String()}
	if strings.Contains(a.header.Get("Content-Type"), "json") && !strings.HasSuffix(a.header.Get("Content-Type"), "seq") && a.header.Get("Content-Encoding") == "" && a.raw != "" {
		if err := json.Unmarshal(w.Body.Bytes(), &a.body); err != nil {
			s.t.Fatalf("%s: %v in %s", target, err, a.raw)
		}
	}
	return a
}

// ok asks and fails the test unless the answer is 200.
func (s service) ok(target string, header ...string) answer {
	s.t.Helper()
	a := s.get(target, header...)
	if a.status != http.StatusOK {
		s.t.Fatalf("%s: %d %s", target, a.status, a.raw)
	}
	return a
}

// refused asks and fails the test unless the answer is 400 and says all the words.
func (s service) refused(target string, words ...string) {
	s.t.Helper()
	a := s.get(target)
	detail, _ := a.body["detail"].(string)
	if a.status != http.StatusBadRequest || a.body["type"] != "bad_request" {
		s.t.Errorf("%s: %d %s, want 400", target, a.status, a.raw)
	}
	for _, word := range words {
		if !strings.Contains(detail, word) {
			s.t.Errorf("%s: %q does not say %q", target, detail, word)
		}
	}
}

// ids are those of an answer's features, in order.
func (a answer) ids() (ids []string) {
	features, ok := a.body["features"].([]any)
	if !ok {
		a.t.Fatalf("%s: no features in %s", a.target, a.raw)
	}
	for _, f := range features {
		ids = append(ids, f.(object)["id"].(string))
	}
	return ids
}

// features are an answer's features.
func (a answer) features() (out []object) {
	for _, f := range a.body["features"].([]any) {
		out = append(out, f.(object))
	}
	return out
}

// media is the media type of an answer, without parameters.
func (a answer) media() string {
	media, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	return media
}

// link returns the address of the first link of a relation and, unless it is "", a type; "" when there is none.
func (a answer) link(rel, media string) string {
	for _, l := range links(a.body) {
		if l["rel"] == rel && (media == "" || l["type"] == media) {
			return l["href"].(string)
		}
	}
	return ""
}

func links(body object) (out []object) {
	list, _ := body["links"].([]any)
	for _, l := range list {
		out = append(out, l.(object))
	}
	return out
}

// headerLink returns the address and the rest of the first header Link of a relation, "" when there is none.
func (a answer) headerLink(rel string) (address, rest string) {
	for _, l := range a.header.Values("Link") {
		if address, rest, _ = strings.Cut(strings.TrimPrefix(l, "<"), ">"); strings.Contains(rest, `rel="`+rel+`"`) {
			return address, rest
		}
	}
	return "", ""
}

// crawl follows next from a target to the end and returns the ids.
func (s service) crawl(target string) (ids []string) {
	s.t.Helper()
	for range 1000 {
		a := s.ok(target)
		ids = append(ids, a.ids()...)
		if target = a.link("next", "application/geo+json"); target == "" {
			return ids
		}
	}
	s.t.Fatal("the pages do not end")
	return nil
}

// matching returns how many observations a filter in CQL2 text matches, by all its pages.
func (s service) matching(filter string, more ...string) int {
	s.t.Helper()
	target := "/collections/observations/items?limit=10000&filter=" + url.QueryEscape(filter) + strings.Join(more, "")
	return len(s.ok(target).ids())
}

func idOf(n int) string { return fmt.Sprintf("00000000-0000-0000-0000-%012d", n) }
