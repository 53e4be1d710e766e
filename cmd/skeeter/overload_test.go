package main_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestOverload keeps every query waiting and asks for more than the server takes on.
func TestOverload(t *testing.T) {
	t.Parallel()
	const places = 4
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_MAX_REQUESTS=4", "SKEETER_TILE_INDEX=false")
	s := h.serve()
	list := "/api/v1/observations?limit=1"
	tile := "/api/v1/tiles/observations/0/0/0.mvt"
	warm := s.get(tile)
	release := h.standstill()
	ctx, leave := context.WithTimeout(t.Context(), 60*time.Second)
	defer leave()
	var asked []<-chan answer
	for range 3 * places {
		asked = append(asked, s.ask(ctx, list))
	}
	// A third of them work, a third waits, and the rest is refused at once; those who wait follow in five seconds.
	eventually(t, "the rest is refused", func() bool { return s.metric(`skeeter_http_shed_total{reason="ordinary"}`) >= places })
	for _, path := range []string{"/livez", "/metrics", "/docs", "/openapi.json", "/readyz"} {
		if a := s.get(path); a.status != 200 {
			t.Errorf("%s under load: %d", path, a.status)
		}
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+tile, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("If-None-Match", warm.header.Get("ETag"))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Body.Close(); resp.StatusCode != http.StatusNotModified {
		t.Errorf("a tile that the client has, under load: %d", resp.StatusCode)
	}
	release()
	codes := map[int]int{}
	for _, a := range asked {
		got := <-a
		codes[got.status]++
		if got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") == "" {
			t.Errorf("a refusal without Retry-After: %s", got.body)
		}
	}
	if codes[200] < places || codes[200]+codes[503] != 3*places || codes[503] < places {
		t.Errorf("answers by status: %v", codes)
	}
	for range 2 * places { // it recovers at once
		if a := s.get(list); a.status != 200 {
			t.Errorf("after the load: %d %s", a.status, a.body)
		}
	}
}

// TestRateLimitOfAClient runs the real program with a limit.
func TestRateLimitOfAClient(t *testing.T) {
	t.Parallel()
	h := newHome(t, "SKEETER_DEMO=false", "SKEETER_RATE_LIMIT=0.001,5")
	s := h.serve()
	codes := map[int]int{}
	for range 8 {
		a := s.get("/api/v1/species?limit=1")
		codes[a.status]++
		if a.status == http.StatusTooManyRequests && a.header.Get("Retry-After") == "" {
			t.Errorf("no Retry-After: %v", a.header)
		}
	}
	if codes[200] != 5 || codes[429] != 3 {
		t.Errorf("answers by status: %v", codes)
	}
	eventually(t, "the log says what was short", func() bool { return strings.Count(s.log.String(), "shed=rate") == 3 })
	if a := s.get("/readyz"); a.status != 200 {
		t.Errorf("readyz: %d", a.status)
	}
}

// TestMemoryPressure gives a server less memory than it holds: it says so instead of growing, and goes on saying how it is.
func TestMemoryPressure(t *testing.T) {
	t.Parallel()
	s := newHome(t, "SKEETER_DEMO=false", "SKEETER_LOG_FORMAT=json", "GOMEMLIMIT=4MiB").serve()
	for _, path := range []string{"/api/v1/observations", "/api/v1/geo/observations", "/ogc/collections/observations/items", "/api/v1/export?format=csv"} {
		a := s.get(path)
		if body := decode[struct{ Type string }](t, a, 503); body.Type != "unavailable" || a.header.Get("Retry-After") == "" {
			t.Errorf("%s with too little memory: %s, Retry-After %q", path, a.body, a.header.Get("Retry-After"))
		}
	}
	for _, path := range []string{"/livez", "/readyz", "/metrics", "/"} {
		if a := s.get(path); a.status != 200 {
			t.Errorf("%s with too little memory: %d", path, a.status)
		}
	}
	if n := s.metric(`skeeter_http_shed_total{reason="memory"}`); n < 4 {
		t.Errorf("%g refusals are counted", n)
	}
	if log := s.log.String(); !strings.Contains(log, `"shed":"memory"`) {
		t.Errorf("the log does not say what was short:\n%s", log)
	}
}
