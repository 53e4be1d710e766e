package people_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/people"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/people/invitations"
)

const (
	origin   = "http://skeeter.example"
	password = "correct horse battery staple"
)

// service serves the routes of people on a database of its own, and keeps what is logged.
type service struct {
	t       *testing.T
	db      *pgxpool.Pool
	people  *people.People
	handler http.Handler
	logger  *slog.Logger
	log     *bytes.Buffer
}

func newService(t *testing.T) *service {
	t.Helper()
	s := &service{t: t, db: pgtest.Pool(t), log: new(bytes.Buffer)}
	log := slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.people = people.New(people.Options{DB: s.db, Log: log})
	s.logger = log
	s.serve("")
	return s
}

// serve serves the routes under a public address.
func (s *service) serve(publicURL string) {
	s.t.Helper()
	routes, err := access.Guard(s.people.Routes(), s.people.Identify)
	if err != nil {
		s.t.Fatal(err)
	}
	s.handler = httpapi.New(httpapi.Options{PublicURL: publicURL, Routes: routes, Log: s.logger, Metrics: httpapi.NewMetrics(prometheus.NewRegistry()), Unavailable: postgres.Unavailable})
}

// browser sends requests as the pages do, and keeps cookies.
type browser struct {
	*service
	cookies map[string]string
	address string // of the client
}

func (s *service) browser() *browser {
	return &browser{service: s, cookies: map[string]string{}, address: "192.0.2.1:1234"}
}

type answer struct {
	*httptest.ResponseRecorder
	t *testing.T
}

// do sends a request of a page of the server; headers in pairs are set over its own, "" removes one.
func (b *browser) do(method, path string, body any, headers ...string) answer {
	b.t.Helper()
	var in io.Reader = http.NoBody
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		in = bytes.NewReader(encoded)
	}
	r := httptest.NewRequestWithContext(b.t.Context(), method, origin+path, in)
	r.RemoteAddr = b.address
	r.Header.Set("Origin", origin)
	r.Header.Set("User-Agent", "Test \x00browser")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			r.Header.Del(headers[i])
		}
	}
	a := answer{httptest.NewRecorder(), b.t}
	b.handler.ServeHTTP(a, r)
	for _, c := range a.Result().Cookies() {
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		} else {
			b.cookies[c.Name] = c.Value
		}
	}
	return a
}

func (a answer) want(status int) answer {
	a.t.Helper()
	if a.Code != status {
		a.t.Fatalf("status %d, want %d: %s", a.Code, status, a.Body)
	}
	return a
}

// get returns a member of the body, nested ones with dots between them.
func (a answer) get(path string) any {
	a.t.Helper()
	var body any
	if err := json.Unmarshal(a.Body.Bytes(), &body); err != nil {
		a.t.Fatalf("%v in %s", err, a.Body)
	}
	for name := range strings.SplitSeq(path, ".") {
		object, ok := body.(map[string]any)
		if !ok {
			return nil
		}
		body = object[name]
	}
	return body
}

type object = map[string]any

// account makes an account with the password and returns its id.
func (s *service) account(login string, roles ...access.Role) string {
	s.t.Helper()
	_, secret, err := invitations.Add(s.t.Context(), s.db, nil, login, accounts.Grant{Roles: roles}, time.Now().Add(time.Hour))
	if err != nil {
		s.t.Fatal(err)
	}
	made := s.browser().do("POST", "/invitations/accept", object{"secret": secret, "login": login, "password": password}).want(200)
	return made.get("account.id").(string)
}

// signedIn returns a browser in which an account is signed in.
func (s *service) signedIn(login string) *browser {
	s.t.Helper()
	b := s.browser()
	b.do("POST", "/session", object{"login": login, "password": password}).want(200)
	return b
}
