package limits_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// held is a server whose handlers run until the test releases them.
type held struct {
	t        *testing.T
	handler  http.Handler
	registry *prometheus.Registry
	started  chan string
	release  map[string]chan struct{} // by path
}

func newHeld(t *testing.T, requests, connections int) *held {
	c := &held{t: t, registry: prometheus.NewRegistry(), started: make(chan string), release: map[string]chan struct{}{}}
	for _, path := range []string{"/list", "/layer", "/export"} {
		c.release[path] = make(chan struct{})
	}
	stay := func(w http.ResponseWriter, r *http.Request) error {
		c.started <- r.URL.Path
		<-c.release[r.URL.Path]
		return httpapi.JSON(w, http.StatusOK, "done")
	}
	in := func(lane limits.Lane) httpapi.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) error {
			release, err := httpapi.AcquireSlot(r.Context(), r, lane)
			if err != nil {
				return err
			}
			defer release()
			return stay(w, r)
		}
	}
	quick := func(w http.ResponseWriter, _ *http.Request) error { return httpapi.JSON(w, http.StatusOK, "ok") }
	c.handler = httpapi.New(httpapi.Options{
		Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(c.registry), MaxRequests: requests, Connections: connections,
		Routes: []httpapi.Route{
			{Method: http.MethodGet, Path: "/list", Name: "list", Handler: stay},
			{Method: http.MethodGet, Path: "/panic", Name: "panic", Handler: func(http.ResponseWriter, *http.Request) error { panic("no") }},
			{Method: http.MethodGet, Path: "/light", Name: "light", Handler: quick, Light: true},
			{Method: http.MethodGet, Path: "/layer", Name: "layer", Handler: in(limits.Large), Light: true},
			{Method: http.MethodGet, Path: "/export", Name: "export", Handler: in(limits.Download), Light: true},
		},
	})
	return c
}

// get sends a request and returns without its answer.
func (c *held) get(ctx context.Context, path string) <-chan *httptest.ResponseRecorder {
	out := make(chan *httptest.ResponseRecorder, 1)
	go func() {
		defer func() {
			if recover() != nil { // the connection of a client that left is cut
				out <- nil
			}
		}()
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil).WithContext(ctx))
		out <- w
	}()
	return out
}

// refused returns a value of skeeter_http_shed_total.
func (c *held) refused(reason string) float64 {
	c.t.Helper()
	families, err := c.registry.Gather()
	if err != nil {
		c.t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == "skeeter_http_shed_total" && m.GetLabel()[0].GetValue() == reason {
				return m.GetCounter().GetValue()
			}
		}
	}
	c.t.Fatalf("no skeeter_http_shed_total of %s", reason)
	return 0
}

func TestTooManyRequestsAreRefusedAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testTooManyRequests)
}

func testTooManyRequests(t *testing.T) {
	c := newHeld(t, 2, 8)
	ctx := t.Context()
	var working []<-chan *httptest.ResponseRecorder
	for range 2 {
		working = append(working, c.get(ctx, "/list"))
		<-c.started
	}
	answers := make(chan *httptest.ResponseRecorder)
	for range 6 {
		pending := c.get(ctx, "/list")
		go func() { answers <- <-pending }()
	}
	for range 4 { // two of the six wait
		refused := <-answers
		var body struct{ Detail, Type string }
		if err := json.Unmarshal(refused.Body.Bytes(), &body); err != nil || refused.Code != 503 || body.Type != "unavailable" || body.Detail == "" || refused.Header().Get("Retry-After") == "" {
			t.Errorf("one too many: %d %v %s", refused.Code, refused.Header(), refused.Body)
		}
	}
	if n := c.refused("ordinary"); n != 4 {
		t.Errorf("%v were counted as refused", n)
	}
	if w := <-c.get(ctx, "/light"); w.Code != 200 {
		t.Errorf("a light request beside: %d", w.Code)
	}
	for _, path := range []string{"/layer", "/export"} { // lanes of their own
		other := c.get(ctx, path)
		if got := <-c.started; got != path {
			t.Errorf("%s started, want %s", got, path)
		}
		c.release[path] <- struct{}{}
		if w := <-other; w.Code != 200 {
			t.Errorf("%s beside: %d", path, w.Code)
		}
	}
	for range 2 { // a request that waits starts when another ends
		c.release["/list"] <- struct{}{}
		<-c.started
	}
	for range 2 {
		c.release["/list"] <- struct{}{}
	}
	for range 2 {
		if w := <-answers; w.Code != 200 {
			t.Errorf("one that waited: %d %s", w.Code, w.Body)
		}
	}
	for _, pending := range working {
		if w := <-pending; w.Code != 200 {
			t.Errorf("one that worked: %d %s", w.Code, w.Body)
		}
	}
	for range 10 { // a panic releases its slot
		if w := <-c.get(ctx, "/panic"); w.Code != 500 {
			t.Errorf("panic: %d", w.Code)
		}
	}
}

func TestRequestThatWaitsTooLongIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newHeld(t, 1, 8)
		first := c.get(t.Context(), "/list")
		<-c.started
		began := time.Now()
		if w := <-c.get(t.Context(), "/list"); w.Code != 503 || time.Since(began) != 5*time.Second {
			t.Errorf("%d after %s", w.Code, time.Since(began))
		}
		c.release["/list"] <- struct{}{}
		if w := <-first; w.Code != 200 {
			t.Errorf("the one that worked: %d", w.Code)
		}
	})
}

func TestDownloadsHoldAQuarterOfTheConnections(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newHeld(t, 100, 8)
		for path, slots := range map[string]int{"/export": 2, "/layer": 4} {
			for range slots {
				c.get(t.Context(), path)
				<-c.started
			}
			trying, leave := context.WithCancel(t.Context())
			pending := c.get(trying, path)
			synctest.Wait()
			select {
			case <-c.started:
				t.Errorf("%s: one more than %d started", path, slots)
				slots++
			default:
			}
			leave()
			for range slots {
				c.release[path] <- struct{}{}
			}
			if w := <-pending; w != nil {
				t.Errorf("%s: one whose client left while it waited: %d", path, w.Code)
			}
		}
	})
}

func TestBusyReasonsAreExportedFromTheStart(t *testing.T) {
	t.Parallel()
	c := newHeld(t, 1, 1)
	for _, reason := range []string{"ordinary", "large", "download", "memory", "rate", "uploads", "pictures", "model", "sign_in"} {
		if n := c.refused(reason); n != 0 {
			t.Errorf("%s: %v", reason, n)
		}
	}
}
