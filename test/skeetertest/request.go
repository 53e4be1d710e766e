package skeetertest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// answerLimit is more than any request may take.
const answerLimit = 2 * time.Minute

// Endpoint is where requests are sent to.
type Endpoint struct {
	Base   string // an address without a slash at the end
	Client *http.Client
}

// NewEndpoint returns one whose client follows no redirect and gives up after answerLimit.
func NewEndpoint(base string) Endpoint {
	return Endpoint{base, &http.Client{
		Timeout: answerLimit, Transport: &http.Transport{MaxIdleConnsPerHost: 16},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Address is host:port.
func (e *Endpoint) Address() string { return strings.TrimPrefix(e.Base, "http://") }

// Answer of a request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Try sends a request whose target may be anything that a request line can hold. Headers are given as name, value, name, value; the
// answer is not compressed unless they ask for it. With an error the answer's status is 0, or its body is not whole.
func (e *Endpoint) Try(ctx context.Context, method, target, body string, headers ...string) (Answer, error) {
	r, err := http.NewRequestWithContext(ctx, method, e.Base+target, strings.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	return e.Do(r)
}

// Do sends a request.
func (e *Endpoint) Do(r *http.Request) (Answer, error) {
	resp, err := e.Client.Do(r) //nolint:gosec // the tests choose the address
	if err != nil {
		return Answer{}, err
	}
	defer resp.Body.Close() //nolint:errcheck // it is read to its end
	body, err := io.ReadAll(resp.Body)
	return Answer{resp.StatusCode, resp.Header, body}, err
}

// Send is Try of a request that has to be answered.
func (s *Server) Send(method, target, body string, headers ...string) Answer {
	s.t.Helper()
	a, err := s.Try(context.Background(), method, target, body, headers...)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, target, err)
	}
	return a
}

// Get sends a GET request.
func (s *Server) Get(target string) Answer {
	s.t.Helper()
	return s.Send(http.MethodGet, target, "")
}

// Answers checks the status of a GET request.
func (s *Server) Answers(status int, target string) {
	s.t.Helper()
	if a := s.Get(target); a.Status != status {
		s.t.Errorf("%s: %d, want %d: %.300s", target, a.Status, status, a.Body)
	}
}

// Post sends JSON.
func (s *Server) Post(target, body string) Answer {
	s.t.Helper()
	return s.Send(http.MethodPost, target, body, "Content-Type", "application/json")
}

// Decode reads a JSON answer with the status that is wanted.
func Decode[V any](t T, a Answer, status int) (v V) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	return v
}

// Count returns the `count` of a list or of the statistics.
func (s *Server) Count(target string) int {
	s.t.Helper()
	return Decode[struct{ Count int }](s.t, s.Get(target), http.StatusOK).Count
}

// Create makes a record and returns its id.
func (s *Server) Create(record string) (id string) {
	s.t.Helper()
	return Decode[struct{ ID string }](s.t, s.Post(Observations, record), http.StatusCreated).ID
}

// Metric is the value of a time series in /metrics, its labels as they are written there; 0 when there is none.
func (s *Server) Metric(name string) float64 {
	s.t.Helper()
	value, _ := Series(s.t, s.Get("/metrics"), name)
	return value
}

// MetricSum adds up a metric of /metrics over its labels.
func (s *Server) MetricSum(name string) (sum float64) {
	s.t.Helper()
	for _, series := range regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(name)+`\{.*\} (\S+)$`).FindAllSubmatch(s.Get("/metrics").Body, -1) {
		value, err := strconv.ParseFloat(string(series[1]), 64)
		if err != nil {
			s.t.Fatal(err)
		}
		sum += value
	}
	return sum
}

// Series returns the value of a time series in an answer of /metrics.
func Series(t T, metrics Answer, name string) (value float64, found bool) {
	t.Helper()
	for line := range bytes.Lines(metrics.Body) { // tests that wait read it at each look: a regular expression takes many times as long
		written, ours := bytes.CutPrefix(line, []byte(name+" "))
		if !ours {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(string(written)), 64)
		if err != nil {
			t.Fatal(err)
		}
		return value, true
	}
	return 0, false
}
