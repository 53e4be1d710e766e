// Package keyedtest asks the routes of one kind of record, on a database of its own.
package keyedtest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// Now is the clock of every test.
func Now() time.Time { return time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC) }

// Base is the path of the routes.
const Base = "/api/v1"

// Service is routes on a database of their own.
type Service struct {
	T       testing.TB
	DB      *pgxpool.Pool
	Lookups *postgres.Lookups
	Handler http.Handler
	Changes atomic.Int64 // calls of Changed
}

// New serves the routes that a function makes, on a database that a statement filled.
func New(t testing.TB, fill string, routes func(*Service) []httpapi.Route) *Service {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	s := &Service{T: t, DB: pgtest.Pool(t)}
	s.Exec(fill)
	s.Lookups = postgres.NewLookups(s.DB, log, prometheus.NewRegistry())
	s.Refresh()
	s.Handler = httpapi.New(httpapi.Options{
		Routes: httpapi.Under(Base, accesstest.Routes(t, routes(s))), Log: log, Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable,
	})
	return s
}

// Changed counts what was announced.
func (s *Service) Changed(context.Context) { s.Changes.Add(1) }

// Refresh reads the names again.
func (s *Service) Refresh() {
	if err := s.Lookups.Refresh(context.Background()); err != nil {
		s.T.Errorf("refresh lookups: %v", err)
	}
}

// Exec runs a statement.
func (s *Service) Exec(statement string, args ...any) {
	s.T.Helper()
	pgtest.Run(s.T, s.DB, statement, args...)
}

// Object is a JSON object.
type Object = map[string]any

// Answer is a response with its body decoded.
type Answer struct {
	T      testing.TB
	Status int
	Header http.Header
	Raw    string
	Body   Object
}

// Do sends a request. body is text, or a value to be encoded; header holds names and values in turn.
func (s *Service) Do(method, target string, body any, header ...string) Answer {
	s.T.Helper()
	var in io.Reader = http.NoBody
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			s.T.Fatal(err)
		}
		in = bytes.NewReader(encoded)
	}
	if strings.HasPrefix(target, "/") && !strings.HasPrefix(target, Base) {
		target = Base + target
	}
	r := httptest.NewRequestWithContext(context.Background(), method, target, in)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler.ServeHTTP(w, r)
	a := Answer{T: s.T, Status: w.Code, Header: w.Header(), Raw: w.Body.String()}
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &a.Body); err != nil {
			s.T.Fatalf("%s %s: %v in %s", method, target, err, a.Raw)
		}
	}
	return a
}

// Want fails the test when the status is another.
func (a Answer) Want(status int) Answer {
	a.T.Helper()
	if a.Status != status {
		a.T.Fatalf("status %d, want %d: %s", a.Status, status, a.Raw)
	}
	return a
}

// Wrong returns the members that a 422 names, as "loc.loc:type".
func (a Answer) Wrong() []string {
	var names []string
	fields, _ := a.Body["errors"].([]any)
	for _, f := range fields {
		field := f.(Object)
		var loc []string
		for _, l := range field["loc"].([]any) {
			loc = append(loc, l.(string))
		}
		names = append(names, strings.Join(loc[1:], ".")+":"+field["type"].(string))
	}
	return names
}

// Text returns members as they are written, with blanks between.
func (a Answer) Text(names ...string) string {
	a.T.Helper()
	texts := make([]string, len(names))
	for i, name := range names {
		v, ok := a.Body[name]
		if !ok {
			a.T.Errorf("there is no %s in %s", name, a.Raw)
		}
		b, _ := json.Marshal(v)
		texts[i] = strings.Trim(string(b), `"`)
	}
	return strings.Join(texts, " ")
}

// Link returns a member that is an address, "" for none.
func (a Answer) Link(name string) string {
	address, _ := a.Body[name].(string)
	return address
}
