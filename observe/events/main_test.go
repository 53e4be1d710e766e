package events_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/events"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m, func(ctx context.Context, db *pgxpool.Pool) error {
		if err := catalog.Load(ctx, db, slog.New(slog.DiscardHandler)); err != nil {
			return err
		}
		_, err := db.Exec(ctx, "analyze")
		return err
	}))
}

// today is the clock of every test.
var today = time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)

const base = "/api/v1"

// service is the routes of sampling events on a database of their own, which has the data source "traps".
type service struct {
	t       testing.TB
	db      *pgxpool.Pool
	lookups *postgres.Lookups
	handler http.Handler
	changes *atomic.Int64 // calls of Options.Changed
}

func setup(t testing.TB) service {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	s := service{t: t, db: pgtest.Pool(t), changes: new(atomic.Int64)}
	s.exec("insert into data_sources (id, name) values ('traps', 'Traps')")
	s.lookups = postgres.NewLookups(s.db, log, prometheus.NewRegistry())
	s.refresh()
	options := events.Options{
		DB: s.db, Lookups: s.lookups, Base: base, Now: func() time.Time { return today },
		Authorized: func(next httpapi.HandlerFunc) httpapi.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) error {
				if r.Header.Get("Authorization") == "nobody" {
					return &httpapi.Error{Status: http.StatusUnauthorized, Type: httpapi.TypeUnauthorized, Detail: "no"}
				}
				return next(w, r)
			}
		},
		Changed: func(context.Context) { s.changes.Add(1) },
	}
	s.handler = httpapi.New(httpapi.Options{
		Routes: httpapi.Under(base, events.New(options).Routes()), Log: log, Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
		Unavailable: postgres.Unavailable,
	})
	return s
}

func (s service) refresh() {
	if err := s.lookups.Refresh(context.Background()); err != nil {
		s.t.Errorf("refresh lookups: %v", err)
	}
}

func (s service) exec(statement string, args ...any) {
	s.t.Helper()
	pgtest.Run(s.t, s.db, statement, args...)
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
	if strings.HasPrefix(target, "/events") {
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

// wrong returns the members that a 422 names, as "loc.loc:type".
func (a answer) wrong() []string {
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
	return names
}

// text returns members as they are written, with blanks between.
func (a answer) text(names ...string) string {
	a.t.Helper()
	texts := make([]string, len(names))
	for i, name := range names {
		v, ok := a.body[name]
		if !ok {
			a.t.Errorf("there is no %s in %s", name, a.raw)
		}
		b, _ := json.Marshal(v)
		texts[i] = strings.Trim(string(b), `"`)
	}
	return strings.Join(texts, " ")
}

func (a answer) link(name string) string {
	address, _ := a.body[name].(string)
	return address
}

// collection is a request that is right, with changes: nil removes a member.
func collection(changes object) object {
	body := object{"data_source": "traps", "event_id": "T2-W32", "location": object{"lat": 41.87, "lng": -87.63}, "ended_at": "2012-08-11"}
	maps.Copy(body, changes)
	maps.DeleteFunc(body, func(_ string, v any) bool { return v == nil })
	return body
}

func (s service) create(changes object) answer {
	s.t.Helper()
	return s.do(http.MethodPost, "/events", collection(changes)).want(http.StatusCreated)
}

func (s service) patch(id string, body any, header ...string) answer {
	s.t.Helper()
	return s.do(http.MethodPatch, "/events/"+id, body, header...)
}
