package observe_test

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
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/observe"
	"github.com/skeeter-surveillance/skeeter/people/pseudonyms"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

// today is the clock of every test.
var today = time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)

const base = "/api/v1"

// service is the routes of observations on a database of their own.
type service struct {
	t       testing.TB
	db      *pgxpool.Pool
	lookups *postgres.Lookups
	handler http.Handler
	changes *atomic.Int64 // calls of Options.Changed
}

// sqlCounter counts rows, which is what a Counter has to agree with.
type sqlCounter struct {
	surveillance.Counter
	db *pgxpool.Pool
}

func (c sqlCounter) Count(ctx context.Context, f surveillance.Filter) (n int64, err error) {
	err = c.db.QueryRow(ctx, sql.Get("geo/count.sql").String(), postgres.FilterArgs(f)).Scan(&n)
	return n, err
}

func (sqlCounter) Newest(context.Context, surveillance.Filter, int, *surveillance.Position) ([]uuid.UUID, bool, error) {
	return nil, false, nil
}

func setup(t testing.TB, edit ...func(*observe.Options)) service {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	s := service{t: t, db: pgtest.Pool(t), changes: new(atomic.Int64)}
	s.lookups = postgres.NewLookups(s.db, log, prometheus.NewRegistry())
	current := &currentNames{service: s}
	current.refresh(context.Background())
	options := observe.Options{
		DB: s.db, Lookups: s.lookups, Counter: sqlCounter{db: s.db}, Base: base, Now: func() time.Time { return today },
		Pseudonym: pseudonyms.New(s.db).Of, Key: pseudonyms.New(s.db).Key,
		Changed: func(ctx context.Context) {
			s.changes.Add(1)
			current.refresh(ctx)
		},
	}
	for _, e := range edit {
		e(&options)
	}
	s.handler = handler(t, options)
	return s
}

func handler(t testing.TB, o observe.Options) http.Handler {
	t.Helper()
	return httpapi.New(httpapi.Options{
		Routes: httpapi.Under(base, accesstest.Routes(t, observe.New(o).Routes())), Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
		Unavailable: postgres.Unavailable,
	})
}

// in is the service for a subtest, which then fails alone.
func (s service) in(t testing.TB) service {
	s.t = t
	return s
}

func (s service) refresh(ctx context.Context) {
	if err := s.lookups.Refresh(ctx); err != nil {
		s.t.Errorf("refresh lookups: %v", err)
	}
}

// currentNames refreshes the names of a service where they may be others: the tests make thousands of changes, and a refresh reads the whole catalog.
type currentNames struct {
	service
	one  sync.Mutex
	read string // what stateOfNames said when they were read
}

// stateOfNames is another text after each change of what names are read from, whichever transaction ends first.
const stateOfNames = `select concat_ws(' ', (select sum(xmin::text::bigint) || ' ' || count(*) from taxa), (select sum(xmin::text::bigint) || ' ' || count(*) from taxon_names),
	(select sum(xmin::text::bigint) || ' ' || count(*) from all_data_sources), (select string_agg(distinct taxon_key::text, ' ') from held_observations where removal is null))`

func (c *currentNames) refresh(ctx context.Context) {
	c.one.Lock()
	defer c.one.Unlock()
	var now string
	if err := c.db.QueryRow(ctx, stateOfNames).Scan(&now); err != nil {
		c.t.Errorf("the state of the names: %v", err)
		return
	}
	if now != c.read {
		c.service.refresh(ctx)
		c.read = now
	}
}

func (s service) exec(statement string, args ...any) {
	s.t.Helper()
	pgtest.Run(s.t, s.db, statement, args...)
}

// answer is a response with its body decoded, numbers as they were written.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	raw    string
	body   map[string]any
}

// do sends a request. body is text, or a value to be encoded; header holds names and values in turn.
func (s service) do(method, target string, body any, header ...string) answer {
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
	if strings.HasPrefix(target, "/observations") {
		target = base + target
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
	if w.Body.Len() > 0 {
		dec := json.NewDecoder(w.Body)
		dec.UseNumber()
		if err := dec.Decode(&a.body); err != nil {
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

// wrong returns the members that a 422 names, as "loc.loc:type".
func (a answer) wrong() []string {
	var names []string
	fields, _ := a.body["errors"].([]any)
	for _, f := range fields {
		field := f.(map[string]any)
		var loc []string
		for _, l := range field["loc"].([]any) {
			loc = append(loc, l.(string))
		}
		names = append(names, strings.Join(loc, ".")+":"+field["type"].(string))
	}
	return names
}

// text returns a member as it is written, "null" for null.
func (a answer) text(name string) string {
	v, ok := a.body[name]
	if !ok {
		a.t.Errorf("there is no %s in %s", name, a.raw)
	}
	if v == nil {
		return "null"
	}
	if s, ok := v.(string); ok {
		return s
	}
	b, _ := json.Marshal(v)
	return string(b)
}

// catch is a request that is right, with changes: nil removes a member.
func catch(changes map[string]any) map[string]any {
	body := map[string]any{
		"species_scientific_name": "Aedes albopictus",
		"count":                   3,
		"location":                map[string]any{"lat": 43.7102, "lng": 7.262},
		"observed_at":             "2026-07-14T06:30:00Z",
	}
	for name, v := range changes {
		if v == nil {
			delete(body, name)
			continue
		}
		body[name] = v
	}
	return body
}

// create stores a catch and returns it.
func (s service) create(changes map[string]any) answer {
	s.t.Helper()
	return s.do(http.MethodPost, "/observations", catch(changes)).want(http.StatusCreated)
}

func (s service) patch(id, body string, header ...string) answer {
	s.t.Helper()
	return s.do(http.MethodPatch, "/observations/"+id, body, header...)
}

// rows returns how many observations there are.
func (s service) rows() int {
	s.t.Helper()
	return pgtest.Value[int](s.t, s.db, "select count(*) from observations")
}

type object = map[string]any

func uuidOf(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) }
