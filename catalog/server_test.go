package catalog_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/geo/counting"
	"github.com/skeeter-surveillance/skeeter/geo/tileindex"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

const base = "/api/v1"

// observed fills the shared database: records on land, at sea and outside of all regions, one of a name outside the catalog, a
// rejected one, an absence and pools.
const observed = `
insert into taxa (id, scientific_name, genus) values ('culex-bahamensis', 'Culex bahamensis', 'Culex'),
    ('aedes-nowhere', 'Aedes nowhere', 'Aedes');
insert into taxon_names (slug, name, taxon_key, accepted)
select id, scientific_name, key, true from taxa where not in_catalog;
insert into data_sources (id, name) values ('trap-network', 'Trap network'), ('alpine-survey', 'alpine survey'), ('unused', 'Unused');
insert into translations (kind, lang, id, name) values ('data_source', 'ru', 'trap-network', 'Сеть ловушек');
insert into observations (id, taxon_key, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id, region_id, status)
select gen_random_uuid(), t.key, o.count, ST_SetSRID(ST_MakePoint(o.lng, o.lat), 4326), o.observed_at::timestamptz, o.date_precision,
       o.observed_until::date, d.key, o.country_id, c.region_id, o.status
from (values
    ('aedes-aegypti',    3, -43.2, -22.9, '2020-01-05T10:00:00Z', 'time',  null,         'trap-network',  'br', 'unverified'),
    ('aedes-aegypti',    1, -46.6, -23.5, '2021-06-01T00:00:00Z', 'month', '2021-06-30', null,            'br', 'verified'),
    ('aedes-aegypti',    9,   2.3,  48.8, '2018-05-05T00:00:00Z', 'day',   null,         'trap-network',  'fr', 'rejected'),
    ('aedes-albopictus', 2, -46.6, -23.5, '2021-07-01T00:00:00Z', 'day',   null,         'trap-network',  'br', 'unverified'),
    ('aedes-albopictus', 1, -30.0,   0.0, '2021-07-02T00:00:00Z', 'day',   null,         'trap-network',  null, 'unverified'),
    ('culex-bahamensis', 1, -77.3,  25.1, '2020-07-01T00:00:00Z', 'day',   null,         'alpine-survey', 'bs', 'unverified'),
    ('culex-pipiens',    1,  13.4,  52.5, '2020-07-02T00:00:00Z', 'day',   null,         'alpine-survey', 'de', 'unverified'),
    ('culex-pipiens',    1,   0.0, -75.0, '2020-07-03T00:00:00Z', 'day',   null,         'alpine-survey', 'aq', 'unverified'),
    ('culex-pipiens',    1, 178.0, -17.8, '2020-07-04T00:00:00Z', 'day',   null,         'alpine-survey', 'fj', 'unverified')
) o (taxon, count, lng, lat, observed_at, date_precision, observed_until, source, country_id, status)
join taxa t on t.id = o.taxon
left join data_sources d on d.id = o.source
left join countries c on c.id = o.country_id;
insert into absences (id, taxon_key, geom, observed_at, date_precision, data_source_key, source_hash, country_id, region_id)
select gen_random_uuid(), t.key, ST_SetSRID(ST_MakePoint(36.8, -1.3), 4326), '2020-07-05Z', 'day', d.key, gen_random_uuid(), 'ke', 'eastern-africa'
from taxa t, data_sources d where t.id = 'aedes-nowhere' and d.id = 'unused';
insert into pools (id, data_source_key, pool_id, geom, ended_at, date_precision, taxon_key, size, pathogen, result)
select gen_random_uuid(), d.key, p.pathogen, ST_SetSRID(ST_MakePoint(13.4, 52.5), 4326), p.ended_at::timestamptz, 'day', t.key, 10, p.pathogen, 'negative'
from taxa t, data_sources d, (values
    ('West Nile virus', '2020-07-02Z'), ('west nile virus', '2020-07-01Z'), ('Plasmodium', '2020-07-01Z'), ('Usutu virus', '2020-07-01Z')
) p (pathogen, ended_at)
where t.id = 'culex-pipiens' and d.id = 'alpine-survey'`

// server is the catalog over HTTP. It checks each answer against openapi.yaml.
type server struct {
	db      *pgxpool.Pool
	handler http.Handler
	doc     *openapi3.T
}

// packageTB lets the shared database outlive the test that made it. It is removed with the cluster.
type packageTB struct{ testing.TB }

func (packageTB) Cleanup(func()) {}

var shared struct {
	once sync.Once
	*server
}

// sharedServer returns the one server that tests only read from.
func sharedServer(t *testing.T) *server {
	t.Helper()
	pgtest.SkipShort(t)
	shared.once.Do(func() {
		db := pgtest.Pool(packageTB{t})
		pgtest.Run(t, db, observed)
		shared.server = newServer(t, db)
	})
	if shared.server == nil {
		t.Fatal("the shared server did not start")
	}
	return shared.server
}

// newServer serves a database with its names as they are now.
func newServer(t *testing.T, db *pgxpool.Pool) *server {
	t.Helper()
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	return serverOf(t, catalog.Options{DB: db, Lookups: lookups, Counter: counterOf(db), Base: base})
}

// counterOf counts with SQL.
func counterOf(db *pgxpool.Pool) surveillance.Counter {
	return counting.New(db, tileindex.New(tileindex.Options{
		DB: db, Log: slog.New(slog.DiscardHandler), Registry: prometheus.NewRegistry(), VersionOnly: true,
	}))
}

func serverOf(t *testing.T, o catalog.Options) *server {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile("../web/openapi.yaml")
	if err != nil {
		t.Fatalf("read the API's document: %v", err)
	}
	return &server{db: o.DB.(*pgxpool.Pool), doc: doc, handler: httpapi.New(httpapi.Options{
		Routes: httpapi.Under(base, catalog.New(o).Routes()), Log: slog.New(slog.DiscardHandler),
		Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable,
	})}
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// get requests a path below the base and fails the test when the answer does not match openapi.yaml.
func (s *server) get(t *testing.T, target string) answer {
	t.Helper()
	a := s.request(t, base+target)
	s.checkContract(t, target, a)
	return a
}

// request requests a path, or an absolute URL of a link.
func (s *server) request(t *testing.T, target string) answer {
	t.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil))
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

func (s *server) checkContract(t *testing.T, target string, a answer) {
	t.Helper()
	path, _, _ := strings.Cut(target, "?")
	op := s.operation(path)
	if op == nil {
		t.Fatalf("%s is not in the API's document", path)
	}
	response := op.Responses.Status(a.status)
	if response == nil {
		t.Fatalf("%s: status %d is not in the API's document: %s", target, a.status, a.body)
	}
	for name, header := range response.Value.Headers {
		if header.Value.Required && a.header.Get(name) == "" {
			t.Errorf("%s: no %s", target, name)
		}
	}
	var body any
	if err := json.Unmarshal(a.body, &body); err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	media := response.Value.Content.Get(a.header.Get("Content-Type"))
	if media == nil {
		t.Fatalf("%s: content type %q is not in the API's document", target, a.header.Get("Content-Type"))
	}
	err := media.Schema.Value.VisitJSON(body, openapi3.EnableJSONSchema2020(), openapi3.EnableFormatValidation(), openapi3.MultiErrors())
	if err != nil {
		t.Errorf("%s is not as the API's document has it: %v", target, err)
	}
}

// operation returns the operation of a path below the base in openapi.yaml.
func (s *server) operation(path string) *openapi3.Operation {
	parts := strings.Split(strings.TrimSuffix(base+path, "/"), "/")
	for template, item := range s.doc.Paths.Map() {
		if slices.EqualFunc(strings.Split(template, "/"), parts, func(want, got string) bool {
			return want == got || strings.HasPrefix(want, "{")
		}) {
			return item.Get
		}
	}
	return nil
}

// read requests a path, requires 200, and decodes the body.
func read[T any](t *testing.T, s *server, target string) T {
	t.Helper()
	return decode[T](t, target, s.get(t, target))
}

func decode[T any](t *testing.T, target string, a answer) (v T) {
	t.Helper()
	if a.status != http.StatusOK {
		t.Fatalf("%s: %d %s", target, a.status, a.body)
	}
	if err := json.Unmarshal(a.body, &v); err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	return v
}

// wantNotFound requires 404 with exactly this detail.
func (s *server) wantNotFound(t *testing.T, target, detail string) {
	t.Helper()
	a := s.get(t, target)
	if want := `{"detail":"` + detail + `","type":"not_found"}`; a.status != http.StatusNotFound || strings.TrimSpace(string(a.body)) != want {
		t.Errorf("%s: %d %.200s, want 404 %s", target, a.status, a.body, want)
	}
}

// column returns the rows of a query of one text column.
func (s *server) column(t *testing.T, query string, args ...any) []string {
	t.Helper()
	return pgtest.Column[string](t, s.db, query, args...)
}

func esc(s string) string { return url.QueryEscape(s) }

func mapped[T, V any](list []T, f func(T) V) []V {
	out := make([]V, 0, len(list))
	for _, v := range list {
		out = append(out, f(v))
	}
	return out
}
